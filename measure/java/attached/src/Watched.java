/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_attached;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** A method that has probes. */
final class Watched {
    final int id;
    final String owner; // with dots
    final String name;
    final String descriptor;
    final String[] inputs; // names of the parameters
    final LongAdder calls = new LongAdder(); // all of them
    final LongAdder measured = new LongAdder();
    final LongAdder spent = new LongAdder(); // ns that measuring calls took
    final AtomicInteger open = new AtomicInteger(); // measured calls that did not end yet
    final AtomicLong left = new AtomicLong(); // calls that may be measured until the next turn
    volatile int share; // of the calls that are measured, in units of 2^-31
    volatile boolean out; // its probes are out again

    // What the agent's thread knows of it.
    long counted; // calls until the last turn
    long turn; // calls in the last turn
    long measuredBefore; // calls that were measured until the last turn
    long spentBefore; // ns that measuring took until the last turn
    double cost; // ns that measuring a call takes
    double credit; // calls that the budget lets be measured
    long second; // calls until the last second began
    long spentSecond; // ns that measuring took until then

    Watched(int id, String owner, String name, String descriptor, String[] inputs, double cost) {
        this.id = id;
        this.owner = owner;
        this.name = name;
        this.descriptor = descriptor;
        this.inputs = inputs;
        this.cost = cost;
    }
}
