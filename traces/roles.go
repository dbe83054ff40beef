package traces

import (
	"strings"
	"sync"

	"beagle/traces/kieker"
)

type fields struct {
	role               role
	time, trace, order int
	base               int // of an execution record: its first field of interest
	class, failed      int // of one that a span became, else -1
}

type roles struct {
	schemas *kieker.Schemas
	mu      sync.Mutex // taken after a shard's
	known   map[*kieker.Schema]fields
}

func (r *roles) role(c *kieker.Class) int32 { return int32(r.fieldsOf(c).role) }

// fieldsOf finds where a record class keeps what is of interest. A class may know
// its role from another engine that its records went to.
func (r *roles) fieldsOf(c *kieker.Class) fields {
	r.mu.Lock()
	defer r.mu.Unlock()
	f, known := r.known[c.Schema]
	if !known {
		f = r.classify(c.Schema)
		r.known[c.Schema] = f
	}
	return f
}

func (r *roles) classify(s *kieker.Schema) fields {
	const flow = "kieker.common.record.flow.trace."
	is := func(class string) bool { return r.schemas.Extends(s.Class, class) }
	f := fields{role: roleNone, time: s.Index("timestamp"), trace: s.Index("traceId"), order: s.Index("orderIndex")}
	switch {
	case is(flow + "operation.BeforeOperationEvent"):
		f.role = roleBefore
	case is(flow + "operation.AfterOperationFailedEvent"):
		f.role = roleFailed
	case is(flow + "operation.AfterOperationEvent"):
		f.role = roleAfter
	case is(flow + "operation.CallOperationEvent"):
		f.role = roleCall
	case is(flow + "TraceMetadata"):
		f.role = roleMetadata
	case strings.HasSuffix(s.Class, ".OperationExecutionRecord"):
		f.role = roleExecution
		f.base = max(0, s.Index("operationSignature"))
		f.class, f.failed = s.Index("classSignature"), s.Index("failed")
	case s.Class == "kieker.common.record.misc.KiekerMetadataRecord":
		f.role = roleUnit
	case f.time >= 0 && f.trace >= 0 && f.order >= 0 && traceEvent(s, f):
		f.role = roleOther
		switch {
		case is(flow + "concurrency.SplitEvent"), is(flow + "BeforeSentRemoteEvent"):
			f.role = roleSplit
		case is(flow + "BeforeReceivedRemoteEvent"):
			f.role = roleReceived
		case is(flow + "concurrency.JoinEvent"):
			f.role = roleJoin
		}
	}
	return f
}

func traceEvent(s *kieker.Schema, f fields) bool {
	return s.Fields[f.time].Type == kieker.Long && s.Fields[f.trace].Type == kieker.Long && s.Fields[f.order].Type == kieker.Int
}
