/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_drive;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes values from their types. */
final class Make {
    private static final int DEEPEST = 5;

    private final Inputs in;
    private final Order order;
    private final Map<TypeVariable<?>, Type> bound = new HashMap<TypeVariable<?>, Type>();
    private final List<Class<?>> within = new ArrayList<Class<?>>(); // whose making this one is part of
    private String said = ""; // names around, which hint at forms of texts
    private boolean inner; // an element: its values are no knobs
    private boolean nulls; // objects that need others of their own kind may have none: no other way makes them

    Make(Inputs in) {
        this.in = in;
        order = in.order();
    }

    Object receiver(Method m) throws Throwable {
        said = m.owner.getSimpleName() + " " + m.method.getName();
        Object[] row = in.recorded();
        if (row != null && in.way("this:recorded", 0, "as the program had it", "made") == 0) {
            return row[0];
        }
        return prepared(object("this", m.owner, m.order), m.order);
    }

    /** An object after one call of another of its methods, where the method refuses it as it was made. */
    private Object prepared(Object made, Order o) throws Throwable {
        if (o.prepares.isEmpty()) {
            return made;
        }
        String[] names = new String[o.prepares.size() + 1];
        names[0] = "as made";
        for (int i = 1; i < names.length; i++) {
            names[i] = "after " + o.prepares.get(i - 1).getName() + "()";
        }
        int at = in.way("this:prepared", 0, names);
        if (at > 0) {
            java.lang.reflect.Method m = o.prepares.get(at - 1);
            Way.open(m);
            try {
                m.invoke(made, arguments(m, "this." + m.getName(), o));
            } catch (InvocationTargetException refused) {
                throw refused.getCause();
            }
        }
        return made;
    }

    Object parameter(Method m, int i) throws Throwable {
        Order o = m.order;
        String name = i < o.names.length ? o.names[i] : "arg" + i;
        said = name + " " + m.method.getName() + " " + m.owner.getSimpleName();
        Object[] row = in.recorded();
        Object like = row == null || row[i + 1] == null ? null : like(name, row[i + 1], raw(m.types()[i]), m, i + 1);
        return like == null ? value(name, m.types()[i], o) : like;
    }

    /** An argument as the program had it, of the size that the design asks for; null: numbers and the like, which the design gives. */
    private Object like(String name, Object had, Class<?> type, Method m, int argument) throws Throwable {
        if (had instanceof Number || had instanceof Boolean || had instanceof Enum) {
            return null;
        } else if (had instanceof String) {
            int way = in.way(name + ":recorded", 0, "cut and repeated from the program's", "the program's nearest in length", "made");
            if (way == 2) {
                return null;
            }
            int length = in.bytes(name, 2);
            String from = way == 0 && !((String) had).isEmpty() ? (String) had : m.recorded.text(argument, length); // calls at a place are to be alike
            String text = way == 0 ? Texts.scaled(from, length) : from;
            in.saw(name + ".BYTESIZE", 2.0 * text.length());
            return text;
        } else if (in.way(name + ":recorded", 0, "as the program had it", "made") == 1) {
            return null;
        }
        if (had.getClass().isArray()) {
            boolean scales = !had.getClass().getComponentType().isArray() && Array.getLength(had) > 0;
            return in.changes(scales ? scaledArray(name, had) : had);
        }
        Object empty = had instanceof Collection || had instanceof Map ? Known.emptyLike(had, type) : null;
        return in.changes(empty == null ? had : had instanceof Map ? scaledMap(name, (Map<?, ?>) had, (Map<?, ?>) empty) : scaled(name, (Collection<?>) had, (Collection<?>) empty));
    }

    /** As many elements as the design asks for: first those that the array has, then others of these. */
    private Object scaledArray(String name, Object had) {
        int has = Array.getLength(had);
        int n = had instanceof byte[] ? in.bytes(name, 1) : elements(name);
        if (had instanceof byte[]) {
            in.saw(name + ".BYTESIZE", n);
        }
        Object to = Array.newInstance(had.getClass().getComponentType(), n);
        System.arraycopy(had, 0, to, 0, Math.min(n, has));
        for (int i = has; i < n; i++) {
            Array.set(to, i, Array.get(had, in.random.nextInt(has)));
        }
        return to;
    }

