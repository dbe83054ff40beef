/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_attached;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Puts probes into methods of the JVM that it is loaded into, measures for a time, and takes them out again. What it is to do
 * stands in a file of a folder; what it finds goes into another one there, a line each.
 */
public final class Agent implements Runnable, ClassFileTransformer {
    /** How often records are written and the share of measured calls is set, ns. */
    private static final long TURN = 100000000;
    /** How often is told what probes take, and looked whether counting alone takes too much, ns. */
    private static final long SECOND = 1000000000;

    private static Agent running; // null: none is

    private final Instrumentation instrumentation;
    private final FileOutputStream out;
    private final Session session = new Session();
    private final Map<String, Integer> matched = new LinkedHashMap<String, Integer>(); // methods, by what was asked for
    private final Set<String> changed = ConcurrentHashMap.newKeySet(); // classes with probes, by their names with slashes
    private final Method processCpu;
    private double seconds;
    private double budget; // of probes: share of the time of one processor
    private long wanted; // measured calls of each method
    private boolean enough; // to end as soon as there are so many
    private double counting; // ns that a call takes which is not measured
    private double measuring; // ns that a call takes which is, until some were
    private long background; // ns of CPU that this thread took since it was told
    private long cpuBefore; // of the program, until then
    private double left; // ns that the budget leaves for measuring; negative: it is used up
    private volatile boolean stop;

    private Agent(String folder, Instrumentation instrumentation) throws Exception {
        this.instrumentation = instrumentation;
        out = new FileOutputStream(new File(folder, "found"), true);
        Class<?> system = Class.forName("com.sun.management.OperatingSystemMXBean");
        processCpu = system.getMethod("getProcessCpuTime");
        BufferedReader order = new BufferedReader(new InputStreamReader(new FileInputStream(new File(folder, "order")), StandardCharsets.UTF_8));
        try {
            for (String line; (line = order.readLine()) != null; ) {
                String[] words = line.split("\t");
                switch (words[0]) {
                    case "seconds":
                        seconds = Double.parseDouble(words[1]);
                        break;
                    case "budget":
                        budget = Double.parseDouble(words[1]);
                        break;
                    case "wanted":
                        wanted = Long.parseLong(words[1]);
                        break;
                    case "enough":
                        enough = true;
                        break;
                    default:
                        matched.put(words[1], 0);
                }
            }
        } finally {
            order.close();
        }
    }

    /** Goes in with what the folder of this path orders, or, with no path, has the one that is in leave. */
    public static void agentmain(String folder, Instrumentation instrumentation) {
        synchronized (Agent.class) {
            if (folder == null || folder.isEmpty()) {
                if (running != null) {
                    running.stop = true;
                }
                return;
            }
            try {
                Agent agent = new Agent(folder, instrumentation);
                if (running != null) {
                    agent.line("busy");
                    agent.out.close();
                    return;
                }
                Thread thread = new Thread(agent, "beagle attached");
                thread.setDaemon(true);
                running = agent;
                thread.start();
            } catch (Throwable failed) {
                failed(folder, failed);
            }
        }
    }

    private static void failed(String folder, Throwable why) {
        try {
            FileOutputStream file = new FileOutputStream(new File(folder, "found"), true);
            file.write(("failed\t" + why.toString().replaceAll("\\s", " ") + "\n").getBytes(StandardCharsets.UTF_8));
            file.close();
        } catch (IOException full) {
            return; // Beagle sees that nothing comes
        }
    }

    @Override
    public void run() {
        try {
            calibrate();
            Probe.session = session;
            instrumentation.addTransformer(this, true);
            try {
                if (goIn()) {
                    measure();
                }
            } finally {
                leave();
            }
            line("left", changed.size());
        } catch (Throwable failed) {
            try {
                line("failed", failed);
            } catch (IOException full) {
                stop = true;
            }
        } finally {
            synchronized (Agent.class) {
                running = null;
            }
            try {
                out.close();
            } catch (IOException full) {
                stop = true;
            }
        }
    }

