/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_drive;

import java.util.Arrays;

/**
 * How many calls in a row may have one object. Where each of them changes it, as appending does, a program makes
 * many calls on one object, and what a call costs is their mean: an object that is new for each call would have no
 * room each time. Where only the first changes it, as sorting does, each call needs an object of its own.
 */
final class Row {
    private final Trial t;
    private final long seed;

    Row(Trial t, long seed) {
        this.t = t;
        this.seed = seed;
    }

    /** As many as change the object and allocate so many bytes in so many seconds at most; 1: no more than one. */
    int calls(long memory, double seconds) {
        Object[] all = t.method.isStatic() || t.order.given != null ? null : t.make(seed);
        if (all == null || t.last.once) {
            return 1;
        }
        long start = System.nanoTime();
        long allocated = 0;
        Object[] arguments = Arrays.copyOfRange(all, 1, all.length);
        long given = Content.of(arguments);
        int made = 0;
        for (int next = 1; ; next *= 2) {
            long had = Meter.allocated();
            for (; made < next; made++) {
                if (!t.call(all)) {
                    return Math.max(1, made / 2);
                }
            }
            allocated += Meter.allocated() - had;
            long before = Content.of(all[0]);
            if (!t.call(all)) {
                return Math.max(1, made / 2);
            }
            made++;
            if (Content.of(all[0]) == before) {
                return made <= 2 ? 1 : Math.max(1, made / 2);
            }
            if (Content.of(arguments) != given) {
                return 1;
            }
            if (next > Integer.MAX_VALUE / 4 || (System.nanoTime() - start) / 1e9 > seconds || allocated > memory) {
                return made;
            }
        }
    }
}
