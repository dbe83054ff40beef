package spans

import (
	"encoding/binary"
	"errors"
	"math"
	"strconv"
	"strings"
)

// OTLP gives the spans of an OTLP message of traces in protobuf (ExportTraceServiceRequest or TracesData).
func OTLP(data []byte, each func(Span)) error {
	return message(data, func(f field) error {
		if f.number != 1 {
			return nil
		}
		return resourceSpans(f.bytes, each)
	})
}

func resourceSpans(data []byte, each func(Span)) error {
	var about described
	// The resource may stand behind its spans.
	err := message(data, func(f field) error {
		if f.number != 1 {
			return nil
		}
		return message(f.bytes, func(f field) error {
			if f.number != 1 {
				return nil
			}
			return keyValue(f.bytes, about.resource)
		})
	})
	if err != nil {
		return err
	}
	return message(data, func(f field) error {
		if f.number != 2 && f.number != 1000 { // 1000: until OTLP 0.15
			return nil
		}
		return message(f.bytes, func(f field) error {
			if f.number != 2 {
				return nil
			}
			s, err := span(f.bytes, about)
			if err == nil {
				each(s)
			}
			return err
		})
	})
}

// span is a span of OTLP; about is what its resource says.
func span(data []byte, about described) (Span, error) {
	var s Span
	var name string
	err := message(data, func(f field) error {
		switch f.number {
		case 1:
			if len(f.bytes) == len(s.Trace) {
				s.Trace = TraceID(f.bytes)
			}
		case 2:
			s.ID = id(f.bytes)
		case 4:
			s.Parent = id(f.bytes)
		case 5:
			name = string(f.bytes)
		case 6:
			s.Kind = Kind(min(f.value, uint64(Consumer)+1))
		case 7:
			s.Start = int64(f.value)
		case 8:
			s.End = int64(f.value)
		case 9:
			return keyValue(f.bytes, about.attribute)
		case 15:
			return message(f.bytes, func(f field) error {
				s.Failed = s.Failed || f.number == 3 && f.value == statusError
				return nil
			})
		case 16:
			s.Remote = f.value&parentIsRemote == parentIsRemote
		}
		return nil
	})
	s.Operation, s.Inputs = about.operation(name), about.inputs
	return s, err
}

const (
	statusError    = 2
	parentIsRemote = 0x300 // it is known whether it is, and it is
)

func id(data []byte) ID {
	if len(data) != 8 {
		return 0
	}
	return ID(binary.BigEndian.Uint64(data))
}

func keyValue(data []byte, take func(key, value string)) error {
	var key string
	var value []byte
	err := message(data, func(f field) error {
		switch f.number {
		case 1:
			key = string(f.bytes)
		case 2:
			value = f.bytes
		}
		return nil
	})
	if err != nil {
		return err
	}
	return message(value, func(f field) error {
		switch f.number {
		case 1:
			take(key, string(f.bytes))
		case 2:
			take(key, strconv.FormatBool(f.value != 0))
		case 3:
			take(key, strconv.FormatInt(int64(f.value), 10))
		case 4:
			take(key, strconv.FormatFloat(f.float(), 'g', -1, 64))
		case 5:
			elements := 0
			err := message(f.bytes, func(field) error { elements++; return nil })
			take(key+elementsOf, strconv.Itoa(elements))
			return err
		}
		return nil
	})
}

// elementsOf is what the name of a list's length ends in, as probes name it.
const elementsOf = "_NUMBER_OF_ELEMENTS"

// Protobuf is a row of fields: a number and a kind in one integer, then the value
// (https://protobuf.dev/programming-guides/encoding). Eight messages with few fields are all that OTLP's traces need.

var errDamaged = errors.New("the protobuf message is damaged")

type field struct {
	number int
	value  uint64 // of integers and fixed ones
	bytes  []byte // of texts and messages
}

func (f field) float() float64 { return math.Float64frombits(f.value) }

