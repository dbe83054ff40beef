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
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
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
                instrumentation.addTransformer(Swap.of(classes, instrumentation));
                openThreads(instrumentation);
            } else {
                Set<String> wanted = new HashSet<String>(Arrays.asList(parts).subList(1, parts.length));
                instrumentation.addTransformer(new Recorder(new File(parts[0]), wanted));
            }
        } catch (Throwable failed) {
            say("the agent does not start: " + failed);
        }
    }

    /** Opens java.lang to the probes, which read the CPU time of virtual threads there (Java 21 and later). */
    private static void openThreads(Instrumentation instrumentation) {
        try {
            Class.forName("java.lang.VirtualThread");
            Method moduleOf = Class.class.getMethod("getModule");
            Object probes = moduleOf.invoke(Class.forName("beagle_rt.P", false, null));
            for (Method method : Instrumentation.class.getMethods()) {
                if (method.getName().equals("redefineModule")) {
                    method.invoke(instrumentation, moduleOf.invoke(Object.class), Collections.emptySet(), Collections.emptyMap(),
                            Collections.singletonMap("java.lang", Collections.singleton(probes)), Collections.emptySet(), Collections.emptyMap());
                }
            }
        } catch (Throwable none) { // there are no virtual threads, or they have no time, which is said
            return;
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

    /**
     * Where Beagle looks for what goes wrong; without its folder that is the
     * program's output.
     */
    private static void say(String text) {
        String folder = System.getenv("BEAGLE_OUT");
        try {
            if (folder != null) {
                append(new File(folder, "agent.txt"), text + "\n");
                return;
            }
        } catch (Throwable failed) { // then the output has to do
            folder = null;
        }
        System.err.println("beagle: " + text);
    }

    private static synchronized void append(File file, String text) throws Exception {
        FileOutputStream out = new FileOutputStream(file, true);
        try {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        } finally {
            out.close();
        }
    }

    /** A transformer by reflection: from Java 9 on it is also told the module of a class, of which Java 8 does not know. */
    private static final class Swap implements InvocationHandler {
        private final Map<String, File> classes;
        private final Instrumentation instrumentation;
        private final Set<Object> readers = Collections.synchronizedSet(new HashSet<Object>());
        private final Class<?> probes;

        Swap(Map<String, File> classes, Instrumentation instrumentation) throws Exception {
            this.classes = classes;
            this.instrumentation = instrumentation;
            probes = Class.forName("beagle_rt.P", false, null);
        }

        static ClassFileTransformer of(Map<String, File> classes, Instrumentation instrumentation) throws Exception {
            return (ClassFileTransformer) Proxy.newProxyInstance(Agent.class.getClassLoader(),
                    new Class<?>[] {ClassFileTransformer.class}, new Swap(classes, instrumentation));
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            if (!method.getName().equals("transform")) {
                return method.invoke(this, arguments);
            }
            boolean modules = arguments.length == 6;
            int first = modules ? 1 : 0;
            return transform(modules ? arguments[0] : null, (ClassLoader) arguments[first], (String) arguments[first + 1]);
        }

        private byte[] transform(Object module, ClassLoader loader, String name) {
            File file = name == null ? null : classes.get(name);
            if (file == null || loader == null) {
                return null;
            }
            try {
                if (!sees(loader)) { // else the program would end at the first probe
                    say(name + " runs without probes: " + loader.getClass().getName() + ", which loads it, does not find beagle_rt.P;"
                            + " add beagle_rt to the packages that all may load (org.osgi.framework.bootdelegation, jboss.modules.system.pkgs)");
                    return null;
                }
                if (module != null) {
                    letRead(module);
                }
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
                say(name + " runs without probes: " + failed);
                return null;
            }
        }

        private boolean sees(ClassLoader loader) {
            try {
                return Class.forName(probes.getName(), false, loader) == probes;
            } catch (Throwable hidden) {
                return false;
            }
        }

        /** A named module has to read the module of the probes; by reflection for Java 8. */
        private void letRead(Object module) throws Exception {
            Class<?> type = Class.forName("java.lang.Module");
            if ((Boolean) type.getMethod("isNamed").invoke(module) && readers.add(module)) {
                Object read = Class.class.getMethod("getModule").invoke(probes);
                Instrumentation.class.getMethod("redefineModule", type, Set.class, Map.class, Map.class, Set.class, Map.class)
                        .invoke(instrumentation, module, Collections.singleton(read), Collections.emptyMap(),
                                Collections.emptyMap(), Collections.emptySet(), Collections.emptyMap());
            }
        }
    }

    private static final class Recorder implements ClassFileTransformer {
        private final File file;
        private final Set<String> wanted;
        private final Set<String> places = new LinkedHashSet<String>(); // of loaders that do not tell their class path
        private boolean found;

        Recorder(File file, Set<String> wanted) {
            this.file = file;
            this.wanted = wanted;
        }

        @Override
        public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
            if (name == null) {
                return null;
            }
            try {
                StringBuilder text = new StringBuilder();
                if (!wanted.contains(name)) {
                    place(text, loader, domain);
                    write(text.toString());
                    return null;
                }
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
                begin(text);
                write(text.toString());
            } catch (Throwable failed) {
                say(failed.toString());
            }
            return null;
        }

        /** Where the classes of this JVM come from, of which the first that is wanted was found. */
        private synchronized void begin(StringBuilder text) {
            for (String place : found ? Collections.<String>emptySet() : places) {
                line(text, "path", place);
            }
            found = true;
        }

        /** Remembers where a loader has classes from that has no class path: it may be that of the wanted ones, too. */
        private synchronized void place(StringBuilder text, ClassLoader loader, ProtectionDomain domain) throws Exception {
            CodeSource source = domain == null ? null : domain.getCodeSource();
            if (loader == null || loader instanceof URLClassLoader || loader == ClassLoader.getSystemClassLoader()
                    || source == null || source.getLocation() == null) {
                return;
            }
            String place = path(source.getLocation());
            if (places.add(place) && found) {
                line(text, "path", place);
            }
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

        private void write(String text) throws Exception {
            if (!text.isEmpty()) {
                append(file, text);
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
