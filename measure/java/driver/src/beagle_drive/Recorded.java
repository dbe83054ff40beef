/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_drive;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Calls of the driven method that the program made, with the object and the arguments as they were when each began.
 * beagle_rt.Kept wrote them. Each time that one is asked for it is made anew, so that no call sees what another one changed.
 */
final class Recorded {
    private final ClassLoader loader;
    private final List<byte[]> calls = new ArrayList<byte[]>();
    private final Class<?>[] types; // of the object and the parameters
    private List<Object[]> texts; // all calls, whose texts are looked at only

    /** Reads the calls of a method from all files of a folder; with none, there are no calls. */
    Recorded(Method m, String folder) {
        loader = m.order.loader;
        Class<?>[] parameters = m.method.getParameterTypes();
        types = new Class<?>[parameters.length + 1];
        types[0] = m.owner;
        System.arraycopy(parameters, 0, types, 1, parameters.length);
        File[] files = folder == null ? null : new File(folder).listFiles();
        if (files == null) {
            return;
        }
        Arrays.sort(files);
        for (File f : files) {
            Map<Integer, byte[]> places = new TreeMap<Integer, byte[]>(); // of the sample: the last one counts
            try {
                DataInputStream in = new DataInputStream(new java.io.BufferedInputStream(new FileInputStream(f)));
                try {
                    for (int length; (length = in.readInt()) >= 0 && length <= f.length(); ) {
                        byte[] call = new byte[length];
                        in.readFully(call);
                        Reader r = new Reader(call);
                        String owner = r.in.readUTF();
                        String name = r.in.readUTF();
                        if (owner.equals(m.method.getDeclaringClass().getName()) && name.equals(m.method.getName())) {
                            places.put(r.in.readInt(), call);
                        }
                    }
                } finally {
                    in.close();
                }
            } catch (IOException end) {
                // The file has ended, or cannot be read any further: what was read counts.
            }
            for (byte[] call : places.values()) {
                if (read(call) != null) {
                    calls.add(call);
                }
            }
        }
    }

    int size() {
        return calls.size();
    }

    /** The object and the arguments of a call, new ones each time. */
    Object[] call(int i) {
        return read(calls.get(i));
    }

    /** The text of an argument in the call that has it nearest in length, by logarithms. */
    String text(int argument, int length) {
        if (texts == null) {
            texts = new ArrayList<Object[]>();
            for (int i = 0; i < size(); i++) {
                texts.add(call(i));
            }
        }
        String best = null;
        for (Object[] all : texts) {
            String text = (String) all[argument];
            if (text != null && (best == null || away(text, length) < away(best, length))) {
                best = text;
            }
        }
        return best;
    }

    private static double away(String text, int length) {
        return Math.abs(Math.log((text.length() + 1.0) / (length + 1)));
    }

    /** Null: it cannot be made, or is of another method of that name. */
    private Object[] read(byte[] call) {
        try {
            Reader r = new Reader(call);
            r.in.readUTF();
            r.in.readUTF();
            r.in.readInt();
            if (r.in.readInt() != types.length - 1) {
                return null;
            }
            Object[] all = new Object[types.length];
            for (int i = 0; i < all.length; i++) {
                all[i] = r.value();
                boolean fits = types[i].isPrimitive() ? all[i] != null && box(types[i]).isInstance(all[i]) : all[i] == null || types[i].isInstance(all[i]);
                if (!fits) {
                    return null;
                }
            }
            return all;
        } catch (Throwable unmade) {
            return null;
        }
    }

    private static Class<?> box(Class<?> primitive) {
        return Array.get(Array.newInstance(primitive, 1), 0).getClass();
    }

    private Class<?> type(String name) throws ClassNotFoundException {
        for (Class<?> c : new Class<?>[] {int.class, long.class, double.class, boolean.class, byte.class, char.class, short.class, float.class, void.class}) {
            if (c.getName().equals(name)) {
                return c;
            }
        }
        return Class.forName(name, false, loader);
    }

    /** Reads the values of a call. */
    private final class Reader {
        final DataInputStream in;
        private final List<Object> known = new ArrayList<Object>();
        private final List<String> names = new ArrayList<String>();

