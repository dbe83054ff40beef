package wire

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"

	"beagle/traces/kieker"
)

// several reads a line and those behind it that begin with no class id: the lines of a string with line breaks, or
// fragments that have nothing to do with it.
func (t *TextReader) several(lines []byte, end bool) {
	first, behind, _ := bytes.Cut(lines, newline)
	first, behind = TrimLine(first), TrimLine(behind)
	if len(behind) == 0 || len(first) == 0 || first[0] != '$' {
		t.one(first, end && len(behind) == 0)
		t.apart(behind, end)
		return
	}
	classes, fields, ok := t.class(first, false)
	if !ok {
		return // the others may be a string of its
	}
	whole := t.read(classes, fields)
	if whole && t.endsInOneLine() {
		t.tell()
		t.apart(behind, end)
		return
	}
	if whole {
		t.takeBack()
	}
	if joined := TrimLine(lines)[len(first)-len(fields):]; t.read(classes, joined) && t.breaksFit() {
		t.tell()
		return
	}
	t.fields(classes, fields, false)
	t.apart(behind, end)
}

func (t *TextReader) apart(lines []byte, end bool) {
	t.line++
	for line := range bytes.Lines(lines) {
		t.one(TrimLine(line), end)
		t.line++
	}
}

func (t *TextReader) takeBack() {
	last := len(t.batch) - 1
	t.arena = t.arena[:len(t.arena)-len(t.batch[last].Data)]
	t.batch = t.batch[:last]
}

func (t *TextReader) endsInOneLine() bool {
	fields := t.batch[len(t.batch)-1].Class.Fields
	return len(fields) == 0 || fields[len(fields)-1].OneLine()
}

// breaksFit reports whether the record that was added last has line breaks only in strings that may have some.
func (t *TextReader) breaksFit() bool {
	latest := &t.batch[len(t.batch)-1]
	for i, field := range latest.Class.Fields {
		if field.Type == kieker.String && field.OneLine() && strings.Contains(latest.String(i), "\n") {
			t.takeBack()
			return false
		}
	}
	return true
}

// unusual reads a line that is not as its preferred schema says: one of another version of the class, or one with
// separators in a string.
func (t *TextReader) unusual(classes []*kieker.Class, fields []byte) bool {
	for i, class := range classes[1:] {
		if t.add(class, fields) {
			// The lines that follow come from the same version.
			classes[0], classes[i+1] = classes[i+1], classes[0]
			return true
		}
	}
	for _, class := range classes {
		if t.surplus(class, fields) {
			t.repair = "separators within a string of a " + class.ShortName() + "; put together again"
			return true
		}
	}
	return false
}

// shortened reads a line that lacks its last field with the separator before it.
func (t *TextReader) shortened(classes []*kieker.Class, fields []byte) bool {
	for _, class := range classes {
		if len(class.Fields) == 0 {
			continue
		}
		last := class.Fields[len(class.Fields)-1]
		if last.Type == kieker.String && !strings.HasSuffix(last.Name, "Signature") && t.add(class, append(fields[:len(fields):len(fields)], ';')) {
			t.repair = "the last field of a " + class.ShortName() + " (" + last.Name + ") is missing; read as empty"
			return true
		}
	}
	return false
}

func (t *TextReader) tell() {
	if t.repair != "" {
		t.report.Recovered.Add(1)
		t.report.Fault(t.line+1, t.repair)
	}
}

func layout(s *kieker.Schema) string {
	names := make([]string, len(s.Fields))
	for i, field := range s.Fields {
		names[i] = field.Type.String()
	}
	return fmt.Sprintf("%d: %s", len(names), strings.Join(names, " "))
}

// surplus reads a line with more separators than the class has.
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

func (t *TextReader) broken(message string, end bool) {
	if end {
		message = "the last line is cut off: " + message
	}
	t.report.Fault(t.line+1, message)
}
