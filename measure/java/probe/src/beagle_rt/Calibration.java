/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_rt;

import java.util.concurrent.atomic.AtomicBoolean;

/** What probes cost: in the best of many rounds, in thousandths of nanoseconds. */
@SuppressWarnings("all") // of checkers that a build adds to the compiler
final class Calibration {
    private static final int BRANCHES = 0;
    private static final int LEFT_OUT_BRANCHES = 1;
    private static final int SECTIONS = 2;
    private static final int CPU_SECTIONS = 3;
    private static final int WORK = 4;
    private static final int MORE_WORK = 5;

    private static final int STEPS = 16; // of work
    private static final int ROUND = 40; // so few that the method of a round is soon called often enough for the compiler
    private static final int AGAIN = 32;
    private static final int QUIET_ROUNDS = 2000; // the compiler has come to a round of quiet probes long before the last
    private static final int MOST = 0x3fff; // units of one probe: two of them fit into what a trace tells apart

    private static final AtomicBoolean BUSY = new AtomicBoolean();
    private static int times;
    private static long cheapest = Long.MAX_VALUE; // section
    private static double unit = 1000;
    private static double quiet; // 0: not known yet

    private final long around;
    private final long inside; // what it recorded itself

    /** Before the first record; the compiler has hardly come to the probes by then. */
    static long[] first(Store store) {
        long[] costs = null;
        BUSY.set(true);
        try {
            costs = calibrate(store.trial(), 1);
        } catch (Throwable failed) { // nothing is known
            costs = null;
        }
        BUSY.set(false);
        return costs == null ? new long[3] : costs;
    }

    /** In the thread of a trace, which has run many probes since the last time. */
    static void again(Trace trace) {
        if (times >= AGAIN || !BUSY.compareAndSet(false, true)) {
            return;
        }
        times++;
        long begin = System.nanoTime();
        try {
            long[] costs = calibrate(Store.STORE.trial(), 0);
            if (costs != null) {
                Store.STORE.cost(costs);
            }
        } catch (Throwable failed) { // e.g. no stack left: the costs stay
            times++;
        } finally {
            trace.use();
            trace.spent(System.nanoTime() - begin, unit);
            BUSY.set(false);
        }
    }

    /** For some milliseconds, or a tenth of one; null: probes were cheaper earlier. */
    private static long[] calibrate(Trace trace, int millis) {
        trace.use(); // who calls sets the real one
        Calibration sections = new Calibration(trace, SECTIONS, 8 * millis);
        if (sections.around >= cheapest) {
            return null;
        }
        Calibration work = new Calibration(trace, WORK, 2 * millis);
        Calibration moreWork = new Calibration(trace, MORE_WORK, 2 * millis);
        // The processor is still busy with the first reading of the clock while a
        // section's code begins, so that an empty section shows more than others
        // get: the time of work of two lengths tells what remains at length 0.
        long own = Math.max(0, Math.min(sections.inside, (3 * work.inside - moreWork.inside) / 2));
        long left = new Calibration(trace, LEFT_OUT_BRANCHES, 2 * millis).around;
        long record = new Calibration(trace, BRANCHES, 2 * millis).around;
        // What is dearer than that, or than a section without its clocks, the compiler has not come to.
        left = Math.max(Meter.LEFT_OUT, Math.min(left, sections.around / 4));
        record = Math.max(left, Math.min(record, Math.max(sections.around / 4, sections.around - 2 * sections.inside)));
        unit = (double) left / Meter.LEFT_OUT;
        Meter.record = units(record);
        Meter.section = units(sections.around);
        Meter.leftSection = units(sections.around - record + left);
        cheapest = sections.around;
        if (Clock.cpu() < 0) {
            return new long[] {own, 0, (long) unit};
        }
        Calibration both = new Calibration(trace, CPU_SECTIONS, 4 * millis);
        Meter.cpuClocks = units(both.around - sections.around);
        return new long[] {own, both.inside, (long) unit};
    }

