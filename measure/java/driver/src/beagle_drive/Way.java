/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_drive;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** A way to an object of a class: its constructor, a factory, a builder or a constant. */
final class Way {
    private final Executable call; // null: a constant
    private final java.lang.reflect.Method build; // of what a factory gave; null: the object itself
    private final Field constant;
    private final boolean sets; // its properties afterwards
    private final Object lambda; // of an interface of the JDK
    private final java.lang.reflect.Method adds; // an element to the object afterwards, as often as the design says; null: nothing does

    private Way(Executable call, java.lang.reflect.Method build, Field constant) {
        this(call, build, constant, false);
    }

    private Way(Constructor<?> call, java.lang.reflect.Method adds) {
        sets = false;
        this.call = call;
        this.adds = adds;
        build = null;
        constant = null;
        lambda = null;
    }

    private Way(Executable call, java.lang.reflect.Method build, Field constant, boolean sets) {
        this.sets = sets;
        this.call = call;
        this.build = build;
        this.constant = constant;
        lambda = null;
        adds = null;
    }

    private Way(Object lambda) {
        sets = false;
        call = build = null;
        constant = null;
        this.lambda = lambda;
        adds = null;
    }

    /** Whether a member may be used: of the JDK public ones only, since others are closed. */
    private static boolean open(Class<?> c, int modifiers) {
        ClassLoader l = c.getClassLoader();
        boolean jdk = l == null || l == ClassLoader.getSystemClassLoader().getParent();
        return jdk ? Modifier.isPublic(modifiers) && Modifier.isPublic(c.getModifiers()) : !Modifier.isPrivate(modifiers);
    }

    static void open(java.lang.reflect.AccessibleObject member) {
        try {
            member.setAccessible(true);
        } catch (RuntimeException closed) {
            return; // it is public then
        }
    }

    /** The ways to objects of a class, the likeliest to be useful first. */
    static List<Way> to(Class<?> c, Order o) {
        List<Way> all = new ArrayList<Way>();
        Object lambda = Lambdas.of(c);
        if (lambda != null) {
            all.add(new Way(lambda));
            return all;
        }
        if (!c.isInterface() && !Modifier.isAbstract(c.getModifiers())) {
            constructors(c, all);
        }
        for (java.lang.reflect.Method m : c.getDeclaredMethods()) {
            if (!Modifier.isStatic(m.getModifiers()) || !open(c, m.getModifiers()) || m.isSynthetic()) {
                continue;
            }
            if (gives(m, c) && !takes(m, c)) {
                all.add(new Way(m, null, null));
            } else if (m.getParameterTypes().length == 0 && m.getReturnType().getSimpleName().endsWith("Builder")) {
                builder(c, m, m.getReturnType(), all);
            }
        }
        for (Class<?> nested : c.getDeclaredClasses()) {
            if (nested.getSimpleName().equals("Builder") && !Modifier.isAbstract(nested.getModifiers())) {
                for (Constructor<?> k : nested.getDeclaredConstructors()) {
                    if (open(nested, k.getModifiers()) && k.getParameterTypes().length == 0) {
                        builder(c, k, nested, all);
                    }
                }
            }
        }
        for (Field f : c.getDeclaredFields()) {
            if (Modifier.isStatic(f.getModifiers()) && open(c, f.getModifiers()) && c.isAssignableFrom(f.getType())) {
                all.add(new Way(null, null, f));
            }
        }
        List<String> below = o.below.get(c.getName());
        if (below != null && (c.isInterface() || Modifier.isAbstract(c.getModifiers()))) {
            for (String name : below) {
                try {
                    Class<?> sub = Class.forName(name, false, o.loader);
                    if (sub != c && c.isAssignableFrom(sub) && !sub.isAnonymousClass()) {
                        all.addAll(to(sub, o));
                    }
                } catch (Throwable unloadable) {
                    continue;
                }
            }
        }
        for (int i = all.size() - 1; i >= 0; i--) {
            Way way = all.get(i);
            if (way.call != null && o.harms(way.call) || way.adds != null && o.harms(way.adds)) {
                all.remove(i);
            }
        }
        Collections.sort(all, new Comparator<Way>() { // as users make them, before others
            @Override
            public int compare(Way a, Way b) {
                return Boolean.compare(b.open(), a.open());
            }
        });
        List<java.lang.reflect.Method> makers = o.makers.get(c.getName());
        for (int i = 0; makers != null && i < makers.size(); i++) {
            all.add(new Way(makers.get(i), null, null));
        }
        return all;
    }

