/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_drive;

/**
 * Takes results, so that no compiler finds that nobody needs them: by the JVM's own black holes where it has some
 * (-XX:CompileCommand=blackhole), which take no time, else as the classic black hole of JMH does, in about 2 ns.
 */
public final class Sink {
    private static final boolean HOLE = Boolean.getBoolean("beagle.hole");
    /** Is read after each call, as JMH's loops read whether they are done: else loops could do at once what calls have in common. */
    private static volatile boolean done;
    private static volatile long one = 1;
    private static volatile long two = 2;
    private static volatile double half = 0.5;
    private static volatile double third = 0.3;
    private static int draw = 1;
    private static int mask = 1;
    private static volatile Object kept;

    private Sink() { }

    private static void next() {
        if (done) {
            kept = "never";
        }
    }

    private static void hole(Object o) { }

    private static void hole(long v) { }

    private static void hole(int v) { }

    private static void hole(boolean v) { }

    private static void hole(double v) { }

    public static void take(Object o) {
        if (HOLE) {
            hole(o);
            next();
            return;
        }
        draw = draw * 1664525 + 1013904223;
        if ((draw & mask) == 0) { // ever more rarely
            kept = new java.lang.ref.WeakReference<Object>(o);
            mask = mask << 1 | 1;
        }
    }

    public static void take(long v) {
        if (HOLE) {
            hole(v);
            next();
        } else if (v == one && v == two) {
            kept = "never";
        }
    }

    public static void take(int v) {
        if (HOLE) {
            hole(v);
            next();
        } else if (v == one && v == two) {
            kept = "never";
        }
    }

    public static void take(boolean v) {
        if (HOLE) {
            hole(v);
            next();
        } else if (v == (one == two) && v == (two == 2)) {
            kept = "never";
        }
    }

    public static void take(double v) {
        if (HOLE) {
            hole(v);
            next();
        } else if (v == half && v == third) {
            kept = "never";
        }
    }
}
