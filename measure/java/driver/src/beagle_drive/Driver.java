/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_drive;

/**
 * Calls one method. A generated subclass holds the typed call, so that no reflection and no boxing is measured;
 * how its inputs are made stands in {@link #inputs}.
 */
public abstract class Driver {
    /** Makes the inputs of one call, its receiver first, where it has one. */
    public abstract Object[] inputs(Inputs in) throws Throwable;

    /** Makes room for the inputs of so many calls. */
    public abstract void room(int calls);

    /** Keeps the inputs of a call. */
    public abstract void put(int call, Object[] inputs);

    /** Calls n times, with the inputs at from &amp; mask and those behind; only this is measured. */
    public abstract void calls(int from, int n, int mask) throws Throwable;
}
