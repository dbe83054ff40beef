/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_drive;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Finds which inputs a method accepts, how large they may be, and places of the design between. */
final class Explore {
    private static final int ATTEMPTS = 400;
    private static final int FEW = 60; // attempts, also where other programs take all the time
    private static final int REDRAWS = 25;
    private static final int LEAST = 4; // places, also where other programs take all the time

    private final Trial t;
    private final Order order;
    private final Random random = new Random(1);
    private final Map<String, Integer> refused = new HashMap<String, Integer>();
    private final long start = System.nanoTime();
    private final long began = Meter.now();
    private Throwable worst; // the refusal that tells most
    private double making; // seconds that the inputs of a call took to make, at least
    private long seed;

    Explore(Trial t) {
        this.t = t;
        order = t.order;
    }

    private double left() {
        return order.seconds - (System.nanoTime() - start) / 1e9;
    }

    void run() {
        if (order.given != null) {
            given();
            return;
        }
        boolean some = accepted();
        if (some && Left.compute(t.watch)) {
            return;
        }
        if (some && t.free().isEmpty() && !wants()) { // objects whose properties are set may vary
            Map<String, Integer> plain = new HashMap<String, Integer>(t.choices);
            t.fill = true;
            t.choices.clear();
            if (!accepted() && !wants()) {
                t.fill = false;
                t.choices.putAll(plain);
                t.knobs.clear();
                t.ways.clear();
                some = t.call(seed++);
            }
        }
        if (wants()) {
            for (String name : t.wanted) {
                t.watch.line("wanted", name);
            }
            for (Class<?> c : t.open) {
                t.watch.line("open", c.getName(), StandIn.name(c), StandIn.source(c));
            }
            return; // how these are made is looked up first
        }
        if (!some) {
            Map<String, double[]> ranges = new java.util.TreeMap<String, double[]>();
            if (!recorded(ranges)) {
                fail();
            }
            knobs(ranges);
            return;
        }
        for (Inputs.Knob k : t.knobs.values()) {
            if (k.leader != null) {
                t.watch.line("alike", k.name, k.leader.name);
            }
        }
        for (String place : t.ways.keySet()) {
            t.watch.line("choice", place, t.choices.get(place), t.ways.get(place)[t.choices.get(place)]);
        }
        refused.clear();
        grow();
        boolean told = places();
        if (!recorded(new java.util.TreeMap<String, double[]>()) && !told && !refused.isEmpty()) {
            fail();
        }
        java.lang.management.CompilationMXBean compiler = java.lang.management.ManagementFactory.getCompilationMXBean();
        if (compiler != null && compiler.isCompilationTimeMonitoringSupported()) {
            t.watch.line("compiling", compiler.getTotalCompilationTime() / 1e3, Math.min((Meter.now() - began) / (double) (System.nanoTime() - start), 1));
        }
    }

    /** Whether objects are needed of classes that have no constructors of their own, of which Beagle has not been asked yet. */
    private boolean wants() {
        t.wanted.removeAll(order.asked);
        for (java.util.Iterator<Class<?>> all = t.open.iterator(); all.hasNext(); ) {
            if (order.asked.contains(StandIn.name(all.next()))) {
                all.remove();
            }
        }
        return !order.enough && !(t.wanted.isEmpty() && t.open.isEmpty());
    }

    /** Looks for ways and small values that the method accepts. */
    private boolean accepted() {
        Map<String, Integer> best = null;
        Map<String, String> at = null;
        double rate = 0;
        boolean equal = false;
        boolean ascending = false;
        boolean same = false;
        double limit = order.seconds * 0.6;
        for (int a = 0; a < ATTEMPTS && (left() > limit || a < FEW && left() > -order.seconds); a++) {
            if (a >= 10) {
                choose();
            }
            depend(a);
            small(a);
            if (a % 5 == 0 && a > 0) { // where sizes are independent
                empty();
            }
            t.search = true;
            boolean returned = t.call(seed++);
            t.search = false;
            if (!returned) {
                refuse();
                if (t.refusal instanceof Unmade && wants()) {
                    break;
                }
                continue;
            }
            Map<String, String> here = t.point();
            double share = share();
            if (t.equal || t.ascending || t.same) { // a dependence counts only where calls need it
                boolean[] tied = {t.equal, t.ascending, t.same};
                t.equal = t.ascending = t.same = false;
                double free = share();
                if (free < share / 2) {
                    t.equal = tied[0];
                    t.ascending = tied[1];
                    t.same = tied[2];
                }
            }
            if (share > rate) {
                rate = share;
                best = new HashMap<String, Integer>(t.choices);
                at = here;
                equal = t.equal;
                ascending = t.ascending;
                same = t.same;
            }
            if (rate > 0.3 || rate > 0.1 && a > FEW) {
                break;
            }
        }
        if (best == null) {
            return false;
        }
        t.choices.putAll(best);
        t.equal = equal;
        t.ascending = ascending;
        t.same = same;
        t.set(at);
        t.call(seed++); // so that it is known again which sizes follow others
        return true;
    }