        Reader(byte[] call) {
            in = new DataInputStream(new ByteArrayInputStream(call));
        }

        private String name() throws IOException {
            int at = in.readInt();
            if (at < 0) {
                names.add(in.readUTF());
                return names.get(names.size() - 1);
            }
            return names.get(at);
        }

        private byte[] bytes() throws IOException {
            byte[] all = new byte[in.readInt()];
            in.readFully(all);
            return all;
        }

        private <T> T knows(T v) {
            known.add(v);
            return v;
        }

        @SuppressWarnings({"unchecked", "rawtypes"})
        Object value() throws Exception {
            byte kind = in.readByte();
            switch (kind) {
                case '0':
                    return null;
                case 'r':
                    return known.get(in.readInt());
                case 's': {
                    int at = known.size();
                    known.add(null);
                    known.set(at, new String(bytes(), "UTF-8"));
                    return known.get(at);
                }
                case 'b': {
                    Class<?> c = type(name());
                    String text = in.readUTF();
                    return knows(c == Character.class ? (Object) Character.valueOf(text.charAt(0)) : c.getMethod("valueOf", String.class).invoke(null, text));
                }
                case 'e': {
                    Class c = type(name());
                    return knows(Enum.valueOf(c, name()));
                }
                case 'c':
                    return knows(type(name()));
                case 'a': {
                    Object[] array = (Object[]) knows(Array.newInstance(type(name()), in.readInt()));
                    for (int i = 0; i < array.length; i++) {
                        array[i] = value();
                    }
                    return array;
                }
                case 'l': {
                    Collection made = (Collection) knows(type(name()).getConstructor().newInstance());
                    for (int n = in.readInt(); n > 0; n--) {
                        made.add(value());
                    }
                    return made;
                }
                case 'm': {
                    Map made = (Map) knows(type(name()).getConstructor().newInstance());
                    for (int n = in.readInt(); n > 0; n--) {
                        Object key = value();
                        made.put(key, value());
                    }
                    return made;
                }
                case 'j': {
                    int at = known.size();
                    known.add(null);
                    ObjectInputStream from = new ObjectInputStream(new ByteArrayInputStream(bytes())) {
                        @Override
                        protected Class<?> resolveClass(ObjectStreamClass of) throws ClassNotFoundException {
                            return type(of.getName());
                        }
                    };
                    known.set(at, from.readObject());
                    return known.get(at);
                }
                case 'o':
                    return object();
                default:
                    throw new IOException("no value");
            }
        }

        private Object object() throws Exception {
            Class<?> c = type(name());
            int n = in.readInt();
            if (c == Object.class) {
                return knows(new Object());
            }
            if (c.getSuperclass() != null && c.getSuperclass().getName().equals("java.lang.Record")) {
                return record(c, n);
            }
            Object made = knows(Bare.object(c));
            for (; n > 0; n--) {
                Field f = type(name()).getDeclaredField(name());
                f.setAccessible(true);
                f.set(made, value());
            }
            return made;
        }

        /** A record is made by its constructor: its fields cannot be set. */
        private Object record(Class<?> c, int n) throws Exception {
            int at = known.size();
            known.add(null);
            Class<?>[] of = new Class<?>[n];
            Object[] all = new Object[n];
            for (int i = 0; i < n; i++) {
                type(name());
                of[i] = c.getDeclaredField(name()).getType();
                all[i] = value();
            }
            Constructor<?> k = c.getDeclaredConstructor(of);
            k.setAccessible(true);
            known.set(at, k.newInstance(all));
            return known.get(at);
        }
    }

    /** Makes objects without running a constructor. */
    private static final class Bare {
        private static Object unsafe;
        private static java.lang.reflect.Method allocate;

        private Bare() { }

        static Object object(Class<?> c) throws Exception {
            if (allocate == null) {
                Class<?> u = Class.forName("sun.misc.Unsafe");
                Field f = u.getDeclaredField("theUnsafe");
                f.setAccessible(true);
                unsafe = f.get(null);
                allocate = u.getMethod("allocateInstance", Class.class);
            }
            return allocate.invoke(unsafe, c);
        }
    }
}
