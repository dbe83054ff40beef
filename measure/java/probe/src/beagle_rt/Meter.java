/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_rt;

import java.util.Arrays;

/** What the probes of a thread cost it so far, so that it can be taken out of times. */
@SuppressWarnings("all") // of checkers that a build adds to the compiler
class Meter {
    // In units, of which a probe that records nothing costs LEFT_OUT.
    static final int LEFT_OUT = 4;
    static final int MUTE = 1; // one that does not count either
    static final int OBJECT = 3; // times what a number costs

    // The other probes, as they are calibrated.
    static int record = 8;
    static int section = 40;
    static int leftSection = 36; // whose clocks are read, but that is not recorded
    static int cpuClocks = 600;

    long probes;
    private long[] marks = new long[2]; // times at which the low 16 bits of probes were 0
    private long marked; // the latest of them
    private int calibrateAt = 1; // when the high bits of probes are this

    private long readyAt; // when a section's probe began; 0: none is on its way

    /** What one probe takes at most, in nanoseconds: what is longer is the machine's. */
    private static final long MOST_TOOK = 100000;

    /** Counts a probe that costs so many units. */
    final void tick(int units) {
        long now = probes + units;
        probes = now;
        if ((now & 0xffff) < units) {
            wrapped((int) (now >>> 16));
        }
    }

    private void wrapped(int high) {
        mark(high);
        if (high >= calibrateAt) {
            calibrateAt = 2 * high;
            calibrate();
        }
    }

    /** Time to find out anew what probes cost: there were twice as many. */
    void calibrate() { }

    /** Counts time that was spent for the probes, of so many thousandths of ns a unit. */
    final void spent(long nanos, double unit) {
        int before = (int) (probes >>> 16);
        probes += (long) (nanos * 1000 / unit);
        for (int high = before + 1; high <= (int) (probes >>> 16); high++) {
            mark(high);
        }
    }

    // Calibrated costs are those of probes that run again and again. Where there is time
    // between two of them, their code and what they write have left the caches, or the
    // compiler has not come to them, and they take many times as long; so there the
    // clock says what they take.

    /** The probe of a section's begin starts, whose clock is read in readied. */
    final void readying() {
        readyAt = Clock.now();
    }

    /** That probe has done all but look at the wall clock. */
    final void readied() {
        if (readyAt != 0) {
            took(Clock.now() - readyAt);
            readyAt = 0;
        }
    }

    /** A probe took so many nanoseconds. */
    final void took(long nanos) {
        spent(Math.max(0, Math.min(nanos, MOST_TOOK)), Calibration.unit());
    }

    private void mark(int high) {
        marked = Clock.now();
        try {
            while (high >= marks.length && marks.length < 4096) {
                marks = Arrays.copyOf(marks, marks.length * 2);
            }
        } catch (Throwable failed) { // the correction gets coarser
            return;
        }
        marks[high & marks.length - 1] = marked;
    }

    /** Units of probes that ran since the time start, when the low bits were low. */
    final long nested(long low, long start) {
        long now = probes;
        return marked <= start ? (now & 0xffff) - low : now - (highAt(start, now >>> 16) << 16 | low);
    }

    private long highAt(long start, long high) {
        int mask = marks.length - 1;
        for (int back = 0; back < mask && high > 0 && marks[(int) high & mask] > start; back++) {
            high--;
        }
        return high;
    }
}
