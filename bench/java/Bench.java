import beagle_rt.P;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import kieker.common.configuration.Configuration;
import kieker.common.record.controlflow.OperationExecutionRecord;
import kieker.monitoring.core.configuration.ConfigurationFactory;
import kieker.monitoring.core.controller.MonitoringController;

/**
 * Costs of probes and of Kieker's writers, in turns in one run: all are warmed up,
 * then each runs once a turn, so that what disturbs the machine disturbs all alike.
 */
public class Bench {
    static final int TURNS = 11;
    static final long WARM_UP = 1_000_000_000L; // ns of each
    static final int IDLE = 20; // ms until threads behind a probe have done their work

    interface Body { void run(int times); }

    record Case(String name, int times, Body body) { }

    static long sink;
    static final List<Case> cases = new ArrayList<>();

    static void add(String name, int times, Body body) {
        cases.add(new Case(name, times, body));
    }

    /** CPU time of all threads of this process in ns; the JVM's own figure comes in steps of 10 ms. */
    static long cpu() throws Exception {
        long sum = 0;
        try (Stream<Path> threads = Files.list(Paths.get("/proc/self/task"))) {
            for (Path thread : (Iterable<Path>) threads::iterator) {
                sum += Long.parseLong(Files.readString(thread.resolve("schedstat")).split(" ")[0]);
            }
        }
        return sum;
    }

    static void turn(Case c, boolean counts) throws Exception {
        Thread.sleep(IDLE);
        long cpu = cpu();
        long begin = System.nanoTime();
        c.body.run(c.times);
        double wall = System.nanoTime() - begin;
        Thread.sleep(IDLE);
        cpu = cpu() - cpu;
        if (counts) {
            System.out.printf("%s\t%.2f\t%.2f%n", c.name, wall / c.times, (double) cpu / c.times);
        }
    }

    static void run() throws Exception {
        for (Case c : cases) {
            for (long begin = System.nanoTime(); System.nanoTime() - begin < WARM_UP;) {
                c.body.run(c.times / 10);
            }
        }
        for (int turn = -1; turn < TURNS; turn++) {
            for (Case c : cases) {
                turn(c, turn >= 0);
            }
        }
    }

    static MonitoringController kieker(String writer, String... properties) {
        Configuration c = ConfigurationFactory.createDefaultConfiguration();
        c.setProperty("kieker.monitoring.writer", writer);
        c.setProperty("kieker.monitoring.periodicSensorsExecutorPoolSize", "0");
        c.setProperty("kieker.monitoring.useShutdownHook", "false");
        c.setProperty("kieker.monitoring.core.controller.WriterController.QueuePutStrategy", "kieker.monitoring.queue.putstrategy.YieldPutStrategy");
        for (int i = 0; i < properties.length; i += 2) c.setProperty(writer + "." + properties[i], properties[i + 1]);
        return MonitoringController.createInstance(c);
    }

    static void kieker(String name, MonitoringController controller, int times) {
        add(name, times, n -> {
            for (int i = 0; i < n; i++) {
                long in = controller.getTimeSource().getTime();
                sink += i;
                controller.newMonitoringRecord(new OperationExecutionRecord("a.B.c()", "s", 1, in, controller.getTimeSource().getTime(), "h", 0, 0));
            }
        });
    }

    public static void main(String[] args) throws Exception {
        int n = 1000000;
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
        String text = "seventeen letters";
        add("empty loop", n * 20, k -> { for (int i = 0; i < k; i++) sink += i; });
        add("System.nanoTime()", n, k -> { for (int i = 0; i < k; i++) sink += System.nanoTime(); });
        add("section, wall time", n, k -> { for (int i = 0; i < k; i++) { long t = P.t(); sink += i; P.x(1, t); } });
        add("section, wall and CPU time", n / 10, k -> { for (int i = 0; i < k; i++) { long c = P.c(2), t = P.t(); if (i % 4 == 0) for (int j = 0; j < 20; j++) sink += System.nanoTime(); P.x(2, t, c); } });
        add("branch", n, k -> { for (int i = 0; i < k; i++) { sink += i; P.b(3); } });
        add("loop", n, k -> { for (int i = 0; i < k; i++) { long c = 0; c++; sink += i; P.n(4, c); } });
        add("loop iteration", n * 20, k -> { long c = 0; for (int i = 0; i < k; i++) { c++; sink += i; } P.n(5, c); });
        add("operation, entry and exit", n, k -> { for (int i = 0; i < k; i++) { long o = P.oe(6); try { sink += i; } finally { P.ox(6, o); } } });
        add("parameter, int", n, k -> { for (int i = 0; i < k; i++) { sink += i; P.p(7, 0, i); } });
        add("parameter, ArrayList", n, k -> { for (int i = 0; i < k; i++) { sink += i; P.p(7, 0, list); } });
        add("parameter, String of 17", n, k -> { for (int i = 0; i < k; i++) { sink += i; P.p(7, 0, text); } });
        kieker("Kieker, binary file writer", kieker("kieker.monitoring.writer.filesystem.FileWriter", "customStoragePath", args[0],
                "logStreamHandler", "kieker.monitoring.writer.filesystem.BinaryLogStreamHandler", "maxEntriesInFile", "100000000"), n / 4);
        kieker("Kieker, text file writer", kieker("kieker.monitoring.writer.filesystem.FileWriter", "customStoragePath", args[0],
                "maxEntriesInFile", "100000000"), n / 40);
        kieker("Kieker, no output", kieker("kieker.monitoring.writer.dump.DumpWriter"), n / 4);
        run();
        if (sink == 42) System.out.println();
        System.exit(0); // Kieker's threads go on otherwise
    }
}
