/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_rt;

import java.util.Arrays;

/**
 * How often a thread executed each site, and which of its executions it records:
 * the first ones all, later one of two, four, ... on average. Counts are exact: a
 * record stands for the executions since the one before.
 */
@SuppressWarnings("all") // of checkers that a build adds to the compiler
abstract class Sites extends Sums {
    // Per site:
    private static final int AHEAD = 0; // so many executions are recorded each; negative: are left out; 0: decide
    private static final int RUNS = 1; // executions that were decided upon, those ahead included
    private static final int PENDING = 2; // executions since the last record; 0 where some are recorded ahead
    private static final int MEAN = 3; // of a section's time
    private static final int MUTED = 3; // of a call: 1 where its last execution was left out
    private static final int SLOT = 4; // where the reader finds PENDING: from 1; negative: nowhere
    private static final int STRIDE = 5;

    /** Sites come in pages, because a thread meets few of them. */
    private static final int PAGE_BITS = 5;
    private static final int PAGE = 1 << PAGE_BITS;

    /** This execution of the service is not recorded, nor is anything in it. */
    boolean skip;
    /** A service runs inside itself: what it does there counts in the outer execution, and nowhere else. */
    boolean again;
    /** A driver times calls as a batch: none of them is recorded. */
    boolean quiet;
    /**
     * The next execution has the mean time of a batch. It counts as one, however many calls the batch has: a million
     * short calls say no more of their place in the design than ten long ones of theirs.
     */
    boolean batch;
    private int[] running = new int[8]; // services, be they recorded or not; each once
    private int depth; // of these
    private int[][] pages = new int[4][];

    /** Where in its page a site's numbers stand. */
    private static int site(int id) {
        return (id & PAGE - 1) * STRIDE;
    }

    /** The numbers of a site and its neighbours; null: there is no room. */
    private int[] page(int id) {
        int at = id >>> PAGE_BITS;
        int[][] all = pages;
        int[] page = at < all.length ? all[at] : null;
        return page != null ? page : newPage(at);
    }

    private int[] newPage(int at) {
        if (this == Trace.NONE) { // of many threads
            return null;
        }
        try {
            int[] page = new int[PAGE * STRIDE];
            if (at >= pages.length) {
                pages = Arrays.copyOf(pages, Math.max(at + 1, pages.length * 2));
            }
            return pages[at] = page;
        } catch (Throwable failed) {
            return null;
        }
    }

    /** What a service that begins changes, for restore. */
    final long state() {
        return (long) depth << 3 | (again ? 2 : 0) | (skip ? 1 : 0);
    }

    final void restore(long state) {
        depth = (int) (state >> 3);
        again = (state & 2) != 0;
        skip = (state & 1) != 0;
    }

    final boolean runs(int id) {
        for (int at = depth - 1; at >= 0; at--) {
            if (running[at] == id) {
                return true;
            }
        }
        return false;
    }

    /** The service that runs; -1: none does. */
    final int running() {
        return depth > 0 ? running[depth - 1] : -1;
    }

    final void begin(int id) {
        int at = depth;
        if (at == running.length) {
            lengthen();
        }
        if (at < running.length) {
            running[at] = id;
            depth = at + 1;
        }
    }

    private void lengthen() {
        try {
            running = Arrays.copyOf(running, 2 * running.length);
        } catch (Throwable failed) { // no memory left: those inside are not told apart
            return;
        }
    }

    /**
     * Counts an execution; how many executions a record stands for, 0: there is
     * none. What is not recorded is counted all the same.
     */
    final int due(int id) {
        int[] page = again ? null : page(id);
        if (page == null) {
            return skip ? 0 : 1;
        }
        int at = site(id);
        int ahead = page[at + AHEAD];
        if (ahead > 0 && !skip) {
            page[at + AHEAD] = ahead - 1;
            return 1;
        }
        if (ahead >= 0) {
            return skip ? leave(page, at, id) : decide(page, at, id);
        }
        page[at + AHEAD] = skip ? ahead : ahead + 1;
        rest(page, at, id, ++page[at + PENDING]);
        return 0;
    }

    /** Leaves out an execution of which more were to be recorded. */
    private int leave(int[] page, int at, int id) {
        page[at + RUNS] -= page[at + AHEAD];
        page[at + AHEAD] = 0;
        rest(page, at, id, ++page[at + PENDING]);
        return 0;
    }

