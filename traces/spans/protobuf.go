package spans

import (
	"encoding/binary"
	"errors"
	"math"
)

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
