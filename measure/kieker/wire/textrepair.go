package wire

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"

	"beagle/measure/kieker"
)

// unusual reads a line that is not as its preferred schema says: one of another
// version of the class, or one with separators or line breaks in a string.
func (t *TextReader) unusual(candidates []*kieker.Class, fields []byte, id int32, end bool) {
	for i, class := range candidates[1:] {
		if t.add(class, fields) {
			// The lines that follow come from the same version.
			candidates[0], candidates[i+1] = candidates[i+1], candidates[0]
			return
		}
	}
	for _, class := range candidates {
		if t.surplus(class, fields) {
			t.report.Recovered.Add(1)
			t.report.Fault(t.line+1, "separators within a string of a "+class.ShortName()+"; put together again")
			return
		}
	}
	class := candidates[0]
	t.broken(fmt.Sprintf("the line has %d fields that are no %s ($%d), which has %s", bytes.Count(fields, []byte{';'}), class.ShortName(), id, layout(class.Schema)), end)
}

// layout lists the types of a class's fields.
func layout(s *kieker.Schema) string {
	names := make([]string, len(s.Fields))
	for i, field := range s.Fields {
		names[i] = field.Type.String()
	}
	return fmt.Sprintf("%d: %s", len(names), strings.Join(names, " "))
}

// surplus reads a line with more separators than the class has. It gives them
// to the last string with which all other fields fit: causes and values, which
// are free text, stand last in Kieker's records.
func (t *TextReader) surplus(class *kieker.Class, fields []byte) bool {
	want := class.TextFields()
	if want < 0 {
		return false
	}
	t.spans = t.spans[:0]
	for at, c := range fields {
		if c == ';' {
			t.spans = append(t.spans, at)
		}
	}
	t.spans = append(t.spans, len(fields))
	extra := len(t.spans) - 1 - want // the first is the logging timestamp
	if extra <= 0 {
		return false
	}
	for i := len(class.Fields) - 1; i >= 0; i-- {
		if class.Fields[i].Type == kieker.String && t.withSurplus(class, fields, i, extra) {
			return true
		}
	}
	return false
}

// withSurplus reads the line as if the i-th field had the extra separators.
func (t *TextReader) withSurplus(class *kieker.Class, fields []byte, i, extra int) bool {
	start := len(t.arena)
	stamp, _, ok := LeadingInt(fields)
	if !ok {
		return false
	}
	arena := binary.BigEndian.AppendUint64(t.arena, uint64(stamp))
	at := 1
	for n, field := range class.Fields {
		from := t.spans[at-1] + 1
		if n == i {
			at += extra
		}
		if arena, ok = t.value(arena, fields[from:t.spans[at]], field.Type); !ok {
			return false
		}
		at++
	}
	t.arena = arena
	t.batch = append(t.batch, kieker.Record{Class: class, Data: arena[start:len(arena):len(arena)]})
	return true
}

// broken notes a line that cannot be read.
func (t *TextReader) broken(message string, end bool) {
	if end {
		message = "the last line is cut off: " + message
	}
	t.report.Fault(t.line+1, message)
}
