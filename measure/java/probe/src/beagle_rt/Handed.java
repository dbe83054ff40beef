/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_rt;

import java.util.ArrayList;
import java.util.List;

/** Work that one execution of a section hands to other threads: what they execute of the code inside it. */
@SuppressWarnings("all") // of checkers that a build adds to the compiler
public final class Handed {
    // Why work is not part of the section's CPU time.
    static final int LATE = 1; // it ended after the section
    static final int UNKNOWN = 2; // the JVM does not tell the thread's CPU time (virtual threads)

    static final int WALL = 3; // the section itself ran where there is no CPU time

    private static final int LONG = 50000; // ns from which the CPU clock is read
    private static final int[] MEANS = new int[1 << 10]; // of pieces of work, by site; races do no harm
    private static final int[] PIECES = new int[1 << 10];

    private static final int ALMOST_NOTHING = 100000; // ns that a piece may go on behind the section

    final int id;
    final Trace trace; // of the section's own thread
    private final List<Trace> running = new ArrayList<Trace>(2); // threads in long pieces
    private long cpu;
    private boolean ended;

    Handed(int id, Trace trace) {
        this.id = id;
        this.trace = trace;
    }

    /** Another thread begins a piece of the work: its time, or 0 where it is part of another piece. */
    long begin(Trace mine) {
        if (mine == trace || mine.handed != null) {
            return 0;
        }
        mine.handed = this;
        int at = id & MEANS.length - 1;
        mine.handedCpu = PIECES[at] < 32 || MEANS[at] >= LONG ? Clock.cpu() : -1;
        if (mine.handedCpu >= 0) {
            synchronized (this) {
                running.add(mine);
            }
        }
        return Clock.now() | 1;
    }

    void end(Trace mine, long begun) {
        mine.handed = null;
        long lasted = Clock.now() - begun;
        int at = id & MEANS.length - 1;
        boolean first = PIECES[at]++ < 32;
        MEANS[at] += ((int) Math.min(lasted, 1 << 30) - MEANS[at]) / 8;
        if (mine.handedCpu < 0 && (first || MEANS[at] >= LONG)) {
            mine.elsewhere(id, UNKNOWN, lasted);
            return;
        }
        long now = mine.handedCpu >= 0 ? Clock.cpu() : 0;
        long spent = lasted; // of short work, as of short sections
        boolean late;
        synchronized (this) {
            if (mine.handedCpu >= 0) {
                running.remove(mine);
                spent = Math.max(0, now - mine.handedCpu);
            }
            cpu += spent;
            late = ended;
        }
        if (late && spent > ALMOST_NOTHING) {
            mine.elsewhere(id, LATE, spent);
        }
    }

    /** The section ends: CPU time of what was done for it by then, also in pieces that go on. */
    synchronized long end() {
        ended = true;
        for (int i = 0; i < running.size(); i++) {
            Trace other = running.get(i);
            long now = Clock.cpu(other.thread());
            if (now > other.handedCpu) {
                cpu += now - other.handedCpu;
                other.handedCpu = now;
            }
        }
        return cpu;
    }
}
