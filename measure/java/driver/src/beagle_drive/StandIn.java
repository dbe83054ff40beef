/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_drive;

import java.lang.reflect.Constructor;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * A class that is written for an interface or abstract class that nothing implements. Its methods return their first
 * argument or the object itself, where the types are alike, else a constant or an object that is made once.
 */
public abstract class StandIn {
    private static final Map<Class<?>, Map<String, java.lang.reflect.Method>> OPEN = new HashMap<Class<?>, Map<String, java.lang.reflect.Method>>();

    private StandIn() { }

    /** What each stand-in implements. */
    public interface Answering {
        void answer(Object[] all);
    }

    /** The name of the class that stands in for another one. */
    static String name(Class<?> c) {
        String pack = c.getName().substring(0, c.getName().lastIndexOf('.') + 1);
        return (pack.startsWith("java") ? "drivers." : pack) + "StandIn_" + c.getName().substring(pack.length()).replace('$', '_');
    }

    /** Lets a new object of such a class return objects that a maker makes. */
    static void fill(Object made, Class<?> c, Make make) {
        Map<String, java.lang.reflect.Method> open = open(c);
        Object[] all = new Object[open.size()];
        int i = 0;
        for (java.lang.reflect.Method m : open.values()) {
            all[i++] = m.getReturnType().isPrimitive() ? null : make.aside(m.getGenericReturnType());
        }
        ((Answering) made).answer(all);
    }

    /** The source of a class that stands in for another one. */
    static String source(Class<?> c) {
        Map<TypeVariable<?>, Type> known = new HashMap<TypeVariable<?>, Type>();
        bind(c, known);
        String name = name(c);
        String simple = name.substring(name.lastIndexOf('.') + 1);
        StringBuilder b = new StringBuilder();
        if (name.indexOf('.') >= 0) {
            b.append("package ").append(name, 0, name.lastIndexOf('.')).append(";\n\n");
        }
        b.append("/** Stands in for ").append(c.getCanonicalName()).append(". */\n@SuppressWarnings({\"unchecked\", \"rawtypes\", \"deprecation\"})\npublic class ").append(simple);
        b.append(c.isInterface() ? " implements " : " extends ").append(c.getCanonicalName()).append(c.isInterface() ? ", " : " implements ");
        b.append("beagle_drive.StandIn.Answering {\n    private Object[] answers;\n");
        for (Constructor<?> k : c.getDeclaredConstructors()) {
            if (!Modifier.isPrivate(k.getModifiers()) && !k.isSynthetic()) {
                b.append("\n    public ").append(simple).append('(').append(parameters(k.getGenericParameterTypes(), k.getParameterTypes(), known)).append(") throws Throwable {\n        super(");
                for (int i = 0; i < k.getParameterTypes().length; i++) {
                    b.append(i == 0 ? "a" : ", a").append(i);
                }
                b.append(");\n    }\n");
            }
        }
        b.append("\n    @Override\n    public void answer(Object[] all) {\n        answers = all;\n    }\n");
        int at = 0;
        for (java.lang.reflect.Method m : open(c).values()) {
            method(b, c, m, at++, known);
        }
        return b.append("}\n").toString();
    }

    private static void method(StringBuilder b, Class<?> c, java.lang.reflect.Method m, int at, Map<TypeVariable<?>, Type> known) {
        Class<?> r = erased(m.getGenericReturnType(), m.getReturnType(), known);
        b.append("\n    @Override\n    ").append(Modifier.isProtected(m.getModifiers()) ? "protected " : Modifier.isPublic(m.getModifiers()) ? "public " : "");
        b.append(r.getCanonicalName()).append(' ').append(m.getName()).append('(').append(parameters(m.getGenericParameterTypes(), m.getParameterTypes(), known)).append(") {\n");
        Class<?>[] taken = m.getParameterTypes();
        if (r == boolean.class) {
            b.append("        return false;\n");
        } else if (r.isPrimitive() && r != void.class) {
            b.append("        return ").append(r == char.class ? "'a'" : "(" + r + ") 1").append(";\n");
        } else if (r != void.class) {
            String value = taken.length > 0 && r.isAssignableFrom(erased(m.getGenericParameterTypes()[0], taken[0], known)) ? "a0"
                : r != Object.class && r.isAssignableFrom(c) ? "this" : "answers == null ? null : answers[" + at + "]";
            b.append("        return (").append(r.getCanonicalName()).append(") (").append(value).append(");\n");
        }
        b.append("    }\n");
    }