    /** As many elements as the design asks for: first those that the collection has, then others like these. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    private Object scaled(String name, Collection<?> had, Collection to) {
        Object[] from = had.toArray();
        int n = elements(name);
        for (int i = 0; i < n; i++) {
            to.add(i < from.length ? from[i] : to instanceof Set ? another(from, i) : from[in.random.nextInt(from.length)]);
        }
        in.saw(name + ".NUMBER_OF_ELEMENTS", to.size());
        return to;
    }

    /** As many entries as the design asks for: first those that the map has, then others with these values. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    private Object scaledMap(String name, Map<?, ?> had, Map to) {
        Object[] keys = had.keySet().toArray();
        int n = elements(name);
        for (int i = 0; i < n; i++) {
            to.put(i < keys.length ? keys[i] : another(keys, i), had.get(keys[i % keys.length]));
        }
        in.saw(name + ".NUMBER_OF_ELEMENTS", to.size());
        return to;
    }

    /** An element that a set does not have yet, like one of those that it has; of other than texts and whole numbers there is none. */
    private static Object another(Object[] like, int i) {
        Object one = like[i % like.length];
        return one instanceof String ? one + Integer.toString(i, 36) : one instanceof Integer ? (Integer) ((Integer) one + i) : one instanceof Long ? (Long) ((Long) one + i) : one;
    }

    /** A value of a type; name is where it goes, such as items or items.INNER. */
    Object value(String name, Type type, Order o) throws Throwable {
        if (type instanceof Class) {
            return ofClass(name, (Class<?>) type, new Type[0], o);
        } else if (type instanceof ParameterizedType) {
            ParameterizedType p = (ParameterizedType) type;
            return ofClass(name, (Class<?>) p.getRawType(), p.getActualTypeArguments(), o);
        } else if (type instanceof GenericArrayType) {
            return array(name, ((GenericArrayType) type).getGenericComponentType(), o);
        } else if (type instanceof WildcardType) {
            WildcardType w = (WildcardType) type;
            return value(name, w.getLowerBounds().length > 0 ? w.getLowerBounds()[0] : w.getUpperBounds()[0], o);
        } else if (type instanceof TypeVariable) {
            return value(name, resolve((TypeVariable<?>) type), o);
        }
        throw new Unmade(name, type, "its type is unknown");
    }

    private Type resolve(TypeVariable<?> v) {
        Type known = bound.get(v);
        if (known == null) {
            known = v.getBounds()[0];
            bound.put(v, Integer.class); // of T extends Comparable<T>
            if (known == Object.class) {
                known = Integer.class;
            } else if (known instanceof ParameterizedType && ((ParameterizedType) known).getRawType() == Comparable.class) {
                known = Integer.class;
            }
            bound.put(v, known);
        }
        return known;
    }

    /** The class that values of a type have. */
    private Class<?> raw(Type type) {
        if (type instanceof Class) {
            return (Class<?>) type;
        } else if (type instanceof ParameterizedType) {
            return (Class<?>) ((ParameterizedType) type).getRawType();
        } else if (type instanceof GenericArrayType) {
            return Array.newInstance(raw(((GenericArrayType) type).getGenericComponentType()), 0).getClass();
        } else if (type instanceof WildcardType) {
            return raw(((WildcardType) type).getUpperBounds()[0]);
        }
        return raw(((TypeVariable<?>) type).getBounds()[0]); // as javac erases it
    }

    private Object ofClass(String name, Class<?> c, Type[] arguments, Order o) throws Throwable {
        if (c.isArray()) {
            return array(name, c.getComponentType(), o);
        }
        Object simple = simple(name, c);
        if (simple != null || c == Void.class) { // which has no values
            return simple;
        }
        if (c.isEnum()) {
            return constant(name, c);
        }
        Object known = Known.make(this, in, name, c, arguments, o);
        if (known != null) {
            return known;
        }
        Object lambda = arguments.length > 0 && fits(c, arguments) ? null : Lambdas.giving(c, this, arguments);
        if (lambda != null) {
            return lambda;
        }
        TypeVariable<?>[] parameters = c.getTypeParameters();
        for (int i = 0; i < parameters.length && i < arguments.length; i++) {
            bound.put(parameters[i], arguments[i] instanceof TypeVariable ? resolve((TypeVariable<?>) arguments[i]) : arguments[i]);
        }
        return object(name, c, o);
    }

