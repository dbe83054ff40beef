/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_rt;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Values inside objects, by the names of fields, and INNER for the elements of
 * collections, arrays and maps. Fields are read, also those that a
 * getter does nothing but return, and nothing of the program is called, so that
 * nothing is loaded, computed or locked; of collections those of the JDK only. What stands for another object (a proxy) has no values of its own.
 */
@SuppressWarnings("all") // of checkers that a build adds to the compiler
final class Parts {
    private static final int ELEMENTS = 16; // of a collection that are looked at
    private static final Object NONE = new Object();
    private static final int LOOKS = 64; // at elements of elements, in all
    private static final long GOLDEN = 40503; // 65536 by the golden ratio: what is counted in it is spread evenly
    private static final ConcurrentHashMap<String, Path[]> PATHS = new ConcurrentHashMap<String, Path[]>();
    private static final ClassValue<ConcurrentHashMap<String, Object>> FIELDS = new ClassValue<ConcurrentHashMap<String, Object>>() {
        @Override
        protected ConcurrentHashMap<String, Object> computeValue(Class<?> type) {
            return new ConcurrentHashMap<String, Object>();
        }
    };

    // What the elements that were looked at are, summed up.
    private int numbers;
    private int texts;
    private int sized;
    private double sum;
    private int looks;

    private Parts() { }

    /** What is wanted of an object, and the number that it has in records. */
    static final class Path {
        final int number;
        final String[] names;

        Path(String text) {
            String[] words = text.split("\\.");
            number = Integer.parseInt(words[0]);
            names = Arrays.copyOfRange(words, 1, words.length);
        }
    }

    /** Several paths, each behind its number, with ; between. */
    static Path[] paths(String text) {
        Path[] all = PATHS.get(text);
        if (all == null) {
            String[] each = text.split(";");
            all = new Path[each.length];
            for (int i = 0; i < all.length; i++) {
                all[i] = new Path(each[i]);
            }
            PATHS.put(text, all);
        }
        return all;
    }

    static void characterise(Trace trace, int id, int position, Object value, String[] names) throws Exception {
        Object at = value;
        for (int i = 0; i < names.length; i++) {
            if (names[i].equals("INNER")) {
                Parts found = new Parts();
                found.elements(at, names, i + 1);
                found.record(trace, id, position);
                return;
            }
            at = field(at, names[i]);
            if (at == NONE) {
                return;
            }
        }
        Values.characterise(trace, id, position, at);
    }

    /**
     * Sums up what some of the elements have, spread over all of them. Of elements of elements other places are
     * looked at in each: the same ones would tell of a matrix's diagonal more often than it is there.
     */
    private void elements(Object all, String[] names, int from) throws Exception {
        if (all == null) {
            return;
        }
        long shift = looks * GOLDEN & 0xffff; // of a place, in 65536th of the distance of two; 0 for the first ones
        if (all.getClass().isArray()) {
            int length = Array.getLength(all);
            for (int i = 0, n = Math.min(length, ELEMENTS); i < n; i++) {
                add(Array.get(all, (int) (((long) i << 16 | shift) * length / n >> 16)), names, from);
            }
        } else if (Sizes.isSized(all.getClass()) && all instanceof List && all instanceof RandomAccess) {
            int size = ((List<?>) all).size();
            for (int i = 0, n = Math.min(size, ELEMENTS); i < n; i++) {
                add(((List<?>) all).get((int) (((long) i << 16 | shift) * size / n >> 16)), names, from);
            }
        } else if (Sizes.isSized(all.getClass())) {
            boolean entries = all instanceof Map && from < names.length && (names[from].equals("key") || names[from].equals("value"));
            Iterator<?> each = all instanceof Map ? ((Map<?, ?>) all).entrySet().iterator() : ((Collection<?>) all).iterator();
            for (int i = 0; i < ELEMENTS && each.hasNext(); i++) {
                Object element = each.next();
                if (all instanceof Map) {
                    Map.Entry<?, ?> entry = (Map.Entry<?, ?>) element;
                    element = entries && names[from].equals("key") ? entry.getKey() : entry.getValue();
                }
                add(element, names, entries ? from + 1 : from);
            }
        }
    }

    /** Records the mean of what the elements have. */
    private void record(Trace trace, int id, int position) {
        int found = numbers + texts + sized;
        if (found > 0 && (numbers == found || texts == found || sized == found)) {
            trace.mean(id, position, numbers > 0 ? Trace.OF_VALUE : texts > 0 ? Trace.OF_BYTES : Trace.OF_ELEMENTS, sum / found);
        }
    }

    private void add(Object element, String[] names, int from) throws Exception {
        Object at = element;
        if (++looks > LOOKS) {
            return;
        }
        for (int i = from; i < names.length && at != NONE; i++) {
            if (names[i].equals("INNER")) {
                elements(at, names, i + 1);
                return;
            }
            at = field(at, names[i]);
        }
        if (at instanceof Number && (at.getClass().getName().startsWith("java.lang.") || at.getClass().getName().startsWith("java.math."))) {
            numbers++;
            sum += ((Number) at).doubleValue();
        } else if (at instanceof String) {
            texts++;
            sum += 2.0 * ((String) at).length();
        } else if (at instanceof byte[]) {
            texts++;
            sum += ((byte[]) at).length;
        } else if (at != null && at != NONE) {
            long size = at.getClass().isArray() ? Array.getLength(at) : Sizes.size(at, at.getClass());
            if (size >= 0) {
                sized++;
                sum += size;
            }
        }
    }

    /** The value of a field; NONE: there is none that could be read. */
    private static Object field(Object of, String name) throws Exception {
        if (of == null) {
            return NONE;
        }
        Class<?> type = of.getClass();
        ConcurrentHashMap<String, Object> known = FIELDS.get(type);
        Object field = known.get(name);
        if (field == null) {
            field = find(type, name);
            known.put(name, field);
        }
        return field == NONE ? NONE : ((Field) field).get(of);
    }

    private static Object find(Class<?> type, String name) {
        if (Proxy.isProxyClass(type) || type.getName().contains("$$") || type.getName().contains("Proxy$")) {
            return NONE;
        }
        Field alike = null;
        for (Class<?> c = type; c != null && !c.getName().startsWith("java."); c = c.getSuperclass()) {
            for (Field f : c.getDeclaredFields()) {
                if (Modifier.isStatic(f.getModifiers())) {
                    continue;
                }
                if (f.getName().equals(name)) {
                    return open(f);
                }
                if (alike == null && f.getName().equalsIgnoreCase(name)) {
                    alike = f;
                }
            }
        }
        return alike == null ? returned(type, name) : open(alike);
    }

    /** The field that a method of that name, with get or is before it or not, does nothing but return. */
    private static Object returned(Class<?> type, String name) {
        for (Class<?> c = type; c != null && !c.getName().startsWith("java."); c = c.getSuperclass()) {
            String field = Getters.field(c, name);
            if (field != null && field.isEmpty()) {
                return NONE;
            }
            if (field != null) {
                try {
                    return open(c.getDeclaredField(field));
                } catch (NoSuchFieldException inherited) {
                    return find(c.getSuperclass(), field);
                }
            }
        }
        return NONE;
    }

    private static Object open(Field field) {
        try {
            field.setAccessible(true);
            return field;
        } catch (Throwable closed) { // by a module
            return NONE;
        }
    }
}
