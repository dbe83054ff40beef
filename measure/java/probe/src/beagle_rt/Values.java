/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_rt;

import java.math.BigDecimal;
import java.math.BigInteger;

/** Characterises values; calls nothing but the JDK's own cheap methods. */
@SuppressWarnings("all") // of checkers that a build adds to the compiler
final class Values {
    // Kinds of values.
    private static final int NULL = 0;
    static final int LONG = 1;
    static final int DOUBLE = 2;
    static final int BOOLEAN = 3;
    private static final int STRING = 4;
    private static final int ENUM = 5;
    private static final int ARRAY = 6;
    private static final int SIZE = 7;
    private static final int TYPE = 8;

    private static final int MAX_TEXT = 64;
    private static final int MAX_NAME = 120;

    /** Words of the longest record: two, and a name of four characters to a word. */
    static final int WORDS = 2 + MAX_NAME / 4 + 1;

    private Values() { }

    /** A parameter or argument, where its service or call is recorded. */
    static void characterise(Trace trace, int id, int position, Object value) {
        long[] w = trace.words;
        if (value == null) {
            trace.parameter(id, position, NULL, 0, 1);
            return;
        }
        Class<?> type = value.getClass();
        if (type == String.class) {
            String text = (String) value;
            w[1] = text.length();
            int shown = text.length() <= MAX_TEXT ? text.length() : 0;
            trace.parameter(id, position, STRING, shown, 2 + trace.text(2, text, shown));
        } else if (type == Integer.class || type == Long.class || type == Short.class || type == Byte.class) {
            trace.number(id, position, LONG, ((Number) value).longValue());
        } else if (type == Double.class || type == Float.class) {
            trace.number(id, position, DOUBLE, Double.doubleToRawLongBits(((Number) value).doubleValue()));
        } else if ((type == BigInteger.class || type == BigDecimal.class) && finite((Number) value)) {
            trace.number(id, position, DOUBLE, Double.doubleToRawLongBits(((Number) value).doubleValue()));
        } else if (type == Boolean.class) {
            trace.number(id, position, BOOLEAN, (Boolean) value ? 1 : 0);
        } else if (type == Character.class) {
            trace.number(id, position, LONG, (Character) value);
        } else if (value instanceof Enum) {
            String name = ((Enum<?>) value).name();
            int shown = Math.min(name.length(), MAX_NAME);
            w[1] = ((Enum<?>) value).ordinal();
            trace.parameter(id, position, ENUM, shown, 2 + trace.text(2, name, shown));
        } else if (type.isArray()) {
            w[1] = java.lang.reflect.Array.getLength(value);
            trace.parameter(id, position, ARRAY, width(type.getComponentType()), 2);
        } else {
            long size = Sizes.size(value, type);
            if (size >= 0) {
                trace.number(id, position, SIZE, size);
                return;
            }
            String name = Sizes.named(type);
            int shown = Math.min(name.length(), MAX_NAME);
            trace.parameter(id, position, TYPE, shown, 1 + trace.text(1, name, shown));
        }
    }

    /** Whether a number of any size is one that others can calculate with; else it is an object like others. */
    private static boolean finite(Number value) {
        return !Double.isInfinite(value.doubleValue());
    }

    private static int width(Class<?> element) {
        if (element == byte.class || element == boolean.class) {
            return 1;
        } else if (element == char.class || element == short.class) {
            return 2;
        } else if (element == int.class || element == float.class) {
            return 4;
        }
        return element == long.class || element == double.class ? 8 : 0;
    }
}