func message(data []byte, each func(field) error) error {
	for len(data) > 0 {
		key, n := binary.Uvarint(data)
		if n <= 0 || key>>3 == 0 || key>>3 > 1<<29-1 {
			return errDamaged
		}
		data = data[n:]
		f := field{number: int(key >> 3)}
		switch key & 7 {
		case 0:
			if f.value, n = binary.Uvarint(data); n <= 0 {
				return errDamaged
			}
			data = data[n:]
		case 1:
			if len(data) < 8 {
				return errDamaged
			}
			f.value, data = binary.LittleEndian.Uint64(data), data[8:]
		case 2:
			size, n := binary.Uvarint(data)
			if n <= 0 || size > uint64(len(data)-n) {
				return errDamaged
			}
			f.bytes, data = data[n:n+int(size)], data[n+int(size):]
		case 5:
			if len(data) < 4 {
				return errDamaged
			}
			f.value, data = uint64(binary.LittleEndian.Uint32(data)), data[4:]
		default:
			return errDamaged
		}
		if err := each(f); err != nil {
			return err
		}
	}
	return nil
}

// Encode is an OTLP message of traces in protobuf with the spans, each below the resource of its host.
func Encode(all []Span) []byte {
	var hosts []string
	byHost := map[string][]byte{}
	for i := range all {
		host := all[i].Operation.Host
		if _, known := byHost[host]; !known {
			hosts = append(hosts, host)
		}
		byHost[host] = appendMessage(byHost[host], 2, encodeSpan(&all[i]))
	}
	var out []byte
	for _, host := range hosts {
		scope := appendMessage(nil, 1, appendMessage(nil, 1, []byte("beagle")))
		resource := appendMessage(nil, 1, appendMessage(nil, 1, attributeText("service.name", host)))
		out = appendMessage(out, 1, appendMessage(resource, 2, append(scope, byHost[host]...)))
	}
	return out
}

func encodeSpan(s *Span) []byte {
	var out []byte
	out = appendMessage(out, 1, s.Trace[:])
	out = appendMessage(out, 2, binary.BigEndian.AppendUint64(nil, uint64(s.ID)))
	if s.Parent != 0 {
		out = appendMessage(out, 4, binary.BigEndian.AppendUint64(nil, uint64(s.Parent)))
	}
	name, method := strings.CutSuffix(s.Operation.Name, "()")
	label := name
	if method { // as agents call spans of methods
		label = s.Operation.Component[strings.LastIndexByte(s.Operation.Component, '.')+1:] + "." + name
	}
	out = appendMessage(out, 5, []byte(label))
	out = append(out, 6<<3, byte(s.Kind))
	out = binary.LittleEndian.AppendUint64(append(out, 7<<3|1), uint64(s.Start))
	out = binary.LittleEndian.AppendUint64(append(out, 8<<3|1), uint64(s.End))
	if method {
		out = appendMessage(out, 9, attributeText("code.function.name", s.Operation.Component+"."+name))
	}
	for _, in := range s.Inputs {
		out = appendMessage(out, 9, attributeText(in.Name, in.Value))
	}
	if s.Failed {
		out = appendMessage(out, 15, []byte{3 << 3, statusError})
	}
	if s.Remote {
		out = append(binary.AppendUvarint(out, 16<<3|5), parentIsRemote&0xff, parentIsRemote>>8, 0, 0)
	}
	return out
}

func attributeText(key, value string) []byte {
	return appendMessage(appendMessage(nil, 1, []byte(key)), 2, appendMessage(nil, 1, []byte(value)))
}

func appendMessage(to []byte, number int, data []byte) []byte {
	to = binary.AppendUvarint(to, uint64(number)<<3|2)
	to = binary.AppendUvarint(to, uint64(len(data)))
	return append(to, data...)
}

// Rejected is how many spans a receiver says it did not take, and why (ExportTraceServiceResponse).
func Rejected(answer []byte) (count int64, why string) {
	_ = message(answer, func(f field) error {
		if f.number != 1 {
			return nil
		}
		return message(f.bytes, func(f field) error {
			switch f.number {
			case 1:
				count = max(0, int64(f.value))
			case 2:
				why = clip(string(f.bytes))
			}
			return nil
		})
	})
	return count, why
}
