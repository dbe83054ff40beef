package cluster

import (
	"encoding/binary"
	"iter"
)

// Chunks are the chunks of a part's body, each behind its length in 4 bytes; nil
// at last where the body is damaged.
func Chunks(body []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for len(body) > 0 {
			if len(body) < 4 || uint64(binary.BigEndian.Uint32(body)) > uint64(len(body)-4) {
				yield(nil)
				return
			}
			n := int(binary.BigEndian.Uint32(body))
			if !yield(body[4 : 4+n]) {
				return
			}
			body = body[4+n:]
		}
	}
}

// AppendChunk adds a chunk to a part's body.
func AppendChunk(body, chunk []byte) []byte {
	return append(binary.BigEndian.AppendUint32(body, uint32(len(chunk))), chunk...)
}
