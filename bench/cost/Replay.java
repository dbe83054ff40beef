/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_drive;

import java.io.FileWriter;
import java.lang.management.ManagementFactory;

/** Gives a benchmark of JMH the inputs that a driver makes, and writes down what its iterations take by the CPU clock. */
public final class Replay {
    private static final int VARIANTS = 8;

    /** What reading the clock twice takes, ns: it stands around each call where calls change their inputs. */
    public static final long OVERHEAD = overhead();

    private final Trial trial;
    private long seed;
    private int next;

    /** Takes a place of the design, with the seeds that launches of the driver have. */
    public Replay(String order, int place) throws Throwable {
        Order o = Order.read(order);
        trial = new Trial(o, new Watch("/dev/null", 60));
        trial.set(o.points.get(place));
        seed = 1000003L * (o.launch * 977 + place + 1); // as in Measure
        do {
            seed++;
        } while (!trial.call(seed));
    }

    /** Inputs that every call gets in turns. */
    public Object[][] inputs() {
        Object[][] all = new Object[VARIANTS][];
        for (int k = 0; k < VARIANTS; next++) {
            if (trial.call(seed + 31L * next)) {
                all[k++] = trial.make(seed + 31L * next);
            }
        }
        return all;
    }

    /** New inputs of one call, with other contents each time. */
    public Object[] fresh() {
        return trial.make(seed + next++);
    }

    private static long overhead() {
        long[] all = new long[2001];
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < all.length; i++) {
                long start = cpu();
                all[i] = cpu() - start;
            }
        }
        java.util.Arrays.sort(all);
        return all[all.length / 2];
    }

    public static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    public static long garbage() {
        return Meter.collecting();
    }

    /** Says what an iteration took, ns of CPU a call. */
    public static void said(String file, String what, int place, long calls, long ns) throws Exception {
        FileWriter w = new FileWriter(file, true);
        w.write(what + "\t" + place + "\t" + calls + "\t" + (double) ns / calls + "\n");
        w.close();
    }
}
