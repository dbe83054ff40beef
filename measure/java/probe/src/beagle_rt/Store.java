/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_rt;

import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Where records go. */
@SuppressWarnings("all") // of checkers that a build adds to the compiler
public abstract class Store {
    static final Store STORE = store();

    private static Store store() {
        try {
            String jars = System.getenv("BEAGLE_KIEKER");
            if (jars != null && !jars.isEmpty()) {
                KiekerLoader loader = new KiekerLoader(jars);
                loader.open();
                return (Store) Class.forName("beagle_rt.KiekerStore", true, loader).getDeclaredConstructor().newInstance();
            }
        } catch (Throwable failed) {
            System.err.println("beagle: Kieker's probes do not start: " + failed);
        }
        return new Segments(Settings.DIRECTORY);
    }

    private final ReferenceQueue<Thread> ended = new ReferenceQueue<Thread>();
    private final Set<Owner> owners = new HashSet<Owner>();

    /** Remembers the trace of a thread until the thread is gone. */
    private static final class Owner extends PhantomReference<Thread> {
        final Trace trace;

        Owner(Thread thread, Trace trace, ReferenceQueue<Thread> queue) {
            super(thread, queue);
            this.trace = trace;
        }
    }

    /** A trace for the present thread. */
    final synchronized Trace open() {
        Owner gone = (Owner) ended.poll();
        if (gone != null) {
            owners.remove(gone);
        }
        Trace trace = open(gone == null ? null : gone.trace);
        owners.add(new Owner(Thread.currentThread(), trace, ended));
        return trace;
    }

    /** A new trace; gone is that of a thread that has ended, or null. */
    protected abstract Trace open(Trace gone);

    /** The traces of the threads that are not known to have ended. */
    protected final synchronized List<Trace> traces() {
        List<Trace> traces = new ArrayList<Trace>();
        for (Owner owner : owners) {
            traces.add(owner.trace);
        }
        return traces;
    }

    /** Makes room for one more record; false: there is none. */
    public abstract boolean grow(Trace trace);

    /** So many records could not be written. */
    public abstract void lost(int records);

    /** What probes cost, as it is known now: see costs. */
    public abstract void cost(long[] costs);

    /** How many milliseconds the collector and the compilers took so far, of so many nanoseconds. */
    public void runtime(long collected, long compiled, long nanos) { }

    /** A trace to find out with what probes cost: nothing of it is kept. */
    protected abstract Trace trial();

    /**
     * What probes cost here and now: within their own wall time, within their
     * own CPU time, and per unit around them; in thousandths of nanoseconds.
     */
    protected final long[] costs() {
        return Calibration.first(this);
    }

    /** Nanoseconds since this class was loaded: the time in records. */
    protected static long now() {
        return Clock.now();
    }
}
