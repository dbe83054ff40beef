package kieker

import (
	"slices"
	"strings"
	"sync"
)

func builtin() []*Schema { return builtinOnce() }

var builtinOnce = sync.OnceValue(func() []*Schema {
	var all []*Schema
	byClass := map[string]*Schema{}
	read := func(prefix, table string) {
		for line := range strings.Lines(table) {
			head, fields, ok := strings.Cut(strings.TrimSpace(line), ":")
			if !ok {
				continue
			}
			class, parent, _ := strings.Cut(head, " < ")
			schema := DefineSchema(prefix+class, fields)
			if parent != "" {
				schema.Parent = prefix + parent
				if own, ok := strings.CutPrefix(parent, "~"); ok {
					schema.Parent = Package + own
				}
				schema.Fields = append(append([]Field(nil), byClass[schema.Parent].Fields...), schema.Fields...)
				schema = &Schema{Class: schema.Class, Parent: schema.Parent, Fields: schema.Fields}
				schema.prepare()
			}
			if byClass[schema.Class] == nil {
				byClass[schema.Class] = schema
			}
			if !slices.ContainsFunc(all, schema.same) {
				all = append(all, schema)
			}
		}
	}
	read(Package, kiekerTable)
	read("kieker.tools.opad.record.", opadTable)
	read("beagle.spans.", spansTable)
	for _, table := range projects {
		for _, prefix := range table.packages {
			read(prefix, table.classes)
		}
	}
	return all
})

// Package is where the record classes of Kieker are.
const Package = "kieker.common.record."

const spansTable = `
OperationExecutionRecord: S operationSignature sessionId, L traceId tin tout, S hostname, I eoi ess, S classSignature, Z failed
ExecutionInputs: L timestamp traceId, S operationSignature classSignature, SS parameters values
`

