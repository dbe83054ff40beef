package kieker

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"strconv"
)

// textReader turns the lines of a text log into records. Each line is
// translated to the binary form, so that everything behind it is the same.
//
// Kieker does not escape strings in text logs. A line that does not begin with
// a class id goes on with the one before it, and a line with too many fields
// has separators within a string: both are put together again where only one
// reading fits.
type textReader struct {
	schemas *Schemas
	names   map[int32]string // class names by id, from kieker.map
	reload  func()           // reads names anew where the map may have grown; may be nil
	classes [][]*Class       // by class id, in order of preference
	intern  interner
	report  *report
	handle  func([]Record)
	line    int64 // lines before data
	quiet   bool  // nothing came for a while: a line that ends in a line break is complete

	arena []byte
	batch []Record
	spans []int // ends of the fields of an unusual line
}

const (
	maxLine   = 1 << 20  // bytes of a line with its continuations
	arenaSize = 64 << 10 // bytes of a batch; a line that is longer makes it grow
)

func newTextReader(schemas *Schemas, names map[int32]string, r *report, handle func([]Record)) *textReader {
	t := &textReader{
		schemas: schemas, names: names, report: r, handle: handle,
		arena: make([]byte, 0, arenaSize), batch: make([]Record, 0, batchSize),
	}
	t.intern.table = newTable(nil)
	return t
}

// decode hands over the records of every complete line and returns how many
// bytes it used. A line is complete when the next one begins; last says that
// nothing will follow.
func (t *textReader) decode(data []byte, last bool) int {
	pos := 0
	for pos < len(data) {
		rest := data[pos:]
		size, lines := lineEnd(rest, last || t.quiet && rest[len(rest)-1] == '\n')
		if size == 0 {
			if len(rest) < maxLine {
				break
			}
			size, lines = maxLine, int64(bytes.Count(rest[:maxLine], newline))
		}
		t.one(trimLine(rest[:size]), last && pos+size == len(data) && rest[size-1] != '\n')
		pos += size
		t.line += lines
	}
	t.flush()
	return pos
}

var newline = []byte{'\n'}

// lineEnd is the size of the first line of data together with the lines that
// continue it; 0 where its end has not arrived.
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

// trimLine drops the line break.
func trimLine(line []byte) []byte {
	for len(line) > 0 && (line[len(line)-1] == '\n' || line[len(line)-1] == '\r') {
		line = line[:len(line)-1]
	}
	return line
}

func (t *textReader) flush() {
	if len(t.batch) > 0 {
		t.report.records.Add(int64(len(t.batch)))
		t.handle(t.batch)
	}
	t.batch, t.arena = t.batch[:0], t.arena[:0]
	t.intern.forget()
}

// one reads a line. end says that it is the last of its file and may be cut.
func (t *textReader) one(line []byte, end bool) {
	if len(line) == 0 {
		return
	}
	if line[0] != '$' {
		t.broken("the line does not begin with a class id", end)
		return
	}
	id, rest, ok := leadingInt(line[1:])
	if !ok || id < 0 || id >= maxStrings {
		t.broken("the class id is no number", end)
		return
	}
	candidates := t.resolve(int32(id))
	if len(candidates) == 0 {
		name := t.names[int32(id)]
		if name == "" {
			name = "$" + strconv.FormatInt(id, 10) + " (not in kieker.map)"
		}
		t.report.unknownRecord(name, t.line+1)
		return
	}
	if len(t.batch) == cap(t.batch) || len(t.arena)+4*len(line) > cap(t.arena) {
		t.flush()
	}
	if t.add(candidates[0], rest) {
		return
	}
	t.unusual(candidates, rest, int32(id), end)
}

// resolve finds the classes with the id.
func (t *textReader) resolve(id int32) []*Class {
	if int(id) < len(t.classes) && t.classes[id] != nil {
		return t.classes[id]
	}
	name := t.names[id]
	if name == "" && t.reload != nil {
		t.reload()
		name = t.names[id]
	}
	if name == "" {
		return nil
	}
	all := t.schemas.all(name)
	if grow := int(id) + 1 - len(t.classes); grow > 0 && len(all) > 0 {
		t.classes = append(t.classes, make([][]*Class, grow)...)
	}
	for _, schema := range all {
		t.classes[id] = append(t.classes[id], newClass(schema, &t.intern.table))
	}
	if len(all) == 0 {
		return nil
	}
	return t.classes[id]
}

