/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_rt;

import java.lang.reflect.Proxy;
import java.nio.Buffer;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** How many elements values have, and what their classes are called; calls nothing but the JDK's own cheap methods. */
@SuppressWarnings("all") // of checkers that a build adds to the compiler
final class Sizes {
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

    private static final ClassValue<String> NAMED = new ClassValue<String>() {
        @Override
        protected String computeValue(Class<?> type) {
            return written(type).getName();
        }
    };

    private Sizes() { }

    /** The name of the class that a person wrote of an object of this class. */
    static String named(Class<?> type) {
        return NAMED.get(type);
    }

    /**
     * The class that a person wrote of an object: that of a lambda, a proxy or a mock is made as the program
     * runs, and called otherwise in every launch, so that it is of what it stands for.
     */
    private static Class<?> written(Class<?> type) {
        Class<?> c = type;
        while (isMade(c)) {
            Class<?>[] interfaces = c.getInterfaces();
            Class<?> above = c.getSuperclass();
            c = above != null && above != Object.class && above != Proxy.class || interfaces.length == 0 ? above : interfaces[0];
            if (c == null) {
                return Object.class;
            }
        }
        return c;
    }

    private static boolean isMade(Class<?> type) {
        String name = type.getName();
        return Proxy.isProxyClass(type) || name.indexOf('/') >= 0 || name.contains("$$Enhancer") || name.contains("$$SpringCGLIB$$")
                || name.contains("$MockitoMock$") || name.contains("$ByteBuddy$") || name.contains("$HibernateProxy$");
    }

    /** Whether size and elements of such a collection can be taken at little cost and without effects. */
    static boolean isSized(Class<?> type) {
        return IS_SIZED.get(type);
    }

    /** Elements of what has some; -1: it has none that could be counted. */
    static long size(Object value, Class<?> type) {
        if (isSized(type)) {
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
}