// kiekerTable lists Kieker's record classes as of 2.0 by their package below kieker.common.record: class < parent:
// own fields, in the order of the wire. A class that changed stands once per layout, the present one first.
const kiekerTable = `
controlflow.BranchingRecord: L timestamp, I branchID branchingOutcome
controlflow.OperationExecutionRecord: S operationSignature sessionId, L traceId tin tout, S hostname, I eoi ess
database.AfterDatabaseEvent: L timestamp, S classSignature, L traceId, I orderIndex, S returnType returnValue
database.BeforeDatabaseEvent: L timestamp, S classSignature, L traceId, I orderIndex, S parameters technology
database.DatabaseFailedEvent: L timestamp, S classSignature, L traceId, I orderIndex, S cause
flow.AbstractEvent: L timestamp
flow.thread.AbstractThreadBasedEvent < flow.AbstractEvent: L threadId, I orderIndex, S operationSignature classSignature
flow.thread.AfterFailedThreadBasedEvent < flow.thread.AbstractThreadBasedEvent: S cause
flow.thread.AfterThreadBasedEvent < flow.thread.AbstractThreadBasedEvent:
flow.thread.BeforeThreadBasedEvent < flow.thread.AbstractThreadBasedEvent:
flow.trace.AbstractTraceEvent < flow.AbstractEvent: L traceId, I orderIndex
flow.trace.TraceMetadata: L traceId threadId, S sessionId hostname, L parentTraceId, I parentOrderId
flow.trace.ApplicationTraceMetadata < flow.trace.TraceMetadata: S applicationName
flow.trace.BeforeReceivedRemoteEvent: L timestamp callerTraceId, I callerOrderIndex, L traceId, I orderIndex
flow.trace.BeforeSentRemoteEvent: L timestamp traceId, I orderIndex, S technology
flow.trace.ConstructionEvent < flow.trace.AbstractTraceEvent: S classSignature, I objectId
flow.trace.concurrency.JoinEvent < flow.trace.AbstractTraceEvent: L joinedTraceId
flow.trace.concurrency.SplitEvent < flow.trace.AbstractTraceEvent:
flow.trace.concurrency.monitor.AbstractMonitorEvent < flow.trace.AbstractTraceEvent: I lockId
flow.trace.concurrency.monitor.MonitorEntryEvent < flow.trace.concurrency.monitor.AbstractMonitorEvent:
flow.trace.concurrency.monitor.MonitorExitEvent < flow.trace.concurrency.monitor.AbstractMonitorEvent:
flow.trace.concurrency.monitor.MonitorNotifyAllEvent < flow.trace.concurrency.monitor.AbstractMonitorEvent:
flow.trace.concurrency.monitor.MonitorNotifyEvent < flow.trace.concurrency.monitor.AbstractMonitorEvent:
flow.trace.concurrency.monitor.MonitorRequestEvent < flow.trace.concurrency.monitor.AbstractMonitorEvent:
flow.trace.concurrency.monitor.MonitorWaitEvent < flow.trace.concurrency.monitor.AbstractMonitorEvent:
flow.trace.operation.AbstractOperationEvent < flow.trace.AbstractTraceEvent: S operationSignature classSignature
flow.trace.operation.AfterOperationEvent < flow.trace.operation.AbstractOperationEvent:
flow.trace.operation.AfterOperationFailedEvent < flow.trace.operation.AfterOperationEvent: S cause
flow.trace.operation.BeforeOperationEvent < flow.trace.operation.AbstractOperationEvent:
flow.trace.operation.CallOperationEvent < flow.trace.operation.AbstractOperationEvent: S calleeOperationSignature calleeClassSignature
flow.trace.operation.EntryLevelBeforeOperationEvent < flow.trace.operation.BeforeOperationEvent: SS parameters values, I requestType
flow.trace.operation.constructor.AfterConstructorEvent < flow.trace.operation.AfterOperationEvent:
flow.trace.operation.constructor.AfterConstructorFailedEvent < flow.trace.operation.AfterOperationFailedEvent:
flow.trace.operation.constructor.BeforeConstructorEvent < flow.trace.operation.BeforeOperationEvent:
flow.trace.operation.constructor.CallConstructorEvent < flow.trace.operation.CallOperationEvent:
flow.trace.operation.constructor.object.AfterConstructorFailedObjectEvent < flow.trace.operation.constructor.AfterConstructorFailedEvent: I objectId
flow.trace.operation.constructor.object.AfterConstructorObjectEvent < flow.trace.operation.constructor.AfterConstructorEvent: I objectId
flow.trace.operation.constructor.object.BeforeConstructorObjectEvent < flow.trace.operation.constructor.BeforeConstructorEvent: I objectId
flow.trace.operation.constructor.object.BeforeConstructorObjectInterfaceEvent < flow.trace.operation.constructor.object.BeforeConstructorObjectEvent: S interface
flow.trace.operation.constructor.object.CallConstructorObjectEvent < flow.trace.operation.constructor.CallConstructorEvent: I objectId calleeObjectId
flow.trace.operation.object.AfterOperationFailedObjectEvent < flow.trace.operation.AfterOperationFailedEvent: I objectId
flow.trace.operation.object.AfterOperationObjectEvent < flow.trace.operation.AfterOperationEvent: I objectId
flow.trace.operation.object.BeforeOperationObjectEvent < flow.trace.operation.BeforeOperationEvent: I objectId
flow.trace.operation.object.BeforeOperationObjectInterfaceEvent < flow.trace.operation.object.BeforeOperationObjectEvent: S interface
flow.trace.operation.object.CallOperationObjectEvent < flow.trace.operation.CallOperationEvent: I objectId calleeObjectId
flow.trace.operation.object.EntryLevelBeforeOperationObjectEvent < flow.trace.operation.object.BeforeOperationObjectEvent: SS parameters values, I requestType
jvm.AbstractJVMRecord: L timestamp, S hostname vmName
jvm.ClassLoadingRecord < jvm.AbstractJVMRecord: L totalLoadedClassCount, I loadedClassCount, L unloadedClassCount
jvm.CompilationRecord < jvm.AbstractJVMRecord: S jitCompilerName, L totalCompilationTimeMS
jvm.GCRecord < jvm.AbstractJVMRecord: S gcName, L collectionCount collectionTimeMS
jvm.MemoryRecord < jvm.AbstractJVMRecord: L heapMaxBytes heapUsedBytes heapCommittedBytes heapInitBytes nonHeapMaxBytes nonHeapUsedBytes nonHeapCommittedBytes nonHeapInitBytes, I objectPendingFinalizationCount
jvm.ThreadsStatusRecord < jvm.AbstractJVMRecord: L threadCount daemonThreadCount peakThreadCount totalStartedThreadCount
jvm.UptimeRecord < jvm.AbstractJVMRecord: L uptimeMS
misc.EmptyRecord:
misc.HostApplicationMetaData: S systemName ipAddress hostname applicationName
misc.KiekerMetadataRecord: S version controllerName hostname, I experimentId, Z debugMode, L timeOffset, S timeUnit, L numberOfRecords
misc.OperationCallEvent: S sourceComponent sourceOperation targetComponent targetOperation
misc.ThreadMetaData: S hostname, L threadId
misc.TimestampRecord: L timestamp
remotecontrol.ActivationEvent: S pattern
remotecontrol.ActivationParameterEvent: S pattern name, SS values
remotecontrol.AddParameterValueEvent: S pattern name value
remotecontrol.DeactivationEvent: S pattern
remotecontrol.RemoveParameterValueEvent: S pattern name value
remotecontrol.UpdateParameterEvent: S pattern name, SS values
session.SessionEndEvent: L timestamp, S hostname sessionId
session.SessionStartEvent: L timestamp, S hostname sessionId
system.CPUUtilizationRecord: L timestamp, S hostname cpuID, D user system wait nice irq totalUtilization idle
system.DiskUsageRecord: L timestamp, S hostname deviceName, D queue readBytesPerSecond readsPerSecond serviceTime writeBytesPerSecond writesPerSecond
system.LoadAverageRecord: L timestamp, S hostname, D oneMinLoadAverage fiveMinLoadAverage fifteenMinLoadAverage
system.MemSwapUsageRecord: L timestamp, S hostname, L memTotal memUsed memFree swapTotal swapUsed swapFree
system.NetworkUtilizationRecord: L timestamp, S hostname interfaceName, L speed, D txBytesPerSecond txCarrierPerSecond txCollisionsPerSecond txDroppedPerSecond txErrorsPerSecond txOverrunsPerSecond txPacketsPerSecond rxBytesPerSecond rxDroppedPerSecond rxErrorsPerSecond rxFramePerSecond rxOverrunsPerSecond rxPacketsPerSecond
system.ResourceUtilizationRecord: L timestamp, S hostname resourceName, D utilization
misc.RegistryRecord: I id, S string
controlflow.ReducedOperationExecutionRecord: S operationSignature, L tin tout
controlflow.OperationExecutionRecord: I experimentId, S operationSignature sessionId, L traceId tin tout, S hostname, I eoi ess
`

