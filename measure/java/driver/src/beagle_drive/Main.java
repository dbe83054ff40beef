/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_drive;

import java.io.ByteArrayInputStream;

/** Runs one launch of a driver: finds places of the design, or measures those that it is given. */
public final class Main {
    private Main() { }

    public static void main(String[] arguments) throws Exception {
        Order order = Order.read(arguments[0]);
        final Watch watch = new Watch(arguments[1], Math.max(2, 20 * order.limit));
        watch.start();
        System.setOut(Meter.Nowhere.stream());
        System.setErr(Meter.Nowhere.stream());
        System.setIn(new ByteArrayInputStream(new byte[0]));
        try {
            Trial t = new Trial(order, watch);
            if (order.points.isEmpty()) {
                new Explore(t).run();
            } else {
                new Measure(t, arguments[0]).run();
            }
            Left.say(watch);
            if (Meter.Nowhere.bytes > 0) {
                watch.line("printed", Meter.Nowhere.bytes);
            }
        } catch (Throwable broken) {
            Throwable cause = broken;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            watch.line("broken", cause, own(cause));
        }
        watch.done();
        Runtime.getRuntime().halt(0); // whatever the program's threads do
    }

    /** Where something was thrown: the first place that is none of the JDK. */
    static String own(Throwable t) {
        String first = "";
        for (StackTraceElement e : t == null ? new StackTraceElement[0] : t.getStackTrace()) {
            first = first.isEmpty() ? "  at " + e : first;
            if (!e.getClassName().startsWith("java.") && !e.getClassName().startsWith("jdk.") && !e.getClassName().startsWith("sun.")) {
                return e.getClassName().startsWith("beagle_drive.") ? first : "  at " + e;
            }
        }
        return first;
    }
}
