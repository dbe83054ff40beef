package wire

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"

	"beagle/internal/quantity"
	"beagle/traces/kieker"
)

// TextReader turns the lines of a text log into records. Each line is translated to the binary form, so that
// everything behind it is the same.
//
// Kieker does not escape strings in text logs. A line that does not begin with a class id goes on with the one before
// it, and a line with too many fields has separators within a string: both are put together again where only one
// reading fits.
type TextReader struct {
	schemas *kieker.Schemas
	names   map[int32]string // class names by id, from kieker.map
	// Wait makes a line wait while its class id is not in names, which may grow between two calls of Decode.
	Wait    bool
	missing int32             // the class id that the next line waits for; -1: none waits
	classes [][]*kieker.Class // by class id, in order of preference
	intern  interner
	report  *kieker.Reading
	handle  func([]kieker.Record)
	line    int64 // lines before data
	quiet   bool  // see Quiet

	repair string // what was done to a damaged line to read it; empty: nothing

	arena []byte
	batch []kieker.Record
	spans []int // ends of the fields of an unusual line
}

const (
	maxLine   = 1 << 20  // bytes of a line with its continuations
	arenaSize = 64 << 10 // bytes of a batch; a line that is longer makes it grow
)

// NewTextReader reads lines whose classes have these names by their ids.
func NewTextReader(schemas *kieker.Schemas, names map[int32]string, r *kieker.Reading, handle func([]kieker.Record)) *TextReader {
	t := &TextReader{
		schemas: schemas, names: names, report: r, handle: handle, missing: -1,
		arena: make([]byte, 0, arenaSize), batch: make([]kieker.Record, 0, batchSize),
	}
	t.intern.table = newTable(nil)
	return t
}

// Missing is the class id that the next line waits for; false: none waits.
func (t *TextReader) Missing() (id int32, waits bool) { return t.missing, t.missing >= 0 }

// Begin begins a file of the log.
func (t *TextReader) Begin() { t.line = 0 }

// Quiet says whether nothing came for a while: a line that ends in a line break is then complete.
func (t *TextReader) Quiet(is bool) { t.quiet = is }

// Decode hands over the records of every complete line and returns how many bytes it used.
func (t *TextReader) Decode(data []byte, last bool) int {
	pos := 0
	t.missing = -1
	for pos < len(data) {
		rest := data[pos:]
		size, lines := lineEnd(rest, last || t.quiet && rest[len(rest)-1] == '\n')
		if size == 0 {
			if len(rest) < maxLine {
				break
			}
			size, lines = maxLine, int64(bytes.Count(rest[:maxLine], newline))
		}
		if t.Wait && t.early(rest) {
			break
		}
		end := last && pos+size == len(data) && rest[size-1] != '\n'
		before := t.line
		if lines == 1 {
			t.one(TrimLine(rest[:size]), end)
		} else {
			t.several(rest[:size], end)
		}
		t.line = before + lines
		pos += size
	}
	t.flush()
	return pos
}

var newline = []byte{'\n'}

// lineEnd is the size of the first line of data together with the lines that continue it;
func lineEnd(data []byte, last bool) (size int, lines int64) {
	for {
		i := bytes.IndexByte(data[size:], '\n')
		if i < 0 {
			if last {
				return len(data), lines + 1
			}
			return 0, 0
		}
		size += i + 1
		lines++
		if size == len(data) {
			if last {
				return size, lines
			}
			return 0, 0
		}
		if data[size] == '$' || size > maxLine {
			return size, lines
		}
	}
}

// TrimLine drops the line break.
func TrimLine(line []byte) []byte {
	for len(line) > 0 && (line[len(line)-1] == '\n' || line[len(line)-1] == '\r') {
		line = line[:len(line)-1]
	}
	return line
}

func (t *TextReader) flush() {
	if len(t.batch) > 0 {
		t.report.Records.Add(int64(len(t.batch)))
		t.handle(t.batch)
	}
	t.batch, t.arena = t.batch[:0], t.arena[:0]
	t.intern.forget()
}

