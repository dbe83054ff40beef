package spans

import (
	"encoding/binary"
	"errors"
	"math"
	"strconv"
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
