/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_drive;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/** Makes inputs for places of the design and calls the method with them once. */
final class Trial {
    private static final String RECORDED = "recorded";

    final Order order;
    final Watch watch;
    final Map<String, Inputs.Knob> knobs = new LinkedHashMap<String, Inputs.Knob>();
    final Map<String, Integer> choices;
    final Map<String, String[]> ways = new LinkedHashMap<String, String[]>();
    final Method method;
    private final Class<? extends Driver> type;
    Inputs last; // those made last
    Throwable refusal; // of the last call; null: it returned
    boolean search; // where one way to make an object fails, another one is tried
    final java.util.Set<String> wanted = new java.util.TreeSet<String>(); // classes that have no ways of their own
    final java.util.Set<Class<?>> open = new java.util.LinkedHashSet<Class<?>>(); // that nothing implements
    boolean fill; // all properties of objects are set
    boolean unmade; // the inputs could not be made
    private int recorded; // inputs are those of this call of the program's, from 1; 0: they are made
    double making; // seconds that making took
    double taking; // CPU seconds that the last call took

    Trial(Order order, Watch watch) throws Throwable {
        this.order = order;
        this.watch = watch;
        choices = new java.util.HashMap<String, Integer>(order.choices);
        method = new Method(order);
        type = Class.forName(order.driver, true, order.loader).asSubclass(Driver.class);
        Driver d = driver();
        d.room(1);
        Meter.calibrate(d);
    }

    Driver driver() throws Exception {
        java.lang.reflect.Constructor<? extends Driver> c = type.getDeclaredConstructor();
        c.setAccessible(true);
        return c.newInstance();
    }

    /** Sets knobs as a place of the design says. */
    void set(Map<String, String> point) {
        recorded = 0;
        for (Map.Entry<String, String> e : point.entrySet()) {
            Inputs.Knob k = knobs.get(e.getKey());
            double v = Double.parseDouble(e.getValue());
            if (e.getKey().equals(RECORDED)) {
                recorded = (int) v;
                continue;
            }
            if (k == null) {
                knobs.put(e.getKey(), new Inputs.Knob(e.getKey(), false, v, Double.MAX_VALUE, null));
            } else {
                k.value = v;
            }
        }
    }

    Map<String, String> point() {
        Map<String, String> p = new LinkedHashMap<String, String>();
        if (recorded > 0) {
            p.put(RECORDED, Integer.toString(recorded));
            return p;
        }
        for (Inputs.Knob k : knobs.values()) {
            p.put(k.name, Double.toString(k.value));
        }
        return p;
    }

    /** Which inputs depend on each other, as methods ask for it: equal sizes, values in ascending order, equal values. */
    boolean equal;
    boolean ascending;
    boolean same; // values

    /** Makes dependent inputs agree: sizes are those of their leader, values ascend in the order of the parameters. */
    private void tie() {
        Inputs.Knob first = null;
        Inputs.Knob value = null;
        List<Inputs.Knob> values = new ArrayList<Inputs.Knob>();
        for (Inputs.Knob k : knobs.values()) {
            String as = order.alike.get(k.name);
            boolean number = !k.size && k.levels == null;
            k.leader = as != null ? knobs.get(as) : equal && k.whole() ? first : same && number ? value : null;
            if (k.leader != null) {
                k.follow();
            }
            first = first == null && k.whole() ? k : first;
            if (number) {
                value = value == null ? k : value;
                values.add(k);
            }
        }
        if (!ascending) {
            return;
        }
        double[] sorted = new double[values.size()];
        for (int i = 0; i < sorted.length; i++) {
            sorted[i] = values.get(i).value;
        }
        java.util.Arrays.sort(sorted);
        for (int i = 0; i < sorted.length; i++) {
            values.get(i).value = sorted[i];
        }
    }

    /** Inputs of one call; null: they could not be made, see refusal. */
    Object[] make(long seed) {
        tie();
        long start = System.nanoTime();
        Inputs in = new Inputs(method, knobs, choices, ways, seed);
        in.search = search;
        in.fill = fill;
        last = in;
        refusal = null;
        unmade = false;
        watch.begin("making inputs for " + point());
        try {
            Object[] all = recorded > 0 ? recorded() : order.given == null ? driver().inputs(in) : given();
            characterise(in, all);
            return all;
        } catch (Throwable t) {
            refusal = t;
            unmade = true;
            return null;
        } finally {
            watch.end();
            wanted.addAll(in.wanted);
            open.addAll(in.open);
            making = (System.nanoTime() - start) / 1e9;
        }
    }

    /** Whether a call with new inputs returns; then taking says how long it took. */
    boolean call(long seed) {
        Object[] all = make(seed);
        return all != null && call(all);
    }

