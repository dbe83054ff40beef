/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_drive;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Comparator;
import java.util.function.*;

/** Stands in for interfaces of one method. Those of the JDK are written out, since a proxy is slow. */
final class Stand {
    private Stand() { }

    /** Whether a class is an interface of one method that has to be implemented. */
    static boolean fits(Class<?> c) {
        return only(c) != null;
    }

    private static java.lang.reflect.Method only(Class<?> c) {
        java.lang.reflect.Method only = null;
        for (java.lang.reflect.Method m : c.getMethods()) {
            if (!Modifier.isAbstract(m.getModifiers()) || isOfObject(m)) {
                continue;
            }
            if (only != null && !only.getName().equals(m.getName())) {
                return null;
            }
            only = m;
        }
        return only;
    }

    private static boolean isOfObject(java.lang.reflect.Method m) {
        try {
            Object.class.getMethod(m.getName(), m.getParameterTypes());
            return true;
        } catch (NoSuchMethodException own) {
            return false;
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    static Object in(final Class<?> c) {
        if (c == Comparator.class) {
            return Comparator.naturalOrder();
        } else if (c == Runnable.class) {
            return (Runnable) () -> { };
        } else if (c == java.util.concurrent.Callable.class) {
            return (java.util.concurrent.Callable) () -> 1;
        } else if (c == Function.class || c == UnaryOperator.class) {
            return UnaryOperator.identity();
        } else if (c == BiFunction.class || c == BinaryOperator.class) {
            return (BinaryOperator) (a, b) -> a;
        } else if (c == Predicate.class) {
            return (Predicate) a -> (a.hashCode() & 1) == 0;
        } else if (c == BiPredicate.class) {
            return (BiPredicate) (a, b) -> a.equals(b);
        } else if (c == Consumer.class) {
            return (Consumer) a -> Sink.take(a);
        } else if (c == BiConsumer.class) {
            return (BiConsumer) (a, b) -> Sink.take(b);
        } else if (c == Supplier.class) {
            return (Supplier) () -> 1;
        } else if (c == BooleanSupplier.class) {
            return (BooleanSupplier) () -> true;
        } else if (c == IntSupplier.class) {
            return (IntSupplier) () -> 1;
        } else if (c == IntPredicate.class) {
            return (IntPredicate) a -> (a & 1) == 0;
        } else if (c == IntUnaryOperator.class) {
            return (IntUnaryOperator) a -> a + 1;
        } else if (c == IntBinaryOperator.class) {
            return (IntBinaryOperator) (a, b) -> a + b;
        } else if (c == IntFunction.class) {
            return (IntFunction) a -> a;
        } else if (c == ToIntFunction.class) {
            return (ToIntFunction) a -> a.hashCode();
        } else if (c == ToLongFunction.class) {
            return (ToLongFunction) a -> a.hashCode();
        } else if (c == ToDoubleFunction.class) {
            return (ToDoubleFunction) a -> a.hashCode();
        } else if (c == DoubleUnaryOperator.class) {
            return (DoubleUnaryOperator) a -> a + 1;
        } else if (c == DoubleBinaryOperator.class) {
            return (DoubleBinaryOperator) (a, b) -> a + b;
        } else if (c == LongUnaryOperator.class) {
            return (LongUnaryOperator) a -> a + 1;
        }
        return null;
    }

    /** What a method of a stand-in returns: something empty of its type, where that is known. */
    private static Object answer(Class<?> r) {
        if (r.isArray()) {
            return java.lang.reflect.Array.newInstance(r.getComponentType(), 0);
        } else if (r.isEnum()) {
            return r.getEnumConstants().length > 0 ? r.getEnumConstants()[0] : null;
        } else if (r == java.util.Optional.class) {
            return java.util.Optional.empty();
        } else if (r == Class.class) {
            return String.class;
        }
        Object all = Known.empty(r);
        return all != null ? all : r == java.util.Iterator.class ? java.util.Collections.emptyIterator() : r == String.class || r == CharSequence.class || r == Object.class ? "a"
            : r.isInterface() ? proxy(r) : null;
    }

    private static Object proxy(final Class<?> c) {
        return proxy(c, null);
    }

    /** A stand-in; its methods return objects that the maker makes once, where it can; without a maker nothing. */
    static Object proxy(final Class<?> c, final Make make) {
        final java.util.Map<java.lang.reflect.Method, Object> made = new java.util.HashMap<java.lang.reflect.Method, Object>();
        return Proxy.newProxyInstance(c.getClassLoader() == null ? Stand.class.getClassLoader() : c.getClassLoader(), new Class<?>[] {c}, new InvocationHandler() {
            private Object object(java.lang.reflect.Method m, Class<?> r) {
                Object known = made.get(m);
                if (known == null && r != void.class) {
                    known = answer(r);
                    known = known != null || make == null ? known : make.aside(r);
                    made.put(m, known);
                }
                return known;
            }

            @Override
            public Object invoke(Object self, java.lang.reflect.Method m, Object[] with) {
                Class<?> r = m.getReturnType();
                if (m.getName().equals("hashCode") && with == null) {
                    return 1;
                } else if (m.getName().equals("equals") && with != null && with.length == 1) {
                    return self == with[0];
                } else if (m.getName().equals("toString") && with == null) {
                    return c.getSimpleName();
                } else if (r == boolean.class) {
                    return false;
                } else if (r == int.class || r == short.class || r == byte.class) {
                    return r == int.class ? (Object) 1 : r == short.class ? (Object) (short) 1 : (Object) (byte) 1;
                } else if (r == long.class) {
                    return 1L;
                } else if (r == double.class || r == float.class) {
                    return r == double.class ? (Object) 1.0 : (Object) 1f;
                } else if (r == char.class) {
                    return 'a';
                }
                return with != null && with.length > 0 && r.isInstance(with[0]) ? with[0] : r.isInstance(self) ? self : object(m, r);
            }
        });
    }
}
