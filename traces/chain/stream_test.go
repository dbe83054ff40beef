package chain

import (
	"encoding/binary"

	"beagle/traces"
	"beagle/traces/kieker/wire"
)

// stream builds a program's records for tests, as they come over a socket.
type stream struct{ data []byte }

const (
	metadataClass = iota
	beforeClass
	afterClass
	failedClass
	executionClass
	hostText
	otherHost
	opClass
	opA // opA+i is an operation of one class
	opB
)

const flow = "kieker.common.record.flow.trace."

func newStream() *stream {
	s := &stream{}
	for id, text := range []string{
		flow + "TraceMetadata", flow + "operation.BeforeOperationEvent", flow + "operation.AfterOperationEvent",
		flow + "operation.AfterOperationFailedEvent", "kieker.common.record.controlflow.OperationExecutionRecord",
		"host", "other", "p.C", "public void p.C.a()", "public int p.C.b(int)", "void p.C.c()",
	} {
		for _, v := range []int32{-1, int32(id), int32(len(text))} {
			s.data, _ = binary.Append(s.data, binary.BigEndian, v)
		}
		s.data = append(s.data, text...)
	}
	return s
}

func (s *stream) record(class int32, values ...any) {
	s.data, _ = binary.Append(s.data, binary.BigEndian, class)
	s.data, _ = binary.Append(s.data, binary.BigEndian, int64(-1))
	for _, v := range values {
		if n, ok := v.(int); ok {
			v = int32(n)
		}
		s.data, _ = binary.Append(s.data, binary.BigEndian, v)
	}
}

// trace is a call of the operation that calls b; the inner call ends as inner
// says, an afterClass or a failedClass.
func (s *stream) trace(id int64, op int, inner int32, times [4]int64) {
	s.record(metadataClass, id, int64(1), hostText, hostText, int64(-1), -1)
	s.record(beforeClass, times[0], id, 0, op, opClass)
	s.record(beforeClass, times[1], id, 1, opB, opClass)
	if inner == failedClass {
		s.record(failedClass, times[2], id, 2, opB, opClass, hostText)
	} else {
		s.record(afterClass, times[2], id, 2, opB, opClass)
	}
	s.record(afterClass, times[3], id, 3, op, opClass)
}

// execution is an execution record.
func (s *stream) execution(id int64, op, eoi, ess int, in, out int64, host int) {
	s.record(executionClass, op, hostText, id, in, out, host, eoi, ess)
}

// into gives the records to an engine through a source of its own.
func (s *stream) into(engine *traces.Engine) {
	handler := engine.Open("a")
	dec := wire.NewStream(nil, handler)
	dec.Decode(s.data, true)
	handler.Closed(dec.Report())
}

func (s *stream) result() traces.Result {
	engine := traces.NewEngine(traces.Options{})
	s.into(engine)
	return engine.Result()
}