    /** Whether a method says that it returns objects of a class, or says so by an interface or class of the program above it. */
    private static boolean gives(java.lang.reflect.Method m, Class<?> c) {
        Class<?> r = m.getReturnType();
        return c.isAssignableFrom(r) || r.isAssignableFrom(c) && r.getClassLoader() == c.getClassLoader();
    }

    private static void constructors(Class<?> c, List<Way> all) {
        List<Constructor<?>> own = new ArrayList<Constructor<?>>();
        for (Constructor<?> k : c.getDeclaredConstructors()) {
            if (open(c, k.getModifiers()) && !k.isSynthetic() && (!takes(k, c) || links(k, c))) {
                own.add(k);
            }
        }
        Collections.sort(own, new Comparator<Constructor<?>>() {
            @Override
            public int compare(Constructor<?> a, Constructor<?> b) {
                int by = Integer.compare(rank(a), rank(b));
                by = links(a, a.getDeclaringClass()) == links(b, b.getDeclaringClass()) ? by : links(a, a.getDeclaringClass()) ? -1 : 1;
                return by != 0 ? by : a.toString().compareTo(b.toString());
            }
        });
        for (Constructor<?> k : own) {
            java.lang.reflect.Method adds = k == own.get(0) && !holds(k) && !java.util.Collection.class.isAssignableFrom(c) && !java.util.Map.class.isAssignableFrom(c) ? adds(c) : null;
            if (adds != null) { // an empty one says little of what calls cost
                all.add(new Way(k, adds));
            }
            all.add(new Way(k, null, null));
            if (k.getParameterTypes().length == 0 && !setters(c).isEmpty()) {
                all.add(new Way(k, null, null, true));
            }
        }
    }

    private boolean open() {
        return lambda != null || Modifier.isPublic(((java.lang.reflect.Member) (call == null ? constant : call)).getModifiers());
    }

    /** Whether it sets all properties. */
    boolean sets() {
        return sets;
    }

    /** Methods of an object that set a property: of a builder those that return it. */
    private static List<java.lang.reflect.Method> setters(Class<?> c) {
        List<java.lang.reflect.Method> all = new ArrayList<java.lang.reflect.Method>();
        for (java.lang.reflect.Method m : c.getMethods()) {
            boolean sets = m.getReturnType() == void.class ? m.getName().length() > 3 && m.getName().startsWith("set") : m.getReturnType() == c && !m.isSynthetic();
            if (sets && m.getParameterTypes().length == 1 && !Modifier.isStatic(m.getModifiers())) {
                all.add(m);
            }
        }
        Collections.sort(all, new Comparator<java.lang.reflect.Method>() {
            @Override
            public int compare(java.lang.reflect.Method a, java.lang.reflect.Method b) {
                return a.toString().compareTo(b.toString());
            }
        });
        return all;
    }

    /** Public ones first, of these such that take few values, of which some hold many. */
    private static int rank(Constructor<?> k) {
        int rank = Modifier.isPublic(k.getModifiers()) ? 0 : 100;
        for (Class<?> p : k.getParameterTypes()) {
            rank += p.isPrimitive() || many(p) ? 2 : 5;
        }
        return holds(k) ? rank - 3 : rank;
    }

    private static boolean many(Class<?> c) {
        return c.isArray() || java.util.Collection.class.isAssignableFrom(c) || java.util.Map.class.isAssignableFrom(c)
            || CharSequence.class.isAssignableFrom(c) || c == Iterable.class;
    }

    /** Whether what a constructor takes has a size. */
    private static boolean holds(Constructor<?> k) {
        for (Class<?> p : k.getParameterTypes()) {
            if (many(p)) {
                return true;
            }
        }
        return false;
    }

    /** The method by which an object takes elements, such as add(int) or put(K, V): of several the one with the shortest name and the fewest parameters; null: there is none. */
    private static java.lang.reflect.Method adds(Class<?> c) {
        java.lang.reflect.Method best = null;
        for (java.lang.reflect.Method m : c.getMethods()) {
            if (m.getName().matches("(add|put|append|push|insert|offer|enqueue)([A-Z].*)?") && m.getParameterTypes().length > 0 && !Modifier.isStatic(m.getModifiers())
                && !m.isBridge() && elements(m) && (best == null || weight(m).compareTo(weight(best)) < 0)) {
                best = m;
            }
        }
        return best;
    }

