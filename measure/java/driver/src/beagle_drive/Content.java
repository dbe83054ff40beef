/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_drive;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** What objects hold, as a number: other contents, very likely another number. */
final class Content {
    private static final int MOST = 20000; // objects that are looked at

    private final IdentityHashMap<Object, Boolean> visited = new IdentityHashMap<Object, Boolean>();
    private final ArrayDeque<Object> open = new ArrayDeque<Object>();
    private final boolean values; // else shape only: classes, sizes
    private long hash = 17;

    private Content(boolean values) {
        this.values = values;
    }

    /** Of values, all that they refer to included. */
    static long of(Object... roots) {
        return new Content(true).all(roots);
    }

    /** Of how many objects of which classes and sizes there are, whatever numbers are in them. */
    static long shape(Object... roots) {
        return new Content(false).all(roots);
    }

    private long all(Object[] roots) {
        for (Object o : roots) {
            reach(o);
        }
        for (int n = 0; !open.isEmpty() && n < MOST; n++) {
            look(open.poll());
        }
        return hash;
    }

    private void mix(long v) {
        hash = (hash ^ v) * 0x100000001B3L;
        hash ^= hash >>> 29;
    }

    private void reach(Object o) {
        if (o == null) {
            mix(1);
        } else if (o instanceof String || o instanceof Number && o.getClass().getName().startsWith("java.") || o instanceof Boolean || o instanceof Character || o instanceof Enum) {
            if (values) {
                mix(o.hashCode());
            }
        } else if (o instanceof Class || o instanceof ClassLoader || o instanceof Thread || o.getClass().isSynthetic()) {
            mix(2);
        } else if (visited.put(o, Boolean.TRUE) == null) {
            open.add(o);
        }
    }

    private void look(Object o) {
        Class<?> c = o.getClass();
        mix(c.getName().hashCode());
        if (c.isArray()) {
            array(o, c);
        } else if (o instanceof CharSequence) {
            mix(values ? o.toString().hashCode() : ((CharSequence) o).length());
        } else if (c.getName().startsWith("java.util.") && (o instanceof Collection || o instanceof Map)) {
            elements(o);
        } else {
            fields(o, c);
        }
    }

    private void array(Object o, Class<?> c) {
        int n = Array.getLength(o);
        mix(n);
        if (!c.getComponentType().isPrimitive()) {
            for (int i = 0; i < n && i < MOST; i++) {
                reach(((Object[]) o)[i]);
            }
        } else if (values) {
            int step = Math.max(1, n / MOST);
            for (int i = 0; i < n; i += step) {
                mix(Array.get(o, i).hashCode());
            }
        }
    }

    private void elements(Object o) {
        try {
            if (o instanceof Map) {
                mix(((Map<?, ?>) o).size());
                for (Map.Entry<?, ?> e : ((Map<?, ?>) o).entrySet()) {
                    reach(e.getKey());
                    reach(e.getValue());
                }
            } else {
                mix(((Collection<?>) o).size());
                for (Object e : (Collection<?>) o) {
                    reach(e);
                }
            }
        } catch (RuntimeException changing) {
            mix(3);
        }
    }

    private void fields(Object o, Class<?> type) {
        for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
            for (Field f : c.getDeclaredFields()) {
                if (Modifier.isStatic(f.getModifiers())) {
                    continue;
                }
                try {
                    f.setAccessible(true);
                    Object v = f.get(o);
                    if (values || !f.getType().isPrimitive()) {
                        reach(v);
                    }
                } catch (Exception closed) { // of a module that is not open
                    return;
                }
            }
        }
    }

    /** Bytes that inputs take, roughly. */
    static long bytes(List<Object> made) {
        long sum = 64;
        for (Object o : made) {
            if (o != null && o.getClass().isArray()) {
                sum += 8L * Array.getLength(o);
            } else if (o instanceof Collection) {
                sum += 48L * ((Collection<?>) o).size();
            } else if (o instanceof Map) {
                sum += 96L * ((Map<?, ?>) o).size();
            } else if (o instanceof CharSequence) {
                sum += 2L * ((CharSequence) o).length();
            }
        }
        return sum;
    }
}