    /** Thousandths of nanoseconds of a unit of the meter. */
    static double unit() {
        return unit;
    }

    /**
     * Thousandths of nanoseconds of a unit of quiet probes. They run for seconds in a driver's batches, so that the
     * compiler has made of them what it can: they cost half of what they do at first, or less.
     */
    static double quiet() {
        if (quiet > 0) {
            return quiet;
        }
        Trace mine = Trace.mine();
        quiet = unit;
        try {
            Trace trial = Store.STORE.trial();
            trial.use();
            trial.quiet = trial.skip = trial.again = true;
            long best = Long.MAX_VALUE;
            long units = 1;
            for (int round = 0; round < QUIET_ROUNDS; round++) {
                long before = trial.probes;
                long start = System.nanoTime();
                quietRound();
                best = Math.min(best, System.nanoTime() - start);
                units = trial.probes - before;
            }
            quiet = best * 1000.0 / units;
        } catch (Throwable failed) { // what the others cost has to do
            return quiet;
        } finally {
            mine.use();
        }
        return quiet;
    }

    private static void quietRound() {
        for (int i = 0; i < ROUND; i++) {
            long handle = P.oe(i & 15);
            P.p(i & 15, 0, (long) i);
            long cpu = P.c(i & 15);
            P.x(i & 15, P.t(), cpu);
            P.ox(i & 15, handle);
        }
    }

    private static int units(long thousandths) {
        return (int) Math.max(1, Math.min(MOST, Math.round(thousandths / unit)));
    }

    private Calibration(Trace trace, int what, int millis) {
        long best = Long.MAX_VALUE;
        long least = Long.MAX_VALUE;
        trace.skip = what == LEFT_OUT_BRANCHES;
        long begin = System.nanoTime();
        long now = begin;
        int rounds = what == SECTIONS && millis > 0 ? 300 : 12;
        for (int round = 0; round < rounds || now - begin < millis * 1000000L; round++) {
            long start = System.nanoTime();
            long walls = round(trace, what);
            now = System.nanoTime();
            best = Math.min(best, now - start);
            least = Math.min(least, walls);
            trace.position = 0;
            if (!trace.skip && (round & 15) == 0) { // so that all is recorded
                trace.forget();
            }
        }
        trace.skip = false;
        around = best * 1000 / ROUND;
        inside = least * 1000 / ROUND;
    }

    private static long round(Trace trace, int what) {
        switch (what) {
            case BRANCHES:
            case LEFT_OUT_BRANCHES:
                return branches();
            case SECTIONS:
                return sections(trace);
            case CPU_SECTIONS:
                return cpuSections(trace);
            default:
                return work(trace, what == WORK ? STEPS : 3 * STEPS);
        }
    }

    private static long branches() {
        for (int i = 0; i < ROUND; i++) {
            P.b(i & 15);
        }
        return 0;
    }

    private static long sections(Trace trace) {
        long walls = 0;
        for (int i = 0; i < ROUND; i++) {
            P.x(i & 15, P.t());
            walls += trace.wall;
        }
        return walls;
    }

    private static long cpuSections(Trace trace) {
        long times = 0;
        for (int i = 0; i < ROUND; i++) {
            long before = P.c(i & 15);
            P.x(i & 15, P.t(), before);
            times += trace.words[4];
        }
        return times;
    }

    /** Each step needs the one before, so that its time is that of its length. */
    private static long work(Trace trace, int steps) {
        long walls = 0;
        long done = trace.words[5];
        for (int i = 0; i < ROUND; i++) {
            long begun = P.t();
            for (int k = 0; k < steps; k++) {
                done = done * 6364136223846793005L + 1442695040888963407L;
            }
            P.x(i & 15, begun);
            walls += trace.wall;
        }
        trace.words[5] = done; // so that the compiler leaves the work in
        return walls;
    }
}
