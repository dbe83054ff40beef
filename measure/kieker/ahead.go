package kieker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"
)

// A recorded log is read, and unpacked, while what was read before is decoded.
// Blocks are small enough to stay in the processor's second cache on the way.
const (
	aheadBlock  = 256 << 10
	aheadBlocks = 3
	aheadFront  = 64 << 10 // room before a block for the record that began in the one before
)

type block struct {
	room []byte // aheadFront bytes, then the block
	n    int
	err  error
}

// ahead reads content to its end through the reading.
func (l *logReader) ahead(ctx context.Context, content io.Reader, read reading) {
	for len(l.blocks) < aheadBlocks {
		l.blocks = append(l.blocks, make([]byte, aheadFront+aheadBlock))
	}
	free, filled := make(chan []byte, aheadBlocks), make(chan block, aheadBlocks)
	for _, room := range l.blocks {
		free <- room
	}
	var reader sync.WaitGroup
	reader.Go(func() {
		defer close(filled)
		for room := range free {
			n, err := io.ReadFull(content, room[aheadFront:])
			if errors.Is(err, io.ErrUnexpectedEOF) {
				err = io.EOF
			}
			if filled <- (block{room, n, err}); err != nil {
				return
			}
		}
	})
	defer reader.Wait()
	defer close(free)

	var offset int64
	var rest []byte // of the block before; it is free when this is copied
	var before []byte
	for b := range filled {
		if ctx.Err() != nil {
			return
		}
		data := b.room[aheadFront : aheadFront+b.n]
		if len(rest) <= aheadFront {
			start := aheadFront - len(rest)
			copy(b.room[start:], rest)
			data = b.room[start : aheadFront+b.n]
		} else { // a record larger than a block
			data = append(rest[:len(rest):len(rest)], data...)
		}
		if before != nil {
			free <- before
		}
		before = b.room
		l.report.bytes.Add(int64(b.n))
		if b.n > 0 {
			l.report.lastRecord.Store(time.Now().UnixNano())
		}
		if b.err != nil && !errors.Is(b.err, io.EOF) {
			l.report.fault(offset, fmt.Sprintf("the file cannot be read to its end: %v", b.err))
		}
		used := read(data, offset, b.err != nil)
		offset += int64(used)
		rest = data[used:]
		if len(rest) >= maxRecord && b.err == nil {
			l.report.fault(offset, "a record is larger than 16 MiB; the rest of the file is skipped")
			l.report.skipped.Add(int64(len(rest)))
			return
		}
	}
}

// maxRecord bounds what is kept of one record until its end is read.
const maxRecord = 16 << 20
