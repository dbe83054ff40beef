/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not
 * use this file except in compliance with the License. You may obtain a copy of
 * the License at http://www.apache.org/licenses/LICENSE-2.0
 */
package beagle_rt;

import java.io.File;
import java.io.RandomAccessFile;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Beagle's probes. They record what the measured program does into memory-mapped
 * segments, one thread to a segment, and are read by Beagle while the program
 * runs. Without the environment variable BEAGLE_OUT they do nothing.
 *
 * <p>Nothing here throws into the program, waits for anyone, starts a thread or
 * calls the program's own code. What was written survives any end of the JVM,
 * because the pages belong to the operating system.
 */
@SuppressWarnings("all") // of checkers that a build adds to the compiler
public final class P {
    // Types of records: the highest byte of a record's first word.
    private static final int DEMAND = 1;
    private static final int DEMAND_CPU = 2;
    private static final int BRANCH = 3;
    private static final int LOOP = 4;
    private static final int ENTER = 5;
    private static final int LEAVE = 6;
    private static final int PARAMETER = 7;
    private static final int CALL = 8;
    private static final int RETURN = 9;
    private static final int THREAD = 10;
    private static final int NEXT = 11; // the thread goes on in its next segment
    private static final int REST = 12; // executions since the site's last record: changes in place

    // Kinds of values of parameters.
    private static final int NULL = 0;
    private static final int LONG = 1;
    private static final int DOUBLE = 2;
    private static final int BOOLEAN = 3;
    private static final int STRING = 4;
    private static final int ENUM = 5;
    private static final int ARRAY = 6;
    private static final int SIZE = 7;
    private static final int TYPE = 8;

    /** Mark of a position: the first argument that is taken of a call. */
    private static final int FIRST = 1 << 8;

    /** Mark of a call's record: its arguments follow one by one. */
    private static final int OPEN = 1 << 31;

    /** Executions of a site that every thread records in full; then it samples. */
    private static final int FULL = (int) number("BEAGLE_FULL", 2000);

    /** Per site: executions, executions since the last record, mean time, muted, slot. */
    private static final int STRIDE = 5;
    private static final int RUNS = 0;
    private static final int PENDING = 1;
    private static final int MEAN = 2;
    private static final int MUTED = 3;
    private static final int SLOT = 4;

    /** Sites come in pages, because a thread meets few of them. */
    private static final int PAGE_BITS = 5;
    private static final int PAGE = 1 << PAGE_BITS;

    /** An object costs so many times what a number costs. */
    private static final int OBJECT = 3;
    private static final int MAX_TEXT = 64;
    private static final int MAX_NAME = 120;
    private static final int HEADER = 4096;
    private static final int SEGMENT_HEADER = 32;
    private static final int AREA = 256 << 10; // holds the small segments
    private static final int SMALL_SEGMENT = 1 << 10; // a thread's first one, when there are many
    private static final int FIRST_SEGMENT = 16 << 10;
    private static final int LAST_SEGMENT = 1 << 20;
    private static final int FEW = 64; // threads
    private static final long MAGIC = 0x31545245_4c474142L; // "BAGLERT1", little-endian
    private static final long SEGMENT_MAGIC = 0x31474553_4c474142L; // "BAGLSEG1"
    private static final long VERSION = 2;

    private static final long ANCHOR = System.nanoTime();
    private static final File DIRECTORY = directory();
    private static final boolean ON = DIRECTORY != null;
    private static final long LIMIT = number("BEAGLE_LIMIT", 2L << 30);
    private static final MethodHandle CPU = ON ? cpuClock() : null;

    // Costs of probes in units, of which one that records nothing costs LEFT_OUT; calibrated.
    private static final int LEFT_OUT = 4;
    private static final int MUTE = 1; // one that does not count either
    private static int recordUnits = 8;
    private static int clockUnits = 16;
    private static int cpuUnits = 300;

