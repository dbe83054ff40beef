/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_rt;

import kieker.common.record.AbstractMonitoringRecord;
import kieker.common.record.io.IValueSerializer;

/**
 * Up to four words of a thread's records. A negative count marks the begin (-1)
 * and the end (-2) of a JVM's records, -3 what its probes cost.
 */
public final class ProbeRecord extends AbstractMonitoringRecord {
    private static final long serialVersionUID = 1L;
    private static final String[] NAMES = {"thread", "count", "w0", "w1", "w2", "w3"};
    private static final Class<?>[] TYPES = {long.class, int.class, long.class, long.class, long.class, long.class};

    private final long thread;
    private final int count;
    private final long w0;
    private final long w1;
    private final long w2;
    private final long w3;

    public ProbeRecord(long thread, int count, long w0, long w1, long w2, long w3) {
        this.thread = thread;
        this.count = count;
        this.w0 = w0;
        this.w1 = w1;
        this.w2 = w2;
        this.w3 = w3;
    }

    @Override
    public void serialize(IValueSerializer out) {
        out.putLong(thread);
        out.putInt(count);
        out.putLong(w0);
        out.putLong(w1);
        out.putLong(w2);
        out.putLong(w3);
    }

    @Override
    public Class<?>[] getValueTypes() {
        return TYPES.clone();
    }

    @Override
    public String[] getValueNames() {
        return NAMES.clone();
    }

    @Override
    public int getSize() {
        return 5 * TYPE_SIZE_LONG + TYPE_SIZE_INT;
    }
}
