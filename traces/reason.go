package traces

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"beagle/traces/classes"
)

// Reason is why a trace is not valid.
type Reason uint8

// The reasons, in the order in which reports list them; reasonTexts below says what each means.
const (
	Valid Reason = iota
	NoMetadata
	LateEvents
	DuplicateMetadata
	DuplicateOrder
	MissingEvents
	NeverClosed
	ExitWithoutEntry
	ExitOfAnother
	MissingExecutions
	DuplicateExecution
	StackJump
	NoTrace
	TimedOut
	TooLong
	TooMany
	Reasons // their number
)

var reasonTexts = [Reasons][2]string{
	Valid:              {"valid", ""},
	NoMetadata:         {"no metadata", "events came, but no TraceMetadata record for their trace id: it was lost, or the log begins in the middle of the trace"},
	LateEvents:         {"events after the end", "events came for a trace that was already complete: its id was used again without new metadata, e.g. by a second root call"},
	DuplicateMetadata:  {"metadata twice", "two TraceMetadata records came for one trace id"},
	DuplicateOrder:     {"order index twice", "two events of the trace have the same order index: two threads share a trace id, or the id was used again"},
	MissingEvents:      {"events missing", "the order indexes have gaps: events were lost, or a probe counted events that it did not record"},
	NeverClosed:        {"never closed", "the trace ended inside an operation: its exit event was lost, the program ended, or recording stopped"},
	ExitWithoutEntry:   {"exit without entry", "an operation was left that was not entered before"},
	ExitOfAnother:      {"exit of another operation", "the operation that was left is not the one that was entered last: an exit event is missing between them"},
	MissingExecutions:  {"executions missing", "the execution order indexes (eoi) of the trace are not 0, 1, 2, ...: executions were lost, or are still to come from another host"},
	DuplicateExecution: {"execution twice", "two executions of the trace have the same execution order index (eoi)"},
	StackJump:          {"stack jump", "the execution stack size (ess) grows by more than one between two executions, or does not begin with 0: the caller between them is missing"},
	NoTrace:            {"no trace", "the executions carry neither execution order index (eoi) nor stack size (ess), mostly no trace id either: probes written by hand, as in Kieker's quick start, record them so; who called whom cannot be known"},
	TimedOut:           {"timed out", "the trace was open for longer than the limit without an event; what came was dropped"},
	TooLong:            {"too long", "the trace has more executions than Beagle keeps of one trace; more memory (--memory) keeps more"},
	TooMany:            {"too many open traces", "the trace was given up to bound memory: more traces were open at the same time than fit; --memory gives more, and --timeout gives quiet ones up earlier"},
}

func (r Reason) String() string {
	if r < Reasons {
		return reasonTexts[r][0]
	}
	return fmt.Sprintf("reason(%d)", uint8(r))
}

// Explanation says what the reason means and what may have caused it.
func (r Reason) Explanation() string {
	if r < Reasons {
		return reasonTexts[r][1]
	}
	return ""
}

// MarshalText writes the reason in words.
func (r Reason) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// Invalid is one trace that is not valid.
type Invalid struct {
	Trace  classes.Trace `json:"trace"`  // what was reconstructed
	Reason Reason        `json:"reason"` // what is wrong; Valid of a trace that was looked for by its id
	Detail string        `json:"detail"` // where, e.g. "order index 5: exit of a.B.c() inside a.B.d()"
	Events int           `json:"events"` // records that belong to it
}

type examples struct {
	limit  int // of each reason
	kept   [Reasons]atomic.Int32
	mu     sync.Mutex // taken after a shard's
	traces [Reasons][]Invalid
}

func (x *examples) all() (all []Invalid) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, of := range x.traces {
		all = append(all, of...)
	}
	return all
}

func (x *examples) wants(reason Reason) bool { return int(x.kept[reason].Load()) < x.limit }

// maxKept is how many executions of an invalid trace are kept.
const maxKept = 1000

func (x *examples) keep(i Invalid) {
	if len(i.Trace.Executions) > maxKept {
		i.Trace.Executions = slices.Clone(i.Trace.Executions[:maxKept])
	}
	x.kept[i.Reason].Add(1)
	x.mu.Lock()
	defer x.mu.Unlock()
	x.traces[i.Reason] = append(x.traces[i.Reason], i)
}
