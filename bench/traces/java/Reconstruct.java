import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import kieker.analysis.architecture.trace.TraceEventRecords2ExecutionAndMessageTraceStage;
import kieker.analysis.architecture.trace.execution.TraceEquivalenceClassFilter;
import kieker.analysis.architecture.trace.execution.TraceEquivalenceClassFilter.TraceEquivalenceClassModes;
import kieker.analysis.architecture.trace.flow.EventRecordTraceReconstructionStage;
import kieker.analysis.architecture.trace.flow.TraceEventRecords;
import kieker.analysis.generic.source.file.DirectoryReaderStage;
import kieker.analysis.generic.source.rewriter.NoneTraceMetadataRewriter;
import kieker.analysis.generic.source.tcp.MultipleConnectionTcpSourceStage;
import kieker.common.record.IMonitoringRecord;
import kieker.common.record.flow.IFlowRecord;
import kieker.model.repository.SystemModelRepository;
import kieker.model.system.model.ExecutionTrace;
import teetime.framework.AbstractConsumerStage;
import teetime.framework.AbstractProducerStage;
import teetime.framework.Configuration;
import teetime.framework.Execution;
import teetime.framework.OutputPort;
import teetime.stage.basic.AbstractTransformation;

/**
 * Kieker's own reading, reconstruction and reduction of event traces, for
 * comparison. Everything but counting is done by stages that Kieker ships,
 * connected as its trace-analysis connects them.
 *
 *   java Reconstruct dir FOLDER            ids of valid and invalid traces of a log
 *   java Reconstruct executions FOLDER     the valid traces of a log as executions, and ids of the others
 *   java Reconstruct tcp PORT TRACES ...   traces a second received over TCP
 *   java Reconstruct log FOLDER TRACES ... traces a second read from a log
 *
 * What follows TRACES turns on:
 *
 *   timeout  gives up traces that were quiet for too long, see TIMEOUT
 *   reduce   makes executions of the events, and equivalence classes of those
 *
 * All stages share the reader's thread. To declare the reconstruction active, so
 * that TeeTime gives it a thread of its own, made it many times slower.
 */
public final class Reconstruct {

    /**
     * A hundred years. With a minute Kieker 2.0.2 gives every trace up that begins
     * after the first event: of a trace with metadata only it takes the time of the
     * last event for -1. What it does for each event is the same.
     */
    private static final long TIMEOUT = TimeUnit.DAYS.toNanos(36_500);
    private static final int BUFFER = 1 << 16; // larger ones made no difference

    /** Passes flow records on; the reconstruction knows no others. */
    static final class FlowFilter extends AbstractTransformation<IMonitoringRecord, IFlowRecord> {
        /** Never sends: with a timeout the reconstruction wants a clock, too, but looks at each event's time as well. */
        final OutputPort<Long> ticks = createOutputPort(Long.class);

        @Override
        protected void execute(final IMonitoringRecord record) {
            if (record instanceof IFlowRecord) {
                getOutputPort().send((IFlowRecord) record);
            }
        }
    }

    /** Prints the ids of traces. */
    static final class Verdict extends AbstractConsumerStage<TraceEventRecords> {
        private final String word;

        Verdict(final String word) {
            this.word = word;
        }

        @Override
        protected void execute(final TraceEventRecords trace) {
            System.out.println(word + " " + (trace.getTraceMetadata() != null
                    ? trace.getTraceMetadata().getTraceId() : trace.getTraceEvents()[0].getTraceId()));
        }
    }

    /** Prints traces of executions. */
    static final class Printer extends AbstractConsumerStage<Object> {
        private final String word;

        Printer(final String word) {
            this.word = word;
        }

        @Override
        protected void execute(final Object trace) {
            System.out.println(word + trace);
        }
    }

    /** Counts valid traces, and stops the clock and the program at the last one. */
    static final class Clock<T> extends AbstractTransformation<T, T> {
        private final long stopAt;
        private final TraceEquivalenceClassFilter reduction; // null: none follows
        private long count;
        private long start;

        Clock(final long stopAt, final TraceEquivalenceClassFilter reduction) {
            this.stopAt = stopAt;
            this.reduction = reduction;
        }

        @Override
        protected void execute(final T trace) {
            count++;
            if (count == stopAt / 2) { // the first half warms the virtual machine up
                start = System.nanoTime();
            }
            if (reduction != null) {
                getOutputPort().send(trace);
            }
            if (count == stopAt) {
                final double seconds = (System.nanoTime() - start) / 1e9;
                System.out.printf("%.0f traces/s, %d classes%n", (stopAt - stopAt / 2) / seconds,
                        reduction == null ? 0 : reduction.getEquivalenceClassMap().size());
                System.out.flush();
                Runtime.getRuntime().halt(0);
            }
        }
    }

