import beagle_rt.P;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import kieker.common.configuration.Configuration;
import kieker.common.record.controlflow.OperationExecutionRecord;
import kieker.monitoring.core.configuration.ConfigurationFactory;
import kieker.monitoring.core.controller.MonitoringController;

/** Costs of probes and of Kieker's writers, in one run. */
public class Bench {
    interface Body { void run(int times); }

    static long sink;

    static void measure(String name, int times, Body body) {
        measure(name, times, body, () -> { });
    }

    /** Best wall time of rounds, and CPU time of the whole process over the later ones. */
    static void measure(String name, int times, Body body, Runnable finish) {
        com.sun.management.OperatingSystemMXBean os = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        body.run(times);
        finish.run();
        double wall = Double.MAX_VALUE;
        long cpu = os.getProcessCpuTime();
        int rounds = 7;
        for (int round = 0; round < rounds; round++) {
            long before = System.nanoTime();
            body.run(times);
            finish.run();
            wall = Math.min(wall, (double) (System.nanoTime() - before) / times);
        }
        System.out.printf("%s\t%.1f\t%.1f%n", name, wall, (double) (os.getProcessCpuTime() - cpu) / times / rounds);
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

    static void kieker(String name, MonitoringController controller, int times) throws Exception {
        measure(name, times, n -> {
            for (int i = 0; i < n; i++) {
                long in = controller.getTimeSource().getTime();
                sink += i;
                controller.newMonitoringRecord(new OperationExecutionRecord("a.B.c()", "s", 1, in, controller.getTimeSource().getTime(), "h", 0, 0));
            }
        });
        controller.terminateMonitoring();
        controller.waitForTermination(0);
    }

    public static void main(String[] args) throws Exception {
        int n = 500000;
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
        String text = "seventeen letters";
        measure("empty loop", n * 20, k -> { for (int i = 0; i < k; i++) sink += i; });
        measure("System.nanoTime()", n, k -> { for (int i = 0; i < k; i++) sink += System.nanoTime(); });
        measure("section, wall time", n, k -> { for (int i = 0; i < k; i++) { long t = P.t(); sink += i; P.x(1, t); } });
        measure("section, wall and CPU time", n / 10, k -> { for (int i = 0; i < k; i++) { long c = P.c(2), t = P.t(); if (i % 4 == 0) for (int j = 0; j < 20; j++) sink += System.nanoTime(); P.x(2, t, c); } });
        measure("branch", n, k -> { for (int i = 0; i < k; i++) { sink += i; P.b(3); } });
        measure("loop", n, k -> { for (int i = 0; i < k; i++) { long c = 0; c++; sink += i; P.n(4, c); } });
        measure("loop iteration", n * 20, k -> { long c = 0; for (int i = 0; i < k; i++) { c++; sink += i; } P.n(5, c); });
        measure("operation, entry and exit", n, k -> { for (int i = 0; i < k; i++) { long o = P.oe(6); try { sink += i; } finally { P.ox(6, o); } } });
        measure("parameter, int", n, k -> { for (int i = 0; i < k; i++) { sink += i; P.p(7, 0, i); } });
        measure("parameter, ArrayList", n, k -> { for (int i = 0; i < k; i++) { sink += i; P.p(7, 0, list); } });
        measure("parameter, String of 17", n, k -> { for (int i = 0; i < k; i++) { sink += i; P.p(7, 0, text); } });
        kieker("Kieker, binary file writer", kieker("kieker.monitoring.writer.filesystem.FileWriter", "customStoragePath", args[0],
                "logStreamHandler", "kieker.monitoring.writer.filesystem.BinaryLogStreamHandler", "maxEntriesInFile", "10000000"), n / 2);
        kieker("Kieker, text file writer", kieker("kieker.monitoring.writer.filesystem.FileWriter", "customStoragePath", args[0],
                "maxEntriesInFile", "10000000"), n / 10);
        kieker("Kieker, no output", kieker("kieker.monitoring.writer.dump.DumpWriter"), n / 2);
        if (sink == 42) System.out.println();
    }
}
