package wire

import (
	"encoding/binary"

	"beagle/measure/kieker"
)

// ChunkWriter puts records into a chunk, see ChunkMagic. The zero value is an
// empty one.
type ChunkWriter struct {
	records []byte
	ids     map[string]int32
	texts   []string
	bytes   int // of the texts
}

// Size is about how many bytes the chunk has.
func (c *ChunkWriter) Size() int { return len(c.records) + c.bytes }

// Add adds a record; its strings are looked up in its source's table.
func (c *ChunkWriter) Add(r *kieker.Record) {
	c.records = binary.BigEndian.AppendUint32(c.records, uint32(c.id(r.Class.Class)))
	c.records = append(c.records, r.Data[:kieker.StampSize]...)
	at := kieker.StampSize
	text := func() {
		s, _ := r.Class.Text(int32(binary.BigEndian.Uint32(r.Data[at:])))
		c.records = binary.BigEndian.AppendUint32(c.records, uint32(c.id(s)))
		at += 4
	}
	for _, f := range r.Class.Fields {
		count := 1
		if f.Type.IsArray() {
			count = int(int32(binary.BigEndian.Uint32(r.Data[at:])))
			c.records = append(c.records, r.Data[at:at+4]...)
			at += 4
		}
		if f.Type.Elem() == kieker.String {
			for range count {
				text()
			}
			continue
		}
		size := count * f.Type.Elem().Size()
		c.records = append(c.records, r.Data[at:at+size]...)
		at += size
	}
}

// id is the number of a string in the chunk.
func (c *ChunkWriter) id(text string) int32 {
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
	out := append([]byte(nil), ChunkMagic...)
	out = append(out, c.records...)
	out = binary.AppendUvarint(out, uint64(len(c.texts)))
	for _, text := range c.texts {
		out = append(binary.AppendUvarint(out, uint64(len(text))), text...)
	}
	return binary.BigEndian.AppendUint32(out, uint32(len(c.records)))
}
