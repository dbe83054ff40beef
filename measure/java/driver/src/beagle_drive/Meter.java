/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_drive;

import java.io.PrintStream;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;

/** Measures batches of calls by the CPU time of this thread. */
final class Meter {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private static long overhead; // of reading the clock twice, ns

    private Meter() { }

    /** Finds what the clock itself takes. */
    static void calibrate(Driver driver) throws Throwable {
        if (THREADS.isThreadCpuTimeSupported()) {
            THREADS.setThreadCpuTimeEnabled(true);
        }
        long[] all = new long[2001];
        for (int round = 0; round < 3; round++) { // the last of them is compiled
            for (int i = 0; i < all.length; i++) {
                long start = now();
                driver.calls(0, 0, 0);
                all[i] = now() - start;
            }
        }
        Arrays.sort(all);
        overhead = all[all.length / 2];
    }

    static long now() {
        return THREADS.getCurrentThreadCpuTime();
    }

    /** Nanoseconds of CPU that n calls take. */
    static long time(Driver driver, int from, int n, int mask) throws Throwable {
        long start = now();
        driver.calls(from, n, mask);
        return Math.max(now() - start - overhead, 0);
    }

    /** Bytes that this thread has allocated; 0: the JVM does not say. */
    static long allocated() {
        return THREADS instanceof com.sun.management.ThreadMXBean
            ? ((com.sun.management.ThreadMXBean) THREADS).getThreadAllocatedBytes(Thread.currentThread().getId()) : 0;
    }

    /** CPU time of the program's other threads so far, ns. */
    static long others() {
        long sum = 0;
        for (long id : THREADS.getAllThreadIds()) {
            long t = id == Thread.currentThread().getId() ? 0 : THREADS.getThreadCpuTime(id);
            sum += Math.max(t, 0);
        }
        return sum;
    }

    /** Nanoseconds of collecting garbage so far. */
    static long collecting() {
        long sum = 0;
        for (GarbageCollectorMXBean b : ManagementFactory.getGarbageCollectorMXBeans()) {
            sum += Math.max(b.getCollectionTime(), 0);
        }
        return sum * 1000000;
    }

    /** What a program prints goes nowhere: it is part of the cost, but nobody reads it. */
    static final class Nowhere extends java.io.OutputStream {
        static long bytes; // about: threads may print at once

        static PrintStream stream() {
            return new PrintStream(new Nowhere());
        }

        @Override
        public void write(int b) {
            bytes++;
        }

        @Override
        public void write(byte[] b, int from, int length) {
            bytes += length;
        }
    }
}
