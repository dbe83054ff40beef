/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_drive;

import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.LockSupport;

/** Tells Beagle what was found, a line at a time, and ends a launch whose call does not return. */
final class Watch extends Thread {
    private static final int FRAMES = 12;

    private final FileOutputStream out;
    private final Thread driven = Thread.currentThread();
    final long limit; // of one call, ns of CPU; of the clock on the wall six times as much, since others may have the processor
    private volatile long since; // when the call began; 0: none runs
    private volatile long used; // CPU of the driven thread then
    private volatile String doing = "";
    private volatile boolean done;

    Watch(String file, double seconds) throws IOException {
        super("beagle watch");
        out = new FileOutputStream(file, true);
        limit = (long) (seconds * 1e9);
        setDaemon(true);
    }

    void begin(String what) {
        doing = what;
        used = cpu();
        since = System.nanoTime();
    }

    private long cpu() {
        return ManagementFactory.getThreadMXBean().getThreadCpuTime(driven.getId());
    }

    void end() {
        since = 0;
    }

    void done() {
        done = true;
        line("done");
    }

    synchronized void line(Object... words) {
        StringBuilder b = new StringBuilder();
        for (Object w : words) {
            b.append(b.length() == 0 ? "" : "\t").append(String.valueOf(w).replace('\t', ' ').replace('\n', '\r'));
        }
        try {
            out.write(b.append('\n').toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException full) {
            Runtime.getRuntime().halt(4);
        }
    }

    /** Where the driven thread is. */
    private String where(boolean ended) {
        return stack(driven, ended);
    }

    /** Where a thread is, without Beagle's own calls and, where it has ended the JVM, the way out. */
    static String stack(Thread thread, boolean ended) {
        StringBuilder b = new StringBuilder();
        int n = 0;
        StackTraceElement last = null;
        for (StackTraceElement e : thread.getStackTrace()) {
            String name = e.getClassName();
            if (name.startsWith("beagle_drive.") || name.contains("Drive_") && e.getMethodName().equals("calls") || n == FRAMES) {
                break;
            }
            if (ended && name.startsWith("java.lang.")) {
                continue;
            }
            if (!e.equals(last)) { // of recursion once
                n++;
                b.append("  at ").append(e.getClassName()).append('.').append(e.getMethodName()).append(" (").append(e.getFileName()).append(':').append(e.getLineNumber()).append(")\n");
            }
            last = e;
        }
        return b.toString();
    }

    @Override
    public void run() {
        Runtime.getRuntime().addShutdownHook(new Thread(new Runnable() {
            @Override
            public void run() {
                if (!done) {
                    line("exit", doing, where(true));
                }
            }
        }));
        while (true) {
            LockSupport.parkNanos(20000000);
            long began = since;
            long before = used;
            if (began != 0 && began == since && (cpu() - before > limit || System.nanoTime() - began > 6 * limit)) {
                line("never", doing, where(false));
                Runtime.getRuntime().halt(3);
            }
        }
    }
}
