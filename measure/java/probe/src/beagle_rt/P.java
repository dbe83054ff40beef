/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not
 * use this file except in compliance with the License. You may obtain a copy of
 * the License at http://www.apache.org/licenses/LICENSE-2.0
 */
package beagle_rt;

import java.util.concurrent.Callable;
import java.util.function.Supplier;

/**
 * Beagle's probes, as they are called from the measured program. They record what
 * it does into memory-mapped segments, one thread to a segment, and are read by
 * Beagle while the program runs. Without the environment variable BEAGLE_OUT they
 * do nothing.
 *
 * <p>Nothing here throws into the program, waits for anyone, starts a thread or
 * calls the program's own code. What was written survives any end of the JVM,
 * because the pages belong to the operating system.
 */
@SuppressWarnings("all") // of checkers that a build adds to the compiler
public final class P {
    private static final boolean ON = Settings.DIRECTORY != null;

    /** Mark of a position: the first argument that is taken of a call. */
    private static final int FIRST = 1 << 8;

    /** In place of a CPU time: the section is long enough for one, but there is none. */
    private static final long NO_CLOCK = -2;

    /** Mark of a handle: the execution is recorded. */
    private static final int RECORDED = 4;

    /** Mark of a position: an argument that is handed through. */
    private static final int INSIDE = 1 << 10;

    private P() { }

    // ---- sections -------------------------------------------------------

    /**
     * Now: nanoseconds above 16 bits of the cost of the thread's probes so far; 0
     * where nothing is recorded.
     */
    public static long t() {
        if (!ON) {
            return 0;
        }
        Trace trace = Trace.mine();
        if (trace.skip) {
            trace.tick(Meter.MUTE);
            return 0;
        }
        trace.readied();
        long probes = trace.probes; // before the clock is read
        return Clock.now() << 16 | probes & 0xffff;
    }

    /** The thread's CPU time where the section is long enough for that; else -1. */
    public static long c(int id) {
        if (!ON) {
            return -1;
        }
        Trace trace = Trace.mine();
        if (trace.skip || !trace.isLong(id)) {
            trace.tick(Meter.MUTE);
            return -1;
        }
        return began(trace, id);
    }

    private static long began(Trace trace, int id) {
        trace.readying();
        Others.begin(trace, id);
        long cpu = Clock.cpu();
        if (cpu < 0) {
            return NO_CLOCK;
        }
        Others.begun(trace, cpu);
        return cpu;
    }

    /** A section ends that began at start. */
    public static int x(int id, long start) {
        if (ON && start == 0) {
            Trace.mine().left(id);
        } else if (ON) {
            long now = Clock.now();
            Trace trace = Trace.mine();
            if (trace.batch) {
                trace.ofBatch(id);
                return 0;
            }
            long away = trace.away(start, now);
            int weight = trace.due(id);
            trace.section(id, weight, start, now, -1, away);
            trace.tick(weight > 0 ? Meter.section : Meter.leftSection);
        }
        return 0;
    }

    /** A section begins that holds code which other threads may execute; null: nothing is recorded. */
    public static Handed h(int id) {
        if (!ON) {
            return null;
        }
        Trace trace = Trace.mine();
        return trace.skip ? null : new Handed(id, trace);
    }

    /** The thread's CPU time, for a section that may hand work on. */
    public static long c(int id, Handed work) {
        return work == null ? c(id) : began(work.trace, id);
    }

    /** Code inside a section begins, maybe in another thread. */
    public static long he(Handed work) {
        return work == null ? 0 : work.begin(Trace.mine());
    }

    /** Code inside a section ends. */
    public static void hx(Handed work, long begun) {
        if (begun != 0) {
            work.end(Trace.mine(), begun);
        }
    }

    /** A section ends that began at start, and at CPU time cpu, or -1. */
    public static int x(int id, long start, long cpu) {
        return x(id, start, cpu, null);
    }

    /** A section ends for which other threads did some work. */
    public static int x(int id, long start, long cpu, Handed work) {
        if (ON && start == 0) {
            Trace.mine().left(id);
        } else if (ON) {
            long now = Clock.now();
            long spent = cpu >= 0 ? Clock.cpu() - cpu : -1;
            Trace trace = Trace.mine();
            if (trace.batch) {
                trace.ofBatch(id);
                return 0;
            }
            if (work != null) {
                long handed = work.end();
                spent += spent >= 0 ? handed : 0;
            }
            if (spent >= 0) {
                Others.end(trace, id, cpu, spent);
            } else if (cpu == NO_CLOCK) {
                trace.elsewhere(id, Handed.WALL, Clock.wall(start, now));
            }
            long away = spent >= 0 ? 0 : trace.away(start, now);
            int weight = trace.due(id);
            trace.lasted(id, Clock.wall(start, now) - away);
            trace.section(id, weight, start, now, spent, away);
            trace.tick(weight > 0 ? Meter.section : Meter.leftSection);
            if (spent >= 0) { // the section was long, so that one more look at the clock does not matter
                trace.took(Clock.now() - now);
            }
        }
        return 0;
    }

