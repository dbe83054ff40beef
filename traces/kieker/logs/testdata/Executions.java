import java.io.File;
import java.util.concurrent.TimeUnit;

import kieker.analysis.architecture.trace.execution.ExecutionRecordTransformationStage;
import kieker.analysis.architecture.trace.reconstruction.TraceReconstructionStage;
import kieker.analysis.generic.source.file.DirectoryReaderStage;
import kieker.common.record.IMonitoringRecord;
import kieker.common.record.controlflow.OperationExecutionRecord;
import kieker.model.repository.SystemModelRepository;
import kieker.model.system.model.ExecutionTrace;
import kieker.model.system.model.InvalidExecutionTrace;
import teetime.framework.AbstractConsumerStage;
import teetime.framework.AbstractProducerStage;
import teetime.framework.Configuration;
import teetime.framework.Execution;
import teetime.stage.basic.AbstractTransformation;

/** Kieker's own reading of a log and reconstruction of its traces: each one's id and length. */
public final class Executions {
    static final class Folder extends AbstractProducerStage<File> {
        private final File folder;

        Folder(File folder) {
            this.folder = folder;
        }

        @Override
        protected void execute() {
            getOutputPort().send(folder);
            workCompleted();
        }
    }

    static final class Filter extends AbstractTransformation<IMonitoringRecord, OperationExecutionRecord> {
        @Override
        protected void execute(IMonitoringRecord record) {
            if (record instanceof OperationExecutionRecord) {
                getOutputPort().send((OperationExecutionRecord) record);
            }
        }
    }

    static final class Valid extends AbstractConsumerStage<ExecutionTrace> {
        @Override
        protected void execute(ExecutionTrace trace) {
            System.out.println(trace.getTraceId() + ":" + trace.getLength());
        }
    }

    static final class Invalid extends AbstractConsumerStage<InvalidExecutionTrace> {
        @Override
        protected void execute(InvalidExecutionTrace trace) {
            System.out.println("invalid:" + trace.getInvalidExecutionTraceArtifacts().getTraceId());
        }
    }

    static final class Pipeline extends Configuration {
        Pipeline(File log) {
            SystemModelRepository model = new SystemModelRepository();
            Folder folder = new Folder(log);
            DirectoryReaderStage reader = new DirectoryReaderStage(false, 1 << 16);
            Filter filter = new Filter();
            ExecutionRecordTransformationStage executions = new ExecutionRecordTransformationStage(model);
            TraceReconstructionStage traces = new TraceReconstructionStage(model, TimeUnit.NANOSECONDS, false, Long.MAX_VALUE);
            connectPorts(folder.getOutputPort(), reader.getInputPort());
            connectPorts(reader.getOutputPort(), filter.getInputPort());
            connectPorts(filter.getOutputPort(), executions.getInputPort());
            connectPorts(executions.getOutputPort(), traces.getInputPort());
            connectPorts(traces.getExecutionTraceOutputPort(), new Valid().getInputPort());
            connectPorts(traces.getInvalidExecutionTraceOutputPort(), new Invalid().getInputPort());
        }
    }

    public static void main(String[] args) {
        new Execution<Configuration>(new Pipeline(new File(args[0]))).executeBlocking();
    }
}
