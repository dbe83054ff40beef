package traces

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"beagle/traces/classes"
	"beagle/traces/kieker"
	"beagle/traces/kieker/wire"
)

type stream struct{ data []byte }

const (
	metadataClass = iota
	beforeClass
	afterClass
	failedClass
	callClass
	splitClass
	executionClass
	hostText
	opA // class names stand behind: opA+i is an operation of one class
	opB
	opC
	opClass
	otherHost
	joinClass
	secondClass // of opB, where a test wants several components
	thirdClass
)

const flow = "kieker.common.record.flow.trace."

// streamTexts are a stream's strings by their ids.
var streamTexts = []string{
	flow + "TraceMetadata", flow + "operation.BeforeOperationEvent", flow + "operation.AfterOperationEvent",
	flow + "operation.AfterOperationFailedEvent", flow + "operation.CallOperationEvent", flow + "concurrency.SplitEvent",
	"kieker.common.record.controlflow.OperationExecutionRecord", "host",
	"public void p.C.a()", "public int p.C.b(int)", "void p.C.c()", "p.C", "other", flow + "concurrency.JoinEvent",
	"q.D", "q.E",
}

func newStream() *stream {
	s := &stream{}
	for id, text := range streamTexts {
		s.data = binary.BigEndian.AppendUint32(s.data, 0xffffffff)
		s.data = binary.BigEndian.AppendUint32(s.data, uint32(id))
		s.data = binary.BigEndian.AppendUint32(s.data, uint32(len(text)))
		s.data = append(s.data, text...)
	}
	return s
}

func (s *stream) record(class int32, values ...any) *stream {
	s.data = binary.BigEndian.AppendUint32(s.data, uint32(class))
	s.data = binary.BigEndian.AppendUint64(s.data, ^uint64(0))
	for _, v := range values {
		if n, ok := v.(int); ok {
			v = int32(n)
		}
		s.data, _ = binary.Append(s.data, binary.BigEndian, v)
	}
	return s
}

func (s *stream) metadata(trace int64) *stream {
	return s.record(metadataClass, trace, int64(1), hostText, hostText, int64(-1), -1)
}

func (s *stream) before(trace int64, order, op int, at int64) *stream {
	return s.record(beforeClass, at, trace, order, op, opClass)
}

func (s *stream) after(trace int64, order, op int, at int64) *stream {
	return s.record(afterClass, at, trace, order, op, opClass)
}

func (s *stream) failed(trace int64, order, op int, at int64) *stream {
	return s.record(failedClass, at, trace, order, op, opClass, hostText)
}

func (s *stream) execution(trace int64, op, eoi, ess int, in, out int64, host int) *stream {
	return s.record(executionClass, op, hostText, trace, in, out, host, eoi, ess)
}

// calls is a call of the operation that calls b; the inner call ends as inner says, an afterClass or
// a failedClass.
func (s *stream) calls(id int64, op int, inner int32, times [4]int64) {
	s.metadata(id).before(id, 0, op, times[0]).before(id, 1, opB, times[1])
	if inner == failedClass {
		s.failed(id, 2, opB, times[2])
	} else {
		s.after(id, 2, opB, times[2])
	}
	s.after(id, 3, op, times[3])
}

// batches hides that a shard is a kieker.Runner.
type batches struct{ kieker.Handler }

func inBatches(h kieker.Handler) kieker.Handler { return batches{h} }

// lookingAhead has a shard ask for memory beforehand, however few traces are open.
func lookingAhead(h kieker.Handler) kieker.Handler {
	h.(*Shard).crowded = 0
	return h
}

func (s *stream) result(options Options) Result {
	return s.through(options, func(h kieker.Handler) kieker.Handler { return h })
}

func (s *stream) through(options Options, as func(kieker.Handler) kieker.Handler) Result {
	engine := NewEngine(options)
	s.into(as(engine.Open("test")))
	return engine.Result()
}

func (s *stream) into(handler kieker.Handler) {
	dec := wire.NewStream(nil, handler)
	dec.Decode(s.data, true)
	handler.Closed(dec.Report())
}

// described is everything that a result says, but when.
func described(t *testing.T, r Result) string {
	t.Helper()
	var out bytes.Buffer
	for _, c := range r.Classes {
		c.Last = time.Time{}
	}
	fmt.Fprintf(&out, "%+v", r.Counts)
	for _, c := range r.Classes {
		if err := json.NewEncoder(&out).Encode(c.Reduced()); err != nil {
			t.Fatal(err)
		}
	}
	fmt.Fprintf(&out, "%+v", r.Examples)
	return out.String()
}

// handOn gives an engine what another one reduced, as chained workers do.
func handOn(t *testing.T, r Result, to *Engine) {
	t.Helper()
	var all []*classes.Class
	for _, c := range r.Classes {
		reduced := c.Reduced()
		restored, err := to.names.Restore(&reduced)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, restored)
	}
	to.Adopt(r.Counts, all)
}

// FuzzReconstruct: whatever events come in whatever order, every trace is
// either valid or invalid with a reason, and the classes hold all valid ones.
func FuzzReconstruct(f *testing.F) {
	f.Add([]byte{0, 1, 16, 33, 2, 49, 18}, false)
	f.Add([]byte{6, 22, 38, 7}, true)
	f.Fuzz(func(t *testing.T, steps []byte, repair bool) {
		if len(steps) > 4096 {
			return
		}
		s := newStream()
		var next [4]int
		for i, b := range steps {
			trace, op, at := int64(b>>6), opA+int(b>>4&3)%3, int64(1000+i)
			order := next[trace]
			if b&8 == 0 {
				next[trace]++
			}
			switch b & 7 {
			case 0:
				s.metadata(trace)
			case 1, 2:
				s.before(trace, order, op, at)
			case 3, 4:
				s.after(trace, order, op, at)
			case 5:
				s.failed(trace, order+1, op, at)
			case 6:
				s.execution(trace, op, order, order%3, at, at+5, hostText+int(b>>4&1)*(otherHost-hostText))
			default:
				s.record(callClass, at, trace, order, op, opClass, opB, opClass)
			}
		}
		options := Options{Repair: repair, MaxOpen: 3, MaxExecutions: 64}
		r := s.result(options)
		// The short way, the way through batches and the one that looks ahead are three
		// implementations of one thing.
		want := described(t, s.through(options, inBatches))
		if got := described(t, r); got != want {
			t.Fatalf("bytes lead to\n%s\nand batches to\n%s", got, want)
		}
		if got := described(t, s.through(options, lookingAhead)); got != want {
			t.Fatalf("looking ahead leads to\n%s\nand batches to\n%s", got, want)
		}
		var inClasses, byReason uint64
		for _, c := range r.Classes {
			inClasses += c.Count
			for i := range c.Calls {
				if c.Calls[i].Min > c.Calls[i].Max || c.Parent(i) >= i {
					t.Fatalf("class %+v", c)
				}
			}
		}
		for reason, count := range r.Reasons {
			byReason += uint64(count)
			if count > 0 && (Reason(reason) == Valid || Reason(reason).Explanation() == "") {
				t.Fatalf("%d invalid traces without a reason", count)
			}
		}
		if inClasses+uint64(r.Unsorted) != uint64(r.Valid) || byReason != uint64(r.Counts.Invalid) || r.Open != 0 || r.OpenRecords() != 0 {
			t.Fatalf("%+v, %d in classes, %d with reasons", r.Counts, inClasses, byReason)
		}
	})
}