    private synchronized void line(Object... words) throws IOException {
        StringBuilder b = new StringBuilder();
        for (Object w : words) {
            b.append(b.length() == 0 ? "" : "\t").append(String.valueOf(w).replaceAll("\\s", " "));
        }
        out.write(b.append('\n').toString().getBytes(StandardCharsets.UTF_8));
    }

    // ---- in and out -------------------------------------------------------

    /** Puts probes into the classes that are loaded; whether there is a method. */
    private boolean goIn() throws Exception {
        List<Class<?>> all = new ArrayList<Class<?>>();
        for (Class<?> c : instrumentation.getAllLoadedClasses()) {
            if (ours(c.getClassLoader(), c.getName()) && instrumentation.isModifiableClass(c) && !c.isArray()) {
                all.add(c);
            }
        }
        retransform(all, "refused");
        for (Map.Entry<String, Integer> m : matched.entrySet()) {
            if (m.getValue() == 0) {
                line("unmatched", m.getKey(), near(m.getKey()));
            }
        }
        cpuBefore = (Long) processCpu.invoke(ManagementFactory.getOperatingSystemMXBean());
        line("in", session.known, changed.size(), own());
        return session.known > 0;
    }

    /** Whether a class is the program's own and asked for. */
    private boolean ours(ClassLoader loader, String name) {
        if (loader == null || loader == ClassLoader.getSystemClassLoader().getParent() || name.startsWith(Agent.class.getPackage().getName() + ".")) {
            return false; // of the JDK
        }
        String dotted = name.replace('$', '.');
        for (String asked : matched.keySet()) {
            if (holds(asked, dotted) || last(className(asked)).equals(last(dotted))) {
                return true;
            }
        }
        return false;
    }

    /** Whether a package or class that was asked for is, or has, a class. */
    private static boolean holds(String asked, String type) {
        return type.equals(asked) || type.startsWith(asked + ".") || type.endsWith("." + asked);
    }

    private static String className(String asked) {
        String name = asked.indexOf('(') < 0 ? asked : asked.substring(0, asked.indexOf('('));
        return name.substring(0, Math.max(name.lastIndexOf('.'), 0));
    }

