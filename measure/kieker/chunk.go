package kieker

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// chunkMagic opens a chunk: the container format KIKA with default layout, which
// Kieker's ChunkingCollector hands to Kafka and AMQP. A chunk is complete in
// itself: records with ids that count from 0, then their strings, then the
// length of the record part.
var chunkMagic = []byte("KIKADFLT")

const maxChunk = 16 << 20

// DecodeChunk hands the records of one message to the handler and returns its
// report. Ids mean something within the chunk only.
func DecodeChunk(message []byte, schemas *Schemas, handle func([]Record)) Report {
	rep := &report{source: "message", kind: "chunk"}
	rep.bytes.Store(int64(len(message)))
	decodeChunk(message, 0, schemas, rep, handle)
	rep.end(rep.broken.Load() == 0 && rep.skipped.Load() == 0, "")
	return rep.snapshot()
}

func decodeChunk(chunk []byte, offset int64, schemas *Schemas, rep *report, handle func([]Record)) {
	bad := func(message string) {
		rep.fault(offset, message)
		rep.skipped.Add(int64(len(chunk)))
	}
	if !bytes.HasPrefix(chunk, chunkMagic) || len(chunk) < len(chunkMagic)+5 {
		bad("this is no chunk of Kieker records")
		return
	}
	body := chunk[len(chunkMagic) : len(chunk)-4]
	size := int64(int32(binary.BigEndian.Uint32(chunk[len(chunk)-4:])))
	if size < 0 || size > int64(len(body)) {
		bad(fmt.Sprintf("the chunk's record part cannot have %d bytes", size))
		return
	}
	dec := newDecoder(schemas, false, rep, newBudget(4*maxChunk), handle)
	if message := dec.chunkStrings(body[size:]); message != "" {
		bad(message)
		return
	}
	rep.strings.Add(int64(dec.strings.count))
	dec.decode(body[:size], offset+int64(len(chunkMagic)), true)
}

// chunkStrings reads a chunk's string table: a count, then length and bytes of
// each, numbers in LEB128.
func (d *decoder) chunkStrings(data []byte) string {
	count, n := binary.Uvarint(data)
	if n <= 0 || count > uint64(len(data)) {
		return "the chunk's string table is damaged"
	}
	data = data[n:]
	for id := range int32(count) {
		length, n := binary.Uvarint(data)
		if n <= 0 || length > uint64(len(data)-n) {
			return "the chunk's string table is cut off"
		}
		if !d.define(id, string(data[n:n+int(length)])) {
			return "the chunk has more strings than Beagle keeps"
		}
		data = data[n+int(length):]
	}
	return ""
}

// chunkReader reads a file of chunks that follow one another.
type chunkReader struct {
	options LogOptions
	report  *report
	handle  func([]Record)
}

// decode cuts at the next magic: a chunk does not say its length in front.
func (c *chunkReader) decode(data []byte, offset int64, last bool) int {
	pos := 0
	for pos < len(data) {
		next := bytes.Index(data[min(pos+1, len(data)):], chunkMagic)
		end := pos + 1 + next
		if next < 0 {
			if !last {
				return pos
			}
			end = len(data)
		}
		decodeChunk(data[pos:end], offset+int64(pos), c.options.Schemas, c.report, c.handle)
		pos = end
	}
	return pos
}
