/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_rt;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Two tiny agents. What they work on stands in BEAGLE_AGENT, as in a class path:
 * "swap" and FOLDER loads the classes in the folder in place of the program's own;
 * "record" and FILE, CLASS, ... writes down where the program has classes from.
 * Neither acts on any other class. The probes' class stands on the boot class path
 * by this jar's manifest.
 */
public final class Agent {
    private Agent() { }

    public static void premain(String arguments, Instrumentation instrumentation) {
        try {
            String work = System.getenv("BEAGLE_AGENT");
            if (work == null) {
                return;
            }
            String[] parts = work.split(File.pathSeparator);
            if (arguments.equals("swap")) {
                Map<String, File> classes = new HashMap<String, File>();
                find(new File(parts[0]), "", classes);
                instrumentation.addTransformer(new Swap(classes, instrumentation));
            } else {
                Set<String> wanted = new HashSet<String>(Arrays.asList(parts).subList(1, parts.length));
                instrumentation.addTransformer(new Recorder(new File(parts[0]), wanted));
            }
        } catch (Throwable failed) {
            System.err.println("beagle: the agent does not start: " + failed);
        }
    }

    private static void find(File folder, String prefix, Map<String, File> classes) {
        File[] entries = folder.listFiles();
        for (File entry : entries == null ? new File[0] : entries) {
            String name = entry.getName();
            if (entry.isDirectory()) {
                find(entry, prefix + name + "/", classes);
            } else if (name.endsWith(".class")) {
                classes.put(prefix + name.substring(0, name.length() - 6), entry);
            }
        }
    }

    private static final class Swap implements ClassFileTransformer {
        private final Map<String, File> classes;
        private final Instrumentation instrumentation;
        private final Set<Object> readers = Collections.synchronizedSet(new HashSet<Object>());

        Swap(Map<String, File> classes, Instrumentation instrumentation) {
            this.classes = classes;
            this.instrumentation = instrumentation;
        }

        @Override
        public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
            File file = name == null ? null : classes.get(name);
            if (file == null || loader == null) {
                return null;
            }
            try {
                letRead(loader, name);
                InputStream in = new FileInputStream(file);
                try {
                    ByteArrayOutputStream out = new ByteArrayOutputStream();
                    byte[] buffer = new byte[8192];
                    for (int n = in.read(buffer); n > 0; n = in.read(buffer)) {
                        out.write(buffer, 0, n);
                    }
                    return out.toByteArray();
                } finally {
                    in.close();
                }
            } catch (Throwable failed) {
                System.err.println("beagle: " + name + " runs without probes: " + failed);
                return null;
            }
        }

        /** A named module has to read the module of the probes, by reflection for Java 8. */
        private void letRead(ClassLoader loader, String name) throws Exception {
            Method moduleOf;
            try {
                moduleOf = Class.class.getMethod("getModule");
            } catch (NoSuchMethodException java8) {
                return;
            }
            Class<?> type = Class.forName("java.lang.Module");
            Object probes = moduleOf.invoke(Class.forName("beagle_rt.P", false, null));
            int slash = name.lastIndexOf('/');
            String wanted = slash < 0 ? "" : name.substring(0, slash).replace('/', '.');
            Object layer = Class.forName("java.lang.ModuleLayer").getMethod("boot").invoke(null);
            for (Object module : (Set<?>) layer.getClass().getMethod("modules").invoke(layer)) {
                boolean owns = ((Set<?>) type.getMethod("getPackages").invoke(module)).contains(wanted);
                if (owns && loader == type.getMethod("getClassLoader").invoke(module) && readers.add(module)) {
                    Instrumentation.class.getMethod("redefineModule", type, Set.class, Map.class, Map.class, Set.class, Map.class)
                            .invoke(instrumentation, module, Collections.singleton(probes), Collections.emptyMap(),
                                    Collections.emptyMap(), Collections.emptySet(), Collections.emptyMap());
                }
            }
        }
    }

    private static final class Recorder implements ClassFileTransformer {
        private final File file;
        private final Set<String> wanted;

        Recorder(File file, Set<String> wanted) {
            this.file = file;
            this.wanted = wanted;
        }

        @Override
        public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
            if (name == null || !wanted.contains(name)) {
                return null;
            }
            try {
                StringBuilder text = new StringBuilder();
                line(text, "class", name);
                DataInputStream header = new DataInputStream(new java.io.ByteArrayInputStream(bytes));
                header.readInt();
                header.readUnsignedShort();
                line(text, "major", Integer.toString(header.readUnsignedShort()));
                CodeSource source = domain == null ? null : domain.getCodeSource();
                if (source != null && source.getLocation() != null) {
                    line(text, "from", path(source.getLocation()));
                }
                for (ClassLoader l = loader; l != null; l = l.getParent()) {
                    if (l instanceof URLClassLoader) {
                        for (URL url : ((URLClassLoader) l).getURLs()) {
                            line(text, "path", path(url));
                        }
                    }
                }
                for (String entry : System.getProperty("java.class.path", "").split(File.pathSeparator)) {
                    line(text, "path", new File(entry).getAbsolutePath());
                }
                for (String entry : System.getProperty("jdk.module.path", "").split(File.pathSeparator)) {
                    if (!entry.isEmpty()) {
                        line(text, "modules", new File(entry).getAbsolutePath());
                    }
                }
                line(text, "java", System.getProperty("java.home"));
                for (Object option : options()) {
                    line(text, "option", option.toString());
                }
                write(text.toString());
            } catch (Throwable failed) {
                System.err.println("beagle: " + failed);
            }
            return null;
        }

        /** The JVM's options, where it has the module that tells them. */
        private static Iterable<?> options() {
            try {
                Object runtime = Class.forName("java.lang.management.ManagementFactory").getMethod("getRuntimeMXBean").invoke(null);
                return (Iterable<?>) Class.forName("java.lang.management.RuntimeMXBean").getMethod("getInputArguments").invoke(runtime);
            } catch (Throwable absent) {
                return Collections.emptyList();
            }
        }

        private synchronized void write(String text) throws Exception {
            FileOutputStream out = new FileOutputStream(file, true);
            try {
                out.write(text.getBytes(StandardCharsets.UTF_8));
            } finally {
                out.close();
            }
        }

        private static String path(URL url) throws Exception {
            return url.getProtocol().equals("file") ? new File(url.toURI()).getAbsolutePath() : url.toString();
        }

        private static void line(StringBuilder text, String key, String value) {
            text.append(key).append('\t').append(value.replace('\n', ' ')).append('\n');
        }
    }
}
