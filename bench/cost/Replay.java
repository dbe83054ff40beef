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

    private Replay() { }

    /** Inputs of a place of the design, as launches of the driver have them. */
    public static Object[][] inputs(String order, int place) throws Throwable {
        Order o = Order.read(order);
        Trial t = new Trial(o, new Watch("/dev/null", 60));
        t.set(o.points.get(place));
        Object[][] all = new Object[VARIANTS][];
        long seed = 1000003L * (o.launch * 977 + place + 1); // as in Measure
        do {
            seed++;
        } while (!t.call(seed));
        for (int k = 0, tries = 0; k < VARIANTS; tries++) {
            if (t.call(seed + 31L * tries)) {
                all[k++] = t.make(seed + 31L * tries);
            }
        }
        return all;
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
