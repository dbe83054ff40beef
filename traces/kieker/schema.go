package kieker

import (
	"slices"
	"strings"
)

// Type is the type of a field.
type Type uint8

// The types of fields, as Java has them, with its sizes; a String is sent as the number by which it was
// registered before. Enumerations are Int (their ordinal). Array marks an
// array of any of them: on the wire a count, then the elements.
const (
	Bool Type = iota + 1
	Byte
	Char
	Short
	Int
	Long
	Float
	Double
	String

	Array Type = 0x80
)

var typeNames = [...]string{"", "boolean", "byte", "char", "short", "int", "long", "float", "double", "string"}

var typeSizes = [...]int{0, 1, 1, 2, 2, 4, 8, 4, 8, 4}

// Size is the number of bytes of a value of the type on the wire; no array's.
func (t Type) Size() int { return typeSizes[t] }

// Elem is the type without Array.
func (t Type) Elem() Type { return t &^ Array }

// IsArray reports whether the type is an array.
func (t Type) IsArray() bool { return t&Array != 0 }

func (t Type) String() string {
	name := "unknown"
	if int(t.Elem()) < len(typeNames) && t.Elem() != 0 {
		name = typeNames[t.Elem()]
	}
	if t.IsArray() {
		name += "[]"
	}
	return name
}

// Field is one field of a record class.
type Field struct {
	Name string // as the class' property is called, e.g. traceId
	Type Type   // how it is written
}

// OneLine reports whether the field's text never has a line break: numbers, and strings that name something.
func (f Field) OneLine() bool {
	if f.Type.Elem() != String {
		return true
	}
	name := strings.ToLower(f.Name)
	return slices.ContainsFunc(names, func(ending string) bool { return strings.HasSuffix(name, ending) })
}

var names = []string{"signature", "id", "host", "name", "interface", "technology", "unit"}

// Schema is the layout of a record class: its fields in the order in which
// they are written. A Schema is not changed once it is registered.
type Schema struct {
	Class  string  // fully qualified name, e.g. kieker.common.record.flow.trace.TraceMetadata
	Parent string  // class it extends, where that is known
	Fields []Field // in the order in which they are written, those of the parent first

	size    int   // bytes after the class id, with the logging timestamp; -1: has arrays
	minimum int   // size with empty arrays
	offsets []int // of each field, as far as no array stands before it; else -1
	strings []int // offsets of plain string fields before the first array
	bools   []int // and of truth values
	trace   int   // position of the field that says which trace the record belongs to; -1: there is none
}

// StampSize is the logging timestamp in front of the fields.
const StampSize = 8

func (s *Schema) prepare() {
	at, fixed := StampSize, true
	s.offsets = make([]int, len(s.Fields))
	if s.trace = s.Index("traceId"); s.trace >= 0 && s.Fields[s.trace].Type != Long {
		s.trace = -1
	}
	for i, field := range s.Fields {
		s.offsets[i] = -1
		if fixed {
			s.offsets[i] = at
		}
		if field.Type.IsArray() {
			fixed = false
			at += 4
			continue
		}
		if fixed && field.Type == String {
			s.strings = append(s.strings, at)
		}
		if fixed && field.Type == Bool {
			s.bools = append(s.bools, at)
		}
		at += typeSizes[field.Type]
	}
	s.minimum = at
	s.size = at
	if !fixed {
		s.size = -1
	}
}

// DataSize is the number of bytes after the class id, with the logging timestamp.
func (s *Schema) DataSize() int { return s.size }

// StringOffsets are where plain string fields lie, before the first array.
func (s *Schema) StringOffsets() []int { return s.strings }

// BoolOffsets are where truth values lie, before the first array.
func (s *Schema) BoolOffsets() []int { return s.bools }

func (s *Schema) same(o *Schema) bool { return s.Class == o.Class && slices.Equal(s.Fields, o.Fields) }

// Index is the position of the field with the name, or -1.
func (s *Schema) Index(name string) int {
	for i := range s.Fields {
		if s.Fields[i].Name == name {
			return i
		}
	}
	return -1
}

// Offset is where the field lies in a record's bytes, or -1 where that depends on the lengths of arrays before it.
func (s *Schema) Offset(field int) int { return s.offsets[field] }

// TextFields is the number of fields of a text line, or -1 where arrays vary it.
func (s *Schema) TextFields() int {
	if s.size < 0 {
		return -1
	}
	return len(s.Fields)
}

// ShortName is the class name without its package.
func (s *Schema) ShortName() string { return s.Class[strings.LastIndexByte(s.Class, '.')+1:] }