    boolean call(Object[] all) {
        refusal = null;
        try {
            Driver d = driver();
            d.room(1);
            d.put(0, all);
            watch.begin(point().toString());
            taking = Meter.time(d, 0, 1, 0) / 1e9;
            return true;
        } catch (Throwable t) {
            refusal = t;
            return false;
        } finally {
            watch.end();
        }
    }

    /** Whether a call changes what it was given, so that each needs inputs of its own. */
    boolean changes(long seed) {
        Object[] all = make(seed);
        if (all == null || last.once) {
            return true;
        }
        Object[] made = last.made.toArray();
        long before = Content.of(made);
        if (!call(all) || Content.of(made) != before) {
            return true;
        }
        if (method.isStatic()) {
            return false;
        }
        call(all);
        long second = Content.shape(all[0]);
        return !call(all) || Content.shape(all[0]) != second;
    }

    /** The place at which inputs are those of a call that the program made, from 1. */
    static Map<String, String> place(int recorded) {
        return java.util.Collections.singletonMap(RECORDED, Integer.toString(recorded));
    }

    private Object[] recorded() {
        Object[] call = method.recorded.call(recorded - 1);
        return method.isStatic() ? java.util.Arrays.copyOfRange(call, 1, call.length) : call;
    }

    /** The row of the user's own inputs that the design asks for. */
    private Object[] given() throws Throwable {
        int row = (int) Math.round(knobs.containsKey("given") ? knobs.get("given").value : 0);
        java.lang.reflect.Method m = Class.forName(order.given, true, order.loader).getDeclaredMethod("inputs", Random.class);
        m.setAccessible(true);
        Iterator<?> rows = ((Stream<?>) m.invoke(null, new Random(1))).iterator();
        for (int i = 0; i < row && rows.hasNext(); i++) {
            rows.next();
        }
        if (!rows.hasNext()) {
            throw new java.util.NoSuchElementException("inputs(Random) gives " + row + " rows only");
        }
        Object next = rows.next();
        return next instanceof Object[] ? (Object[]) next : new Object[] {next};
    }

    /** Sizes of the user's own inputs that nobody else could tell: a map behind the arguments, as of this.vertices.VALUE to a number. */
    private void told(Inputs in, Object sizes) {
        for (Map.Entry<?, ?> e : ((Map<?, ?>) sizes).entrySet()) {
            String name = String.valueOf(e.getKey());
            if (!name.matches(".+\\.(VALUE|BYTESIZE|NUMBER_OF_ELEMENTS)") || !(e.getValue() instanceof Number)) {
                throw new IllegalArgumentException("sizes are numbers with names such as this.vertices.VALUE, not " + e);
            }
            in.saw(name, ((Number) e.getValue()).doubleValue());
        }
    }

    /** Says of inputs that nobody characterised what they are, as probes do. */
    private void characterise(Inputs in, Object[] all) {
        int first = method.isStatic() ? 0 : 1;
        int n = first + method.types().length;
        if (order.given != null && all.length == n + 1 && all[n] instanceof Map) {
            told(in, all[n]);
        }
        for (int i = 0; i < Math.min(n, all.length); i++) {
            String name = i < first ? "this" : i - first < order.names.length ? order.names[i - first] : "arg" + (i - first);
            boolean known = false;
            for (String seen : in.seen.keySet()) {
                known |= seen.startsWith(name + ".");
            }
            Object v = all[i];
            if (known || v == null) {
                continue;
            } else if (v instanceof Number) {
                in.saw(name + ".VALUE", ((Number) v).doubleValue());
            } else if (v instanceof Boolean || v instanceof Enum) {
                in.seen.put(name + ".VALUE", v instanceof Enum ? ((Enum<?>) v).name() : v.toString());
            } else if (v instanceof CharSequence) {
                in.saw(name + ".BYTESIZE", 2.0 * ((CharSequence) v).length());
            } else if (v instanceof Collection || v instanceof Map) {
                in.saw(name + ".NUMBER_OF_ELEMENTS", v instanceof Map ? ((Map<?, ?>) v).size() : ((Collection<?>) v).size());
            } else if (v instanceof byte[]) {
                in.saw(name + ".BYTESIZE", ((byte[]) v).length);
            } else if (v.getClass().isArray()) {
                in.saw(name + ".NUMBER_OF_ELEMENTS", Array.getLength(v));
            }
            if (order.given != null || recorded > 0) {
                in.made.add(v);
            }
        }
    }

    List<Inputs.Knob> free() {
        List<Inputs.Knob> all = new ArrayList<Inputs.Knob>();
        for (Inputs.Knob k : knobs.values()) {
            if (!k.fixed && k.leader == null) {
                all.add(k);
            }
        }
        return all;
    }
}
