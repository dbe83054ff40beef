/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_rt;

import java.io.File;

/** What Beagle asks for, by variables of the environment. */
@SuppressWarnings("all") // of checkers that a build adds to the compiler
final class Settings {
    /** Where records go; null: nothing is recorded. */
    static final File DIRECTORY = directory();

    /** Bytes that a JVM may write. */
    static final long LIMIT = number("BEAGLE_LIMIT", 2L << 30);

    /** Executions of a site that every thread records in full; then it samples. */
    static final int FULL = (int) Math.max(1, Math.min(number("BEAGLE_FULL", 2000), 1 << 30));

    private Settings() { }

    private static File directory() {
        try {
            String path = System.getenv("BEAGLE_OUT");
            return path == null || path.isEmpty() ? null : new File(path);
        } catch (Throwable denied) {
            return null;
        }
    }

    static long number(String name, long otherwise) {
        try {
            String text = System.getenv(name);
            return text == null || text.isEmpty() ? otherwise : Long.parseLong(text);
        } catch (Throwable denied) {
            return otherwise;
        }
    }
}
