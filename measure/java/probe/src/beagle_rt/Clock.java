/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_rt;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Wall time and the thread's CPU time, in nanoseconds. */
@SuppressWarnings("all") // of checkers that a build adds to the compiler
final class Clock {
    /** When this class was loaded: times in records count from here. */
    static final long ANCHOR = System.nanoTime();
    private static final MethodHandle CPU = Settings.DIRECTORY != null ? cpuClock() : null;

    private static final MethodHandle VIRTUAL = Settings.DIRECTORY != null ? isVirtual() : null;
    private static final MethodHandle OTHER = Settings.DIRECTORY != null ? otherClock() : null;

    private Clock() { }

    static long now() {
        return System.nanoTime() - ANCHOR;
    }

    /** Time from start, which has 48 bits of it, to now. */
    static long wall(long start, long now) {
        return (now << 16) - (start & ~0xffffL) >>> 16;
    }

    /** The thread's CPU time; -1: the JVM has none. */
    static long cpu() {
        try {
            if (virtual()) {
                return Mounts.cpu();
            }
            return CPU == null ? -1 : (long) CPU.invokeExact();
        } catch (Throwable unsupported) {
            return -1;
        }
    }

    /** Whether the current thread is one that the JVM mounts on others. */
    static boolean virtual() {
        try {
            return VIRTUAL != null && (boolean) VIRTUAL.invokeExact(Thread.currentThread());
        } catch (Throwable unsupported) {
            return false;
        }
    }

    /** The CPU time of another thread; -1: it is not known. */
    static long cpu(Thread thread) {
        try {
            return OTHER == null || thread == null ? -1 : (long) OTHER.invokeExact(thread);
        } catch (Throwable unsupported) {
            return -1;
        }
    }

    /** By name, because only Java 21 and later have virtual threads. */
    private static MethodHandle isVirtual() {
        try {
            return MethodHandles.publicLookup().findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
        } catch (Throwable missing) {
            return null;
        }
    }

    /** By name, because Thread.getId is deprecated from Java 19 on. */
    private static MethodHandle otherClock() {
        try {
            Class<?> factory = Class.forName("java.lang.management.ManagementFactory");
            Class<?> bean = Class.forName("java.lang.management.ThreadMXBean");
            Object threads = factory.getMethod("getThreadMXBean").invoke(null);
            MethodHandle id = MethodHandles.publicLookup().findVirtual(Thread.class, "getId", MethodType.methodType(long.class));
            MethodHandle time = MethodHandles.publicLookup().findVirtual(bean, "getThreadCpuTime", MethodType.methodType(long.class, long.class));
            return MethodHandles.filterArguments(time.bindTo(threads), 0, id);
        } catch (Throwable missing) {
            return null;
        }
    }

    /** By name, so that a module needs no "requires java.management". */
    private static MethodHandle cpuClock() {
        try {
            Class<?> factory = Class.forName("java.lang.management.ManagementFactory");
            Class<?> bean = Class.forName("java.lang.management.ThreadMXBean");
            Object threads = factory.getMethod("getThreadMXBean").invoke(null);
            return MethodHandles.publicLookup()
                    .findVirtual(bean, "getCurrentThreadCpuTime", MethodType.methodType(long.class))
                    .bindTo(threads);
        } catch (Throwable missing) {
            return null;
        }
    }
}
