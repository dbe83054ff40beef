/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_drive;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;

/** The method that is driven, as reflection knows it. */
final class Method {
    final Class<?> owner;
    final java.lang.reflect.Method method;
    final Order order;
    final Recorded recorded; // calls that the program made

    Method(Order order) throws Exception {
        this.order = order;
        owner = Class.forName(order.owner, true, order.loader);
        java.lang.reflect.Method found = find(owner);
        if (found == null) {
            throw new NoSuchMethodException(order.owner + "." + order.method + order.descriptor);
        }
        method = found;
        recorded = new Recorded(this, order.kept);
    }

    /** The method in a class or above it; null: it is not there. */
    private java.lang.reflect.Method find(Class<?> c) {
        if (c == null) {
            return null;
        }
        for (java.lang.reflect.Method m : c.getDeclaredMethods()) {
            if (m.getName().equals(order.method) && order.descriptor.equals(descriptor(m, m.getReturnType()))) {
                return m;
            }
        }
        java.lang.reflect.Method found = find(c.getSuperclass());
        for (Class<?> above : c.getInterfaces()) {
            found = found != null ? found : find(above);
        }
        return found;
    }

    boolean isStatic() {
        return Modifier.isStatic(method.getModifiers());
    }

    Type[] types() {
        return types(method);
    }

    /** Types of parameters with their generic arguments, where the class file has as many of these. */
    static Type[] types(Executable e) {
        Type[] generic = e.getGenericParameterTypes();
        return generic.length == e.getParameterTypes().length ? generic : e.getParameterTypes();
    }

    static String descriptor(Executable e, Class<?> returns) {
        StringBuilder b = new StringBuilder("(");
        for (Class<?> c : e.getParameterTypes()) {
            b.append(letter(c));
        }
        return b.append(')').append(letter(returns)).toString();
    }

    static String descriptor(Executable e) {
        return descriptor(e, e instanceof Constructor ? void.class : ((java.lang.reflect.Method) e).getReturnType());
    }

    private static String letter(Class<?> c) {
        if (c == void.class) {
            return "V";
        }
        String name = java.lang.reflect.Array.newInstance(c, 0).getClass().getName();
        return name.substring(1).replace('.', '/');
    }
}