    /** Weak, so that a thread does not keep a class loader of the program alive. */
    private static final ThreadLocal<Reference<Trace>> TRACE = new ThreadLocal<Reference<Trace>>();
    private static final Set<String> SIZED = new HashSet<String>(Arrays.asList(
            "ArrayList", "LinkedList", "ArrayDeque", "PriorityQueue", "Arrays$ArrayList",
            "HashSet", "LinkedHashSet", "TreeSet", "RegularEnumSet", "JumboEnumSet",
            "HashMap", "LinkedHashMap", "TreeMap", "EnumMap", "IdentityHashMap",
            "HashMap$KeySet", "HashMap$Values", "HashMap$EntrySet",
            "LinkedHashMap$LinkedKeySet", "LinkedHashMap$LinkedValues", "LinkedHashMap$LinkedEntrySet",
            "Collections$EmptyList", "Collections$EmptySet", "Collections$EmptyMap",
            "Collections$SingletonList", "Collections$SingletonSet", "Collections$SingletonMap",
            "ImmutableCollections$ListN", "ImmutableCollections$List12",
            "ImmutableCollections$SetN", "ImmutableCollections$Set12",
            "ImmutableCollections$MapN", "ImmutableCollections$Map1",
            "concurrent.ConcurrentHashMap", "concurrent.CopyOnWriteArrayList",
            "concurrent.CopyOnWriteArraySet", "concurrent.LinkedBlockingQueue"));
    private static final ClassValue<Boolean> IS_SIZED = new ClassValue<Boolean>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            String name = type.getName();
            return name.startsWith("java.util.") && SIZED.contains(name.substring(10));
        }
    };

    private P() { }

    // ---- sections -------------------------------------------------------

    /**
     * Now: nanoseconds above 16 bits of the cost of the thread's probes so far; 0
     * where nothing is recorded.
     */
    public static long t() {
        if (!ON) {
            return 0;
        }
        Trace trace = trace();
        if (trace.skip) {
            trace.tick(MUTE);
            return 0;
        }
        trace.tick(clockUnits);
        long probes = trace.probes; // before the clock is read
        return (System.nanoTime() - ANCHOR) << 16 | probes & 0xffff;
    }

    /** The thread's CPU time where the section is long enough for that; else -1. */
    public static long c(int id) {
        if (!ON) {
            return -1;
        }
        Trace trace = trace();
        int[] page = trace.page(id);
        int site = site(id);
        if (trace.skip || page == null || page[site + RUNS] >= 32 && page[site + MEAN] < 50000) {
            trace.tick(MUTE);
            return -1;
        }
        trace.tick(cpuUnits);
        return cpu();
    }

    /** A section ends that began at start. */
    public static int x(int id, long start) {
        if (ON && start == 0) {
            trace().left(id);
        } else if (ON) {
            long now = System.nanoTime() - ANCHOR;
            Trace trace = trace();
            int weight = trace.due(id);
            if (weight > 0) {
                trace.section(start, now);
                trace.put(DEMAND, id, weight, 4);
            }
            trace.tick(clockUnits + cost(weight));
        }
        return 0;
    }

    /** A section ends that began at start, and at CPU time cpu, or -1. */
    public static int x(int id, long start, long cpu) {
        if (ON && start == 0) {
            trace().left(id);
        } else if (ON) {
            long now = System.nanoTime() - ANCHOR;
            long spent = cpu >= 0 ? cpu() - cpu : -1;
            Trace trace = trace();
            int weight = trace.due(id);
            trace.lasted(id, wall(start, now));
            if (weight > 0) {
                trace.section(start, now);
                trace.words[4] = spent;
                trace.put(spent >= 0 ? DEMAND_CPU : DEMAND, id, weight, spent >= 0 ? 5 : 4);
            }
            trace.tick(clockUnits + cost(weight) + (spent >= 0 ? cpuUnits : 0));
        }
        return 0;
    }

    /** What a probe costs but for its clock: most of it is writing a record. */
    private static int cost(int weight) {
        return weight > 0 ? recordUnits : LEFT_OUT;
    }

    /** Time from start, which has 48 bits of it, to now. */
    private static long wall(long start, long now) {
        return (now << 16) - (start & ~0xffffL) >>> 16;
    }

    // ---- branches and loops -----------------------------------------------

    /** A branch was reached. */
    public static void b(int id) {
        if (ON) {
            Trace trace = trace();
            int weight = trace.due(id);
            if (weight > 0) {
                trace.put(BRANCH, id, weight, 1);
            }
            trace.tick(cost(weight));
        }
    }

    /** A loop ended after count executions of its body. */
    public static int n(int id, long count) {
        if (ON) {
            Trace trace = trace();
            int weight = trace.due(id);
            if (weight > 0) {
                trace.words[1] = count;
                trace.put(LOOP, id, weight, 2);
            }
            trace.tick(cost(weight));
        }
        return 0;
    }

    // ---- operations -------------------------------------------------------

    /** An operation begins; the result goes to ox. */
    public static long oe(int id) {
        if (!ON) {
            return 0;
        }
        Trace trace = trace();
        long before = trace.skip ? 1 : 0;
        trace.skip = false; // operations are sampled each by itself
        int weight = trace.due(id);
        trace.skip = weight == 0;
        if (weight == 0) {
            trace.tick(LEFT_OUT);
            return before;
        }
        trace.tick(clockUnits + recordUnits);
        trace.words[1] = System.nanoTime() - ANCHOR;
        trace.put(ENTER, id, weight, 2);
        return before | 2;
    }

    /** An operation ends. */
    public static void ox(int id, long handle) {
        if (!ON) {
            return;
        }
        Trace trace = trace();
        if ((handle & 2) != 0) {
            trace.tick(clockUnits + recordUnits);
            trace.words[1] = System.nanoTime() - ANCHOR;
            trace.put(LEAVE, id, 0, 2);
        } else {
            trace.tick(MUTE);
        }
        trace.skip = (handle & 1) != 0;
    }

    // ---- values on their way out: the second argument ends sections ----------

    public static <T> T r(T value, int ended) {
        return value;
    }

    public static boolean r(boolean value, int ended) {
        return value;
    }

    public static byte r(byte value, int ended) {
        return value;
    }

    public static short r(short value, int ended) {
        return value;
    }

    public static char r(char value, int ended) {
        return value;
    }

    public static int r(int value, int ended) {
        return value;
    }

    public static long r(long value, int ended) {
        return value;
    }

    public static float r(float value, int ended) {
        return value;
    }

    public static double r(double value, int ended) {
        return value;
    }

    // ---- calls ------------------------------------------------------------

    /** A call is about to happen; its arguments follow by p. */
    public static void ce(int id) {
        if (ON) {
            trace().call(id, 0);
        }
    }

    /** A call has returned; arguments may follow by p. */
    public static void cl(int id) {
        if (ON) {
            Trace trace = trace();
            if (trace.speaks(id, recordUnits)) {
                trace.put(RETURN, id, 0, 1);
            }
        }
    }

    public static <T> T a(int id, int position, T value) {
        if (ON && passes(id, position)) {
            object(id, position, value);
        }
        return value;
    }

    public static boolean a(int id, int position, boolean value) {
        if (ON && passes(id, position)) {
            integer(id, position, BOOLEAN, value ? 1 : 0);
        }
        return value;
    }

    public static byte a(int id, int position, byte value) {
        if (ON && passes(id, position)) {
            integer(id, position, LONG, value);
        }
        return value;
    }

    public static short a(int id, int position, short value) {
        if (ON && passes(id, position)) {
            integer(id, position, LONG, value);
        }
        return value;
    }

    public static char a(int id, int position, char value) {
        if (ON && passes(id, position)) {
            integer(id, position, LONG, value);
        }
        return value;
    }

    public static int a(int id, int position, int value) {
        if (ON && passes(id, position)) {
            integer(id, position, LONG, value);
        }
        return value;
    }

    public static long a(int id, int position, long value) {
        if (ON && passes(id, position)) {
            integer(id, position, LONG, value);
        }
        return value;
    }

    public static float a(int id, int position, float value) {
        if (ON && passes(id, position)) {
            integer(id, position, DOUBLE, Double.doubleToRawLongBits(value));
        }
        return value;
    }

    public static double a(int id, int position, double value) {
        if (ON && passes(id, position)) {
            integer(id, position, DOUBLE, Double.doubleToRawLongBits(value));
        }
        return value;
    }

    /** The first argument of a call opens it, the last one closes it. */
    private static boolean passes(int id, int position) {
        if ((position & FIRST) != 0) {
            trace().call(id, OPEN);
        }
        return true;
    }

    // ---- parameters ---------------------------------------------------------

    public static void p(int id, int position, boolean value) {
        if (ON) {
            integer(id, position, BOOLEAN, value ? 1 : 0);
        }
    }

    public static void p(int id, int position, long value) {
        if (ON) {
            integer(id, position, LONG, value);
        }
    }

    public static void p(int id, int position, double value) {
        if (ON) {
            integer(id, position, DOUBLE, Double.doubleToRawLongBits(value));
        }
    }

    public static void p(int id, int position, Object value) {
        if (ON) {
            object(id, position, value);
        }
    }

    private static void integer(int id, int position, int kind, long value) {
        Trace trace = trace();
        if (trace.speaks(id, recordUnits)) {
            trace.words[1] = value;
            trace.parameter(id, position, kind, 0, 2);
        }
    }

    /** Characterises a value; calls nothing but the JDK's own cheap methods. */
    private static void object(int id, int position, Object value) {
        Trace trace = trace();
        if (!trace.speaks(id, OBJECT * recordUnits)) {
            return;
        }
        try {
            characterise(trace, id, position, value);
        } catch (Throwable failed) { // e.g. no stack left; there is then no record
            return;
        }
    }

    private static void characterise(Trace trace, int id, int position, Object value) {
        long[] w = trace.words;
        if (value == null) {
            trace.parameter(id, position, NULL, 0, 1);
            return;
        }
        Class<?> type = value.getClass();
        if (type == String.class) {
            String text = (String) value;
            w[1] = text.length();
            int shown = text.length() <= MAX_TEXT ? text.length() : 0;
            trace.parameter(id, position, STRING, shown, 2 + trace.text(2, text, shown));
        } else if (type == Integer.class || type == Long.class || type == Short.class || type == Byte.class) {
            w[1] = ((Number) value).longValue();
            trace.parameter(id, position, LONG, 0, 2);
        } else if (type == Double.class || type == Float.class) {
            w[1] = Double.doubleToRawLongBits(((Number) value).doubleValue());
            trace.parameter(id, position, DOUBLE, 0, 2);
        } else if (type == Boolean.class) {
            w[1] = (Boolean) value ? 1 : 0;
            trace.parameter(id, position, BOOLEAN, 0, 2);
        } else if (type == Character.class) {
            w[1] = (Character) value;
            trace.parameter(id, position, LONG, 0, 2);
        } else if (value instanceof Enum) {
            String name = ((Enum<?>) value).name();
            int shown = Math.min(name.length(), MAX_NAME);
            w[1] = ((Enum<?>) value).ordinal();
            trace.parameter(id, position, ENUM, shown, 2 + trace.text(2, name, shown));
        } else if (type.isArray()) {
            w[1] = java.lang.reflect.Array.getLength(value);
            trace.parameter(id, position, ARRAY, width(type.getComponentType()), 2);
        } else {
            long size = size(value, type);
            if (size >= 0) {
                w[1] = size;
                trace.parameter(id, position, SIZE, 0, 2);
                return;
            }
            String name = type.getName();
            int shown = Math.min(name.length(), MAX_NAME);
            trace.parameter(id, position, TYPE, shown, 1 + trace.text(1, name, shown));
        }
    }

    private static long size(Object value, Class<?> type) {
        if (IS_SIZED.get(type)) {
            return value instanceof Map ? ((Map<?, ?>) value).size() : ((Collection<?>) value).size();
        }
        if (type == StringBuilder.class) {
            return ((StringBuilder) value).length();
        }
        if (value instanceof Buffer && type.getName().startsWith("java.nio.")) {
            return ((Buffer) value).remaining();
        }
        return -1;
    }

    private static int width(Class<?> element) {
        if (element == byte.class || element == boolean.class) {
            return 1;
        } else if (element == char.class || element == short.class) {
            return 2;
        } else if (element == int.class || element == float.class) {
            return 4;
        }
        return element == long.class || element == double.class ? 8 : 0;
    }

    // ---- one thread's records ---------------------------------------------------

    private static Trace trace() {
        Reference<Trace> known = TRACE.get();
        Trace trace = known == null ? null : known.get();
        return trace != null ? trace : newTrace();
    }

    private static Trace newTrace() {
        try {
            Trace trace = Store.STORE.open();
            TRACE.set(new WeakReference<Trace>(trace));
            return trace;
        } catch (Throwable failed) { // e.g. no memory left
            return Store.NONE;
        }
    }

    /** Where in its page a site's numbers stand. */
    private static int site(int id) {
        return (id & PAGE - 1) * STRIDE;
    }

    /** What one thread records, and where. */
    public static class Trace {
        /** The record that is being written. */
        public final long[] words = new long[2 + MAX_NAME / 4 + 1];
        long[] marks = new long[2]; // times at which the low 16 bits of probes were 0
        int[][] pages = new int[4][];
        ByteBuffer[] slots = new ByteBuffer[0]; // where the site's REST stands
        int[] places = new int[0]; // in that buffer
        int used; // slots
        long probes; // in units
        int calibrateAt = 1; // when the high bits of probes are this
        boolean skip; // this execution of the operation is not recorded
        /** Nothing can be recorded any more. */
        public boolean off;
        ByteBuffer buffer;
        int number;
        int segments;
        int position;
        int size;
        int lost;

        /** Counts a probe that costs so many units. */
        void tick(int units) {
            long now = probes += units;
            if ((now & 0xffff) < units) {
                int high = (int) (now >>> 16);
                mark(high);
                if (high >= calibrateAt && number > 0) {
                    calibrateAt = 2 * high;
                    Calibration.again(this);
                }
            }
        }

        /** Counts time that was spent for the probes. */
        void spent(long nanos, double unit) {
            int before = (int) (probes >>> 16);
            probes += (long) (nanos * 1000 / unit);
            for (int high = before + 1; high <= (int) (probes >>> 16); high++) {
                mark(high);
            }
        }

        private void mark(int high) {
            try {
                while (high >= marks.length && marks.length < 4096) {
                    marks = Arrays.copyOf(marks, marks.length * 2);
                }
            } catch (Throwable failed) { // the correction gets coarser
                return;
            }
            marks[high & marks.length - 1] = System.nanoTime() - ANCHOR;
        }

        /** Units of probes that ran since the time start, when the low bits were low. */
        long nested(long low, long start, long now) {
            long high = now >>> 16;
            int mask = marks.length - 1;
            for (int back = 0; back < mask && high > 0 && marks[(int) high & mask] > start; back++) {
                high--;
            }
            return now - (high << 16 | low);
        }

        /** The words of a section's record, before its end is counted as a probe. */
        void section(long start, long now) {
            long[] w = words;
            long wall = wall(start, now);
            w[1] = now - wall;
            w[2] = wall;
            w[3] = nested(start & 0xffff, now - wall, probes);
        }

        /** Remembers how long a site's sections are: c reads the CPU's clock for long ones. */
        void lasted(int id, long wall) {
            int[] page = page(id);
            if (page != null) {
                int site = site(id);
                int mean = page[site + MEAN];
                int capped = (int) Math.min(wall, 1 << 30);
                page[site + MEAN] = page[site + RUNS] == 1 ? capped : mean + (capped - mean) / 8;
            }
        }

        /** The numbers of a site and its neighbours; null: there is no room. */
        int[] page(int id) {
            int at = id >>> PAGE_BITS;
            int[][] all = pages;
            int[] page = at < all.length ? all[at] : null;
            return page != null ? page : newPage(at);
        }

        private int[] newPage(int at) {
            if (this == Store.NONE) { // of many threads
                return null;
            }
            try {
                int[] page = new int[PAGE * STRIDE];
                if (at >= pages.length) {
                    pages = Arrays.copyOf(pages, Math.max(at + 1, pages.length * 2));
                }
                return pages[at] = page;
            } catch (Throwable failed) {
                return null;
            }
        }

        /**
         * Counts an execution; how many executions a record stands for, 0: there is
         * none. What is not recorded is counted all the same.
         */
        int due(int id) {
            int[] page = page(id);
            if (page == null) {
                return skip ? 0 : 1;
            }
            int at = site(id);
            int pending = ++page[at + PENDING];
            if (skip) {
                rest(page, at, id, pending);
                return 0;
            }
            int run = page[at + RUNS]++;
            if (run >= FULL || run < 0) {
                int step = 1 << 32 - Integer.numberOfLeadingZeros((run & 0x7fffffff) / FULL);
                if ((run & step - 1) != 0) {
                    rest(page, at, id, pending);
                    return 0;
                }
            }
            if (off) {
                rest(page, at, id, pending);
                return pending;
            }
            page[at + PENDING] = 0;
            if (page[at + SLOT] > 0) {
                rest(page, at, id, 0);
            }
            return pending;
        }

        /** Counts an execution of which nothing is known. */
        void left(int id) {
            boolean before = skip;
            skip = true;
            due(id);
            skip = before;
            tick(LEFT_OUT);
        }

        /** Shows the reader how many executions a site's next record stands for. */
        private void rest(int[] page, int at, int id, int pending) {
            int slot = page[at + SLOT];
            if (slot == 0) {
                slot = page[at + SLOT] = newSlot(id);
            }
            if (slot > 0) {
                slots[slot - 1].putInt(places[slot - 1], pending);
            }
        }

        /** Makes room for a site's REST; its number from 1, -1: there is none. */
        private int newSlot(int id) {
            if (off || buffer == null) {
                return -1;
            }
            try {
                if (used == slots.length) {
                    places = Arrays.copyOf(places, 2 * used + 4);
                    slots = Arrays.copyOf(slots, 2 * used + 4);
                }
                words[1] = 0;
                put(REST, id, 0, 2);
                if (off) {
                    return -1;
                }
                slots[used] = buffer;
                places[used] = position - 8;
                return ++used;
            } catch (Throwable failed) { // no memory or no stack left
                return -1;
            }
        }

        /** Executions of a site since its last record, for a store without slots. */
        public int pending(int id) {
            int at = id >>> PAGE_BITS;
            int[][] all = pages;
            return at < all.length && all[at] != null ? all[at][site(id) + PENDING] : 0;
        }

        /** All sites that this thread may have met have numbers below this. */
        public int bound() {
            return pages.length << PAGE_BITS;
        }

        /** Decides whether this execution of a call is recorded. */
        void call(int id, int open) {
            int weight = due(id);
            tick(cost(weight));
            int[] page = page(id);
            if (page != null) {
                page[site(id) + MUTED] = weight == 0 ? -1 : weight;
            }
            if (weight > 0) {
                put(CALL, id, weight | open, 1);
            }
        }

        /** Counts a probe that costs so many units where its call or service is recorded. */
        boolean speaks(int id, int units) {
            int[] page = skip ? null : page(id);
            boolean muted = skip || page != null && page[site(id) + MUTED] < 0;
            tick(muted ? MUTE : units);
            return !muted;
        }

        void parameter(int id, int position, int kind, int data, int n) {
            put(PARAMETER, id, position & 0xff | kind << 8 | (position >>> 8 & 7) << 12 | data << 15, n);
        }

        /** Packs characters, four to a word, from word at; returns the words used. */
        int text(int at, String text, int length) {
            int used = length + 3 >>> 2;
            for (int i = 0; i < used; i++) {
                long word = 0;
                for (int k = 0; k < 4 && 4 * i + k < length; k++) {
                    word |= (long) text.charAt(4 * i + k) << 16 * k;
                }
                words[at + i] = word;
            }
            return used;
        }

        void put(int type, int id, int aux, int n) {
            if (off) {
                if ((lost++ & 255) == 0) {
                    Store.STORE.lost(lost == 1 ? 1 : 256);
                }
                return;
            }
            words[0] = (long) type << 56 | (long) (id & 0xffffff) << 32 | aux & 0xffffffffL;
            commit(n);
        }

        /** Writes a record; its first word last, because that makes it valid. */
        public void commit(int n) {
            int at = position;
            int bytes = n << 3;
            if (at + bytes + 8 > size) {
                if (!Store.STORE.grow(this)) {
                    return;
                }
                at = position;
            }
            ByteBuffer out = buffer;
            for (int i = 1; i < n; i++) {
                out.putLong(at + (i << 3), words[i]);
            }
            out.putLong(at, words[0]);
            position = at + bytes;
        }
    }

    /** Where records go. */
    public abstract static class Store {
        static final Store STORE = store();
        static final Trace NONE = none();

        private static Store store() {
            try {
                String jars = System.getenv("BEAGLE_KIEKER");
                if (jars != null && !jars.isEmpty()) {
                    return (Store) Class.forName("beagle_rt.KiekerStore", true, new Loader(jars))
                            .getDeclaredConstructor().newInstance();
                }
            } catch (Throwable failed) {
                System.err.println("beagle: Kieker's probes do not start: " + failed);
            }
            return new Segments(DIRECTORY);
        }

        private static Trace none() {
            Trace trace = new Trace();
            trace.off = true;
            return trace;
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

        /**
         * What probes cost here and now: within their own wall time, within their
         * own CPU time, and per unit around them; in thousandths of nanoseconds.
         */
        protected static long[] costs() {
            return Calibration.first();
        }

        /** Nanoseconds since this class was loaded: the time in records. */
        protected static long now() {
            return System.nanoTime() - ANCHOR;
        }
    }

    /** Loads Kieker and what it needs where the program cannot see it. */
    private static final class Loader extends URLClassLoader {
        Loader(String jars) throws Exception {
            super(urls(jars), ClassLoader.getSystemClassLoader().getParent());
        }

        private static URL[] urls(String jars) throws Exception {
            String[] names = jars.split(File.pathSeparator);
            URL[] urls = new URL[names.length];
            for (int i = 0; i < names.length; i++) {
                urls[i] = new File(names[i]).toURI().toURL();
            }
            return urls;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (name.equals("beagle_rt.P") || name.startsWith("beagle_rt.P$")) {
                return Class.forName(name, false, P.class.getClassLoader());
            }
            return super.findClass(name);
        }
    }

    /** Memory-mapped segments of one file per JVM. */
    static final class Segments extends Store {
        private static final int RECORDING = 1;
        private static final int FULL_SIZE = 2;
        private static final int FAILED = 3;

        private final File directory;
        private final byte[] zeros = new byte[64 << 10];
        private File file;
        private ByteBuffer header;
        private ByteBuffer area; // where small segments are put
        private int taken; // of it
        private long end;
        private long segments;
        private long lost;
        private int threads;
        private boolean interrupted;

        Segments(File directory) {
            this.directory = directory;
        }

        @Override
        protected Trace open(Trace gone) {
            Trace trace = new Trace();
            int number = ++threads;
            trace.number = number;
            if (gone != null && gone.size - gone.position > SMALL_SEGMENT / 2) {
                trace.buffer = gone.buffer;
                trace.position = gone.position;
                trace.size = gone.size;
                trace.segments = 1;
                trace.put(THREAD, number, 0, 1);
            } else {
                allocate(trace, number <= FEW ? FIRST_SEGMENT : SMALL_SEGMENT);
            }
            return trace;
        }

        @Override
        public synchronized boolean grow(Trace trace) {
            ByteBuffer full = trace.buffer;
            int at = trace.position;
            if (full == null || trace.number == 0 || !allocate(trace, Math.min(full.capacity() * 4, LAST_SEGMENT))) {
                return false;
            }
            full.putLong(at, (long) NEXT << 56);
            return true;
        }

        @Override
        public synchronized void lost(int records) {
            lost += records;
            if (header != null) {
                header.putLong(64, lost);
            }
        }

        @Override
        public void cost(long[] costs) {
            for (int i = 0; i < costs.length; i++) {
                header.putLong(80 + 8 * i, costs[i]);
            }
        }

        /** Gives a trace a segment, or lets it record nothing any more. */
        private boolean allocate(Trace trace, int size) {
            interrupted = Thread.interrupted(); // would close the channel
            try {
                ByteBuffer buffer = file == null && !create() ? null : segment(size);
                if (buffer == null) {
                    trace.off = true;
                    return false;
                }
                describe(buffer, size, trace.number, ++trace.segments);
                trace.buffer = buffer;
                trace.position = SEGMENT_HEADER;
                trace.size = size;
                return true;
            } catch (StackOverflowError deep) { // the program's: a later record may fit
                return false;
            } catch (Throwable failed) {
                trace.off = true;
                if (header != null) {
                    header.putLong(56, FAILED);
                }
                return false;
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        /** Room for a segment: a small one in an area, because maps are few; null: none. */
        private ByteBuffer segment(int size) throws Exception {
            boolean small = size <= FIRST_SEGMENT;
            if (small && area != null && area.capacity() - taken >= size) {
                return slice(size);
            }
            int mapped = small ? AREA : size;
            if (end + mapped > LIMIT) {
                header.putLong(56, FULL_SIZE);
                return null;
            }
            ByteBuffer buffer = map(end, mapped);
            end += mapped;
            header.putLong(72, end);
            if (!small) {
                return buffer;
            }
            describe(buffer, AREA, 0, 0);
            area = buffer;
            taken = SEGMENT_HEADER;
            return slice(size);
        }

        private ByteBuffer slice(int size) {
            ByteBuffer all = area.duplicate();
            ((Buffer) all).position(taken).limit(taken + size);
            taken += size;
            return all.slice().order(ByteOrder.LITTLE_ENDIAN);
        }

        private void describe(ByteBuffer buffer, int size, int thread, int index) {
            buffer.putInt(8, size);
            buffer.putInt(12, thread);
            buffer.putLong(16, System.nanoTime() - ANCHOR);
            buffer.putInt(24, index);
            buffer.putLong(0, SEGMENT_MAGIC);
            header.putLong(48, ++segments);
        }

        private boolean create() throws Exception {
            File named = new File(directory, Long.toString(System.currentTimeMillis(), 36) + "-"
                    + Long.toString(ANCHOR & Long.MAX_VALUE, 36) + ".beagle");
            file = named;
            ByteBuffer header = map(0, HEADER);
            end = HEADER;
            header.putLong(8, VERSION | (long) HEADER << 32);
            header.putLong(16, number("BEAGLE_TABLE", 0));
            header.putLong(24, System.currentTimeMillis());
            header.putLong(32, System.nanoTime() - ANCHOR);
            this.header = header;
            cost(costs());
            header.putLong(56, RECORDING);
            header.putLong(72, end);
            header.putLong(0, MAGIC);
            return true;
        }

        /**
         * Maps a part of the file. Its zeros are written first, so that a full disk
         * is an exception here and not a fault at some later store.
         */
        private ByteBuffer map(long at, int size) throws Exception {
            Exception last = null;
            for (int attempt = 0; attempt < 8; attempt++) {
                RandomAccessFile random = new RandomAccessFile(file, "rw");
                try {
                    random.seek(at);
                    for (int done = 0; done < size; done += zeros.length) {
                        random.write(zeros, 0, Math.min(zeros.length, size - done));
                    }
                    ByteBuffer buffer = random.getChannel().map(FileChannel.MapMode.READ_WRITE, at, size);
                    return buffer.order(ByteOrder.LITTLE_ENDIAN);
                } catch (java.nio.channels.ClosedByInterruptException closed) {
                    interrupted |= Thread.interrupted();
                    last = closed;
                } finally {
                    random.close();
                }
            }
            throw last;
        }
    }

    // ---- what the probes cost ---------------------------------------------------

    /** What a probe costs: in the best of many rounds, in thousandths of nanoseconds. */
    private static final class Calibration {
        private static final int BRANCHES = 0;
        private static final int LEFT_OUT_BRANCHES = 1;
        private static final int SECTIONS = 2;
        private static final int CPU_SECTIONS = 3;
        private static final int WORK = 4;
        private static final int MORE_WORK = 5;

        private static final int STEPS = 16; // of work
        private static final int ROUND = 40; // so few that the method of a round is soon called often enough for the compiler
        private static final int AGAIN = 32;

        private static final AtomicBoolean BUSY = new AtomicBoolean();
        private static int times;
        private static long cheapest = Long.MAX_VALUE; // section
        private static double unit = 1000;

        private final long around;
        private final long inside; // what it recorded itself

        /** Before the first record; the compiler has hardly come to the probes by then. */
        static long[] first() {
            long[] costs = null;
            BUSY.set(true);
            try {
                costs = calibrate(1);
            } catch (Throwable failed) { // nothing is known
                costs = null;
            }
            BUSY.set(false);
            return costs == null ? new long[3] : costs;
        }

        /** In the thread of a trace, which has run many probes since the last time. */
        static void again(Trace trace) {
            if (times >= AGAIN || !BUSY.compareAndSet(false, true)) {
                return;
            }
            times++;
            long begin = System.nanoTime();
            try {
                long[] costs = calibrate(0);
                if (costs != null) {
                    Store.STORE.cost(costs);
                }
            } catch (Throwable failed) { // e.g. no stack left: the costs stay
                times++;
            } finally {
                TRACE.set(new WeakReference<Trace>(trace));
                trace.spent(System.nanoTime() - begin, unit);
                BUSY.set(false);
            }
        }

        /** For some milliseconds, or a tenth of one; null: probes were cheaper earlier. */
        private static long[] calibrate(int millis) {
            Trace trace = new Trace();
            trace.size = 8 << 10;
            trace.buffer = ByteBuffer.allocateDirect(trace.size).order(ByteOrder.LITTLE_ENDIAN);
            TRACE.set(new WeakReference<Trace>(trace)); // who calls sets the real one
            Calibration sections = new Calibration(trace, SECTIONS, 8 * millis);
            if (sections.around >= cheapest) {
                return null;
            }
            Calibration work = new Calibration(trace, WORK, 2 * millis);
            Calibration moreWork = new Calibration(trace, MORE_WORK, 2 * millis);
            // The processor is still busy with the first reading of the clock while a
            // section's code begins, so that an empty section shows more than others
            // get: the time of work of two lengths tells what remains at length 0.
            long own = Math.max(0, Math.min(sections.inside, (3 * work.inside - moreWork.inside) / 2));
            long left = new Calibration(trace, LEFT_OUT_BRANCHES, 2 * millis).around;
            long record = new Calibration(trace, BRANCHES, 2 * millis).around;
            // What is dearer, the compiler has not come to.
            left = Math.max(LEFT_OUT, Math.min(left, sections.around / 4));
            record = Math.max(left, Math.min(record, sections.around / 4));
            unit = (double) left / LEFT_OUT;
            recordUnits = (int) Math.round(record / unit);
            clockUnits = (int) Math.max(1, Math.round((sections.around - record) / 2 / unit));
            cheapest = sections.around;
            if (CPU == null || cpu() < 0) {
                return new long[] {own, 0, (long) unit};
            }
            Calibration both = new Calibration(trace, CPU_SECTIONS, 4 * millis);
            cpuUnits = (int) Math.min(0x7fff, Math.max(1, Math.round((both.around - sections.around) / 2 / unit)));
            return new long[] {own, both.inside, (long) unit};
        }

        private Calibration(Trace trace, int what, int millis) {
            long best = Long.MAX_VALUE;
            long least = Long.MAX_VALUE;
            trace.skip = what == LEFT_OUT_BRANCHES;
            long begin = System.nanoTime();
            long now = begin;
            int rounds = what == SECTIONS && millis > 0 ? 300 : 12;
            for (int round = 0; round < rounds || now - begin < millis * 1000000L; round++) {
                long start = System.nanoTime();
                long walls = round(trace, what);
                now = System.nanoTime();
                best = Math.min(best, now - start);
                least = Math.min(least, walls);
                trace.position = 0;
                if (!trace.skip) {
                    Arrays.fill(trace.page(0), 0); // so that all is recorded
                }
            }
            trace.skip = false;
            around = best * 1000 / ROUND;
            inside = least * 1000 / ROUND;
        }

        private static long round(Trace trace, int what) {
            switch (what) {
                case BRANCHES:
                case LEFT_OUT_BRANCHES:
                    return branches();
                case SECTIONS:
                    return sections(trace);
                case CPU_SECTIONS:
                    return cpuSections(trace);
                default:
                    return work(trace, what == WORK ? STEPS : 3 * STEPS);
            }
        }

        private static long branches() {
            for (int i = 0; i < ROUND; i++) {
                b(i & 15);
            }
            return 0;
        }

        private static long sections(Trace trace) {
            long walls = 0;
            for (int i = 0; i < ROUND; i++) {
                x(i & 15, t());
                walls += trace.words[2];
            }
            return walls;
        }

        private static long cpuSections(Trace trace) {
            long times = 0;
            for (int i = 0; i < ROUND; i++) {
                long before = c(i & 15);
                x(i & 15, t(), before);
                times += trace.words[4];
            }
            return times;
        }

        /** Each step needs the one before, so that its time is that of its length. */
        private static long work(Trace trace, int steps) {
            long walls = 0;
            long done = trace.words[5];
            for (int i = 0; i < ROUND; i++) {
                long begun = t();
                for (int k = 0; k < steps; k++) {
                    done = done * 6364136223846793005L + 1442695040888963407L;
                }
                x(i & 15, begun);
                walls += trace.words[2];
            }
            trace.words[5] = done; // so that the compiler leaves the work in
            return walls;
        }
    }

    // ---- surroundings -----------------------------------------------------------

    private static File directory() {
        try {
            String path = System.getenv("BEAGLE_OUT");
            if (path != null && !path.isEmpty()) {
                return new File(path);
            }
        } catch (Throwable denied) {
            return null;
        }
        return null;
    }

    private static long number(String name, long otherwise) {
        try {
            String text = System.getenv(name);
            return text == null || text.isEmpty() ? otherwise : Long.parseLong(text);
        } catch (Throwable denied) {
            return otherwise;
        }
    }

    /** By name, so that a module needs no "requires java.management". */
    private static MethodHandle cpuClock() {
        try {
            Class<?> factory = Class.forName("java.lang.management.ManagementFactory");
            Class<?> bean = Class.forName("java.lang.management.ThreadMXBean");
            Object threads = factory.getMethod("getThreadMXBean").invoke(null);
            return MethodHandles.publicLookup()
                    .findVirtual(bean, "getCurrentThreadCpuTime", MethodType.methodType(long.class))
                    .bindTo(threads);
        } catch (Throwable missing) {
            return null;
        }
    }

    private static long cpu() {
        try {
            return CPU == null ? -1 : (long) CPU.invokeExact();
        } catch (Throwable unsupported) {
            return -1;
        }
    }
}
