/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_rt;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Of a method that several components inherit: whether an object is one of those that a site is for. */
@SuppressWarnings("all") // of checkers that a build adds to the compiler
final class Receivers extends ClassValue<Boolean> {
    private static volatile Receivers[] all = new Receivers[0]; // by site

    private final Map<String, Boolean> named = new HashMap<String, Boolean>();
    private final boolean others; // all that are not named, as a test's own classes and lambdas

    private Receivers(String classes) {
        for (String name : classes.split(" ")) {
            boolean not = name.startsWith("!");
            named.put(not ? name.substring(1) : name, !not);
        }
        others = named.containsKey("*");
    }

    /** The first class that is named, from that of the object upwards, decides. */
    @Override
    protected Boolean computeValue(Class<?> type) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            Boolean known = named.get(c.getName());
            if (known != null) {
                return known;
            }
        }
        return others;
    }

    static boolean are(int id, Object on, String classes) {
        try {
            Receivers[] now = all;
            Receivers one = id < now.length ? now[id] : null;
            return (one != null ? one : add(id, classes)).get(on.getClass());
        } catch (Throwable failed) { // no memory or no stack left: nothing is recorded
            return false;
        }
    }

    private static synchronized Receivers add(int id, String classes) {
        if (id >= all.length) {
            all = Arrays.copyOf(all, id + 16);
        }
        Receivers[] now = all;
        if (now[id] == null) {
            now[id] = new Receivers(classes);
            all = now;
        }
        return now[id];
    }
}
