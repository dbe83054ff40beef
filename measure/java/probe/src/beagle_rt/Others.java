/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_rt;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;

/**
 * Sees whether other threads use the processor while a section runs: the CPU time
 * of the process against that of the section's thread. Executions are left out
 * while another thread begins a section whose CPU time is taken.
 */
@SuppressWarnings("all") // of checkers that a build adds to the compiler
final class Others {
    private static final int ALL = 64; // executions of a thread that are looked at; then every sixteenth
    private static final List<MethodHandle> VM = new ArrayList<MethodHandle>();
    private static final MethodHandle PROCESS = Settings.DIRECTORY != null ? process() : null;
    private static int last; // thread that began a section last; races do no harm
    private static int turns; // how often that was another one

    private Others() { }

    static void begin(Trace trace, int id) {
        if (last != trace.number) {
            last = trace.number;
            turns++;
        }
        int looked = trace.looked++;
        if (PROCESS == null || trace.number == 0 || looked > ALL && (looked & 15) != 0) {
            return;
        }
        if (trace.watched >= 0 && trace.watched != id && looked - trace.watchedAt < 1024) {
            return; // inside another one
        }
        trace.watched = id;
        trace.watchedAt = looked;
        trace.turns = turns;
        trace.vm = vm();
        trace.process = read(PROCESS);
    }

    /** After the thread's CPU time was read at the begin of the section. */
    static void begun(Trace trace, long cpu) {
        if (trace.watched >= 0 && trace.watchedAt == trace.looked - 1) {
            trace.watchedCpu = cpu;
        }
    }

    static void end(Trace trace, int id, long cpu, long spent) {
        if (trace.watched != id || trace.watchedCpu != cpu) {
            return;
        }
        trace.watched = -1;
        if (trace.turns == turns) {
            trace.others(id, spent, read(PROCESS) - trace.process, vm() - trace.vm);
        }
    }

    /** Nanoseconds that the JVM's own threads were busy, about. */
    private static long vm() {
        long sum = 0;
        for (MethodHandle part : VM) {
            sum += Math.max(0, read(part));
        }
        return sum * 1000000;
    }

    private static long read(MethodHandle clock) {
        try {
            return (long) clock.invokeExact();
        } catch (Throwable unsupported) {
            return -1;
        }
    }

    /** By name, as Clock does. */
    private static MethodHandle process() {
        try {
            Class<?> factory = Class.forName("java.lang.management.ManagementFactory");
            Object compilation = factory.getMethod("getCompilationMXBean").invoke(null);
            if (compilation != null) {
                VM.add(clock("java.lang.management.CompilationMXBean", "getTotalCompilationTime", compilation));
            }
            for (Object collector : (List<?>) factory.getMethod("getGarbageCollectorMXBeans").invoke(null)) {
                VM.add(clock("java.lang.management.GarbageCollectorMXBean", "getCollectionTime", collector));
            }
            Object system = factory.getMethod("getOperatingSystemMXBean").invoke(null);
            return clock("com.sun.management.OperatingSystemMXBean", "getProcessCpuTime", system);
        } catch (Throwable missing) {
            return null;
        }
    }

    private static MethodHandle clock(String type, String method, Object bean) throws Exception {
        return MethodHandles.publicLookup().findVirtual(Class.forName(type), method, MethodType.methodType(long.class)).bindTo(bean);
    }
}
