package kieker

// projects are the records of projects that build on Kieker, by the packages in which they stood over the years.
var projects = []struct {
	packages []string
	classes  string
}{
	// The CIPM pipeline records what Beagle also measures.
	{[]string{"cipm.consistency.bridge.monitoring.records.", "dmodel.designtime.monitoring.records."}, cipmCalls + cipmFormerCalls + cipmOthers},
	// Beagle's own probes, where they record through Kieker: words whose meaning
	// only the analysis knows that placed them.
	{[]string{"beagle_rt."}, `
ProbeRecord: L thread, I count, L w0 w1 w2 w3
`},
	{[]string{"dmodel.pipeline.monitoring.records."}, `
ServiceCallRecord: S sessionId serviceExecutionId hostId hostName serviceId parameters callerServiceExecutionId executionContextId, L entryTime exitTime
BranchRecord: S sessionId serviceExecutionId branchId executedBranchId
` + cipmCalls + cipmFormerCalls + cipmOthers},
	// The form of the same records before them.
	{[]string{"tools.vitruv.applications.pcmjava.modelrefinement.parameters.monitoring.records."}, `
BranchRecord: S sessionId serviceExecutionId branchId executedBranchId
ResourceUtilizationRecord: S sessionId resourceId, D utilization, L timestamp
` + cipmFormerCalls + cipmCalls + cipmOthers},
	// iObserve: calls at the entry of a system.
	{[]string{"org.iobserve.stages.general.data.", "org.iobserve.analysis.data."}, `
EntryCallEvent: L entryTime exitTime, S operationSignature classSignature sessionId hostname
PayloadAwareEntryCallEvent < EntryCallEvent: SS parameters values, I requestType
ExtendedEntryCallEvent < EntryCallEvent: S informations
`},
	// iObserve: deployment, sessions and payloads, as its probes write them.
	{[]string{"org.iobserve.common.record."}, `
ContainerAllocationEvent: L timestamp, S service
ContainerAllocationEvent: S url
ContainerDeallocationEvent: L timestamp, S service
ContainerDeallocationEvent: S url
EJBDeployedEvent: L timestamp, S service context deploymentId
EJBUndeployedEvent: L timestamp, S service context deploymentId
ServletDeployedEvent: L timestamp, S service context deploymentId
ServletUndeployedEvent: L timestamp, S service context deploymentId
Privacy_EJBDeployedEvent < EJBDeployedEvent: I countryCode
Privacy_EJBUndeployedEvent < EJBUndeployedEvent: I countryCode
Privacy_ServletDeployedEvent < ServletDeployedEvent: I countryCode
Privacy_ServletUndeployedEvent < ServletUndeployedEvent: I countryCode
EntryLevelBeforeOperationEvent < ~flow.trace.operation.BeforeOperationEvent: SS parameters values, I requestType
EntryLevelBeforeOperationObjectEvent < ~flow.trace.operation.object.BeforeOperationObjectEvent: SS parameters values, I requestType
ExtendedAfterOperationEvent < ~flow.trace.operation.AfterOperationEvent: S informations
ExtendedBeforeOperationEvent < ~flow.trace.operation.BeforeOperationEvent: S informations
JSSObservationEvent: L iObserveTime, I type, S typeOfObservedEvent, L timeOfObservedEvent
MeasureEventOccurance: L timestamp id, I type point
ServerGeoLocation: L timestamp, I countryCode, S hostname address
ServletTraceHelper: L traceId, S host, I port, S requestURI
SessionEndEvent: L timestamp, S hostname sessionId
SessionEndEvent: L timestamp, S sessionId
SessionStartEvent: L timestamp, S hostname sessionId
SessionStartEvent: L timestamp, S sessionId
`},
}

// The records of the CIPM pipeline and of what came before it changed from commit to commit, and logs of one package
// have the fields of another one's time. So each package knows them all; its own stand first.
const (
	cipmCalls = `
ServiceCallRecord: S sessionId serviceExecutionId hostId hostName serviceId parameters callerServiceExecutionId externalCallId executionContextId, L entryTime exitTime
ServiceCallRecord: S sessionId serviceExecutionId hostId hostName serviceId parameters callerServiceExecutionId executionContextId, L entryTime exitTime
`
	cipmFormerCalls = `
ServiceCallRecord: S sessionId serviceExecutionId serviceId parameters callerServiceExecutionId callerId, L entryTime exitTime
ServiceCallRecord: S sessionId serviceExecutionId serviceId parameters callerServiceExecutionId callerId, L entryTime exitTime, S returnValue
ServiceCallRecord: S sessionId serviceExecutionId serviceId parameters callerServiceExecutionId callerId assemblyId, L entryTime exitTime
ServiceCallRecord: S sessionId serviceExecutionId serviceId parameters callerServiceExecutionId callerId assemblyId, L entryTime exitTime, S returnValue
`
	cipmOthers = `
LoopRecord: S sessionId serviceExecutionId loopId, L loopIterationCount
BranchRecord: S sessionId serviceExecutionId executedBranchId
BranchRecord: S sessionId serviceExecutionId branchId executedBranchId
ResponseTimeRecord: S sessionId serviceExecutionId internalActionId resourceId, L startTime stopTime
ResourceUtilizationRecord: S hostId hostName resourceId, D utilization, L timestamp
ResourceUtilizationRecord: S sessionId resourceId, D utilization, L timestamp
`
)
