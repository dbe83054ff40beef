/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_drive;

/**
 * Takes results, so that no compiler finds that nobody needs them. The JVM's own black holes
 * (-XX:CompileCommand=blackhole) would replace empty methods only, which older JVMs compile away.
 */
public final class Sink {
    private static volatile long one = 1;
    private static volatile long two = 2;
    private static volatile double half = 0.5;
    private static volatile double third = 0.3;
    private static int draw = 1;
    private static int mask = 1;
    private static volatile Object kept;

    private Sink() { }

    public static void take(Object o) {
        draw = draw * 1664525 + 1013904223;
        if ((draw & mask) == 0) { // ever more rarely (as the classic black hole of JMH)
            kept = new java.lang.ref.WeakReference<Object>(o);
            mask = mask << 1 | 1;
        }
    }

    public static void take(long v) {
        if (v == one && v == two) {
            kept = "never";
        }
    }

    public static void take(int v) {
        if (v == one && v == two) {
            kept = "never";
        }
    }

    public static void take(boolean v) {
        if (v == (one == two) && v == (two == 2)) {
            kept = "never";
        }
    }

    public static void take(double v) {
        if (v == half && v == third) {
            kept = "never";
        }
    }
}