    /** Inputs are independent at first. Where calls refuse most of these, sizes are equal, values ascend, both, or all values are equal as those of square matrices, in turns. */
    private void depend(int attempt) {
        int sizes = 0;
        int values = 0;
        for (Inputs.Knob k : t.knobs.values()) {
            sizes += k.whole() ? 1 : 0;
            values += !k.size && k.levels == null ? 1 : 0;
        }
        int mode = attempt % 5;
        t.equal = sizes > 1 && mode != 0 && mode != 2;
        t.ascending = values > 1 && (mode == 2 || mode == 3);
        t.same = values > 1 && mode == 4;
    }

    /** Some methods take nothing but empty arrays, as of options. */
    private void empty() {
        for (Inputs.Knob k : t.knobs.values()) {
            if (k.size && k.levels == null && random.nextBoolean()) {
                k.value = 0;
            }
        }
    }

    private void choose() {
        List<String> hints = t.refusal == null ? new ArrayList<String>() : Texts.hinted(t.refusal.getClass().getSimpleName() + " " + t.refusal.getMessage());
        String hint = hints.isEmpty() || random.nextBoolean() ? "" : hints.get(random.nextInt(hints.size()));
        for (Map.Entry<String, String[]> e : t.ways.entrySet()) {
            int n = e.getValue().length;
            int hinted = java.util.Arrays.asList(e.getValue()).indexOf(hint); // the form of texts of which the refusal speaks
            int draw = random.nextInt(4); // of texts the last one are constants of the method's class
            t.choices.put(e.getKey(), hinted >= 0 ? hinted : draw == 0 ? 0 : draw == 1 ? n - 1 : random.nextInt(n));
        }
    }

    private void small(int attempt) {
        for (Inputs.Knob k : t.knobs.values()) {
            if (k.levels != null) {
                k.value = random.nextInt(k.levels.length);
            } else if (k.size) {
                k.value = attempt == 0 ? 16 : 2 + random.nextInt(30);
            } else {
                boolean far = attempt > 30 && attempt % 3 == 2; // not at once: what grows exponentially would never return
                k.value = far ? Math.rint(Math.exp(random.nextDouble() * 7)) : attempt % 3 == 0 ? random.nextInt(4) : 1 + random.nextInt(20);
            }
        }
    }

    /** Which share of calls with such inputs is accepted; that of inputs of which some stay empty counts less. */
    private double share() {
        List<Inputs.Knob> none = new ArrayList<Inputs.Knob>();
        int sizes = 0;
        for (Inputs.Knob k : t.knobs.values()) {
            sizes += k.size && k.levels == null ? 1 : 0;
            if (k.size && k.levels == null && k.value == 0) {
                none.add(k);
            }
        }
        final int tries = 12;
        int accepted = 0;
        for (int i = 0; i < tries; i++) {
            small(i);
            for (Inputs.Knob k : none) {
                k.value = 0;
            }
            if (t.call(seed++)) {
                accepted++;
            }
        }
        return (accepted + 0.5) / (tries + 1) / (none.isEmpty() ? 1 : none.size() < sizes ? 4 : 16);
    }

    private void refuse() {
        String what = t.refusal.getClass().getName() + ": " + t.refusal.getMessage();
        Integer n = refused.get(what);
        refused.put(what, n == null ? 1 : n + 1);
        if (worst == null || t.refusal instanceof Unmade && !(worst instanceof Unmade)) {
            worst = t.refusal;
        }
    }

    private void fail() {
        if (worst instanceof Unmade) {
            Unmade u = (Unmade) worst;
            t.watch.line("unmade", u.place, u.type, u.getMessage());
            return;
        }
        String most = "";
        int calls = 0;
        for (Map.Entry<String, Integer> e : refused.entrySet()) {
            calls += e.getValue();
            if (most.isEmpty() || e.getValue() > refused.get(most)) {
                most = e.getKey();
            }
        }
        t.watch.line(t.unmade ? "unmakeable" : "refused", calls, most, Main.own(worst));
    }

