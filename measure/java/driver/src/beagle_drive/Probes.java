/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_drive;

/**
 * Beagle's probes, where the program has them. They record nothing while inputs are made and code warms up.
 */
final class Probes {
    private final java.lang.reflect.Method quiet;
    private final java.lang.reflect.Method stands;
    private final java.lang.reflect.Method spent;
    private final java.lang.reflect.Method nanos;

    private Probes(Class<?> p) throws NoSuchMethodException {
        quiet = p.getMethod("quiet", boolean.class);
        stands = p.getMethod("stands", long.class);
        spent = p.getMethod("spent");
        nanos = p.getMethod("nanos", long.class);
    }

    /** Those of the classes of a loader; null: there are none. */
    static Probes of(ClassLoader loader) {
        try {
            return new Probes(Class.forName("beagle_rt.P", true, loader));
        } catch (Throwable without) {
            return null;
        }
    }

    void quiet(boolean on) throws Exception {
        quiet.invoke(null, on);
    }

    /**
     * CPU time of a batch, ns, all calls of which are recorded. Or none are, and one call more stands for them, so that their
     * inputs are known: then calls are right that take hardly longer than their probes.
     */
    long time(Driver driver, int from, int n, int mask, boolean batch) throws Throwable {
        if (!batch) {
            quiet(false);
            try {
                return Meter.time(driver, from, n, mask);
            } finally {
                quiet(true);
            }
        }
        long before = (Long) spent.invoke(null);
        long took = Meter.time(driver, from, n, mask);
        took = Math.max(0, took - (Long) nanos.invoke(null, (Long) spent.invoke(null) - before));
        quiet(false);
        stands.invoke(null, took / n);
        try {
            driver.calls(from + n, 1, mask);
        } finally {
            stands.invoke(null, -1L);
            quiet(true);
        }
        return took;
    }
}