    private static String last(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /** Classes whose simple names are those of a method's class or package, whatever the case. */
    private String near(String asked) {
        Set<String> all = new TreeSet<String>();
        for (Class<?> c : instrumentation.getAllLoadedClasses()) {
            String name = c.getName().replace('$', '.');
            if (c.getClassLoader() != null && !c.isArray() && (last(name).equalsIgnoreCase(last(className(asked))) || last(name).equalsIgnoreCase(last(asked)))) {
                all.add(name);
            }
        }
        return String.join(" ", new ArrayList<String>(all).subList(0, Math.min(all.size(), 5)));
    }

    /** Has classes transformed anew, all at once, since the program stands still each time; where one is refused, by halves. */
    private void retransform(List<Class<?>> all, String refusal) throws IOException {
        try {
            if (!all.isEmpty()) {
                instrumentation.retransformClasses(all.toArray(new Class<?>[0]));
            }
        } catch (Throwable refused) {
            if (all.size() == 1) {
                changed.remove(all.get(0).getName().replace('.', '/'));
                line(refusal, all.get(0).getName(), refused);
                return;
            }
            retransform(all.subList(0, all.size() / 2), refusal);
            retransform(all.subList(all.size() / 2, all.size()), refusal);
        }
    }

    @Override
    public byte[] transform(ClassLoader loader, String name, Class<?> before, ProtectionDomain domain, byte[] file) {
        if (name == null || Probe.session != session || !ours(loader, name.replace('/', '.'))) {
            return null;
        }
        final String owner = name.replace('/', '.');
        try {
            if (Class.forName(Probe.class.getName(), false, loader) != Probe.class) {
                throw new ClassNotFoundException();
            }
        } catch (ClassNotFoundException narrow) {
            refuse(owner, "its class loader lets only java.* in");
            return null;
        }
        try {
            byte[] woven = Weaver.weave(file, Probe.class.getName().replace('.', '/'), new Weaver.Choice() {
                @Override
                public int id(String method, String descriptor, String[] names, boolean constant) {
                    return choose(owner, method, descriptor, names, constant);
                }
            });
            if (woven != null) {
                changed.add(name);
            }
            return woven;
        } catch (Throwable unusual) {
            refuse(owner, unusual.getMessage());
            return null;
        }
    }

    private void refuse(String owner, String why) {
        try {
            line("refused", owner, why);
        } catch (IOException full) {
            stop = true;
        }
    }

    /** The number of a method that was asked for; -1: it was not, or its probes are out again. */
    private synchronized int choose(String owner, String method, String descriptor, String[] names, boolean constant) {
        for (int i = 0; i < session.known; i++) {
            Watched m = session.methods[i];
            if (m.owner.equals(owner) && m.name.equals(method) && m.descriptor.equals(descriptor)) {
                return m.out ? -1 : i;
            }
        }
        String type = owner.replace('$', '.');
        String full = type + "." + method;
        boolean asked = false;
        for (Map.Entry<String, Integer> a : matched.entrySet()) {
            String said = a.getKey();
            int open = said.indexOf('(');
            String name = open < 0 ? said : said.substring(0, open);
            if ((full.equals(name) || full.endsWith("." + name)) && (open < 0 || parameters(descriptor).equals(said.substring(open).replace(" ", "")))
                    || holds(said, type) && !constant) {
                a.setValue(a.getValue() + 1);
                asked = true;
            }
        }
        if (!asked || session.known == Session.MOST) {
            return -1;
        }
        int id = session.known;
        Watched m = new Watched(id, owner, method, descriptor, names, measuring);
        m.left.set(1);
        m.credit = 1;
        m.share = Integer.MAX_VALUE;
        session.methods[id] = m;
        session.known++;
        try {
            line("method", id, owner, method, descriptor, String.join(",", names));
        } catch (IOException full1) {
            stop = true;
        }
        return id;
    }

    /** Parameters of a descriptor as people write them, with simple names: (String,int). */
    private static String parameters(String descriptor) {
        StringBuilder b = new StringBuilder("(");
        for (String type : Weaver.types(descriptor)) {
            String element = type.replace("[", "");
            String name = element.startsWith("L") ? last(element.substring(1, element.length() - 1).replace('/', '.').replace('$', '.'))
                    : new String[] {"boolean", "byte", "char", "double", "float", "int", "long", "short"}["ZBCDFIJS".indexOf(element)];
            b.append(b.length() > 1 ? "," : "").append(name);
            for (int i = element.length(); i < type.length(); i++) {
                b.append("[]");
            }
        }
        return b.append(')').toString();
    }

    private void leave() throws IOException {
        Probe.session = null;
        instrumentation.removeTransformer(this);
        List<Class<?>> all = new ArrayList<Class<?>>();
        for (Class<?> c : instrumentation.getAllLoadedClasses()) {
            if (changed.contains(c.getName().replace('.', '/')) && instrumentation.isModifiableClass(c)) {
                all.add(c);
            }
        }
        retransform(all, "stays");
        write();
    }

    // ---- measuring --------------------------------------------------------

    private void measure() throws Exception {
        long begin = System.nanoTime();
        long end = begin + (long) (seconds * 1e9);
        long turn = begin;
        long second = begin;
        long own = own();
        while (!stop && System.nanoTime() < end && !(enough && complete())) {
            LockSupport.parkNanos(TURN);
            long now = System.nanoTime();
            write();
            long took = own() - own;
            own += took;
            background += took;
            share(now - turn, took, Math.max(1, (end - now) / TURN));
            turn = now;
            if (now - second >= SECOND) {
                drop(now - second);
                spent(now - second);
                second = now;
            }
        }
        spent(System.nanoTime() - second);
    }

    private boolean complete() {
        for (int i = 0; i < session.known; i++) {
            if (session.methods[i].measured.sum() < wanted && !session.methods[i].out) {
                return false;
            }
        }
        return true;
    }

    private void write() throws IOException {
        StringBuilder b = new StringBuilder();
        for (Session.Call call; (call = session.measured.poll()) != null; ) {
            b.append(call).append('\n');
        }
        out.write(b.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Says how often methods were called, and what probes took in so many ns: the calls' own, and this thread's. */
    private void spent(long elapsed) throws Exception {
        double probes = background;
        background = 0;
        for (int i = 0; i < session.known; i++) {
            Watched m = session.methods[i];
            long calls = m.calls.sum();
            long spent = m.spent.sum();
            probes += (calls - m.second) * counting + spent - m.spentSecond;
            m.second = calls;
            m.spentSecond = spent;
            line("count", i, calls);
        }
        long cpu = (Long) processCpu.invoke(ManagementFactory.getOperatingSystemMXBean());
        line("second", elapsed, (long) probes, cpu - cpuBefore);
        cpuBefore = cpu;
    }

    /** Sets how many calls of each method are measured until the next turn: what the budget leaves when all were counted. */
    private void share(long elapsed, long own, long turns) {
        left = Math.min(0, left) + budget * elapsed - own;
        int active = 0;
        for (int i = 0; i < session.known; i++) {
            Watched m = session.methods[i];
            m.turn = m.calls.sum() - m.counted;
            m.counted += m.turn;
            left -= m.turn * counting;
            active += m.turn > 0 ? 1 : 0;
        }
        for (int i = 0; i < session.known; i++) {
            Watched m = session.methods[i];
            long measured = m.measured.sum() - m.measuredBefore;
            m.measuredBefore += measured;
            long spent = m.spent.sum() - m.spentBefore;
            m.spentBefore += spent;
            if (measured > 0) {
                m.cost = (double) spent / measured;
            }
            m.credit += (m.turn > 0 ? Math.max(0, left) / active / m.cost : 0) - measured;
            double more = (double) (wanted - m.measuredBefore) / (enough ? 1 : turns); // evenly over the time, if that ends it
            long calls = (long) Math.max(0, Math.min(m.credit, Math.ceil(more)));
            m.left.set(calls);
            m.share = (int) Math.min(Integer.MAX_VALUE, calls / Math.max(1.0, m.turn) * Integer.MAX_VALUE);
        }
    }

    /** Takes probes out again from the method whose counting takes most, where counting alone takes more than the budget. */
    private void drop(long elapsed) throws IOException {
        double all = 0;
        Watched most = null;
        for (int i = 0; i < session.known; i++) {
            Watched m = session.methods[i];
            long calls = m.calls.sum() - m.second;
            all += calls * counting;
            if (calls > 0 && (most == null || calls > most.calls.sum() - most.second)) {
                most = m;
            }
        }
        if (most == null || all <= budget * elapsed) {
            return;
        }
        most.out = true;
        line("dropped", most.id, most.calls.sum(), (most.calls.sum() - most.second) * counting / elapsed);
        List<Class<?>> of = new ArrayList<Class<?>>();
        for (Class<?> c : instrumentation.getAllLoadedClasses()) {
            if (c.getName().equals(most.owner)) {
                of.add(c);
            }
        }
        retransform(of, "stays");
    }

    private static long own() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /** Finds out what a call takes that is counted only, and what one that is measured, when both are compiled. */
    private void calibrate() {
        counting = took(100000, 0);
        measuring = took(2000, Integer.MAX_VALUE);
    }

    /** What a call takes of which a share is measured, ns: the median of some trials. */
    private static double took(int calls, int share) {
        double[] took = new double[9];
        for (int trial = 0; trial < took.length; trial++) {
            Session s = new Session();
            s.methods[0] = new Watched(0, "", "", "(I)V", new String[1], 0);
            s.methods[0].left.set(calls);
            s.methods[0].share = share;
            long begin = System.nanoTime();
            for (int i = 0; i < calls; i++) {
                if (s.enter(0)) {
                    s.input(0, "");
                    s.begin();
                }
                s.exit(0, true);
            }
            took[trial] = (double) (System.nanoTime() - begin) / calls;
        }
        java.util.Arrays.sort(took);
        return took[took.length / 2];
    }
}