    /** Whether what a lambda takes first can be its result. */
    private boolean fits(Class<?> c, Type[] arguments) {
        return c != java.util.function.Supplier.class && c != java.util.concurrent.Callable.class
            && raw(arguments[arguments.length - 1]).isAssignableFrom(raw(arguments[0]));
    }

    Object constant(String name, Class<?> c) throws Unmade {
        Object[] all = c.getEnumConstants();
        if (all.length == 0) {
            throw new Unmade(name, c, "it has no constants");
        }
        if (inner) {
            return all[in.random.nextInt(all.length)];
        }
        String[] levels = new String[all.length];
        for (int i = 0; i < levels.length; i++) {
            levels[i] = ((Enum<?>) all[i]).name();
        }
        return all[in.level(name + ".VALUE", levels)];
    }

    /** Numbers, truth values and texts; null: it is none of these. */
    private Object simple(String name, Class<?> c) {
        if (c == int.class || c == Integer.class) {
            return (int) whole(name, Integer.MAX_VALUE);
        } else if (c == long.class || c == Long.class) {
            return whole(name, Long.MAX_VALUE);
        } else if (c == short.class || c == Short.class) {
            return (short) whole(name, Short.MAX_VALUE);
        } else if (c == byte.class || c == Byte.class) {
            return (byte) whole(name, Byte.MAX_VALUE);
        } else if (c == double.class || c == Double.class || c == Number.class) {
            return real(name);
        } else if (c == float.class || c == Float.class) {
            return (float) real(name);
        } else if (c == boolean.class || c == Boolean.class) {
            return inner ? in.random.nextBoolean() : in.level(name + ".VALUE", "false", "true") == 1;
        } else if (c == char.class || c == Character.class) {
            return (char) ('a' + in.random.nextInt(26));
        } else if (c == BigInteger.class) {
            return BigInteger.valueOf(whole(name, Long.MAX_VALUE));
        } else if (c == BigDecimal.class) {
            return BigDecimal.valueOf(real(name));
        } else if (c == String.class || c == CharSequence.class || c == Object.class || c == java.io.Serializable.class) {
            return text(name);
        } else if (c == Comparable.class) {
            return (int) whole(name, Integer.MAX_VALUE);
        } else if (c == StringBuilder.class || c == Appendable.class) {
            return in.changes(new StringBuilder(text(name)));
        } else if (c == StringBuffer.class) {
            return in.changes(new StringBuffer(text(name)));
        }
        return null;
    }

    private long whole(String name, long most) {
        if (inner) {
            return (long) (in.random.nextDouble() * Math.min(most, 1e6));
        }
        double v = Math.rint(in.number(name + ".VALUE", false, 3, Math.min(most, 1e6)));
        in.saw(name + ".VALUE", v);
        return (long) v;
    }

    private double real(String name) {
        if (inner) {
            return in.random.nextDouble() * 1000;
        }
        double v = in.number(name + ".VALUE", false, 3, 1e6);
        in.saw(name + ".VALUE", v);
        return v;
    }

    /** A text; of elements of collections the length varies around that of the design. */
    String text(String name) {
        return text(name, 2);
    }

    /** The same, of characters that count so many bytes each. */
    String text(String name, int unit) {
        int asked = in.bytes(name, unit);
        int length = asked;
        if (inner) {
            length = length / 2 + in.random.nextInt(length + 1);
        }
        String[] forms = Texts.order(said);
        String form = forms[in.way(name, 0, forms)];
        List<String> own = in.texts();
        String text = form.equals("constant") && !own.isEmpty() ? own.get(in.way(name + ":constant", 0, own.toArray(new String[0]))) : Texts.of(form, length, in.random);
        in.saw(name + ".BYTESIZE", (double) unit * (inner ? asked : text.length()));
        return text;
    }

    /** How many elements something gets. */
    int elements(String name) {
        if (inner) {
            return 4;
        }
        int n = (int) Math.round(in.number(name + ".NUMBER_OF_ELEMENTS", true, 8, 1 << 20));
        in.saw(name + ".NUMBER_OF_ELEMENTS", n);
        return n;
    }