    private static String parameters(Type[] types, Class<?>[] classes, Map<TypeVariable<?>, Type> known) {
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < classes.length; i++) {
            Class<?> c = erased(types.length == classes.length ? types[i] : classes[i], classes[i], known);
            b.append(i == 0 ? "" : ", ").append(c.getCanonicalName()).append(" a").append(i);
        }
        return b.toString();
    }

    /** What the type variables of a class's supertypes are, where the class has none of its own: else all is erased. */
    private static void bind(Class<?> c, Map<TypeVariable<?>, Type> known) {
        if (c == null || c.getTypeParameters().length > 0 && known.isEmpty()) {
            return;
        }
        Set<Type> above = new LinkedHashSet<Type>(java.util.Arrays.asList(c.getGenericInterfaces()));
        above.add(c.getGenericSuperclass());
        for (Type t : above) {
            if (t instanceof ParameterizedType) {
                Class<?> raw = (Class<?>) ((ParameterizedType) t).getRawType();
                for (int i = 0; i < raw.getTypeParameters().length; i++) {
                    known.put(raw.getTypeParameters()[i], ((ParameterizedType) t).getActualTypeArguments()[i]);
                }
                bind(raw, known);
            } else if (t != null) {
                bind((Class<?>) t, known);
            }
        }
    }

    private static Class<?> erased(Type t, Class<?> raw, Map<TypeVariable<?>, Type> known) {
        while (t instanceof TypeVariable && (known.containsKey(t) || ((TypeVariable<?>) t).getGenericDeclaration() instanceof java.lang.reflect.Method)) {
            t = known.containsKey(t) ? known.get(t) : ((TypeVariable<?>) t).getBounds()[0];
        }
        if (t instanceof GenericArrayType && raw.isArray()) {
            return java.lang.reflect.Array.newInstance(erased(((GenericArrayType) t).getGenericComponentType(), raw.getComponentType(), known), 0).getClass();
        }
        return t instanceof Class ? (Class<?>) t : t instanceof ParameterizedType ? (Class<?>) ((ParameterizedType) t).getRawType() : raw;
    }

    /** The methods of a class that have no code, by name and parameters. */
    private static synchronized Map<String, java.lang.reflect.Method> open(Class<?> c) {
        Map<String, java.lang.reflect.Method> known = OPEN.get(c);
        if (known != null) {
            return known;
        }
        Map<String, java.lang.reflect.Method> all = new LinkedHashMap<String, java.lang.reflect.Method>();
        Set<String> coded = new LinkedHashSet<String>();
        for (Class<?> up = c; up != null; up = up.getSuperclass()) {
            take(up.getDeclaredMethods(), all, coded);
        }
        take(c.getMethods(), all, coded);
        take(Object.class.getMethods(), all, coded);
        all.keySet().removeAll(coded);
        Map<String, java.lang.reflect.Method> sorted = new LinkedHashMap<String, java.lang.reflect.Method>();
        java.util.List<String> names = new java.util.ArrayList<String>(all.keySet());
        Collections.sort(names);
        for (String name : names) {
            sorted.put(name, all.get(name));
        }
        OPEN.put(c, sorted);
        return sorted;
    }

    private static void take(java.lang.reflect.Method[] methods, Map<String, java.lang.reflect.Method> all, Set<String> coded) {
        for (java.lang.reflect.Method m : methods) {
            String name = m.getName() + java.util.Arrays.toString(m.getParameterTypes());
            java.lang.reflect.Method other = all.get(name);
            if (Modifier.isStatic(m.getModifiers())) {
                continue;
            } else if (!Modifier.isAbstract(m.getModifiers())) {
                if (!m.isBridge()) {
                    coded.add(name);
                }
            } else if (other == null || other.getReturnType().isAssignableFrom(m.getReturnType())) {
                all.put(name, m);
            }
        }
    }
}