    // ---- work that is handed on as a value: a method reference, or a lambda that may have a result ----

    public static Runnable w(final Handed work, final Runnable run) {
        return run == null || work == null ? run : new Runnable() {
            @Override
            public void run() {
                long begun = he(work);
                try {
                    run.run();
                } finally {
                    hx(work, begun);
                }
            }
        };
    }

    public static <T> Callable<T> w(final Handed work, final Callable<T> call) {
        return call == null || work == null ? call : new Callable<T>() {
            @Override
            public T call() throws Exception {
                long begun = he(work);
                try {
                    return call.call();
                } finally {
                    hx(work, begun);
                }
            }
        };
    }

    public static Runnable wr(Handed work, Runnable run) {
        return w(work, run);
    }

    public static <T> Supplier<T> ws(final Handed work, final Supplier<T> supplier) {
        return supplier == null || work == null ? supplier : new Supplier<T>() {
            @Override
            public T get() {
                long begun = he(work);
                try {
                    return supplier.get();
                } finally {
                    hx(work, begun);
                }
            }
        };
    }

    // ---- branches and loops -----------------------------------------------

    /** A branch was reached. */
    public static void b(int id) {
        if (ON) {
            Trace trace = Trace.mine();
            int weight = trace.due(id);
            if (weight > 0) {
                trace.one(Trace.head(Trace.BRANCH, id) | weight);
                trace.tick(Meter.record);
            } else {
                trace.tick(Meter.LEFT_OUT);
            }
        }
    }

    /** A loop ended after count executions of its body. */
    public static int n(int id, long count) {
        if (ON) {
            Trace trace = Trace.mine();
            int weight = trace.due(id);
            if (weight > 0) {
                trace.loop(id, weight, count);
                trace.tick(Meter.record);
            } else {
                trace.tick(Meter.LEFT_OUT);
            }
        }
        return 0;
    }

    // ---- calls that drivers may make again: in trials only ------------------

    /** A call of an operation begins, which may be kept. */
    public static void k(int id, Object on, Object[] arguments) {
        if (Kept.ON) {
            Kept.call(id, on, arguments);
        }
    }

    // ---- operations -------------------------------------------------------

    /** An operation begins; the result goes to ox. One that runs inside itself is part of the outer execution. */
    public static long oe(int id) {
        if (!ON) {
            return 0;
        }
        Trace trace = Trace.mine();
        if (trace.quiet) {
            trace.tick(Meter.MUTE);
            return -1;
        }
        long before = trace.state();
        if (trace.runs(id) || trace.batch && trace.running() >= 0) {
            trace.skip = trace.again = true;
            trace.tick(Meter.MUTE);
            return before;
        }
        boolean unseen = trace.skip;
        trace.skip = trace.again = false; // operations are sampled each by itself
        int weight = trace.batch ? 1 : trace.due(id);
        if (weight == 0) {
            trace.skip = true;
            trace.tick(Meter.LEFT_OUT);
        } else {
            trace.tellSums();
            if (unseen) {
                trace.within(trace.running());
            }
            trace.entered(id, weight);
            before |= RECORDED;
        }
        trace.begin(id); // last, since a stack may end in what comes before it: then nothing says that it ends
        return before;
    }

    /** The same, where it is of that site for objects of some classes only; -1: this is none of them. */
    public static long oe(int id, Object on, String classes) {
        return ON && !Receivers.are(id, on, classes) ? -1 : oe(id);
    }

    /** Its parameters were read: what follows is its own work. */
    public static void os(long handle) {
        if (ON && handle != -1 && (handle & RECORDED) != 0) {
            Trace.mine().begins();
        }
    }

    /** An operation ends. */
    public static void ox(int id, long handle) {
        if (!ON || handle == -1) {
            return;
        }
        Trace trace = Trace.mine();
        trace.restore(handle); // first, likewise
        if ((handle & RECORDED) != 0) {
            trace.tellSums();
            trace.exited(id);
        } else {
            trace.tick(Meter.MUTE);
        }
    }

    // ---- values on their way out: the second argument ends sections ----------

    public static <T> T r(T value, int ended) {
        return value;
    }

    public static boolean r(boolean value, int ended) {
        return value;
    }

    public static byte r(byte value, int ended) {
        return value;
    }

    public static short r(short value, int ended) {
        return value;
    }

    public static char r(char value, int ended) {
        return value;
    }

