package spans

import (
	"encoding/binary"

	"beagle/traces/kieker"
	"beagle/traces/kieker/wire"
)

// Classes of the records that spans become.
const (
	executionClass = "beagle.spans.OperationExecutionRecord"
	inputsClass    = "beagle.spans.ExecutionInputs"
)

type stream struct {
	out      []byte
	ids      map[string]int32
	texts    []string // by their numbers
	bytes    int      // of all texts
	decoder  *wire.Decoder
	offset   int64
	overflow int32 // what stands for texts that there is no room for
}

const maxTexts = 8 << 20

func newStream(schemas *kieker.Schemas, report *kieker.Reading, handler kieker.Handler) *stream {
	s := &stream{ids: map[string]int32{}, decoder: wire.NewDecoder(schemas, true, report, nil, handler)}
	s.decoder.Declared(true)
	s.overflow = s.text("(further operations)")
	return s
}

func (s *stream) text(text string) int32 {
	if id, known := s.ids[text]; known {
		return id
	}
	const each = 64
	if s.bytes += each + len(text); s.bytes > maxTexts {
		s.bytes -= each + len(text)
		return s.overflow
	}
	id := int32(len(s.ids))
	s.ids[text] = id
	s.texts = append(s.texts, text)
	s.out = binary.BigEndian.AppendUint32(s.out, ^uint32(0))
	s.out = binary.BigEndian.AppendUint32(s.out, uint32(id))
	s.out = binary.BigEndian.AppendUint32(s.out, uint32(len(text)))
	s.out = append(s.out, text...)
	return id
}

func (s *stream) execution(trace int64, k *kept, eoi, ess int32) {
	class, session := s.text(executionClass), s.text("<no-session-id>")
	if len(k.inputs) > 0 {
		s.inputs(trace, k)
	}
	s.begin(class)
	s.ints(k.name, session)
	s.longs(trace, k.start, k.end)
	s.ints(k.host, eoi, ess, k.component)
	failed := byte(0)
	if k.failed {
		failed = 1
	}
	s.out = append(s.out, failed)
}

func (s *stream) inputs(trace int64, k *kept) {
	class := s.text(inputsClass)
	var names, values []int32
	for _, in := range k.inputs {
		// Values are of no number: each would stay. A reader that wants more than
		// there is room for gets those of the others.
		value := s.text(in.Value)
		if value == s.overflow {
			continue
		}
		names, values = append(names, s.text(in.Name)), append(values, value)
	}
	s.begin(class)
	s.longs(k.start, trace)
	s.ints(k.name, k.component)
	for _, list := range [][]int32{names, values} {
		s.ints(int32(len(list)))
		s.ints(list...)
	}
}

func (s *stream) begin(class int32) {
	s.ints(class)
	s.longs(-1) // no logging timestamp
}

func (s *stream) ints(all ...int32) {
	for _, n := range all {
		s.out = binary.BigEndian.AppendUint32(s.out, uint32(n))
	}
}

func (s *stream) longs(all ...int64) {
	for _, n := range all {
		s.out = binary.BigEndian.AppendUint64(s.out, uint64(n))
	}
}

func (s *stream) flush() {
	used := s.decoder.Decode(s.out, s.offset, false)
	s.offset += int64(used)
	s.out = s.out[:copy(s.out, s.out[used:])]
}