// add translates a line whose fields are as the schema says.
func (t *textReader) add(class *Class, fields []byte) bool {
	if class.size >= 0 {
		return t.fixed(class, fields)
	}
	start := len(t.arena)
	stamp, fields, ok := leadingInt(fields)
	if !ok {
		return false
	}
	arena := binary.BigEndian.AppendUint64(t.arena, uint64(stamp))
	for i := range class.Fields {
		kind := class.Fields[i].Type
		if kind.IsArray() {
			count, rest, ok := leadingInt(fields)
			if !ok || count < 0 || count > maxArray {
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
	t.batch = append(t.batch, Record{Class: class, Data: arena[start:len(arena):len(arena)]})
	return true
}

// fixed is add for classes without arrays: nearly all lines.
func (t *textReader) fixed(class *Class, line []byte) bool {
	stamp, at := number(line, 0)
	if at < 0 {
		return false
	}
	start := len(t.arena)
	t.arena = slices.Grow(t.arena, class.size)
	record := t.arena[start : start+class.size : start+class.size]
	binary.BigEndian.PutUint64(record, uint64(stamp))
	place := record[stampSize:]
	for _, field := range class.Fields {
		if at > len(line) { // there are no more
			return false
		}
		if field.Type == Long || field.Type == Int {
			value, next := number(line, at)
			if at = next; at < 0 {
				return false
			}
			if field.Type == Long {
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
		if field.Type == String {
			binary.BigEndian.PutUint32(place, uint32(t.intern.id(text)))
		} else if _, ok := t.value(place[:0], text, field.Type); !ok {
			return false
		}
		place = place[typeSizes[field.Type]:]
	}
	if at <= len(line) {
		return false
	}
	t.arena = t.arena[:start+class.size]
	t.batch = append(t.batch, Record{Class: class, Data: record})
	return true
}

// field translates the first field and returns the fields behind it.
func (t *textReader) field(arena, fields []byte, kind Type) (_, rest []byte, ok bool) {
	if fields == nil {
		return arena, nil, false
	}
	if kind == Long || kind == Int {
		value, rest, ok := leadingInt(fields)
		if kind == Long {
			return binary.BigEndian.AppendUint64(arena, uint64(value)), rest, ok
		}
		return binary.BigEndian.AppendUint32(arena, uint32(value)), rest, ok && value == int64(int32(value))
	}
	one := fields
	if i := bytes.IndexByte(fields, ';'); i >= 0 {
		one, rest = fields[:i], fields[i+1:]
	}
	arena, ok = t.value(arena, one, kind)
	return arena, rest, ok
}

// value translates one value.
func (t *textReader) value(arena, text []byte, kind Type) ([]byte, bool) {
	switch kind {
	case String:
		return binary.BigEndian.AppendUint32(arena, uint32(t.intern.id(text))), true
	case Bool:
		if len(text) == 0 {
			return arena, false
		}
		yes := text[0] == 't' || text[0] == 'T' || text[0] == '1'
		if yes {
			return append(arena, 1), true
		}
		return append(arena, 0), text[0] == 'f' || text[0] == 'F' || text[0] == '0'
	case Char:
		for _, r := range string(text) {
			return binary.BigEndian.AppendUint16(arena, uint16(r)), true
		}
		return binary.BigEndian.AppendUint16(arena, 0), true
	case Float:
		x, err := strconv.ParseFloat(string(text), 32)
		return binary.BigEndian.AppendUint32(arena, math.Float32bits(float32(x))), err == nil
	case Double:
		x, err := strconv.ParseFloat(string(text), 64)
		return binary.BigEndian.AppendUint64(arena, math.Float64bits(x)), err == nil
	default:
		return wholeNumber(arena, text, kind)
	}
}

// wholeNumber translates a value of one of the integer types.
func wholeNumber(arena, text []byte, kind Type) ([]byte, bool) {
	value, rest, ok := leadingInt(text)
	ok = ok && rest == nil
	switch kind {
	case Byte:
		return append(arena, byte(value)), ok && value == int64(int8(value))
	case Short:
		return binary.BigEndian.AppendUint16(arena, uint16(value)), ok && value == int64(int16(value))
	case Int:
		return binary.BigEndian.AppendUint32(arena, uint32(value)), ok && value == int64(int32(value))
	default:
		return binary.BigEndian.AppendUint64(arena, uint64(value)), ok
	}
}