    public static int r(int value, int ended) {
        return value;
    }

    public static long r(long value, int ended) {
        return value;
    }

    public static float r(float value, int ended) {
        return value;
    }

    public static double r(double value, int ended) {
        return value;
    }

    // ---- calls ------------------------------------------------------------

    /** A call is about to happen; its arguments follow by p. */
    public static void ce(int id) {
        if (ON) {
            Trace.mine().call(id, 0);
        }
    }

    /** A call has returned; arguments may follow by p. */
    public static void cl(int id) {
        if (ON) {
            Trace trace = Trace.mine();
            if (trace.speaks(id, Meter.record)) {
                trace.one(Trace.head(Trace.RETURN, id));
            }
        }
    }

    // ---- arguments, which go on to their call, and parameters ------------------

    public static <T> T a(int id, int position, T value) {
        p(id, position, value);
        return value;
    }

    public static boolean a(int id, int position, boolean value) {
        p(id, position, value);
        return value;
    }

    public static byte a(int id, int position, byte value) {
        p(id, position, value);
        return value;
    }

    public static short a(int id, int position, short value) {
        p(id, position, value);
        return value;
    }

    public static char a(int id, int position, char value) {
        p(id, position, value);
        return value;
    }

    public static int a(int id, int position, int value) {
        p(id, position, value);
        return value;
    }

    public static long a(int id, int position, long value) {
        p(id, position, value);
        return value;
    }

    public static float a(int id, int position, float value) {
        p(id, position, value);
        return value;
    }

    public static double a(int id, int position, double value) {
        p(id, position, value);
        return value;
    }

    public static void p(int id, int position, boolean value) {
        if (ON) {
            number(id, position, Values.BOOLEAN, value ? 1 : 0);
        }
    }

    public static void p(int id, int position, long value) {
        if (ON) {
            number(id, position, Values.LONG, value);
        }
    }

    public static void p(int id, int position, double value) {
        if (ON) {
            number(id, position, Values.DOUBLE, Double.doubleToRawLongBits(value));
        }
    }

    public static void p(int id, int position, Object value) {
        if (ON) {
            Trace trace = called(id, position);
            if (trace.speaks(id, Meter.OBJECT * Meter.record)) {
                try {
                    Values.characterise(trace, id, position, value);
                } catch (Throwable failed) { // e.g. no stack left; there is then no record
                    return;
                }
            }
        }
    }

    /** Values inside a parameter, or an argument that was recorded: each by its number and the path to it. */
    public static void fs(int id, Object value, String parts) {
        if (ON && value != null) {
            inside(Trace.mine(), id, 0, value, parts);
        }
    }

    /** An argument and values inside it, which go before it: it may end its call. */
    public static <T> T a(int id, int position, T value, String parts) {
        if (ON) {
            Trace trace = called(id, position);
            if (value != null) {
                inside(trace, id, INSIDE, value, parts);
            }
            p(id, position & ~FIRST, value);
        }
        return value;
    }

    private static void inside(Trace trace, int id, int marks, Object value, String parts) {
        if (trace.speaks(id, Meter.OBJECT * Meter.record)) {
            for (Parts.Path path : Parts.paths(parts)) {
                try {
                    Parts.characterise(trace, id, path.number | marks, value, path.names);
                } catch (Throwable failed) { // e.g. another thread changes the collection; there is then no record
                    continue;
                }
            }
        }
    }

    private static void number(int id, int position, int kind, long value) {
        Trace trace = called(id, position);
        if (trace.speaks(id, Meter.record)) {
            trace.number(id, position, kind, value);
        }
    }

    /** The first argument of a call opens it. */
    private static Trace called(int id, int position) {
        Trace trace = Trace.mine();
        if ((position & FIRST) != 0) {
            trace.call(id, Trace.OPEN);
        }
        return trace;
    }

    // ---- drivers, which time calls as batches ------------------------------------

    /** Whether this thread's calls are not recorded. */
    public static void quiet(boolean on) {
        if (ON) {
            Trace trace = Trace.mine();
            trace.quiet = trace.skip = trace.again = on;
        }
    }

    /** The next call of this thread stands for a batch of calls that took so many nanoseconds each; -1: it does not. */
    public static void stands(long each) {
        if (ON) {
            Trace trace = Trace.mine();
            trace.each = each;
            trace.toldBatch = false;
            trace.batch = each >= 0;
        }
    }

    /** What this thread's probes cost so far, in units. */
    public static long spent() {
        return ON ? Trace.mine().probes : 0;
    }

    /** Nanoseconds that so many units of quiet probes take. */
    public static long nanos(long units) {
        return ON ? (long) (units * Calibration.quiet() / 1000) : 0;
    }
}
