package logs

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"beagle/internal/safe"
)

type logReader struct {
	*contents
	log    logSource
	blocks [][]byte // used again for every file
}

// A recorded log is read, and unpacked, while what was read before is decoded,
// also beyond the ends of files: Kieker begins a new one every 25,000 records.
const (
	blockSize  = 256 << 10
	readBlocks = 8
	blockFront = 64 << 10 // room before a block for the record that began in the one before
)

type block struct {
	file *dataFile // that begins with it; nil: one that goes on
	room []byte    // blockFront bytes, then the block
	n    int
	err  error // that ended the file
}

func (b *block) data() []byte { return b.room[blockFront : blockFront+b.n] }

type dataFile struct {
	path    string
	in      io.ReadCloser // nil where it cannot be opened
	packed  string        // its compression; empty: none
	problem string        // why nothing of it can be read
}

func openData(ctx context.Context, path string) *dataFile {
	in, err := safe.Open(ctx, path)
	if err != nil {
		return &dataFile{path: path, problem: "cannot open the file: " + safe.Cause(err).Error()}
	}
	return &dataFile{path: path, in: in}
}

func (file *dataFile) blocks(room func() []byte, got func(block)) {
	var plain io.Reader
	if file.in != nil {
		defer file.in.Close()
		var err error
		if plain, file.packed, err = decompress(bufio.NewReaderSize(file.in, 4<<10)); err != nil {
			file.problem = err.Error()
		}
	}
	first := file
	for to := room(); to != nil; to = room() {
		b := block{file: first, room: to, err: io.EOF}
		if file.problem == "" {
			b.n, b.err = fill(plain, to[blockFront:])
		}
		if got(b); b.err != nil {
			return
		}
		first = nil
	}
}

// fill reads until there is no more room, or an error.
func fill(in io.Reader, room []byte) (n int, err error) {
	for n < len(room) && err == nil {
		var more int
		more, err = in.Read(room[n:])
		n += more
	}
	return n, err
}

func (l *logReader) readAhead(ctx context.Context, next func() *dataFile) {
	free, filled := make(chan []byte, readBlocks), make(chan block, readBlocks)
	for _, room := range l.rooms(readBlocks) {
		free <- room
	}
	stop := make(chan struct{})
	var reader sync.WaitGroup
	reader.Go(func() {
		defer close(filled)
		for {
			select {
			case <-stop:
				return
			default:
			}
			file := next()
			if file == nil {
				return
			}
			file.blocks(func() []byte { return <-free }, func(b block) { filled <- b })
		}
	})
	defer reader.Wait()
	defer close(free)
	defer close(stop)

	var at place
	var done [][]byte // blocks that are not free again yet
	for b := range filled {
		if ctx.Err() != nil {
			return
		}
		l.decode(&at, &b)
		// The rest lies in this block yet. The others go back some at a time, so
		// that the reader need not be woken for each.
		if done = append(done, b.room); len(done) > readBlocks/2 {
			for _, room := range done[:readBlocks/2] {
				free <- room
			}
			done = append(done[:0], b.room)
		}
	}
}

// inTurn decodes files like readAhead, where every core has something to decode.
func (l *logReader) inTurn(ctx context.Context, next func() *dataFile) {
	rooms := l.rooms(2) // the rest of a block lies in the other one
	var at place
	for file := next(); file != nil; file = next() {
		file.blocks(func() []byte {
			if ctx.Err() != nil {
				return nil
			}
			rooms[0], rooms[1] = rooms[1], rooms[0]
			return rooms[0]
		}, func(b block) { l.decode(&at, &b) })
	}
}

func (l *logReader) rooms(n int) [][]byte {
	for len(l.blocks) < n {
		l.blocks = append(l.blocks, make([]byte, blockFront+blockSize))
	}
	return l.blocks[:n]
}

type place struct {
	read   reading // nil: nothing more of it can be read
	offset int64
	rest   []byte // of the block before
}

func (l *logReader) decode(at *place, b *block) {
	if b.file != nil {
		*at = place{read: l.begin(b)}
	}
	if at.read == nil {
		return
	}
	data := b.data()
	if len(at.rest) <= blockFront {
		start := blockFront - len(at.rest)
		copy(b.room[start:], at.rest)
		data = b.room[start : blockFront+b.n]
	} else { // a record larger than a block
		data = append(at.rest[:len(at.rest):len(at.rest)], data...)
	}
	l.received(b, at.offset)
	used := at.read(data, at.offset, b.err != nil)
	at.offset += int64(used)
	if at.rest = data[used:]; len(at.rest) >= maxRecord && b.err == nil {
		l.report.Fault(at.offset, "a record is larger than 16 MiB; the rest of the file is skipped")
		l.report.Skipped.Add(int64(len(at.rest)))
		at.read = nil
	}
}

func (l *logReader) content(ctx context.Context, path string, in io.Reader) {
	file := &dataFile{path: path, in: io.NopCloser(in)}
	l.readAhead(ctx, func() (next *dataFile) {
		next, file = file, nil
		return next
	})
}

func (l *logReader) begin(b *block) reading {
	l.report.Begin(b.file.path, false)
	switch {
	case b.file.problem != "":
		l.report.Fault(0, b.file.problem)
		return nil
	case b.n == 0:
		if !errors.Is(b.err, io.EOF) {
			l.report.Fault(0, fmt.Sprintf("the file cannot be read: %v", b.err))
		}
		return nil
	}
	data := b.data()
	return l.reading(b.file.path, data[:min(4, len(data))], b.file.packed)
}

func (l *logReader) received(b *block, offset int64) {
	l.report.Bytes.Add(int64(b.n))
	if b.n > 0 {
		l.report.LastRecord.Store(time.Now().UnixNano())
	}
	if b.err != nil && !errors.Is(b.err, io.EOF) {
		l.report.Fault(offset, fmt.Sprintf("the file cannot be read to its end: %v", b.err))
	}
}

// maxRecord bounds what is kept of one record until its end is read.
const maxRecord = 16 << 20
