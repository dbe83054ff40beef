/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_drive;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Measures places of the design, again and again, until the time is over. */
final class Measure {
    private static final int VARIANTS = 8; // inputs of a place, so that no call sees the same twice in a row
    private static final int LEAST_ROUNDS = 4; // also where other programs take all the time
    private static final int MOST_BATCH = 1 << 22;
    private static final double SHORTEST = 3e5; // ns of a batch: a thousand times the clock's own cost
    private static final double LONGEST = 5e6;

    private final Watch watch;
    private final Order order;
    private final Map<String, Trial> groups = new LinkedHashMap<String, Trial>();
    private final String file; // of the order
    private final long start = System.nanoTime();

    /** One place: the inputs of its calls, and how many calls a batch has. */
    private static final class Place {
        Trial t; // of the loader of its group
        Probes probes; // null: the program has none
        int index;
        Map<String, String> point;
        Driver driver;
        int mask;
        int batch = 1;
        int next; // of the inputs
        boolean fresh; // each call needs inputs of its own
        int row = 1; // fresh ones: so many calls in a row have one object
        int left; // of them, with the present object
        Object receiver;
        Object[][] arguments; // of calls in a row, which do not change them
        long seed; // of inputs that the method accepts
        boolean repeats; // fresh inputs are those of this seed, since the method refused others
        long made; // fresh inputs so far
        double making; // seconds for the inputs of one call
        long bytes; // of the inputs of one call
    }

    Measure(Trial first, String file) {
        watch = first.watch;
        order = first.order;
        this.file = file;
        groups.put("0", first);
    }

    /** The trial of a place's group, which loads the program for itself. */
    private Trial group(int place) throws Throwable {
        String group = place < order.groups.length ? order.groups[place] : "0";
        Trial t = groups.get(group);
        if (t == null) {
            Apart loader = new Apart();
            Thread.currentThread().setContextClassLoader(loader);
            t = new Trial(Order.read(file, loader), watch);
            groups.put(group, t);
        }
        Thread.currentThread().setContextClassLoader(t.order.loader);
        return t;
    }

    private double left() {
        return order.seconds - (System.nanoTime() - start) / 1e9;
    }

    void run() throws Throwable {
        List<Place> places = new ArrayList<Place>();
        long memory = order.memory;
        for (int i = 0; i < order.points.size() && left() > -order.seconds - 15; i++) {
            Place p = prepare(i, memory / (order.points.size() - i));
            if (p != null) {
                places.add(p);
                memory -= p.fresh ? 0 : p.bytes * (p.mask + 1);
            }
        }
        long garbage = Meter.collecting();
        long allocated = Meter.allocated();
        double slot = Math.max(SHORTEST, Math.min(LONGEST, order.seconds * 1e9 / (40.0 * Math.max(places.size(), 1))));
        for (int round = 0; !places.isEmpty() && (left() > 0 || round < LEAST_ROUNDS); round++) {
            for (int i = 0; i < places.size() && (left() > 0 || round < LEAST_ROUNDS && left() > -2 * order.seconds - 20); i++) {
                Place p = places.get(i);
                if (!batch(p, round, slot)) {
                    places.remove(i--);
                }
            }
        }
        watch.line("garbage", Meter.collecting() - garbage, Meter.allocated() - allocated);
    }

    /** Makes the inputs of a place ready; null: the method refuses them. */
    private Place prepare(int index, long memory) throws Throwable {
        Place p = new Place();
        p.index = index;
        Trial t = group(index);
        p.t = t;
        p.probes = Probes.of(t.order.loader);
        if (p.probes != null) {
            p.probes.quiet(true);
        }
        p.point = order.points.get(index);
        t.set(p.point);
        p.seed = 1000003L * (order.launch * 977 + index + 1);
        boolean ok = false;
        for (int tries = 0; tries < 20 && !ok; tries++) {
            p.seed++;
            ok = t.call(p.seed);
        }
        if (!ok) {
            watch.line("dropped", index, t.refusal);
            return null;
        }
        p.making = t.making;
        p.bytes = Math.max(t.last.bytes(), 64);
        p.fresh = t.changes(p.seed);
        p.row = p.fresh ? new Row(t, p.seed).calls(order.memory / 8, order.seconds / 20 / order.points.size()) : 1;
        p.driver = t.driver();
        Map<String, Double> sum = new LinkedHashMap<String, Double>();
        Map<String, String> seen = new LinkedHashMap<String, String>();
        int n = 1;
        double once = p.making + t.taking;
        while (!p.fresh && n < VARIANTS && 2 * n * p.bytes < memory && 2 * n * once < order.seconds / 4 / order.points.size()) {
            n *= 2;
        }
        n = p.row > 1 ? VARIANTS : n;
        p.arguments = new Object[n][];
        p.driver.room(n);
        for (int k = 0, tries = 0; k < n; tries++) {
            Object[] all = t.make(p.seed + (tries < 40 ? tries * 31L : 0)); // the first is accepted in any case
            if (all == null || n > 1 && tries < 40 && !t.call(all)) {
                continue;
            }
            p.arguments[k] = all;
            p.driver.put(k++, all);
            for (Map.Entry<String, String> e : t.last.seen.entrySet()) {
                seen.put(e.getKey(), e.getValue());
                try {
                    double v = Double.parseDouble(e.getValue());
                    sum.put(e.getKey(), (sum.containsKey(e.getKey()) ? sum.get(e.getKey()) : 0) + v);
                } catch (NumberFormatException named) {
                    sum.remove(e.getKey());
                }
            }
        }
        p.mask = n - 1;
        p.arguments = p.row > 1 ? p.arguments : null;
        List<Object> words = new ArrayList<Object>();
        words.add("seen");
        words.add(index);
        words.add(p.row > 1 ? "row" : p.fresh ? "fresh" : "again");
        for (String name : seen.keySet()) {
            words.add(name);
            words.add(sum.containsKey(name) ? Double.toString(sum.get(name) / n) : seen.get(name));
        }
        watch.line(words.toArray());
        return p;
    }

