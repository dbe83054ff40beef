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
    private static final List<MethodHandle> STOPS = new ArrayList<MethodHandle>(); // of the program, by collectors
    private static MethodHandle compilers;
    private static final MethodHandle PROCESS = Settings.DIRECTORY != null ? process() : null;
    private static int last; // thread that began a section last; races do no harm
    private static int turns; // how often that was another one

    private static final long TOLD = 20000000; // nanoseconds from which on it is told again
    private static long toldAt;
    private static long since; // when it was told first
    private static long stopped; // until then, in milliseconds
    private static long compiled;

    private Others() { }

    /** Tells now and then what the JVM itself did since the first record; races do no harm. */
    static void tell(long now) {
        if (now - toldAt < TOLD || PROCESS == null) {
            return;
        }
        long stops = 0;
        for (MethodHandle part : STOPS) {
            stops += Math.max(0, read(part));
        }
        long compiling = compilers == null ? 0 : Math.max(0, read(compilers));
        if (toldAt == 0) {
            since = now;
            stopped = stops;
            compiled = compiling;
        } else {
            Store.STORE.runtime(stops - stopped, compiling - compiled, now - since);
        }
        toldAt = now;
    }

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
                compilers = clock("java.lang.management.CompilationMXBean", "getTotalCompilationTime", compilation);
                VM.add(compilers);
            }
            for (Object collector : (List<?>) factory.getMethod("getGarbageCollectorMXBeans").invoke(null)) {
                MethodHandle took = clock("java.lang.management.GarbageCollectorMXBean", "getCollectionTime", collector);
                VM.add(took);
                Object name = Class.forName("java.lang.management.MemoryManagerMXBean").getMethod("getName").invoke(collector);
                if (!String.valueOf(name).contains("Cycles")) { // those of ZGC and Shenandoah run beside the program
                    STOPS.add(took);
                }
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
