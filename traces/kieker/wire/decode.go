// Package wire decodes Kieker's record formats from bytes in memory: lines of text logs, binary records, socket
// streams, and chunks of brokers. It opens nothing; live and logs bring the bytes.
//
// Kieker's streams carry neither schemas nor lengths, so a class that is not in the Schemas cannot be decoded. It is
// counted and skipped by looking for the next place at which several known records follow one another.
package wire

import (
	"encoding/binary"
	"fmt"
	"time"
	"unicode/utf8"

	"beagle/traces/kieker"
)

// batchSize is how many records a handler gets at once: few enough to stay in the processor's first cache.
const batchSize = 256

// registryEntry is the class id that marks a new string in a socket stream.
const registryEntry = -1

// Decoder turns binary records into batches. It is the one core under binary
// files, socket streams and chunks; they differ in how strings arrive.
type Decoder struct {
	schemas *kieker.Schemas
	strings table
	classes []*kieker.Class // by string id; nil: not used as a class yet
	stream  bool            // string entries stand between the records
	lengths lengths         // what a string's declared length counts
	ending  bool            // nothing follows the data
	wait    bool            // records wait until their strings are known
	missing int32           // the string that the next record waits for; -1: none does
	perhaps int32           // the string for want of which the place at hand seems to be no record; -1: none
	lacks   string          // who should have sent a missing string, and what to do
	handle  func([]kieker.Record)
	runner  kieker.Runner // nil: the handler takes batches only
	report  *kieker.Reading
	batch   []kieker.Record

	offset    int64   // of the data at hand in the source
	announced []int32 // ids of strings that a chain of records brings along
	retry     int     // resync only with at least so much data
	// An entry whose string had not arrived completely: how far it was read.
	partAt, partUnits int
}

// NewDecoder decodes binary records for a handler. stream says that string entries stand between the records; b may
// be nil: no bound.
func NewDecoder(schemas *kieker.Schemas, stream bool, r *kieker.Reading, b *Budget, handler kieker.Handler) *Decoder {
	d := newDecoder(schemas, stream, r, b, handler.Records)
	d.runner, _ = handler.(kieker.Runner)
	return d
}

// WaitForStrings says that strings come another way than the records, which may overtake them: a record then waits
// until all of its strings are known. Where nothing waits, a missing string gets a name that says so, and lacks is
// the rest of the message: who should have sent it, and what to do.
func (d *Decoder) WaitForStrings(wait bool, lacks string) {
	d.stream, d.wait, d.lacks = false, wait, lacks
}

// Missing is the id of the string that the next record waits for; false: none waits.
func (d *Decoder) Missing() (id int32, waits bool) { return d.missing, d.missing >= 0 }

// Lost reports whether a record could not be read, and it is not known yet where the next one begins.
func (d *Decoder) Lost() bool { return d.retry > 0 }

// Strings is how many strings the source has said.
func (d *Decoder) Strings() int { return d.strings.count }

// Release gives the memory of the strings back; no more are taken.
func (d *Decoder) Release() int { return d.strings.release() }

func newDecoder(schemas *kieker.Schemas, stream bool, r *kieker.Reading, b *Budget, handle func([]kieker.Record)) *Decoder {
	return &Decoder{
		schemas: schemas, stream: stream, handle: handle, report: r, missing: -1, lacks: "which was not sent before it",
		strings: newTable(b),
		batch:   make([]kieker.Record, 0, batchSize),
	}
}

// Decode hands over every complete record in data, which starts at the given offset of the source, and returns how
// many bytes it used. last says that nothing will follow.
func (d *Decoder) Decode(data []byte, offset int64, last bool) int {
	d.ending, d.missing = last, -1
	pos := 0
	for {
		d.offset = offset + int64(pos)
		used, fault := d.run(data[pos:])
		pos += used
		d.flush()
		if fault == nil {
			if !last || pos == len(data) || d.missing >= 0 {
				return pos
			}
			fault = endsWithin
		}
		next, ok := d.resync(data[pos:], fault, last)
		if !ok {
			return pos
		}
		d.retry, d.partAt, d.partUnits = 0, 0, 0
		d.report.Skip(offset+int64(pos), int64(next), fault.class, fault.message)
		pos += next
	}
}

type fault struct {
	message string
	class   string // name of a class without schema
	from    int    // where the next record may begin at the earliest
}

var endsWithin = &fault{message: "it ends within a record", from: 1}