const opadTable = `
AggregationWindow: L windowStart windowEnd
NamedDoubleRecord: S applicationName, L timestamp, D responseTime
NamedTSPoint: L timestamp, D value, S name
StorableDetectionResult: S applicationName, D value, L timestamp, D forecast score
ExtendedStorableDetectionResult < StorableDetectionResult: D anomalyThreshold
`

var aliases = map[string]string{
	"kieker.tpmon.monitoringRecord.executions.KiekerExecutionRecord": "kieker.common.record.controlflow.OperationExecutionRecord",
	"kieker.common.record.OperationExecutionRecord":                  "kieker.common.record.controlflow.OperationExecutionRecord",
	"kieker.common.record.BranchingRecord":                           "kieker.common.record.controlflow.BranchingRecord",
	"kieker.common.record.CPUUtilizationRecord":                      "kieker.common.record.system.CPUUtilizationRecord",
	"kieker.common.record.MemSwapUsageRecord":                        "kieker.common.record.system.MemSwapUsageRecord",
	"kieker.common.record.ResourceUtilizationRecord":                 "kieker.common.record.system.ResourceUtilizationRecord",
	"kieker.common.record.flow.trace.Trace":                          "kieker.common.record.flow.trace.TraceMetadata",
	"kieker.monitoring.core.registry.RegistryRecord":                 "kieker.common.record.misc.RegistryRecord",
}
