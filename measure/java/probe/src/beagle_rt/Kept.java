/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not
 * use this file except in compliance with the License. You may obtain a copy of
 * the License at http://www.apache.org/licenses/LICENSE-2.0
 */
package beagle_rt;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * Keeps some of the calls of each service as they begin, with the object and the arguments, so that drivers can call it
 * with inputs of the program's own: a sample of {@link #ROOM} calls, in which a call counts by the square root of the size
 * of its inputs (priority sampling, Duffield, Lund and Thorup 2007). By number alone, the few large calls that
 * take the time would not be in it; by size alone, the small ones would not.
 *
 * <p>A file holds calls one after the other: length, class, method, place in the sample, number of arguments, object,
 * arguments. beagle_drive.Recorded reads it. A call with something that cannot be copied, as a thread or a lambda, is left out.
 */
@SuppressWarnings("all") // of checkers that a build adds to the compiler
final class Kept {
    /** Calls that are kept of a service. */
    private static final int ROOM = 32;

    /** Bytes of a call, and of all: what is larger is left out. The text that comes last in a call may go beyond the first. */
    private static final int LARGEST = 1 << 20;
    private static final long ALL = 64L << 20;

    private static final File FOLDER = folder();
    static final boolean ON = FOLDER != null;

    private static Sample[] samples = new Sample[0]; // by service
    private static long random = 1;
    private static OutputStream out;
    private static long written;

    private Kept() { }

    private static File folder() {
        try {
            String path = System.getenv("BEAGLE_KEEP");
            return path == null || path.isEmpty() ? null : new File(path);
        } catch (Throwable denied) {
            return null;
        }
    }

    /** The calls of a service that are kept, by how they rank. */
    private static final class Sample {
        final double[] ranks = new double[ROOM];
        int taken;
        int least; // of the places that are taken
        long bytes;

        boolean takes(double rank) {
            return taken < ROOM || rank > ranks[least];
        }

        int place(double rank) {
            int place = taken < ROOM ? taken++ : least;
            ranks[place] = rank;
            for (int i = 0; i < taken; i++) {
                least = ranks[i] < ranks[least] ? i : least;
            }
            return place;
        }
    }

    /** A number from 0 to 1, never 0. Threads that draw at once may draw the same. */
    private static double draw() {
        random = random * 6364136223846793005L + 1442695040888963407L;
        return ((random >>> 11) + 1) * 0x1p-53;
    }

    /** How many characters or elements there are in what the JDK holds, without running any code of the program. */
    private static double size(Object v) {
        if (v == null || v.getClass().getClassLoader() != null) {
            return v instanceof Object[] ? ((Object[]) v).length : 0;
        }
        return v instanceof CharSequence ? ((CharSequence) v).length() : v instanceof Collection ? ((Collection<?>) v).size()
            : v instanceof Map ? ((Map<?, ?>) v).size() : v.getClass().isArray() ? Array.getLength(v) : 0;
    }

    private static Sample sample(int id) {
        Sample[] all = samples;
        return id < all.length && all[id] != null ? all[id] : added(id);
    }

    private static synchronized Sample added(int id) {
        if (id >= samples.length) {
            samples = java.util.Arrays.copyOf(samples, 2 * id + 32);
        }
        samples[id] = samples[id] == null ? new Sample() : samples[id];
        return samples[id];
    }

    /** A call begins, which is kept or not; where it came from says which method it is of. */
    static void call(int id, Object on, Object[] arguments) {
        double size = 1;
        for (int i = 0; i < arguments.length; i++) {
            size += size(arguments[i]);
        }
        double rank = Math.sqrt(size) / draw();
        Sample sample = sample(id);
        if (sample.takes(rank)) {
            keep(sample, rank, on, arguments);
        }
    }

    private static synchronized void keep(Sample sample, double rank, Object on, Object[] arguments) {
        try {
            if (!sample.takes(rank)) {
                return; // another thread's has taken the place
            }
            int place = sample.place(rank); // also where it turns out to be no value: else each call would be tried
            StackTraceElement caller = new Throwable().getStackTrace()[3];
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            Kept.Writer w = new Kept.Writer(bytes);
            w.out.writeUTF(caller.getClassName());
            w.out.writeUTF(caller.getMethodName());
            w.out.writeInt(place);
            w.out.writeInt(arguments.length);
            w.value(on);
            for (int i = 0; i < arguments.length; i++) {
                w.value(arguments[i]);
            }
            byte[] call = bytes.toByteArray();
            if ((sample.bytes += call.length) <= ALL / 4) { // the others need room, too
                write(call);
            }
        } catch (Throwable uncopied) {
            return; // something in it is no value: then there is one call less
        }
    }

    private static void write(byte[] call) throws IOException {
        if (written + call.length + 4 > ALL) {
            return;
        }
        written += call.length + 4;
        if (out == null) { // a file that only its owner can read
            out = new FileOutputStream(Files.createTempFile(FOLDER.toPath(), "calls", ".kept").toFile());
        }
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        new DataOutputStream(whole).writeInt(call.length);
        whole.write(call);
        out.write(whole.toByteArray()); // at once, since the JVM may end at any time
    }

