package folder

import (
	"encoding/binary"
	"errors"
	"math"

	"beagle/measure"
	"beagle/model"
)

// An event is its kind, a mask of the fields that are not zero, and these fields: integers as zigzag varints, numbers
// as their bits, texts with their length.
const (
	hasChar = 1 << iota
	hasThread
	hasSection
	hasIndex
	hasTime
	hasWall
	hasCPU
	hasNested
	hasCount
	hasNumber
	hasText
	hasWeight
	hasAway
)

var errFormat = errors.New("the frame does not hold events")

const maxText = 1 << 20

// appendEvent appends an event: its kinds, a mask that says which fields are not zero, then these as variable-length
// integers.
func appendEvent(b []byte, e *measure.Event) []byte {
	mask := 0
	set := func(bit int, present bool) {
		if present {
			mask |= bit
		}
	}
	set(hasChar, e.Char != 0)
	set(hasThread, e.Thread != 0)
	set(hasSection, e.Section != 0)
	set(hasIndex, e.Index != 0)
	set(hasTime, e.Time != 0)
	set(hasWall, e.Wall != 0)
	set(hasCPU, e.CPU != 0)
	set(hasNested, e.Nested != 0)
	set(hasCount, e.Count != 0)
	set(hasNumber, e.Value.Kind == model.Number || e.Value.Kind == model.Bool)
	set(hasText, e.Value.Kind == model.Text)
	set(hasWeight, e.Weight != 0)
	set(hasAway, e.Away != 0)
	b = append(b, byte(e.Kind), byte(e.Value.Kind))
	b = binary.AppendUvarint(b, uint64(mask))
	for _, field := range [...]struct {
		bit   int
		value int64
	}{
		{hasChar, int64(e.Char)},
		{hasThread, e.Thread},
		{hasSection, int64(e.Section)},
		{hasIndex, int64(e.Index)},
		{hasTime, e.Time},
		{hasWall, e.Wall},
		{hasCPU, e.CPU},
		{hasNested, int64(e.Nested)},
		{hasCount, e.Count},
		{hasAway, e.Away},
	} {
		if mask&field.bit != 0 {
			b = binary.AppendVarint(b, field.value)
		}
	}
	if mask&hasNumber != 0 {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(e.Value.Num))
	}
	if mask&hasText != 0 {
		text := e.Value.Str[:min(len(e.Value.Str), maxText)]
		b = binary.AppendUvarint(b, uint64(len(text)))
		b = append(b, text...)
	}
	if mask&hasWeight != 0 {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(e.Weight))
	}
	return b
}

type decoder struct {
	data []byte
	err  error
}

// event reads what appendEvent wrote; damage shows as the decoder's error afterwards.
func (d *decoder) event() (e measure.Event) {
	e.Kind, e.Value.Kind = measure.EventKind(d.byte()), model.ValueKind(d.byte())
	mask := int(d.uvarint())
	integer := func(bit int) int64 {
		if mask&bit == 0 {
			return 0
		}
		return d.varint()
	}
	e.Char, e.Thread = model.Characterisation(integer(hasChar)), integer(hasThread)
	e.Section, e.Index = int32(integer(hasSection)), int32(integer(hasIndex))
	e.Time, e.Wall, e.CPU = integer(hasTime), integer(hasWall), integer(hasCPU)
	e.Nested, e.Count = int32(integer(hasNested)), integer(hasCount)
	e.Away = integer(hasAway)
	if mask&hasNumber != 0 {
		e.Value.Num = d.number()
	}
	if mask&hasText != 0 {
		e.Value.Str = string(d.take(d.uvarint()))
	}
	if mask&hasWeight != 0 {
		e.Weight = d.number()
	}
	return e
}

func (d *decoder) take(n uint64) []byte {
	if d.err != nil || n > uint64(len(d.data)) || n > maxText {
		d.err = errFormat
		return nil
	}
	taken := d.data[:n]
	d.data = d.data[n:]
	return taken
}

func (d *decoder) byte() byte {
	if b := d.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (d *decoder) number() float64 {
	if b := d.take(8); b != nil {
		return math.Float64frombits(binary.LittleEndian.Uint64(b))
	}
	return 0
}

func (d *decoder) uvarint() uint64 {
	x, n := binary.Uvarint(d.data)
	if n <= 0 {
		d.err = errFormat
		return 0
	}
	d.data = d.data[n:]
	return x
}

func (d *decoder) varint() int64 {
	x, n := binary.Varint(d.data)
	if n <= 0 {
		d.err = errFormat
		return 0
	}
	d.data = d.data[n:]
	return x
}