    /** An element of a collection or array. */
    Object element(String name, Type type, Order o) throws Throwable {
        boolean before = inner;
        inner = true;
        try {
            return value(before || name.endsWith(".INNER") ? name : name + ".INNER", type, o);
        } finally {
            inner = before;
        }
    }

    private Object array(String name, Type component, Order o) throws Throwable {
        Class<?> c = raw(component);
        boolean bytes = c == byte.class && !inner; // its bytes are what counts, as of a text
        int n = bytes ? in.bytes(name, 1) : elements(name);
        if (bytes) {
            in.saw(name + ".BYTESIZE", n);
        }
        Object a = Array.newInstance(c, n);
        if (c == int.class) {
            for (int i = 0; i < n; i++) {
                ((int[]) a)[i] = in.random.nextInt(Math.max(10 * n, 10));
            }
        } else if (c == byte.class) {
            byte[] text = Texts.of(in.way(name, 0, "random", "text") == 0 ? "bytes" : "words", n, in.random).getBytes("ISO-8859-1");
            if (in.way(name, 0, "random", "text") == 0) {
                in.random.nextBytes((byte[]) a);
            } else {
                System.arraycopy(text, 0, a, 0, Math.min(n, text.length));
            }
        } else {
            for (int i = 0; i < n; i++) {
                Array.set(a, i, element(name, component, o));
            }
        }
        return in.changes(a);
    }

    /** Fills what takes elements. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    Object filled(String name, Object empty, Type[] of, Order o) throws Throwable {
        int n = elements(name);
        Type first = of.length > 0 ? of[0] : Integer.class;
        if (empty instanceof Map) {
            Type second = of.length > 1 ? of[1] : Integer.class;
            for (int tries = 2 * n; tries > 0 && ((Map) empty).size() < n; tries--) {
                ((Map) empty).put(element(name, first, o), element(name + ".value", second, o));
            }
            if (!inner) {
                in.saw(name + ".NUMBER_OF_ELEMENTS", ((Map) empty).size());
            }
        } else {
            for (int tries = 2 * n; tries > 0 && ((Collection) empty).size() < n; tries--) {
                ((Collection) empty).add(element(name, first, o));
            }
            if (!inner) {
                in.saw(name + ".NUMBER_OF_ELEMENTS", ((Collection) empty).size());
            }
        }
        return in.changes(empty);
    }

    /** An object by a constructor, a factory or a builder of its class. */
    Object object(String name, Class<?> c, Order o) throws Throwable {
        if (Collections.frequency(within, c) > 1) { // the bound of what refers to its own kind
            if (in.search && !nulls) {
                throw new Unmade(name, c, "it would need objects of its own kind without end");
            }
            return null;
        }
        if (within.size() > DEEPEST) {
            throw new Unmade(name, c, "it would need objects within objects without end");
        }
        List<Way> ways = Way.to(c, o);
        boolean open = c.isInterface() || Modifier.isAbstract(c.getModifiers());
        if (ways.isEmpty() || c.isInterface() && Lambdas.of(c) == null) {
            in.wanted.add(c.getName());
        }
        Throwable why = null;
        if (ways.isEmpty()) {
            why = new Unmade(name, c, open ? "no class of the project extends it that can be made" : "it has no constructor, factory or builder that can be called");
        } else {
            try {
                return object(name, c, ways, o);
            } catch (Throwable t) {
                why = t;
            }
        }
        if (in.search && !nulls && within.isEmpty()) {
            nulls = true;
            try {
                return object(name, c, o);
            } catch (Throwable t) {
                why = t;
            } finally {
                nulls = false;
            }
        }
        if (open) {
            in.open.add(c);
        }
        throw why;
    }

    private Object object(String name, Class<?> c, List<Way> ways, Order o) throws Throwable {
        String[] names = new String[ways.size()];
        int filled = 0; // the way that sets all properties
        for (int i = names.length - 1; i >= 0; i--) {
            names[i] = ways.get(i).toString();
            filled = ways.get(i).sets() ? i : filled;
        }
        String place = name + ":" + c.getName();
        int first = in.way(place, in.fill ? filled : 0, names);
        Throwable why = null;
        for (int k = 0; k < ways.size(); k++) {
            int at = (first + k) % ways.size();
            Runnable back = in.search ? in.mark() : null;
            within.add(c);
            try {
                Object made = ways.get(at).make(this, name, o);
                if (!c.isInstance(made)) {
                    throw new Unmade(name, c, ways.get(at) + " gave none");
                }
                in.choices.put(place, at);
                if (made instanceof StandIn.Answering) {
                    StandIn.fill(made, c, this);
                }
                return name.equals("this") && (made instanceof Collection || made instanceof Map) ? filledOwn(name, made, o) : made;
            } catch (Throwable t) {
                if (back == null || in.tries-- <= 0) {
                    throw t;
                }
                back.run();
                why = why == null ? t : why;
            } finally {
                within.remove(within.size() - 1);
            }
        }
        throw why;
    }

