/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_attached;

/**
 * What instrumented methods call. It lies on the boot class path, which all loaders see; everything else hangs on the
 * session, so that nothing of it is reachable once that is over.
 */
public final class Probe {
    static volatile Session session;

    private Probe() { }

    /** A call begins; whether it is measured, so that its inputs and begin follow. */
    public static boolean enter(int id) {
        try {
            Session s = session;
            return s != null && s.enter(id);
        } catch (Throwable failed) { // e.g. no stack left: the program sees its own error next
            return false;
        }
    }

    public static void input(int position, long value) {
        input(position, Long.valueOf(value));
    }

    public static void input(int position, double value) {
        input(position, Double.valueOf(value));
    }

    public static void input(int position, boolean value) {
        input(position, Boolean.valueOf(value));
    }

    public static void input(int position, Object value) {
        try {
            Session s = session;
            if (s != null) {
                s.input(position, value);
            }
        } catch (Throwable failed) {
            return;
        }
    }

    /** All inputs of a measured call are known: its time begins. */
    public static void begin() {
        try {
            Session s = session;
            if (s != null) {
                s.begin();
            }
        } catch (Throwable failed) {
            return;
        }
    }

    /** A call returns. */
    public static void exit(int id) {
        try {
            Session s = session;
            if (s != null) {
                s.exit(id, true);
            }
        } catch (Throwable failed) {
            return;
        }
    }

    /** A call ends by an exception: it was not executed as a whole, so that its time is none. */
    public static void thrown(int id) {
        try {
            Session s = session;
            if (s != null) {
                s.exit(id, false);
            }
        } catch (Throwable failed) {
            return;
        }
    }
}