    /** Measures one batch; false: the method refused it. */
    private boolean batch(Place p, int round, double slot) throws Throwable {
        Thread.currentThread().setContextClassLoader(p.t.order.loader);
        if (p.row > 1 ? !goOn(p) : p.fresh && !refill(p)) {
            return false;
        }
        int n = p.batch;
        long others = Meter.others();
        watch.begin(p.point.toString());
        long bytes = Meter.allocated();
        long took;
        long wall = System.nanoTime();
        try {
            int from = p.fresh ? 0 : p.next;
            boolean records = p.probes != null && round >= LEAST_ROUNDS / 2 && left() <= order.seconds / 2; // as long as warming up
            took = records ? p.probes.time(p.driver, from, n, p.mask, order.batches) : Meter.time(p.driver, from, n, p.mask);
            p.next = p.next + n & p.mask;
        } catch (Throwable refusal) {
            if (p.row > 1) { // what was put in before matters: each call has its own object then
                p.row = 1;
                p.batch = 1;
                return true;
            }
            if (p.fresh && !p.repeats) {
                p.repeats = true;
                return true;
            }
            watch.line("dropped", p.index, refusal);
            return false;
        } finally {
            watch.end();
        }
        wall = System.nanoTime() - wall;
        bytes = Meter.allocated() - bytes;
        watch.line("batch", p.index, round, n, took, bytes, Meter.others() - others, wall);
        if (took < slot / 2 && n < MOST_BATCH) {
            p.batch = (int) Math.min(MOST_BATCH, Math.max(n + 1, n * Math.min(slot / Math.max(took, 1), 16)));
        } else if (took > 2 * slot && n > 1) {
            p.batch = Math.max(1, (int) (n * slot / took));
        }
        return true;
    }

    /**
     * Makes a batch of calls ready that have one object, as a program that fills one has. A new object gets one call
     * before: that alone finds it as its constructor left it, without room for more.
     */
    private boolean goOn(Place p) throws Throwable {
        p.batch = Math.min(p.batch, p.row);
        if (p.left < p.batch) {
            p.t.set(p.point);
            Object[] all = p.t.make(p.seed);
            if (all == null || !p.t.call(all)) {
                return false;
            }
            p.receiver = all[0];
            p.left = p.row;
        }
        p.left -= p.batch;
        p.driver.room(p.batch + 1); // one stands for them
        for (int i = 0; i <= p.batch; i++) {
            Object[] all = p.arguments[i % p.arguments.length];
            all[0] = p.receiver;
            p.driver.put(i, all);
        }
        p.mask = Integer.MAX_VALUE;
        p.next = 0;
        return true;
    }

    /**
     * Makes inputs anew for every call of a batch, each with other contents: a processor remembers the branches of the
     * same ones, and sorts a small array four times as fast as one that it has not seen.
     */
    private boolean refill(Place p) {
        int most = (int) Math.max(1, Math.min(order.memory / p.bytes, order.seconds / 200 / Math.max(p.making, 1e-7)));
        p.batch = Math.min(p.batch, most);
        Trial t = p.t;
        t.set(p.point);
        p.driver.room(p.batch + 1); // one stands for them
        for (int i = 0; i <= p.batch; i++) {
            Object[] all = t.make(p.repeats ? p.seed : p.seed + p.made++);
            if (all == null && !p.repeats) {
                p.repeats = true;
                all = t.make(p.seed);
            }
            if (all == null) {
                return false;
            }
            p.driver.put(i, all);
        }
        p.mask = Integer.MAX_VALUE;
        return true;
    }
}
