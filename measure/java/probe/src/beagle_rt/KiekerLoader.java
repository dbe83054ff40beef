/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_rt;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;

/** Loads Kieker and what it needs where the program cannot see it. */
@SuppressWarnings("all") // of checkers that a build adds to the compiler
final class KiekerLoader extends URLClassLoader {
    KiekerLoader(String jars) throws Exception {
        super(urls(jars), ClassLoader.getSystemClassLoader().getParent());
    }

    private static URL[] urls(String jars) throws Exception {
        String[] names = jars.split(File.pathSeparator);
        URL[] urls = new URL[names.length];
        for (int i = 0; i < names.length; i++) {
            urls[i] = new File(names[i]).toURI().toURL();
        }
        return urls;
    }

    /** Lets Kieker's classes extend the runtime's where these are part of a module; by reflection for Java 8. */
    void open() throws Exception {
        Object own;
        try {
            own = Class.class.getMethod("getModule").invoke(Store.class);
        } catch (NoSuchMethodException java8) {
            return;
        }
        Class<?> module = own.getClass();
        if ((Boolean) module.getMethod("isNamed").invoke(own)) {
            module.getMethod("addExports", String.class, module)
                    .invoke(own, "beagle_rt", ClassLoader.class.getMethod("getUnnamedModule").invoke(this));
        }
    }

    /** The runtime's classes that Kieker's extend, which are loaded already, or its own. */
    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (name.equals(Store.class.getName()) || name.equals(Trace.class.getName())) {
            return Class.forName(name, false, Store.class.getClassLoader());
        }
        return super.findClass(name);
    }
}
