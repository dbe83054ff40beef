import kieker.common.record.flow.trace.TraceMetadata;
import kieker.common.record.flow.trace.operation.AfterOperationEvent;
import kieker.common.record.flow.trace.operation.BeforeOperationEvent;
import kieker.monitoring.core.controller.IMonitoringController;
import kieker.monitoring.core.controller.MonitoringController;
import kieker.monitoring.core.registry.TraceRegistry;

/**
 * A program under Kieker's monitoring, like MooBench: each outer call makes ten
 * nested calls with an event at entry and exit.
 *
 *   java -Dkieker.monitoring.writer=... Program CALLS
 *
 * It prints how long an outer call took, the second half of them counted.
 */
public final class Program {
    private static final IMonitoringController CONTROLLER = MonitoringController.getInstance();
    private static final TraceRegistry TRACES = TraceRegistry.INSTANCE;
    private static final String CLASS = "mooBench.Program";
    private static final String[] OPERATIONS = new String[10];

    static {
        for (int i = 0; i < OPERATIONS.length; i++) {
            OPERATIONS[i] = "public long " + CLASS + ".level" + i + "(int)";
        }
    }

    private static long call(final TraceMetadata trace, final int level) {
        CONTROLLER.newMonitoringRecord(new BeforeOperationEvent(CONTROLLER.getTimeSource().getTime(),
                trace.getTraceId(), trace.getNextOrderId(), OPERATIONS[level], CLASS));
        final long result = level == OPERATIONS.length - 1 ? System.nanoTime() : call(trace, level + 1);
        CONTROLLER.newMonitoringRecord(new AfterOperationEvent(CONTROLLER.getTimeSource().getTime(),
                trace.getTraceId(), trace.getNextOrderId(), OPERATIONS[level], CLASS));
        return result;
    }

    public static void main(final String[] args) throws Exception {
        final int calls = Integer.parseInt(args[0]);
        final boolean on = CONTROLLER.isMonitoringEnabled();
        long half = 0;
        long sum = 0;
        for (int i = 0; i < calls; i++) {
            if (i == calls / 2) {
                half = System.nanoTime();
            }
            if (!on) {
                sum += System.nanoTime();
                continue;
            }
            final TraceMetadata trace = TRACES.registerTrace();
            CONTROLLER.newMonitoringRecord(trace);
            sum += call(trace, 0);
            TRACES.unregisterTrace();
        }
        final long end = System.nanoTime();
        System.out.printf("%.2f us per outer call%s%n", (end - half) / 1e3 / (calls - calls / 2), sum == 0 ? "!" : "");
        CONTROLLER.terminateMonitoring();
        CONTROLLER.waitForTermination(0);
    }
}