    /** Writes values with all that they refer to. */
    private static final class Writer {
        final DataOutputStream out;
        private final Map<Object, Integer> known = new IdentityHashMap<Object, Integer>();
        private final Map<String, Integer> names = new HashMap<String, Integer>();

        Writer(OutputStream to) {
            out = new DataOutputStream(to);
        }

        private void name(String s) throws IOException {
            Integer at = names.get(s);
            out.writeInt(at == null ? -1 : at.intValue());
            if (at == null) {
                names.put(s, names.size());
                out.writeUTF(s);
            }
        }

        void value(Object v) throws Exception {
            if (out.size() > LARGEST) {
                throw new IOException("too large");
            }
            if (v == null) {
                out.writeByte('0');
                return;
            }
            Integer at = known.get(v);
            if (at != null) {
                out.writeByte('r');
                out.writeInt(at.intValue());
                return;
            }
            known.put(v, known.size());
            Class<?> c = v.getClass();
            if (v instanceof String) {
                if (((String) v).length() > ALL) {
                    throw new IOException("too large");
                }
                byte[] text = ((String) v).getBytes("UTF-8");
                out.writeByte('s');
                out.writeInt(text.length);
                out.write(text);
            } else if (v instanceof Object[]) {
                out.writeByte('a');
                name(c.getComponentType().getName());
                out.writeInt(((Object[]) v).length);
                for (Object element : (Object[]) v) {
                    value(element);
                }
            } else if (v instanceof Enum) {
                out.writeByte('e');
                name(((Enum<?>) v).getDeclaringClass().getName());
                name(((Enum<?>) v).name());
            } else if (v instanceof Class) {
                out.writeByte('c');
                name(((Class<?>) v).getName());
            } else if (c.getClassLoader() == null) {
                ofTheJDK(v, c);
            } else {
                object(v, c);
            }
        }

        private void ofTheJDK(Object v, Class<?> c) throws Exception {
            if (c.isArray() && Array.getLength(v) > LARGEST) {
                throw new IOException("too large");
            }
            boolean ordered = v instanceof SortedSet && ((SortedSet<?>) v).comparator() != null || v instanceof SortedMap && ((SortedMap<?, ?>) v).comparator() != null;
            if (ordered) {
                throw new IOException("a comparator is code");
            } else if (v instanceof Collection) {
                out.writeByte('l');
                name(made(c) ? c.getName() : v instanceof Set ? "java.util.LinkedHashSet" : "java.util.ArrayList");
                Object[] all = ((Collection<?>) v).toArray();
                out.writeInt(all.length);
                for (int i = 0; i < all.length; i++) {
                    value(all[i]);
                }
            } else if (v instanceof Map) {
                out.writeByte('m');
                name(made(c) ? c.getName() : "java.util.LinkedHashMap");
                out.writeInt(((Map<?, ?>) v).size());
                for (Map.Entry<?, ?> e : ((Map<?, ?>) v).entrySet()) {
                    value(e.getKey());
                    value(e.getValue());
                }
            } else if (v instanceof Number && c.getName().startsWith("java.lang.") || v instanceof Boolean || v instanceof Character) {
                out.writeByte('b');
                name(c.getName());
                out.writeUTF(v.toString());
            } else if (v instanceof Serializable) {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                ObjectOutputStream to = new ObjectOutputStream(bytes);
                to.writeObject(v);
                to.close();
                if (out.size() + bytes.size() > LARGEST) {
                    throw new IOException("too large");
                }
                out.writeByte('j');
                out.writeInt(bytes.size());
                out.write(bytes.toByteArray());
            } else if (c == Object.class) {
                out.writeByte('o');
                name(c.getName());
                out.writeInt(0);
            } else {
                throw new IOException(c + " is no value");
            }
        }

        private static boolean made(Class<?> c) {
            try {
                return Modifier.isPublic(c.getModifiers()) && Modifier.isPublic(c.getConstructor().getModifiers());
            } catch (NoSuchMethodException none) {
                return false;
            }
        }

        private void object(Object v, Class<?> c) throws Exception {
            if (v instanceof Thread || v instanceof ClassLoader || c.isSynthetic() || c.getName().indexOf('/') >= 0) {
                throw new IOException(c + " is no value");
            }
            List<Field> fields = new ArrayList<Field>();
            Class<?> of = c;
            for (; of != null && of.getClassLoader() != null; of = of.getSuperclass()) {
                for (Field f : of.getDeclaredFields()) {
                    if (!Modifier.isStatic(f.getModifiers())) {
                        fields.add(f);
                    }
                }
            }
            if (of != null && of != Object.class && of != Enum.class && !of.getName().equals("java.lang.Record")) {
                throw new IOException("what " + of + " holds cannot be seen"); // a collection of the program's own, for one
            }
            out.writeByte('o');
            name(c.getName());
            out.writeInt(fields.size());
            for (Field f : fields) {
                f.setAccessible(true);
                name(f.getDeclaringClass().getName());
                name(f.getName());
                value(f.get(v));
            }
        }
    }
}