// run decodes until data ends within a record or cannot be understood.
func (d *Decoder) run(data []byte) (pos int, _ *fault) {
	classes := d.classes
	batch, n := d.batch[:cap(d.batch)], len(d.batch)
	for len(data)-pos >= 4 {
		if n == 0 && d.runner != nil {
			if used, records := d.runner.Run(data[pos:], classes); used > 0 {
				d.report.Records.Add(int64(records))
				pos += used
				continue
			}
		}
		id := int32(binary.BigEndian.Uint32(data[pos:]))
		if uint(id) < uint(len(classes)) && classes[id] != nil {
			class := classes[id]
			size := class.Size()
			if size == 0 {
				var more, bad bool
				if size, more, bad = class.Measure(data[pos+4:]); bad {
					d.batch = batch[:n]
					return pos, &fault{message: "array length of a " + class.ShortName() + " is impossible", from: 1}
				} else if more {
					break
				}
				size += 4
			}
			if len(data)-pos < size {
				break
			}
			if id, missing := class.Missing(data[pos+4 : pos+size]); missing && !d.without(class, id, pos) {
				break
			}
			if n == len(batch) {
				d.batch = batch
				d.flush()
				n = 0
			}
			batch[n] = kieker.Record{Class: class, Data: data[pos+4 : pos+size : pos+size]}
			n++
			pos += size
			continue
		}
		d.batch = batch[:n]
		if id == registryEntry && d.stream {
			used, f := d.entry(data[pos:])
			if used == 0 {
				return pos, f
			}
			pos += used
		} else if f := d.resolve(id); f != nil || d.missing >= 0 {
			return pos, f
		}
		classes, n = d.classes, len(d.batch)
	}
	d.batch = batch[:n]
	return pos, nil
}

func (d *Decoder) flush() {
	if len(d.batch) > 0 {
		d.report.Records.Add(int64(len(d.batch)))
		d.handle(d.batch)
		d.batch = d.batch[:0]
	}
}

func (d *Decoder) entry(data []byte) (used int, _ *fault) {
	if len(data) < 12 {
		return 0, nil
	}
	id := int32(binary.BigEndian.Uint32(data[4:]))
	length := int(int32(binary.BigEndian.Uint32(data[8:])))
	if id < 0 || id >= kieker.MaxStrings || length < 0 || length > MaxString {
		return 0, &fault{message: fmt.Sprintf("string entry with id %d and length %d is impossible", id, length), from: 1}
	}
	body := data[12:]
	size, done := d.size(id, body, length)
	if !done {
		return 0, nil
	}
	d.partAt, d.partUnits = 0, 0
	if !d.Define(id, string(body[:size])) {
		return 0, &fault{message: "the source sends more strings than Beagle keeps", from: 12 + size}
	}
	return 12 + size, nil
}

// Define keeps a string. Records of the batch that use the id's former text are handed over first.
func (d *Decoder) Define(id int32, text string) bool {
	old, known := d.strings.Lookup(id)
	if known && old == text {
		return true
	}
	if known {
		d.flush()
		d.report.Redefined.Add(1)
		if int(id) < len(d.classes) {
			d.classes[id] = nil
		}
	}
	if !utf8.ValidString(text) {
		text = ToValid(text)
	}
	return d.strings.set(id, text)
}

func (d *Decoder) resolve(id int32) *fault {
	name, known := d.strings.Lookup(id)
	switch {
	case !known && d.wait && id >= 0 && id < kieker.MaxStrings:
		d.missing = id
		return nil
	case !known:
		return &fault{message: fmt.Sprintf("no class has the id %d", id), from: 1}
	case !kieker.IsClassName(name):
		return &fault{message: fmt.Sprintf("%d is the id of %.40q, which is no record class", id, name), from: 1}
	}
	schema := d.schemas.Lookup(name)
	if schema == nil {
		return &fault{message: "no schema for record class " + name, class: name, from: 4 + kieker.StampSize}
	}
	if grow := int(id) + 1 - len(d.classes); grow > 0 {
		d.classes = append(d.classes, make([]*kieker.Class, grow)...)
	}
	d.classes[id] = kieker.NewClass(schema, &d.strings)
	return nil
}

// without reports whether a record is handed on although one of its strings is not known; otherwise it waits.
func (d *Decoder) without(class *kieker.Class, id int32, pos int) bool {
	if d.wait && id >= 0 && id < kieker.MaxStrings {
		d.missing = id
		return false
	}
	d.strings.lent = true
	d.report.Fault(d.offset+int64(pos), fmt.Sprintf("%s needs string %d, %s", class.ShortName(), id, d.lacks))
	return true
}

// Stream decodes a socket stream that lies in memory, e.g. one that was recorded.
type Stream struct {
	core   *Decoder
	offset int64
}

// NewStream starts a stream; nil schemas mean NewSchemas. It does not call the handler's Closed.
func NewStream(schemas *kieker.Schemas, handler kieker.Handler) *Stream {
	if schemas == nil {
		schemas = kieker.NewSchemas()
	}
	return &Stream{core: NewDecoder(schemas, true, kieker.NewReading("memory", "socket stream", time.Time{}), nil, handler)}
}

// Decode hands over the complete records in data and returns how many bytes were used; the rest must be given again,
// with what follows it. last says that nothing follows.
func (d *Stream) Decode(data []byte, last bool) int {
	used := d.core.Decode(data, d.offset, last)
	d.offset += int64(used)
	d.core.report.Bytes.Add(int64(used))
	return used
}

// Report says how decoding went so far.
func (d *Stream) Report() kieker.Report { return d.core.report.Report() }
