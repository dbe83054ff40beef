/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_rt;

import java.util.Arrays;

/**
 * What sections took that are sampled: of each execution of a service, one record of
 * a site tells the mean of all of its executions. A loop whose body is mostly quick and
 * now and then slow takes what all of them took, and one of a hundred would say nothing
 * of that.
 */
@SuppressWarnings("all") // of checkers that a build adds to the compiler
class Sums extends Meter {
    // Per site:
    private static final int WALL = 0;
    private static final int NESTED = 1; // units of probes
    private static final int AWAY = 2; // wall time that was no CPU time, as far as is known
    private static final int TIMES = 3;
    private static final int CLOCKED = 4; // of them, those whose CPU time is known
    private static final int WAITING = 5; // whether the site is in the list
    private static final int STRIDE = 6;

    private static final int PAGE_BITS = 4;

    private long[][] pages = new long[4][];
    private int[] waiting = new int[8]; // sites with sums
    private int count;

    private long[] page(int id) {
        int at = id >>> PAGE_BITS;
        return at < pages.length ? pages[at] : null;
    }

    private static int site(int id) {
        return (id & (1 << PAGE_BITS) - 1) * STRIDE;
    }

    /** Adds an execution; cpu: its CPU time, or -1. How many there are. */
    final int add(int id, long lasted, long nested, long cpu, long away) {
        long[] page = page(id);
        if (page == null && (page = newPage(id >>> PAGE_BITS)) == null) {
            return 0;
        }
        int at = site(id);
        page[at + WALL] += lasted;
        page[at + NESTED] += nested;
        page[at + AWAY] += cpu >= 0 ? lasted - cpu : away;
        page[at + TIMES]++;
        page[at + CLOCKED] += cpu >= 0 ? 1 : 0;
        if (page[at + WAITING] == 0) {
            wait(page, at, id);
        }
        return (int) page[at + TIMES];
    }

    private long[] newPage(int at) {
        if (this == Trace.NONE) { // of many threads
            return null;
        }
        try {
            long[] page = new long[STRIDE << PAGE_BITS];
            if (at >= pages.length) {
                pages = Arrays.copyOf(pages, Math.max(at + 1, pages.length * 2));
            }
            return pages[at] = page;
        } catch (Throwable failed) {
            return null;
        }
    }

    private void wait(long[] page, int at, int id) {
        try {
            if (count == waiting.length) {
                waiting = Arrays.copyOf(waiting, 2 * count);
            }
        } catch (Throwable failed) { // its next record tells it
            return;
        }
        waiting[count++] = id;
        page[at + WAITING] = 1;
    }

    /** Whether there were executions that a record of the site has to tell, too. */
    final boolean summed(int id) {
        long[] page = page(id);
        return page != null && page[site(id) + TIMES] > 0;
    }

    /** Any site with sums, which leaves the list; -1: there is none. */
    final int next() {
        while (count > 0) {
            int id = waiting[--count];
            page(id)[site(id) + WAITING] = 0;
            if (summed(id)) {
                return id;
            }
        }
        return -1;
    }

    /**
     * Takes out the mean of an execution into words 2 to 4: wall time, units of
     * probes, and CPU time, where that is returned, else time without a processor.
     */
    final boolean takeMean(int id, long[] words) {
        long[] page = page(id);
        int at = site(id);
        long times = page[at + TIMES];
        boolean clocked = page[at + CLOCKED] == times;
        words[2] = page[at + WALL] / times;
        words[3] = page[at + NESTED] / times;
        long away = page[at + AWAY] / times;
        words[4] = clocked ? Math.max(0, words[2] - away) : Math.max(0, Math.min(away, words[2]));
        Arrays.fill(page, at, at + WAITING, 0);
        return clocked;
    }

    /** So that nothing of what was recorded until now is told. */
    final void forgetSums() {
        for (long[] page : pages) {
            if (page != null) {
                Arrays.fill(page, 0);
            }
        }
        count = 0;
    }
}