    /** Records an execution, and decides what becomes of the next ones. */
    private int decide(int[] page, int at, int id) {
        int pending = ++page[at + PENDING];
        if (off()) {
            rest(page, at, id, pending);
            return pending;
        }
        page[at + PENDING] = 0;
        if (page[at + SLOT] > 0) {
            rest(page, at, id, 0);
        }
        int runs = page[at + RUNS] + 1 & 0x7fffffff;
        int ahead = Settings.FULL - runs;
        if (ahead <= 0) {
            ahead = -pause(id, runs);
        }
        page[at + AHEAD] = ahead;
        page[at + RUNS] = runs + Math.abs(ahead);
        return pending;
    }

    /**
     * How many executions are left out before the next one is recorded, where so many were decided upon: on average one
     * less than the power of two that one of is recorded, by chance. A fixed number would meet the same round of a loop with two, four
     * or eight rounds in every execution, and what is done in the others would never be seen; chance
     * within blocks of a fixed length would give late rounds the longer time since the last record.
     */
    private static int pause(int id, int runs) {
        int step = 1 << 32 - Integer.numberOfLeadingZeros(runs / Settings.FULL);
        int mixed = (runs ^ id << 20) * 0x9E3779B9;
        mixed = (mixed ^ mixed >>> 16) * 0x85EBCA6B; // as MurmurHash3 mixes bits in the end (Appleby, 2011)
        mixed = (mixed ^ mixed >>> 13) * 0xC2B2AE35;
        return (int) (((mixed ^ mixed >>> 16) & 0xFFFFFFFFL) * (2L * step - 1) >>> 32);
    }

    /** Counts an execution of which nothing is known. */
    final void left(int id) {
        boolean before = skip;
        skip = true;
        due(id);
        skip = before;
        tick(LEFT_OUT);
    }

    private void rest(int[] page, int at, int id, int pending) {
        int slot = page[at + SLOT];
        if (slot == 0) {
            slot = page[at + SLOT] = newSlot(id);
        }
        if (slot > 0) {
            show(slot, pending);
        }
    }

    /** Nothing can be recorded any more. */
    abstract boolean off();

    /** A place where the reader finds executions since a site's last record; 0: not now, -1: never. */
    abstract int newSlot(int id);

    /** Tells the reader executions since a site's last record. */
    abstract void show(int slot, int pending);

    /** So many executions were to be told by a record, which does not come yet. */
    final void notYet(int id, int weight) {
        int[] page = weight > 0 ? page(id) : null;
        if (page != null) {
            rest(page, site(id), id, page[site(id) + PENDING] += weight);
        }
    }

    /** Executions of a site since its last record, which are told now. */
    final int told(int id) {
        int[] page = page(id);
        if (page == null) {
            return 1;
        }
        int at = site(id);
        int pending = page[at + PENDING];
        page[at + PENDING] = 0;
        if (page[at + SLOT] > 0) {
            rest(page, at, id, 0);
        }
        return Math.max(1, pending);
    }

    /** Executions of a site since its last record, for a store without slots. */
    public final int pending(int id) {
        int at = id >>> PAGE_BITS;
        int[][] all = pages;
        return at < all.length && all[at] != null ? all[at][site(id) + PENDING] : 0;
    }

    /** All sites that this thread may have met have numbers below this. */
    public final int bound() {
        return pages.length << PAGE_BITS;
    }

    /** Whether a call's or service's latest execution was left out. */
    final boolean mute(int id) {
        int[] page = skip ? null : page(id);
        return skip || page != null && page[site(id) + MUTED] != 0;
    }

    final void muted(int id, boolean muted) {
        int[] page = page(id);
        if (page != null) {
            page[site(id) + MUTED] = muted ? 1 : 0;
        }
    }

    /** Whether a section is long enough for reading the CPU's clock, as far as is known. */
    final boolean isLong(int id) {
        int[] page = page(id);
        int at = site(id);
        return page != null && (executed(page, at) < 32 || page[at + MEAN] >= 50000);
    }

    /** Remembers how long a section was; after due. */
    final void lasted(int id, long wall) {
        int[] page = page(id);
        if (page != null) {
            int at = site(id);
            int mean = page[at + MEAN];
            int capped = (int) Math.min(wall, 1 << 30);
            page[at + MEAN] = executed(page, at) == 1 ? capped : mean + (capped - mean) / 8;
        }
    }

    private static int executed(int[] page, int at) {
        return page[at + RUNS] - Math.abs(page[at + AHEAD]);
    }

    /** So that executions are recorded as if they were the first ones. */
    final void forget() {
        forgetSums();
        for (int[] page : pages) {
            if (page != null) {
                Arrays.fill(page, 0);
            }
        }
    }
}
