package wire

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"time"

	"beagle/traces/kieker"
)

// ChunkMagic opens a chunk: the container format KIKA with default layout, which Kieker's ChunkingCollector hands to
// Kafka and AMQP. A chunk is complete in itself: records with ids that count from 0, then their strings, then the
// length of the record part.
var ChunkMagic = []byte("KIKADFLT")

const maxChunk = 16 << 20

// DecodeChunk hands the records of one message to the handler and returns its report.
func DecodeChunk(message []byte, schemas *kieker.Schemas, handle func([]kieker.Record)) kieker.Report {
	rep := kieker.NewReading("message", "chunk", time.Time{})
	rep.Bytes.Store(int64(len(message)))
	decodeChunk(message, 0, schemas, rep, handle)
	rep.End(rep.Broken.Load() == 0 && rep.Skipped.Load() == 0, "")
	return rep.Report()
}

// DecodeMessage is DecodeChunk where many messages have one report; place says where this one stood among them.
func DecodeMessage(message []byte, place int64, schemas *kieker.Schemas, rep *kieker.Reading, handle func([]kieker.Record)) {
	rep.Bytes.Add(int64(len(message)))
	decodeChunk(message, place, schemas, rep, handle)
}

// decodeChunk decodes one chunk of a broker: records, their strings behind them, and the size
// of the records at the end. Strings are read first, since records name them by number. A
// chunk that is damaged is counted and skipped as a whole.
func decodeChunk(chunk []byte, offset int64, schemas *kieker.Schemas, rep *kieker.Reading, handle func([]kieker.Record)) {
	bad := func(message string) {
		rep.Fault(offset, message)
		rep.Skipped.Add(int64(len(chunk)))
	}
	if !bytes.HasPrefix(chunk, ChunkMagic) || len(chunk) < len(ChunkMagic)+5 {
		bad("this is no chunk of Kieker records")
		return
	}
	body := chunk[len(ChunkMagic) : len(chunk)-4]
	size := int64(int32(binary.BigEndian.Uint32(chunk[len(chunk)-4:])))
	if size < 0 || size > int64(len(body)) {
		bad(fmt.Sprintf("the chunk's record part cannot have %d bytes", size))
		return
	}
	dec := newDecoder(schemas, false, rep, NewBudget(4*maxChunk), handle)
	dec.lacks = "which its chunk does not have"
	if message := dec.chunkStrings(body[size:]); message != "" {
		bad(message)
		return
	}
	rep.Strings.Add(int64(dec.strings.count))
	dec.Decode(body[:size], offset+int64(len(ChunkMagic)), true)
}

func (d *Decoder) chunkStrings(data []byte) string {
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
		if !d.Define(id, string(data[n:n+int(length)])) {
			return "the chunk has more strings than Beagle keeps"
		}
		data = data[n+int(length):]
	}
	return ""
}

// Chunks reads a file of chunks that follow one another.
type Chunks struct {
	schemas *kieker.Schemas
	report  *kieker.Reading
	handle  func([]kieker.Record)
}

// NewChunks hands the records of chunks to handle.
func NewChunks(schemas *kieker.Schemas, r *kieker.Reading, handle func([]kieker.Record)) *Chunks {
	return &Chunks{schemas: schemas, report: r, handle: handle}
}

// Decode cuts at the next magic: a chunk does not say its length in front.
func (c *Chunks) Decode(data []byte, offset int64, last bool) int {
	pos := 0
	for pos < len(data) {
		next := bytes.Index(data[min(pos+1, len(data)):], ChunkMagic)
		end := pos + 1 + next
		if next < 0 {
			if !last {
				return pos
			}
			end = len(data)
		}
		decodeChunk(data[pos:end], offset+int64(pos), c.schemas, c.report, c.handle)
		pos = end
	}
	return pos
}
