package wire

import (
	"encoding/binary"

	"beagle/traces/kieker"
)

// ChunkWriter puts records into a chunk, see ChunkMagic. The zero value is an empty one.
type ChunkWriter struct {
	records []byte
	ids     map[string]int32
	texts   []string
	bytes   int // of the texts

	classes []numbered // of the source, as they were seen
	version int64      // of the source's strings that numbers is of
	numbers []int32    // number in the chunk + 1, by id of the source; 0: not known yet
}

type numbered struct {
	class  *kieker.Class
	number int32
}

// NewChunkWriter is an empty chunk with room for so many bytes.
func NewChunkWriter(size int) *ChunkWriter {
	return &ChunkWriter{records: make([]byte, 0, size+size/8)}
}

// Size is about how many bytes the chunk has.
func (c *ChunkWriter) Size() int { return len(c.records) + c.bytes }

// Add adds a record; its strings are looked up in its source's table.
func (c *ChunkWriter) Add(r *kieker.Record) {
	if version := r.Class.Version(); version != c.version {
		c.version = version
		clear(c.numbers)
	}
	c.records = binary.BigEndian.AppendUint32(c.records, uint32(c.class(r.Class)))
	if size := r.Class.DataSize(); size >= 0 { // nearly all records: the same bytes with other numbers of strings
		at := len(c.records)
		c.records = append(c.records, r.Data[:size]...)
		for _, offset := range r.Class.StringOffsets() {
			c.renumber(r.Class, c.records[at+offset:])
		}
		return
	}
	c.addArrays(r)
}

func (c *ChunkWriter) addArrays(r *kieker.Record) {
	c.records = append(c.records, r.Data[:kieker.StampSize]...)
	at := kieker.StampSize
	for _, f := range r.Class.Fields {
		count := 1
		if f.Type.IsArray() {
			count = int(int32(binary.BigEndian.Uint32(r.Data[at:])))
			c.records = append(c.records, r.Data[at:at+4]...)
			at += 4
		}
		size := count * f.Type.Elem().Size()
		begin := len(c.records)
		c.records = append(c.records, r.Data[at:at+size]...)
		at += size
		if f.Type.Elem() == kieker.String {
			for i := range count {
				c.renumber(r.Class, c.records[begin+4*i:])
			}
		}
	}
}

func (c *ChunkWriter) class(class *kieker.Class) int32 {
	for i := range c.classes { // a program has some few
		if c.classes[i].class == class {
			return c.classes[i].number
		}
	}
	number := c.number(class.Class)
	if len(c.classes) < mostClasses {
		c.classes = append(c.classes, numbered{class, number})
	}
	return number
}

const (
	mostClasses = 32
	mostNumbers = 1 << 16 // most ids are small: strings are numbered as they come up
)

func (c *ChunkWriter) renumber(class *kieker.Class, at []byte) {
	id := int32(binary.BigEndian.Uint32(at))
	if uint(id) < uint(len(c.numbers)) && c.numbers[id] > 0 {
		binary.BigEndian.PutUint32(at, uint32(c.numbers[id]-1))
		return
	}
	text, known := class.Text(id)
	number := c.number(text)
	binary.BigEndian.PutUint32(at, uint32(number))
	if known && id >= 0 && id < mostNumbers {
		for int(id) >= len(c.numbers) {
			c.numbers = append(c.numbers, 0)
		}
		c.numbers[id] = number + 1
	}
}

func (c *ChunkWriter) number(text string) int32 {
	if id, known := c.ids[text]; known {
		return id
	}
	if c.ids == nil {
		c.ids = map[string]int32{}
	}
	id := int32(len(c.texts))
	c.ids[text] = id
	c.texts = append(c.texts, text)
	c.bytes += len(text) + 2
	return id
}

// Bytes is the chunk.
func (c *ChunkWriter) Bytes() []byte {
	out := make([]byte, 0, len(ChunkMagic)+len(c.records)+c.bytes+3*len(c.texts)+16)
	out = append(out, ChunkMagic...)
	out = append(out, c.records...)
	out = binary.AppendUvarint(out, uint64(len(c.texts)))
	for _, text := range c.texts {
		out = append(binary.AppendUvarint(out, uint64(len(text))), text...)
	}
	return binary.BigEndian.AppendUint32(out, uint32(len(c.records)))
}