func (t *TextReader) early(line []byte) bool {
	if len(line) == 0 || line[0] != '$' {
		return false
	}
	id, _, ok := LeadingInt(line[1:])
	if !ok || id < 0 || id >= kieker.MaxStrings || t.names[int32(id)] != "" {
		return false
	}
	t.missing = int32(id)
	return true
}

func (t *TextReader) one(line []byte, end bool) {
	if len(line) == 0 {
		return
	}
	if classes, fields, ok := t.class(line, end); ok {
		t.fields(classes, fields, end)
	}
}

func (t *TextReader) fields(classes []*kieker.Class, fields []byte, end bool) {
	if t.read(classes, fields) || !end && t.shortened(classes, fields) {
		t.tell()
		return
	}
	class := classes[0]
	t.broken(fmt.Sprintf("%s not fit %s, which has %s", quantity.Plural(bytes.Count(fields, []byte{';'}), "field does", "fields do"), class.ShortName(), layout(class.Schema)), end)
}

func (t *TextReader) class(line []byte, end bool) (classes []*kieker.Class, fields []byte, ok bool) {
	if line[0] != '$' {
		t.broken("the line does not begin with a class id", end)
		return nil, nil, false
	}
	id, fields, ok := LeadingInt(line[1:])
	if !ok || id < 0 || id >= kieker.MaxStrings {
		t.broken("the class id is no number", end)
		return nil, nil, false
	}
	if classes = t.resolve(int32(id)); len(classes) == 0 {
		name := t.names[int32(id)]
		if name == "" {
			name = "$" + strconv.FormatInt(id, 10) + " (not in kieker.map)"
		}
		t.report.UnknownRecord(name, t.line+1)
		return nil, nil, false
	}
	return classes, fields, true
}

func (t *TextReader) read(classes []*kieker.Class, fields []byte) bool {
	if len(t.batch) == cap(t.batch) || len(t.arena)+4*len(fields) > cap(t.arena) {
		t.flush()
	}
	t.repair = ""
	return t.add(classes[0], fields) || t.unusual(classes, fields)
}

func (t *TextReader) resolve(id int32) []*kieker.Class {
	if int(id) < len(t.classes) && t.classes[id] != nil {
		return t.classes[id]
	}
	name := t.names[id]
	if name == "" {
		return nil
	}
	all := t.schemas.Layouts(name)
	if grow := int(id) + 1 - len(t.classes); grow > 0 && len(all) > 0 {
		t.classes = append(t.classes, make([][]*kieker.Class, grow)...)
	}
	for _, schema := range all {
		t.classes[id] = append(t.classes[id], kieker.NewClass(schema, &t.intern.table))
	}
	if len(all) == 0 {
		return nil
	}
	return t.classes[id]
}

func (t *TextReader) add(class *kieker.Class, fields []byte) bool {
	if class.DataSize() >= 0 {
		return t.fixed(class, fields)
	}
	return t.varying(class, fields)
}

func (t *TextReader) varying(class *kieker.Class, fields []byte) bool {
	start := len(t.arena)
	stamp, fields, ok := LeadingInt(fields)
	if !ok {
		return false
	}
	arena := binary.BigEndian.AppendUint64(t.arena, uint64(stamp))
	for i := range class.Fields {
		kind := class.Fields[i].Type
		if kind.IsArray() {
			count, rest, ok := LeadingInt(fields)
			if !ok || count < 0 || count > kieker.MaxArray {
				return false
			}
			arena, fields = binary.BigEndian.AppendUint32(arena, uint32(count)), rest
			for range count {
				if arena, fields, ok = t.field(arena, fields, kind.Elem()); !ok {
					return false
				}
			}
			continue
		}
		if arena, fields, ok = t.field(arena, fields, kind); !ok {
			return false
		}
	}
	if fields != nil { // nil only behind the last field
		return false
	}
	t.arena = arena
	t.batch = append(t.batch, kieker.Record{Class: class, Data: arena[start:len(arena):len(arena)]})
	return true
}

