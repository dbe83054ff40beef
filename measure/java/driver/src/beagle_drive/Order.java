/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_drive;

import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What Beagle wants of this launch: lines of a key and a value, separated by tabs. */
final class Order {
    final ClassLoader loader; // of the program
    String driver;
    String owner;
    String method;
    String descriptor;
    String kept; // folder of calls that the program made; null: none are known
    String given; // a class with inputs(Random); null: none
    String[] names = new String[0];
    String[] groups = new String[0]; // which places share a loader
    boolean enough; // classes were looked up so often that no more are asked for
    boolean batches; // are timed without probes
    double seconds = 5;
    double limit = 0.3; // seconds of the longest call
    int launch;
    int places = 24;
    long memory = 64L << 20; // of inputs, bytes
    final List<Map<String, String>> points = new ArrayList<Map<String, String>>(); // none: find some
    final Map<String, Integer> choices = new HashMap<String, Integer>();
    final Map<String, String> alike = new LinkedHashMap<String, String>(); // sizes that are to be as others
    final Map<String, Double> caps = new HashMap<String, Double>();
    final Map<String, List<String>> below = new HashMap<String, List<String>>(); // classes by what they extend or implement
    final Map<String, List<java.lang.reflect.Method>> makers = new HashMap<String, List<java.lang.reflect.Method>>(); // that give objects of other classes
    final List<java.lang.reflect.Method> prepares = new ArrayList<java.lang.reflect.Method>(); // methods that may be called on the object first
    final java.util.Set<String> asked = new java.util.HashSet<String>(); // classes whose makers were looked up, or that were stood in for
    final List<String> harms = new ArrayList<String>(); // what must not make inputs, as java.io.FileOutputStream.<init>, by its beginning
    final List<String> texts = new ArrayList<String>(); // constants of the method's class
    final Map<String, String[]> parameters = new HashMap<String, String[]>(); // names, by owner, method and descriptor

    static Order read(String file) throws IOException {
        return read(file, Order.class.getClassLoader());
    }

    /** What is wanted, of the program as a loader has it. */
    static Order read(String file, ClassLoader loader) throws IOException {
        Order o = new Order(loader);
        BufferedReader in = new BufferedReader(new InputStreamReader(new FileInputStream(file), StandardCharsets.UTF_8));
        try {
            for (String line; (line = in.readLine()) != null; ) {
                o.take(line.split("\t", -1));
            }
        } finally {
            in.close();
        }
        return o;
    }

    private Order(ClassLoader loader) {
        this.loader = loader;
    }

    private void take(String[] w) {
        switch (w[0]) {
            case "driver": driver = w[1]; break;
            case "owner": owner = w[1]; break;
            case "method": method = w[1]; break;
            case "descriptor": descriptor = w[1]; break;
            case "kept": kept = w[1]; break;
            case "given": given = w[1]; break;
            case "names": names = w[1].isEmpty() ? names : w[1].split(","); break;
            case "seconds": seconds = Double.parseDouble(w[1]); break;
            case "limit": limit = Double.parseDouble(w[1]); break;
            case "launch": launch = Integer.parseInt(w[1]); break;
            case "places": places = Integer.parseInt(w[1]); break;
            case "choice": choices.put(w[1], Integer.valueOf(w[2])); break;
            case "alike": alike.put(w[1], w[2]); break;
            case "cap": caps.put(w[1], Double.valueOf(w[2])); break;
            case "below":
                if (!below.containsKey(w[1])) {
                    below.put(w[1], new ArrayList<String>());
                }
                below.get(w[1]).add(w[2]);
                break;
            case "maker": maker(w[1], w[2], w[3], w[4]); break;
            case "prepare": method(w[1], w[2], w[3], prepares); break;
            case "batches": batches = true; break;
            case "enough": enough = true; break;
            case "groups": groups = w[1].split(","); break;
            case "harm": harms.add(w[1]); break;
            case "asked": asked.add(w[1]); break;
            case "text": texts.add(w[1]); break;
            case "parameters": parameters.put(w[1], w[2].split(",")); break;
            case "point": {
                Map<String, String> p = new LinkedHashMap<String, String>();
                for (int i = 1; i + 1 < w.length; i += 2) {
                    p.put(w[i], w[i + 1]);
                }
                points.add(p);
                break;
            }
            default:
        }
    }

    private void maker(String of, String owner, String name, String descriptor) {
        if (!makers.containsKey(of)) {
            makers.put(of, new ArrayList<java.lang.reflect.Method>());
        }
        method(owner, name, descriptor, makers.get(of));
    }

    private void method(String owner, String name, String descriptor, List<java.lang.reflect.Method> all) {
        try {
            for (java.lang.reflect.Method m : Class.forName(owner, false, loader).getDeclaredMethods()) {
                if (m.getName().equals(name) && descriptor.equals(Method.descriptor(m))) {
                    all.add(m);
                }
            }
        } catch (Throwable unloadable) {
            return; // then there is one less
        }
    }

    /** Whether a constructor or method does more than compute. */
    boolean harms(java.lang.reflect.Executable e) {
        String name = e.getDeclaringClass().getName() + "." + (e instanceof java.lang.reflect.Constructor ? "<init>" : e.getName());
        for (String harm : harms) {
            if (name.startsWith(harm)) {
                return true;
            }
        }
        return false;
    }

    /** The names of a constructor's or method's parameters. */
    String[] namesOf(java.lang.reflect.Executable e) {
        String name = e instanceof java.lang.reflect.Constructor ? "<init>" : e.getName();
        String[] known = parameters.get(e.getDeclaringClass().getName() + "." + name + Method.descriptor(e));
        int n = e.getParameterTypes().length;
        String[] all = new String[n];
        for (int i = 0; i < n; i++) {
            all[i] = known != null && i < known.length && !known[i].isEmpty() ? known[i] : "arg" + i;
        }
        return all;
    }
}
