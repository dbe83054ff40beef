package classes

// Trace is a trace of its own, with its executions in order of entry.
type Trace struct {
	ID         int64       `json:"id"`                // as the program numbered it; unique within its source
	Source     string      `json:"source,omitempty"`  // where its records came from
	Session    string      `json:"session,omitempty"` // the session id of its records; empty: none
	Parent     int64       `json:"parent,omitempty"`  // the trace that started it, where it is another
	Executions []Execution `json:"executions"`        // the outermost first
}

// Execution is one execution of an operation within a trace.
type Execution struct {
	Op     int32 `json:"op"`               // see Names
	Host   int32 `json:"host"`             // number in Names
	Parent int32 `json:"parent"`           // position of the caller; -1: none
	Depth  int32 `json:"ess"`              // execution stack size
	In     int64 `json:"tin"`              // ns
	Out    int64 `json:"tout"`             // when it ended, ns
	Failed bool  `json:"failed,omitempty"` // it ended with an exception
}

// Marks in an operation's number. They are part of it, so that they take part in equality.
const (
	// Assumed marks an execution that was not observed but called: code without probes.
	Assumed = int32(1) << 30
	// Inferred marks an execution whose caller is known by nesting only, as no call event came before it.
	Inferred = int32(1) << 29

	OpMask = Inferred - 1
)

// Inferred reports whether the caller of the execution is known by nesting only, or the execution itself by its call.
func (e Execution) Inferred() bool { return e.Op&(Assumed|Inferred) != 0 }

// Assumed reports whether the execution was not observed but called.
func (e Execution) Assumed() bool { return e.Op&Assumed != 0 }

// Exec is one execution of a trace that is open or stands for its class: with FailedBit in its end where it failed.
type Exec struct {
	Op, Parent int32 // number in Names, and position of the caller; -1: none
	In, Out    int64 // ns; see FailedBit
}

// FailedBit marks the exit of an execution that failed; times are positive.
const FailedBit = int64(-1) << 63

// Unsigned is a time without its sign. Clocks that do not begin in 1970, such as Java's System.nanoTime, may be
// negative; differences stay what they are.
func Unsigned(at int64) int64 { return at &^ FailedBit }

// Execution is the execution as others see it; before are those entered earlier.
func (e Exec) Execution(host int32, before []Execution) Execution {
	depth := int32(0)
	if e.Parent >= 0 {
		depth = before[e.Parent].Depth + 1
	}
	return Execution{Op: e.Op, Host: host, Parent: e.Parent, Depth: depth, In: e.In, Out: e.Out &^ FailedBit, Failed: e.Out < 0}
}

// Representative is the trace that stands for a class.
type Representative struct {
	ID      int64  // of the trace
	Parent  int64  // the trace that started it; 0: none
	Session string // the session id of its records
	Execs   []Exec // in order of entry
}