func (t *TextReader) fixed(class *kieker.Class, line []byte) bool {
	stamp, at := number(line, 0)
	if at < 0 {
		return false
	}
	start, size := len(t.arena), class.DataSize()
	t.arena = slices.Grow(t.arena, size)
	record := t.arena[start : start+size : start+size]
	binary.BigEndian.PutUint64(record, uint64(stamp))
	place := record[kieker.StampSize:]
	for _, field := range class.Fields {
		if at > len(line) { // there are no more
			return false
		}
		if field.Type == kieker.Long || field.Type == kieker.Int {
			value, next := number(line, at)
			if at = next; at < 0 {
				return false
			}
			if field.Type == kieker.Long {
				binary.BigEndian.PutUint64(place, uint64(value))
				place = place[8:]
				continue
			}
			if value != int64(int32(value)) {
				return false
			}
			binary.BigEndian.PutUint32(place, uint32(value))
			place = place[4:]
			continue
		}
		text := line[at:]
		if end := bytes.IndexByte(text, ';'); end >= 0 {
			text = text[:end]
		}
		at += len(text) + 1
		if field.Type == kieker.String {
			binary.BigEndian.PutUint32(place, uint32(t.intern.id(text)))
		} else if _, ok := t.value(place[:0], text, field.Type); !ok {
			return false
		}
		place = place[field.Type.Size():]
	}
	if at <= len(line) {
		return false
	}
	t.arena = t.arena[:start+size]
	t.batch = append(t.batch, kieker.Record{Class: class, Data: record})
	return true
}

func (t *TextReader) field(arena, fields []byte, kind kieker.Type) (_, rest []byte, ok bool) {
	if fields == nil {
		return arena, nil, false
	}
	if kind == kieker.Long || kind == kieker.Int {
		value, rest, ok := LeadingInt(fields)
		if kind == kieker.Long {
			return binary.BigEndian.AppendUint64(arena, uint64(value)), rest, ok
		}
		return binary.BigEndian.AppendUint32(arena, uint32(value)), rest, ok && value == int64(int32(value))
	}
	one := fields
	if before, after, found := bytes.Cut(fields, []byte{';'}); found {
		one, rest = before, after
	}
	arena, ok = t.value(arena, one, kind)
	return arena, rest, ok
}

func (t *TextReader) value(arena, text []byte, kind kieker.Type) ([]byte, bool) {
	switch kind {
	case kieker.String:
		return binary.BigEndian.AppendUint32(arena, uint32(t.intern.id(text))), true
	case kieker.Bool:
		if len(text) == 0 {
			return arena, false
		}
		yes := text[0] == 't' || text[0] == 'T' || text[0] == '1'
		if yes {
			return append(arena, 1), true
		}
		return append(arena, 0), text[0] == 'f' || text[0] == 'F' || text[0] == '0'
	case kieker.Char:
		for _, r := range string(text) {
			return binary.BigEndian.AppendUint16(arena, uint16(r)), true
		}
		return binary.BigEndian.AppendUint16(arena, 0), true
	case kieker.Float:
		x, err := strconv.ParseFloat(string(text), 32)
		return binary.BigEndian.AppendUint32(arena, math.Float32bits(float32(x))), err == nil
	case kieker.Double:
		x, err := strconv.ParseFloat(string(text), 64)
		return binary.BigEndian.AppendUint64(arena, math.Float64bits(x)), err == nil
	default:
		return wholeNumber(arena, text, kind)
	}
}

func wholeNumber(arena, text []byte, kind kieker.Type) ([]byte, bool) {
	value, rest, ok := LeadingInt(text)
	ok = ok && rest == nil
	switch kind {
	case kieker.Byte:
		return append(arena, byte(value)), ok && value == int64(int8(value))
	case kieker.Short:
		return binary.BigEndian.AppendUint16(arena, uint16(value)), ok && value == int64(int16(value))
	case kieker.Int:
		return binary.BigEndian.AppendUint32(arena, uint32(value)), ok && value == int64(int32(value))
	default:
		return binary.BigEndian.AppendUint64(arena, uint64(value)), ok
	}
}