    /** The least time of a few calls, or NaN where all are refused; the least time of making their inputs is in making. */
    private double least(int calls) {
        double least = Double.NaN;
        making = Double.POSITIVE_INFINITY;
        for (int i = 0; i < calls; i++) {
            if (t.call(seed++)) {
                making = Math.min(making, t.making);
                least = Double.isNaN(least) ? t.taking : Math.min(least, t.taking);
                if (least > order.limit / 4 && i > 0) {
                    break;
                }
            } else if (t.refusal instanceof OutOfMemoryError) {
                return Double.NaN;
            }
        }
        return least;
    }

    private void grow() {
        Map<String, String> base = t.point();
        List<Inputs.Knob> sizes = new ArrayList<Inputs.Knob>();
        List<Inputs.Knob> values = new ArrayList<Inputs.Knob>();
        for (Inputs.Knob k : new ArrayList<Inputs.Knob>(t.knobs.values())) {
            if (k.levels == null && k.leader == null) {
                (k.size ? sizes : values).add(k);
            }
        }
        for (Inputs.Knob k : sizes) {
            t.set(base);
            grow(k, 4, left() / 4);
        }
        t.set(base);
        for (Inputs.Knob k : sizes) {
            k.value = Math.max(k.value, Math.sqrt(k.high));
        }
        Map<String, String> middle = t.point();
        for (Inputs.Knob k : values) {
            t.set(middle);
            k.value = Math.max(1, Math.min(k.value, 4));
            grow(k, 2, left() / 4);
        }
        t.set(base);
    }

    /** Makes one knob larger until a call takes too long, or nothing larger is accepted. */
    private void grow(Inputs.Knob k, double factor, double seconds) {
        if (k.value == 0) { // accepted as an empty one: does it take others?
            k.value = 1;
            if (Double.isNaN(least(3))) {
                k.value = k.low = k.high = 0;
                k.fixed = true;
                return;
            }
        }
        double end = left() - seconds;
        double v = Math.max(k.value, 1);
        double before = v / factor;
        double took = least(3);
        double tookBefore = Double.NaN;
        String seen = t.last.seen.get(k.name);
        boolean moves = false;
        k.high = v;
        int halved = 0;
        int steps = 0; // a few in any case, also where other programs take all the time
        for (; v < k.cap && (left() > end || steps < 4 && left() > -order.seconds) && !(took > order.limit); steps++) {
            double next = Math.min(v * factor, k.cap);
            if (took > 2e-5 && took > 1.3 * tookBefore) { // even exponential growth stays below twice the limit
                next = Math.min(next, v + (v - before) * Math.log(2 * order.limit / took) / Math.log(took / tookBefore));
            }
            for (int i = 0; i < halved; i++) {
                next = Math.sqrt(v * next);
            }
            next = Math.rint(next);
            if (next < v * 1.04 || next <= v) {
                break;
            }
            k.value = next;
            t.watch.line("try", k.name, next);
            double now = least(3);
            if (Double.isNaN(now)) {
                if (++halved > 4 || t.refusal instanceof OutOfMemoryError) {
                    break;
                }
                continue;
            }
            if (making > 10 * order.limit || t.last.bytes() > order.memory / 4) {
                break;
            }
            String sees = t.last.seen.get(k.name);
            moves |= seen == null || !seen.equals(sees);
            before = v;
            tookBefore = took;
            v = next;
            took = now;
            if (took <= order.limit) {
                k.high = v;
            }
        }
        if (!moves && k.size && steps > 0) { // a text of a fixed length, or a collection of the program's own
            k.high = Math.max(k.value, 1);
            k.low = k.high;
            k.fixed = true;
        }
        k.value = k.high;
        t.watch.line("knob", k.name, k.low, k.high);
    }

    /** Places between smallest and largest, evenly by logarithms and independently in each knob. */
    private boolean places() {
        List<Inputs.Knob> free = t.free();
        int n = free.isEmpty() ? 1 : order.places;
        List<List<Integer>> orders = new ArrayList<List<Integer>>();
        for (int j = 0; j < free.size(); j++) {
            List<Integer> strata = new ArrayList<Integer>();
            for (int i = 0; i < n; i++) {
                strata.add(i);
            }
            Collections.shuffle(strata, random);
            orders.add(strata);
        }
        double room = order.seconds / 4; // seconds of CPU for a round
        double share = room / n;
        Set<String> known = new LinkedHashSet<String>();
        int told = 0;
        for (int i = 0; i < n && (left() > 0 || told < LEAST && left() > -order.seconds - 10); i++) {
            for (int redraw = 0; redraw < REDRAWS && (left() > 0 || redraw < 3); redraw++) {
                draw(free, orders, i, n, redraw);
                String key = t.point().toString();
                if (known.contains(key)) {
                    continue;
                }
                if (!t.call(seed++)) {
                    refuse();
                    continue;
                }
                double took = t.taking > order.limit / 2 ? least(1) : t.taking;
                if (took > order.limit || took > share * 4 && redraw < REDRAWS / 2 || took > room) {
                    continue;
                }
                room -= took;
                known.add(key);
                tell(told++, took);
                break;
            }
        }
        return told > 0;
    }