    /** An object that is no input of its own, so that nothing of it is varied; null: it cannot be made. */
    Object aside(Type c) {
        Runnable back = in.mark();
        boolean before = inner;
        inner = true;
        try {
            return value("aside", c, order);
        } catch (Throwable unmade) {
            return null;
        } finally {
            inner = before;
            back.run();
        }
    }

    /** A collection of the program's own, filled where it takes elements. */
    private Object filledOwn(String name, Object made, Order o) throws Throwable {
        boolean before = inner;
        try {
            return filled(name, made, new Type[] {Integer.class, Integer.class}, o);
        } catch (UnsupportedOperationException fixed) {
            return made;
        } finally {
            inner = before;
        }
    }

    /**
     * So many nodes as the design says, each of which refers to the one before, or halves the rest among
     * several. The last ones refer to nothing.
     */
    Object linked(Constructor<?> node, String name, Order o) throws Throwable {
        int n = elements(name);
        boolean before = inner;
        inner = true;
        try {
            return in.changes(linked(node, name + ".INNER", n, o));
        } finally {
            inner = before;
            in.linked += n;
        }
    }

    private Object linked(Constructor<?> node, String name, int n, Order o) throws Throwable {
        Type[] types = Method.types(node);
        Class<?>[] classes = node.getParameterTypes();
        int branches = Collections.frequency(Arrays.asList(classes), node.getDeclaringClass());
        Object made = null;
        int last = branches == 1 ? n : Math.min(n, 1); // a chain grows by a loop, since it is as deep as it is long
        for (int i = 0; i < last; i++) {
            Object[] all = new Object[types.length];
            int rest = n - 1;
            int open = branches;
            for (int j = 0; j < all.length; j++) {
                if (classes[j] != node.getDeclaringClass()) {
                    all[j] = value(name, types[j], o);
                } else if (branches == 1) {
                    all[j] = made;
                } else {
                    int part = rest / open--;
                    rest -= part;
                    all[j] = linked(node, name, part, o);
                }
            }
            made = node.newInstance(all);
        }
        return made;
    }

    /** Has an object take as many elements as the design says, one call each. */
    void fill(Object made, java.lang.reflect.Method adds, String name, Order o) throws Throwable {
        Way.open(adds);
        Type[] types = Method.types(adds);
        int n = elements(name);
        for (int i = 0; i < n; i++) {
            Object[] all = new Object[types.length];
            for (int j = 0; j < all.length; j++) {
                all[j] = element(name, types[j], o);
            }
            Object gave = adds.invoke(made, all);
            if (gave != made && adds.getDeclaringClass().isInstance(gave)) {
                throw new Unmade(name, made.getClass(), adds.getName() + "() gives another object");
            }
        }
        in.linked += n;
        if (!name.equals("this")) {
            in.changes(made);
        }
    }

    /** What a setter gets: of setSize as size. */
    Object property(java.lang.reflect.Method setter, String name, Order o) throws Throwable {
        String property = setter.getName();
        property = property.startsWith("set") && property.length() > 3 ? Character.toLowerCase(property.charAt(3)) + property.substring(4) : property;
        return value(name + "." + property, Method.types(setter)[0], o);
    }

    /** The arguments of a constructor or factory, named below what they make. */
    Object[] arguments(Executable e, String name, Order o) throws Throwable {
        Type[] types = Method.types(e);
        String[] names = o.namesOf(e);
        Object[] all = new Object[types.length];
        String before = said;
        for (int i = 0; i < all.length; i++) {
            said = names[i] + " " + before;
            try {
                all[i] = value(name + "." + names[i], types[i], o);
            } finally {
                said = before;
            }
        }
        return all;
    }
}
