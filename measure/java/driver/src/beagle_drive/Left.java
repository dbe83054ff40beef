/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_drive;

import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** Threads that calls leave behind. */
final class Left {
    private Left() { }

    /** Says how many there are; they end with the JVM. */
    static void say(Watch watch) {
        int n = 0;
        String first = "";
        for (Thread t : Thread.getAllStackTraces().keySet()) {
            if (!t.isDaemon() && t != Thread.currentThread() && !t.getName().equals("DestroyJavaVM")) {
                n++;
                first = t.getName();
            }
        }
        if (n > 0) {
            watch.line("threads", n, first);
        }
    }

    /** Whether threads go on computing for as long as a call may take: calls would wait for them, and no cost be known. */
    static boolean compute(Watch watch) {
        Map<Thread, Long> all = new HashMap<Thread, Long>(); // and the CPU time that they had
        for (Thread t : Thread.getAllStackTraces().keySet()) {
            if (t != Thread.currentThread() && t != watch) {
                all.put(t, cpu(t));
            }
        }
        for (long start = System.nanoTime(); System.nanoTime() - start < watch.limit;) {
            for (Iterator<Thread> i = all.keySet().iterator(); i.hasNext();) {
                if (i.next().getState() != Thread.State.RUNNABLE) { // it waits, or has ended
                    i.remove();
                }
            }
            if (!some(all)) {
                return false;
            }
            LockSupport.parkNanos(20000000);
        }
        for (Iterator<Thread> i = all.keySet().iterator(); i.hasNext();) {
            Thread t = i.next();
            if (cpu(t) <= all.get(t)) { // it waits in native code
                i.remove();
            }
        }
        if (all.isEmpty()) {
            return false;
        }
        watch.line("computing", all.size(), Watch.stack(all.keySet().iterator().next(), false));
        return true;
    }

    /** Whether one of them may be the program's: the JVM's own never end. */
    private static boolean some(Map<Thread, Long> all) {
        for (Thread t : all.keySet()) {
            if (t.getThreadGroup() != null && t.getThreadGroup().getParent() != null) {
                return true;
            }
        }
        return false;
    }

    private static long cpu(Thread t) {
        return ManagementFactory.getThreadMXBean().getThreadCpuTime(t.getId());
    }
}