    private static String weight(java.lang.reflect.Method m) {
        return String.format("%03d %03d %s", m.getName().length(), m.getParameterTypes().length, m);
    }

    /** Whether a method takes nothing but what the elements of collections usually are. */
    private static boolean elements(java.lang.reflect.Method m) {
        for (Class<?> p : m.getParameterTypes()) {
            if (!p.isPrimitive() && !p.isAssignableFrom(Integer.class) && !p.isAssignableFrom(String.class)) {
                return false;
            }
        }
        return true;
    }

    private static boolean takes(Executable e, Class<?> c) {
        for (Class<?> p : e.getParameterTypes()) {
            if (p == c) {
                return true;
            }
        }
        return false;
    }

    /** Whether a constructor makes a node of linked ones: it takes some beside other values, and its class keeps them. A copy it is not. */
    private static boolean links(Constructor<?> k, Class<?> c) {
        boolean keeps = false;
        for (Field f : c.getDeclaredFields()) {
            keeps |= f.getType() == c && !Modifier.isStatic(f.getModifiers());
        }
        return keeps && k.getParameterTypes().length > 1 && takes(k, c);
    }

    private static void builder(Class<?> c, Executable start, Class<?> builder, List<Way> all) {
        for (java.lang.reflect.Method m : builder.getMethods()) {
            if (m.getParameterTypes().length == 0 && c.isAssignableFrom(m.getReturnType()) && !Modifier.isStatic(m.getModifiers())) {
                all.add(new Way(start, m, null, false));
                if (!setters(builder).isEmpty()) {
                    all.add(new Way(start, m, null, true));
                }
            }
        }
    }

    Object make(Make make, String name, Order o) throws Throwable {
        try {
            if (lambda != null) {
                return lambda;
            }
            if (constant != null) {
                open(constant);
                return constant.get(null);
            }
            open(call);
            if (call instanceof Constructor && links((Constructor<?>) call, call.getDeclaringClass())) {
                return make.linked((Constructor<?>) call, name, o);
            }
            Object on = call instanceof Constructor || Modifier.isStatic(call.getModifiers()) ? null
                : make.object(name + ".of", call.getDeclaringClass(), o);
            Object[] arguments = make.arguments(call, name, o);
            Object made = call instanceof Constructor ? ((Constructor<?>) call).newInstance(arguments) : ((java.lang.reflect.Method) call).invoke(on, arguments);
            for (java.lang.reflect.Method m : sets ? setters(made.getClass()) : new ArrayList<java.lang.reflect.Method>()) {
                open(m);
                m.invoke(made, make.property(m, name, o));
            }
            if (adds != null) {
                make.fill(made, adds, name, o);
            }
            if (build != null) {
                open(build);
                made = build.invoke(made);
            }
            return made;
        } catch (InvocationTargetException refused) {
            throw refused.getCause();
        }
    }

    @Override
    public String toString() {
        if (lambda != null) {
            return "a lambda";
        }
        if (call != null && StandIn.Answering.class.isAssignableFrom(call.getDeclaringClass())) {
            return "a stand-in, whose methods do nothing";
        }
        if (constant != null) {
            return constant.getDeclaringClass().getSimpleName() + "." + constant.getName();
        }
        StringBuilder b = new StringBuilder(call instanceof Constructor ? "new " : call.getDeclaringClass().getSimpleName() + ".");
        b.append(call instanceof Constructor ? call.getDeclaringClass().getSimpleName() : call.getName()).append('(');
        for (Class<?> p : call.getParameterTypes()) {
            b.append(b.charAt(b.length() - 1) == '(' ? "" : ", ").append(p.getSimpleName());
        }
        if (call instanceof Constructor && links((Constructor<?>) call, call.getDeclaringClass())) {
            return b.append(") for each node (probes do not count nodes)").toString();
        }
        return b.append(')').append(build == null ? "" : "." + build.getName() + "()").append(sets ? " and its setters" : adds != null ? " and " + adds.getName() + "() of each element" : "").toString();
    }
}
