/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_drive;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * The place in the design for which the inputs of one call are made: which sizes and values were asked for
 * (knobs), which way of making each part takes (choices), and what came of it (seen).
 */
public final class Inputs {
    /** What is varied: its smallest value, its largest so far, and whether it counts or names. */
    static final class Knob {
        final String name;
        final boolean size; // of a text, collection, array or file; else a value
        final String[] levels; // of truth values and enumerations; null: a number
        int unit; // how many of what it counts an element has: a character has two bytes
        double low;
        double high;
        double cap; // of what is possible
        double value;
        boolean fixed;
        Knob leader; // whose size this one has, too; null: its own

        Knob(String name, boolean size, double first, double cap, String[] levels) {
            this.name = name;
            this.size = size;
            unit = name.endsWith(".BYTESIZE") ? 2 : 1;
            this.low = unit;
            this.value = first;
            this.high = first;
            this.cap = cap;
            this.levels = levels;
        }

        /** Takes the size of the leader. */
        void follow() {
            value = Math.rint(leader.value / leader.unit) * unit;
        }

        /** Whether it is the size of an argument, not that of elements in one. */
        boolean whole() {
            return size && levels == null && !name.contains(".INNER");
        }
    }

    /** The source of everything that is random in these inputs. */
    public final Random random;
    final Map<String, Knob> knobs;
    final Map<String, Integer> choices; // by place: which way is taken
    final Map<String, String[]> ways; // by place: what they are called
    final Map<String, String> seen = new LinkedHashMap<String, String>();
    final List<Object> made = new ArrayList<Object>(); // what a call may change
    long linked; // objects that refer to one another, as the nodes of a list
    boolean search; // where one way fails, another one is tried
    int tries = 300; // of them in all
    final java.util.Set<String> wanted = new java.util.TreeSet<String>(); // classes that have no ways of their own
    final java.util.Set<Class<?>> open = new java.util.LinkedHashSet<Class<?>>(); // interfaces and abstract classes that nothing implements
    boolean fill; // all properties of objects are set, since else nothing varies
    boolean once; // a stream or the like: can be used for one call only
    private final Method method;
    private Object[] recorded; // a call of the program's, some of whose values these inputs have

    Inputs(Method method, Map<String, Knob> knobs, Map<String, Integer> choices, Map<String, String[]> ways, long seed) {
        this.method = method;
        this.knobs = knobs;
        this.choices = choices;
        this.ways = ways;
        this.random = new Random(seed * 0x9E3779B97F4A7C15L + 1);
    }

    /** The object and the arguments of a call that the program made, drawn by chance once for these inputs; null: none is known. */
    Object[] recorded() {
        if (recorded == null && method.recorded.size() > 0) {
            recorded = method.recorded.call(random.nextInt(method.recorded.size()));
        }
        return recorded;
    }

    /** The object whose method is called. */
    public Object receiver() throws Throwable {
        return new Make(this).receiver(method);
    }

    /** The parameter of this position, from 0, as Beagle makes it from its type. */
    public Object parameter(int position) throws Throwable {
        return new Make(this).parameter(method, position);
    }

    /** A size that the design varies, such as "text.BYTESIZE" or "items.NUMBER_OF_ELEMENTS", from 1 to a million or as far as time allows. */
    public int size(String name) {
        return (int) Math.round(number(name, true, 8, 1 << 20));
    }

    /** A value that the design varies, such as "width.VALUE". */
    public long value(String name) {
        return Math.round(number(name, false, 8, 1e6));
    }

    /** How many characters or bytes something has, of which each counts so many bytes. */
    int bytes(String name, int unit) {
        double v = number(name + ".BYTESIZE", true, 8 * unit, 1 << 23);
        Knob k = knobs.get(name + ".BYTESIZE");
        k.low = k.unit == unit || k.fixed ? k.low : unit;
        k.unit = unit;
        return (int) Math.round(v / unit);
    }

    double number(String name, boolean size, double first, double cap) {
        Knob k = knobs.get(name);
        if (k == null) {
            Double most = method.order.caps.get(name); // where larger ones did not return
            k = new Knob(name, size, first, most == null ? cap : Math.min(cap, most), null);
            knobs.put(name, k);
        }
        k.value = Math.min(k.value, k.cap);
        return k.value;
    }

    /** One of several levels, such as true and false, that the design varies. */
    int level(String name, String... levels) {
        Knob k = knobs.get(name);
        if (k == null) {
            k = new Knob(name, false, 0, levels.length - 1, levels);
            knobs.put(name, k);
        }
        int level = (int) Math.min(k.value, levels.length - 1);
        seen.put(name, levels[level]);
        return level;
    }

    Order order() {
        return method.order;
    }

    /** Texts that the method's class knows. */
    List<String> texts() {
        return method.order.texts;
    }

    /** Which of several ways to make something is taken at a place. */
    int way(String place, int unasked, String... names) {
        Integer chosen = choices.get(place);
        ways.put(place, names);
        if (chosen == null || chosen >= names.length) {
            choices.put(place, unasked);
            return unasked;
        }
        return chosen;
    }

    /** What is undone where a way fails. */
    Runnable mark() {
        final java.util.Set<String> had = new java.util.HashSet<String>(knobs.keySet());
        final java.util.Set<String> chosen = new java.util.HashSet<String>(choices.keySet());
        final java.util.Set<String> saw = new java.util.HashSet<String>(seen.keySet());
        final int size = made.size();
        final boolean was = once;
        return new Runnable() {
            @Override
            public void run() {
                knobs.keySet().retainAll(had);
                choices.keySet().retainAll(chosen);
                ways.keySet().retainAll(chosen);
                seen.keySet().retainAll(saw);
                made.subList(size, made.size()).clear();
                once = was;
            }
        };
    }

    /** Says what a characterisation is of what was made. */
    void saw(String name, double value) {
        seen.put(name, value == Math.rint(value) && Math.abs(value) < 1e15 ? Long.toString((long) value) : Double.toString(value));
    }

    /** Bytes that these inputs take, roughly. */
    long bytes() {
        return Content.bytes(made) + 64 * linked;
    }

    <T> T changes(T mutable) {
        made.add(mutable);
        return mutable;
    }
}
