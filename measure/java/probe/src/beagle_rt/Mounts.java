/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_rt;

import java.lang.reflect.Field;

/**
 * CPU time of a virtual thread, of which the JVM tells none: that of its carriers
 * while it is mounted. A virtual thread goes on by a Runnable, which its carriers
 * execute from mounting it to unmounting it; this stands before that one. It needs
 * java.lang to be open, as Beagle's agent or
 * --add-opens java.base/java.lang=ALL-UNNAMED makes it; otherwise there is no time.
 */
@SuppressWarnings("all") // of checkers that a build adds to the compiler
final class Mounts implements Runnable {
    private static final int LAST = 25; // of Java; later ones warn, in the program's output, where a final field is set (JEP 500)
    /** A thread that is still pinned after so many looks, as in a long synchronized block before Java 24, is seen once it waits by itself. */
    private static final int TRIES = 1000;
    private static final Field CONTINUATION = continuation();

    private final Runnable continuation;
    private int tries; // to be seen
    private long before; // CPU time of earlier mounts
    private volatile Mount latest; // null: it was not unmounted since it is looked at

    private Mounts(Runnable continuation) {
        this.continuation = continuation;
    }

    /** The CPU time of the current thread, which is virtual, since it is looked at; -1: it is not known. */
    static long cpu() throws Exception {
        if (CONTINUATION == null) {
            return -1;
        }
        Thread thread = Thread.currentThread();
        Object run = CONTINUATION.get(thread);
        if (!(run instanceof Mounts)) {
            run = new Mounts((Runnable) run);
            CONTINUATION.set(thread, run);
        }
        Mounts mounts = (Mounts) run;
        if (mounts.latest == null && mounts.tries < TRIES) {
            mounts.tries++;
            Thread.yield(); // goes on in a mount that is seen, unless it is pinned just now
        }
        Mount now = mounts.latest;
        return now == null ? -1 : mounts.before + Clock.cpu(now.carrier) - now.began;
    }

    @Override
    public void run() {
        Mount last = latest;
        if (last != null) { // another carrier may not have come to its end, but has nothing else to do
            long ended = last.ended;
            before += (ended >= 0 ? ended : Clock.cpu(last.carrier)) - last.began;
        }
        Mount mount = new Mount(Thread.currentThread());
        latest = mount;
        try {
            continuation.run();
        } finally {
            mount.ended = Clock.cpu(mount.carrier);
        }
    }

    private static Field continuation() {
        try {
            if (Integer.parseInt(System.getProperty("java.specification.version")) > LAST) {
                return null;
            }
            Field field = Class.forName("java.lang.VirtualThread").getDeclaredField("runContinuation");
            field.setAccessible(true);
            return field;
        } catch (Throwable missing) { // an older JVM, one that made it otherwise, or a closed package
            return null;
        }
    }

    /** One mount. */
    private static final class Mount {
        final Thread carrier;
        final long began;
        volatile long ended = -1;

        Mount(Thread carrier) {
            this.carrier = carrier;
            this.began = Clock.cpu(carrier);
        }
    }
}
