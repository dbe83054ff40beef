import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import kieker.analysis.architecture.trace.flow.EventRecordTraceReconstructionStage;
import kieker.analysis.architecture.trace.flow.TraceEventRecords;
import kieker.analysis.generic.source.file.DirectoryReaderStage;
import kieker.analysis.generic.source.rewriter.NoneTraceMetadataRewriter;
import kieker.analysis.generic.source.tcp.MultipleConnectionTcpSourceStage;
import kieker.common.record.IMonitoringRecord;
import kieker.common.record.flow.IFlowRecord;
import teetime.framework.AbstractConsumerStage;
import teetime.framework.AbstractProducerStage;
import teetime.framework.Configuration;
import teetime.framework.Execution;
import teetime.framework.OutputPort;
import teetime.stage.basic.AbstractTransformation;

/**
 * Kieker's own reading and reconstruction of event traces, for comparison.
 *
 *   java Reconstruct dir FOLDER          ids of valid and invalid traces of a log
 *   java Reconstruct tcp PORT TRACES     traces a second received over TCP
 *   java Reconstruct count FOLDER TRACES traces a second read from a log
 */
public final class Reconstruct {

    /** Passes flow records on; the reconstruction knows no others. */
    static final class FlowFilter extends AbstractTransformation<IMonitoringRecord, IFlowRecord> {
        long records;

        @Override
        protected void execute(final IMonitoringRecord record) {
            records++;
            if (record instanceof IFlowRecord) {
                getOutputPort().send((IFlowRecord) record);
            }
        }
    }

    /** Prints the ids of traces, or counts them and stops the clock. */
    static final class Traces extends AbstractConsumerStage<TraceEventRecords> {
        private final String word;
        private final PrintStream out;
        private final AtomicLong count;
        private final long stopAt;
        private long start;

        Traces(final String word, final PrintStream out, final AtomicLong count, final long stopAt) {
            this.word = word;
            this.out = out;
            this.count = count;
            this.stopAt = stopAt;
        }

        @Override
        protected void execute(final TraceEventRecords trace) {
            if (stopAt == 0) {
                out.println(word + " " + (trace.getTraceMetadata() != null
                        ? trace.getTraceMetadata().getTraceId() : trace.getTraceEvents()[0].getTraceId()));
                return;
            }
            final long now = count.incrementAndGet();
            if (now == stopAt / 2) { // the first half warms the virtual machine up
                start = System.nanoTime();
            }
            if (now == stopAt) {
                final double seconds = (System.nanoTime() - start) / 1e9;
                out.printf("%.0f traces/s%n", (stopAt - stopAt / 2) / seconds);
                out.flush();
                Runtime.getRuntime().halt(0);
            }
        }
    }

    /** One folder, given to the reader. */
    static final class Folder extends AbstractProducerStage<java.io.File> {
        private final java.io.File folder;

        Folder(final java.io.File folder) {
            this.folder = folder;
        }

        @Override
        protected void execute() {
            getOutputPort().send(folder);
            workCompleted();
        }
    }

    static final class Pipeline extends Configuration {
        Pipeline(final String[] args) {
            final boolean tcp = "tcp".equals(args[0]);
            final long stopAt = args.length > 2 ? Long.parseLong(args[2]) : 0;
            final OutputPort<? extends IMonitoringRecord> source;
            if (tcp) {
                final MultipleConnectionTcpSourceStage receiver =
                        new MultipleConnectionTcpSourceStage(Integer.parseInt(args[1]), 65535, new NoneTraceMetadataRewriter());
                source = receiver.getOutputPort();
            } else {
                final Folder folder = new Folder(new java.io.File(args[1]));
                final DirectoryReaderStage reader = new DirectoryReaderStage(false, 1 << 16);
                connectPorts(folder.getOutputPort(), reader.getInputPort());
                source = reader.getOutputPort();
            }
            final FlowFilter flow = new FlowFilter();
            final EventRecordTraceReconstructionStage reconstruction =
                    new EventRecordTraceReconstructionStage(TimeUnit.NANOSECONDS, false, Long.MAX_VALUE, Long.MAX_VALUE);
            final AtomicLong count = new AtomicLong();
            final Traces valid = new Traces("valid", System.out, count, stopAt);
            final Traces invalid = new Traces("invalid", System.out, count, stopAt);
            connectPorts(source, flow.getInputPort());
            connectPorts(flow.getOutputPort(), reconstruction.getTraceRecordsInputPort());
            connectPorts(reconstruction.getValidTracesOutputPort(), valid.getInputPort());
            connectPorts(reconstruction.getInvalidTracesOutputPort(), invalid.getInputPort());
        }
    }

    public static void main(final String[] args) throws Exception {
        final boolean folder = args.length > 1 && Files.isDirectory(Path.of(args[1]));
        final boolean known = args.length == 2 && "dir".equals(args[0]) && folder
                || args.length == 3 && ("tcp".equals(args[0]) || "count".equals(args[0]) && folder);
        if (!known) {
            System.err.println("usage: Reconstruct dir FOLDER | tcp PORT TRACES | count FOLDER TRACES");
            System.exit(2);
        }
        new Execution<Configuration>(new Pipeline(args)).executeBlocking();
    }
}