    /**
     * Calls as the program made them, object and arguments of one together, whose sizes and values widen ranges: of inputs
     * that are made, parts may not fit to one another as those of the program do, so that a call does less.
     */
    private boolean recorded(Map<String, double[]> ranges) {
        List<double[]> calls = new ArrayList<double[]>();
        for (int i = 1; i <= t.method.recorded.size() && left() > -order.seconds - 10; i++) {
            t.set(Trial.place(i));
            if (t.call(seed++) && t.taking <= order.limit) {
                calls.add(new double[] {i, t.taking});
                widen(ranges, t.last.seen);
            }
        }
        int told = 0;
        for (double[] call : evenly(calls, order.places)) {
            t.set(Trial.place((int) call[0]));
            tell(told++, call[1]);
        }
        return told > 0;
    }

    /** At most so many of some inputs, evenly by how long they take, with the quickest and the slowest. */
    private static List<double[]> evenly(List<double[]> all, int most) {
        Collections.sort(all, new java.util.Comparator<double[]>() {
            @Override
            public int compare(double[] a, double[] b) {
                return Double.compare(a[1], b[1]);
            }
        });
        int n = Math.min(most, all.size());
        List<double[]> some = new ArrayList<double[]>();
        for (int i = 0; i < n; i++) {
            some.add(all.get(n == 1 ? 0 : i * (all.size() - 1) / (n - 1)));
        }
        return some;
    }

    private void knobs(Map<String, double[]> ranges) {
        for (Map.Entry<String, double[]> e : ranges.entrySet()) {
            t.watch.line("knob", e.getKey(), e.getValue()[0], e.getValue()[1]);
        }
    }

    private static void widen(Map<String, double[]> ranges, Map<String, String> seen) {
        for (Map.Entry<String, String> e : seen.entrySet()) {
            try {
                double v = Double.parseDouble(e.getValue());
                double[] range = ranges.get(e.getKey());
                ranges.put(e.getKey(), range == null ? new double[] {v, v} : new double[] {Math.min(range[0], v), Math.max(range[1], v)});
            } catch (NumberFormatException word) {
                continue;
            }
        }
    }

    private void draw(List<Inputs.Knob> free, List<List<Integer>> orders, int i, int n, int redraw) {
        double shrink = redraw == 0 ? 1 : random.nextDouble();
        double size = 1;
        for (int j = 0; j < free.size(); j++) {
            Inputs.Knob k = free.get(j);
            double u = (orders.get(j).get(i) + (n == 1 ? 1 : i == 0 || i == n - 1 ? 0.5 : random.nextDouble())) / n;
            if (k.levels != null) {
                k.value = (int) (random.nextDouble() * k.levels.length);
                continue;
            }
            double v = k.low * Math.pow(k.high / k.low, Math.min(u, 1) * shrink);
            if (!k.size && redraw % 2 == 1) { // below a size, as places in a text are
                v = 1 + random.nextDouble() * (size - 1);
            }
            k.value = Math.rint(v);
            if (k.size) {
                size = k.value / k.unit;
            }
        }
    }

    private void tell(int place, double took) {
        List<Object> words = new ArrayList<Object>();
        words.add("place");
        words.add(took);
        for (Map.Entry<String, String> e : t.point().entrySet()) {
            words.add(e.getKey());
            words.add(e.getValue());
        }
        t.watch.line(words.toArray());
    }

    /** Rows of the user's own inputs, evenly by how long they take. */
    private void given() {
        final List<double[]> rows = new ArrayList<double[]>();
        Map<String, double[]> ranges = new java.util.TreeMap<String, double[]>();
        Inputs.Knob row = new Inputs.Knob("given", false, 0, 1e6, null);
        t.knobs.put("given", row);
        for (int i = 0; i < 200 && left() > order.seconds / 4; i++) {
            row.value = i;
            if (t.call(1)) {
                if (t.taking <= order.limit) {
                    rows.add(new double[] {i, t.taking});
                    widen(ranges, t.last.seen);
                }
            } else if (t.refusal instanceof java.util.NoSuchElementException && t.unmade) {
                break;
            } else {
                refuse();
            }
        }
        if (rows.isEmpty()) {
            fail();
            return;
        }
        knobs(ranges);
        int told = 0;
        for (double[] r : evenly(rows, order.places)) {
            row.value = r[0];
            tell(told++, r[1]);
        }
    }
}
