/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_drive;

import java.lang.reflect.Type;
import java.util.Comparator;
import java.util.function.*;

/** Lambdas for interfaces of the JDK. */
final class Lambdas {
    private Lambdas() { }

    /** One that always gives the same object of the type that is declared last; null: the interface gives none, or it cannot be made. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    static Object giving(Class<?> c, Make make, Type[] arguments) {
        boolean gives = c == Supplier.class || c == java.util.concurrent.Callable.class || c == Function.class || c == BiFunction.class;
        final Object result = gives && arguments.length > 0 ? make.aside(arguments[arguments.length - 1]) : null;
        if (result == null) {
            return null;
        }
        return c == Supplier.class ? (Object) (Supplier) () -> result : c == Function.class ? (Function) a -> result
            : c == BiFunction.class ? (BiFunction) (a, b) -> result : (java.util.concurrent.Callable) () -> result;
    }

    /** One for an interface; null: there is none for it. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    static Object of(Class<?> c) {
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
}