    /** Says that a trace is not valid, which none of a benchmark is. */
    static final class Complaint extends AbstractConsumerStage<Object> {
        @Override
        protected void execute(final Object trace) {
            System.err.println("invalid: " + trace);
            Runtime.getRuntime().halt(1);
        }
    }

    /** One folder, given to the reader. */
    static final class Folder extends AbstractProducerStage<File> {
        private final File folder;

        Folder(final File folder) {
            this.folder = folder;
        }

        @Override
        protected void execute() {
            getOutputPort().send(folder);
            workCompleted();
        }
    }

    static final class Pipeline extends Configuration {
        Pipeline(final String source, final String place, final long traces, final List<String> options) {
            final long timeout = options.contains("timeout") ? TIMEOUT : Long.MAX_VALUE;
            final FlowFilter flow = new FlowFilter();
            final EventRecordTraceReconstructionStage reconstruction =
                    new EventRecordTraceReconstructionStage(TimeUnit.NANOSECONDS, false, Long.MAX_VALUE, timeout);
            connectPorts("tcp".equals(source) ? connections(Integer.parseInt(place)) : log(new File(place)), flow.getInputPort());
            connectPorts(flow.getOutputPort(), reconstruction.getTraceRecordsInputPort());
            if (options.contains("timeout")) {
                connectPorts(flow.ticks, reconstruction.getTimestampsInputPort());
            }
            if ("executions".equals(source)) {
                final TraceEventRecords2ExecutionAndMessageTraceStage executions =
                        new TraceEventRecords2ExecutionAndMessageTraceStage(new SystemModelRepository(), false, false, false);
                connectPorts(reconstruction.getInvalidTracesOutputPort(), new Verdict("invalid").getInputPort());
                connectPorts(reconstruction.getValidTracesOutputPort(), executions.getInputPort());
                connectPorts(executions.getExecutionTraceOutputPort(), new Printer("").getInputPort());
                connectPorts(executions.getInvalidExecutionTraceOutputPort(), new Printer("not executable: ").getInputPort());
                return;
            }
            if (traces == 0) {
                connectPorts(reconstruction.getValidTracesOutputPort(), new Verdict("valid").getInputPort());
                connectPorts(reconstruction.getInvalidTracesOutputPort(), new Verdict("invalid").getInputPort());
                return;
            }
            connectPorts(reconstruction.getInvalidTracesOutputPort(), new Complaint().getInputPort());
            if (options.contains("reduce")) {
                reduce(reconstruction.getValidTracesOutputPort(), traces);
            } else {
                connectPorts(reconstruction.getValidTracesOutputPort(), new Clock<TraceEventRecords>(traces, null).getInputPort());
            }
        }

        private OutputPort<? extends IMonitoringRecord> connections(final int port) {
            return new MultipleConnectionTcpSourceStage(port, BUFFER, new NoneTraceMetadataRewriter()).getOutputPort();
        }

        private OutputPort<? extends IMonitoringRecord> log(final File place) {
            final Folder folder = new Folder(place);
            final DirectoryReaderStage reader = new DirectoryReaderStage(false, BUFFER);
            connectPorts(folder.getOutputPort(), reader.getInputPort());
            return reader.getOutputPort();
        }

        private void reduce(final OutputPort<TraceEventRecords> valid, final long traces) {
            final SystemModelRepository model = new SystemModelRepository();
            final TraceEventRecords2ExecutionAndMessageTraceStage executions =
                    new TraceEventRecords2ExecutionAndMessageTraceStage(model, false, false, false);
            final TraceEquivalenceClassFilter reduction =
                    new TraceEquivalenceClassFilter(model, TraceEquivalenceClassModes.ASSEMBLY);
            final Clock<ExecutionTrace> clock = new Clock<>(traces, reduction);
            connectPorts(valid, executions.getInputPort());
            connectPorts(executions.getExecutionTraceOutputPort(), clock.getInputPort());
            connectPorts(executions.getInvalidExecutionTraceOutputPort(), new Complaint().getInputPort());
            connectPorts(clock.getOutputPort(), reduction.getInputPort());
        }
    }

    public static void main(final String[] args) throws Exception {
        final List<String> options = Arrays.asList(args).subList(Math.min(3, args.length), args.length);
        final boolean folder = args.length > 1 && Files.isDirectory(Path.of(args[1]));
        final boolean known = args.length == 2 && ("dir".equals(args[0]) || "executions".equals(args[0])) && folder
                || args.length >= 3 && ("tcp".equals(args[0]) || "log".equals(args[0]) && folder);
        if (!known || !Set.of("timeout", "reduce").containsAll(options)) {
            System.err.println("usage: Reconstruct dir FOLDER | executions FOLDER | tcp PORT TRACES [timeout] [reduce] | log FOLDER TRACES [timeout] [reduce]");
            System.exit(2);
        }
        final long traces = args.length > 2 ? Long.parseLong(args[2]) : 0;
        new Execution<Configuration>(new Pipeline(args[0], args[1], traces, options)).executeBlocking();
    }
}
