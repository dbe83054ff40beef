// Package kieker says what Kieker's records are: their classes with the layouts of their fields
// (Schema), single records (Record), what takes them (Handler), and what became of a source (Report).
// All formats end in one form, a Record: a view of big-endian bytes whose layout is the Schema of its
// class. Reading a field costs a load; reading a record allocates nothing.
package kieker

import (
	"encoding/binary"
	"math"
)

// Class is a record class as one source uses it: the schema, and the source's strings.
type Class struct {
	*Schema
	Mark    int32 // free for the source's handler; 0 at first
	wire    int   // bytes of a record with its class id; 0: it has arrays
	strings Strings
}

// Strings are the strings of one source by their ids.
type Strings interface {
	// Lookup is the string with the id; false: the source never sent it, and the text is a name that says so.
	Lookup(id int32) (string, bool)
	// Version changes when an id gets another text.
	Version() int64
}

// MaxStrings bounds the strings of one source.
const MaxStrings = 1 << 20

// FirstTransient is the first id of strings that are only kept for a batch.
const FirstTransient = MaxStrings

// Transient reports whether the id of a string means something else in the next batch.
func Transient(id int32) bool { return id >= FirstTransient }

// NewClass is the record class of a source with these strings.
func NewClass(schema *Schema, strings Strings) *Class {
	c := &Class{Schema: schema, strings: strings}
	if schema.size >= 0 {
		c.wire = 4 + schema.size
	}
	return c
}

// Version changes when string ids get another meaning: never 0, and of no two readers of strings the same. It is the
// same for all records of a batch.
func (c *Class) Version() int64 { return c.strings.Version() }

// Size is the number of bytes of a record with its class id and its logging
// timestamp; 0 where that depends on the lengths of arrays.
func (c *Class) Size() int { return c.wire }

// Text is the string with the id in the source's table; false: the source never sent it, and the text is a name that
// says so.
func (c *Class) Text(id int32) (string, bool) { return c.strings.Lookup(id) }

// Missing is the id of the first string in a record's data that the source never sent; false: all are known.
func (c *Class) Missing(data []byte) (id int32, missing bool) {
	for _, at := range c.Schema.strings {
		if id = int32(binary.BigEndian.Uint32(data[at:])); !c.knows(id) {
			return id, true
		}
	}
	if c.wire > 0 {
		return 0, false
	}
	at := StampSize // strings in arrays and behind them
	for _, f := range c.Fields {
		count, size := 1, typeSizes[f.Type.Elem()]
		if f.Type.IsArray() {
			count = int(int32(binary.BigEndian.Uint32(data[at:])))
			at += 4
		}
		for i := 0; i < count && f.Type.Elem() == String; i++ {
			if id = int32(binary.BigEndian.Uint32(data[at+4*i:])); !c.knows(id) {
				return id, true
			}
		}
		at += count * size
	}
	return 0, false
}

func (c *Class) knows(id int32) bool {
	_, known := c.strings.Lookup(id)
	return known
}

// Record is one record: a view of bytes that belong to the reader. It is valid until the handler returns; strings
// taken from it may be kept.
type Record struct {
	Class *Class // its layout: says what stands where in Data
	Data  []byte // logging timestamp and fields, big-endian, strings as ids
}

// stamp is the logging timestamp: when the record was handed to the writer, in
// the log's time unit. Since Kieker 2.0.3 it is -1 unless asked for.
func (r *Record) stamp() int64 { return int64(binary.BigEndian.Uint64(r.Data)) }

func (r *Record) at(field int) []byte {
	if off := r.Class.offsets[field]; off >= 0 {
		return r.Data[off:]
	}
	return r.Data[r.Class.walk(r.Data, field):]
}

// Trace is the id of the trace that the record belongs to; false: to none.
func (r *Record) Trace() (id int64, ok bool) {
	if r.Class.trace < 0 {
		return 0, false
	}
	return r.Long(r.Class.trace), true
}

// Long is the value of a long field.
func (r *Record) Long(field int) int64 { return int64(binary.BigEndian.Uint64(r.at(field))) }

// Int is the value of an int or enumeration field, or the id of a string's text.
func (r *Record) Int(field int) int32 { return int32(binary.BigEndian.Uint32(r.at(field))) }

// Short is the value of a short or char field.
func (r *Record) Short(field int) int16 { return int16(binary.BigEndian.Uint16(r.at(field))) }

// Byte is the value of a byte field.
func (r *Record) Byte(field int) int8 { return int8(r.at(field)[0]) }

// Bool is the value of a boolean field.
func (r *Record) Bool(field int) bool { return r.at(field)[0] != 0 }

// Double is the value of a double field.
func (r *Record) Double(field int) float64 {
	return math.Float64frombits(binary.BigEndian.Uint64(r.at(field)))
}

// Float is the value of a float field.
func (r *Record) Float(field int) float32 {
	return math.Float32frombits(binary.BigEndian.Uint32(r.at(field)))
}

// String is the value of a string field; where the source never sent the string, a name that says so.
func (r *Record) String(field int) string {
	text, _ := r.Class.strings.Lookup(r.Int(field))
	return text
}

// Len is the number of elements of an array field.
func (r *Record) Len(field int) int { return int(r.Int(field)) }

// Strings appends the elements of a string array to the slice.
func (r *Record) Strings(field int, into []string) []string {
	data := r.at(field)
	count := int(int32(binary.BigEndian.Uint32(data)))
	for i := range count {
		text, _ := r.Class.strings.Lookup(int32(binary.BigEndian.Uint32(data[4+4*i:])))
		into = append(into, text)
	}
	return into
}

// Number is the value of any numeric or boolean field.
func (r *Record) Number(field int) float64 {
	switch r.Class.Fields[field].Type {
	case Bool, Byte:
		return float64(r.Byte(field))
	case Char:
		return float64(uint16(r.Short(field)))
	case Short:
		return float64(r.Short(field))
	case Int:
		return float64(r.Int(field))
	case Long:
		return float64(r.Long(field))
	case Float:
		return float64(r.Float(field))
	case Double:
		return r.Double(field)
	default:
		return math.NaN()
	}
}

// MaxArray bounds the elements of an array.
const MaxArray = 1 << 16

func (s *Schema) walk(data []byte, field int) int {
	at := StampSize
	for _, f := range s.Fields[:field] {
		if f.Type.IsArray() {
			at += 4 + int(int32(binary.BigEndian.Uint32(data[at:])))*typeSizes[f.Type.Elem()]
			continue
		}
		at += typeSizes[f.Type]
	}
	return at
}

// Measure is the size of a record with arrays; more: data ends before it can be known; bad: a count cannot be true.
func (s *Schema) Measure(data []byte) (size int, more, bad bool) {
	at := StampSize
	for _, f := range s.Fields {
		if !f.Type.IsArray() {
			at += typeSizes[f.Type]
			continue
		}
		if len(data) < at+4 {
			return 0, true, false
		}
		count := int(int32(binary.BigEndian.Uint32(data[at:])))
		if count < 0 || count > MaxArray {
			return 0, false, true
		}
		at += 4 + count*typeSizes[f.Type.Elem()]
	}
	return at, len(data) < at, false
}
