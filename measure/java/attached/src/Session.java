/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_attached;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;

/** What is measured from going in until leaving. */
final class Session {
    static final int MOST = 1 << 15; // methods, as an instruction pushes their numbers

    /** A measured call. */
    static final class Call {
        private final Watched of;
        private final Object[] inputs;
        private long began; // when the probe did
        private long start;
        private long cpu; // of the thread at the start
        private long probes; // that the thread had spent at the start
        private int inside; // calls of the same method that run in it
        private Call below; // measured call in which it runs
        private boolean virtual; // its thread has no CPU time
        private long ns; // what it took

        Call(Watched of, long began) {
            this.of = of;
            this.inputs = new Object[of.inputs.length];
            this.began = began;
        }

        /** Takes CPU time, or wall time where that is short or the thread has no other, without what probes took. */
        void end(long now, long cpuNow, long nested) {
            ns = now - start - nested;
            virtual = cpu < 0 || cpuNow < 0;
            if (ns >= CPU_FROM && !virtual) {
                ns = cpuNow - cpu - nested;
            }
            ns = Math.max(ns, 0);
            below = null;
        }

        @Override
        public String toString() {
            StringBuilder b = new StringBuilder("call\t").append(of.id).append('\t').append(ns).append('\t').append(virtual ? "wall" : "cpu");
            for (int i = 0; i < inputs.length; i++) {
                Object input = inputs[i];
                if (input != null) {
                    b.append('\t').append(of.inputs[i]).append(input instanceof Size ? ".NUMBER_OF_ELEMENTS" : input instanceof Class ? ".TYPE" : ".VALUE").append('\t');
                    b.append(input instanceof Class ? Sizes.named((Class<?>) input).replaceAll("[^0-9A-Za-z]", "_") : input.toString());
                }
            }
            return b.toString();
        }
    }

    /** A thread with measured calls. */
    private static final class Caller {
        Call top;
        long probes; // ns that probes took

        Call of(Watched m) {
            Call c = top;
            while (c != null && c.of != m) {
                c = c.below;
            }
            return c;
        }
    }

    /** From how many ns on a time is one of the CPU clock, whose reading takes hundreds of them. */
    private static final long CPU_FROM = 50000;

    final Watched[] methods = new Watched[MOST];
    volatile int known; // methods
    final Queue<Call> measured = new ConcurrentLinkedQueue<Call>();
    private final Map<Thread, Caller> callers = new ConcurrentHashMap<Thread, Caller>(); // not in the threads, in which they would stay
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    boolean enter(int id) {
        Watched m = methods[id];
        m.calls.increment();
        boolean due = ThreadLocalRandom.current().nextInt() >>> 1 < m.share;
        return (due || m.open.get() != 0) && measure(m, due);
    }

    /** Begins to measure a call; in one of the same method it is part of that. */
    private boolean measure(Watched m, boolean due) {
        long began = System.nanoTime();
        Caller caller = callers.get(Thread.currentThread());
        Call outer = caller == null ? null : caller.of(m);
        if (outer != null) {
            outer.inside++;
            return false;
        }
        if (!due || m.left.decrementAndGet() < 0) {
            return false;
        }
        if (caller == null) {
            caller = new Caller();
            callers.put(Thread.currentThread(), caller);
        }
        Call call = new Call(m, began);
        call.below = caller.top;
        caller.top = call;
        m.open.incrementAndGet();
        return true;
    }

    void input(int position, Object value) {
        callers.get(Thread.currentThread()).top.inputs[position] = characteristic(value);
    }

    void begin() {
        Caller caller = callers.get(Thread.currentThread());
        Call call = caller.top;
        call.cpu = cpu();
        call.start = System.nanoTime();
        caller.probes += call.start - call.began;
        call.probes = caller.probes;
    }

    void exit(int id, boolean returned) {
        Watched m = methods[id];
        if (m.open.get() == 0) {
            return;
        }
        long end = System.nanoTime();
        Caller caller = callers.get(Thread.currentThread());
        Call call = caller == null ? null : caller.of(m);
        if (call == null) {
            return;
        }
        if (call.inside > 0) {
            call.inside--;
            return;
        }
        long cpu = cpu();
        while (caller.top != call) { // calls whose end was missed, as where the stack was full
            caller.top.of.open.decrementAndGet();
            caller.top = caller.top.below;
        }
        caller.top = call.below;
        m.open.decrementAndGet();
        if (returned) {
            m.measured.increment();
            call.end(end, cpu, caller.probes - call.probes);
            measured.add(call);
        }
        long took = System.nanoTime() - end;
        caller.probes += took;
        m.spent.add(took + call.start - call.began);
        if (caller.top == null) {
            callers.remove(Thread.currentThread());
        }
    }

    private long cpu() {
        try {
            return threads.getCurrentThreadCpuTime();
        } catch (UnsupportedOperationException virtual) {
            return -1;
        }
    }

    /** A number of elements. */
    private static final class Size {
        final long of;

        Size(long of) {
            this.of = of;
        }

        @Override
        public String toString() {
            return Long.toString(of);
        }
    }

    /** What of a value decides costs; null: nothing that is known. No code of the program is called. */
    private static Object characteristic(Object value) {
        if (value == null || value instanceof Number && value.getClass().getName().startsWith("java.lang.") || value instanceof Boolean) {
            return value;
        } else if (value instanceof Character) {
            return Long.valueOf((Character) value);
        } else if (value instanceof String) {
            return new Size(((String) value).length());
        } else if (value instanceof Enum) {
            return ((Enum<?>) value).name();
        }
        Class<?> type = value.getClass();
        if (type.isArray()) {
            return new Size(java.lang.reflect.Array.getLength(value));
        }
        long size = Sizes.size(value, type);
        return size >= 0 ? new Size(size) : type;
    }
}
