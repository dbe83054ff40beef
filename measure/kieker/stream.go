package kieker

import (
	"errors"
	"io"
	"net"
	"time"
)

// Buffers of a connection grow while reads fill them. The largest is what
// loopback TCP delivers at once at full speed.
const (
	minBuffer = 16 << 10
	maxBuffer = 256 << 10
	// A record or string that does not fit may enlarge the buffer up to here.
	hardBuffer = 4 << 20
	idleTick   = 500 * time.Millisecond
)

// read decodes a socket stream until it ends. A peer that sends garbage is
// read on, so that it is never made to wait: what cannot be decoded is
// counted and dropped.
func read(conn net.Conn, rep *report, options Options, mem *budget, handler Handler, offer func(net.Conn, *decoder) *dual) {
	dec := newDecoder(options.Schemas, true, rep, mem, handler.Records)
	dec.runner, _ = handler.(Runner)
	dec.declared(options.ByteLengths)
	buf := buffer{budget: mem}
	defer buf.release()
	idler, _ := handler.(Idler)
	pair := offer(conn, dec)
	defer func() { locked(pair, dec.strings.release) }()

	var offset int64 // of buf.data[0] in the stream
	lastRead := time.Now()
	for {
		if !buf.room() {
			rep.fault(offset, "the stream needs more memory than Beagle gives to a connection; its data is dropped")
			offset += int64(buf.drop())
			if len(buf.data) == 0 {
				rep.end(false, "out of memory for connections")
				return
			}
		}
		if idler != nil {
			_ = conn.SetReadDeadline(lastRead.Add(idleTick))
		}
		if pause := int64(time.Since(lastRead)); pause > rep.longestPause.Load() {
			rep.longestPause.Store(pause)
		}
		n, err := conn.Read(buf.data[buf.filled:])
		lastRead = time.Now()
		buf.filled += n
		before := rep.records.Load()
		rep.bytes.Add(int64(n))
		used := locked(pair, func() int {
			defer func() { rep.strings.Store(int64(dec.strings.count)) }()
			return dec.decode(buf.data[:buf.filled], offset, false)
		})
		offset += int64(used)
		buf.consume(used)
		if rep.records.Load() != before {
			rep.lastRecord.Store(lastRead.UnixNano())
		}
		var timeout net.Error
		switch {
		case err == nil:
		case errors.As(err, &timeout) && timeout.Timeout():
			if idler != nil {
				idler.Idle(lastRead)
			}
			if pair != nil { // woken by strings; the next deadline is set above
				_ = conn.SetReadDeadline(time.Time{})
			}
		default:
			if pair != nil {
				pair.wait() // the last strings may be on their way
			}
			locked(pair, func() int {
				finish(dec, rep, buf.data[:buf.filled], offset, err)
				return 0
			})
			return
		}
	}
}

func locked(pair *dual, do func() int) int {
	if pair != nil {
		pair.mu.Lock()
		defer pair.mu.Unlock()
	}
	return do()
}

// finish decodes what is left at the end of a stream and closes the report.
func finish(dec *decoder, rep *report, rest []byte, offset int64, err error) {
	skipped := rep.skipped.Load()
	dec.decode(rest, offset, true)
	message := ""
	if !errors.Is(err, io.EOF) {
		message = "the connection broke: " + err.Error()
	}
	rep.end(rep.skipped.Load() == skipped && message == "", message)
}

// buffer is a connection's read buffer, bounded together with all others.
type buffer struct {
	data   []byte
	filled int
	full   bool // the last read left no room
	budget *budget
}

// room makes space for a read; false where no memory is left.
func (b *buffer) room() bool {
	size := len(b.data)
	switch {
	case size == 0:
		size = minBuffer
	case b.filled == size && size < hardBuffer: // one record or string fills it
		size *= 2
	case b.full && size < maxBuffer:
		size *= 2
	}
	b.full = false
	if size > len(b.data) {
		if b.budget.take(size) {
			bigger := make([]byte, size)
			copy(bigger, b.data[:b.filled])
			b.budget.give(int64(len(b.data)))
			b.data = bigger
		}
	}
	return b.filled < len(b.data)
}

// consume drops used bytes from the front.
func (b *buffer) consume(used int) {
	b.full = b.filled == len(b.data)
	b.filled = copy(b.data, b.data[used:b.filled])
}

func (b *buffer) drop() int {
	n := b.filled
	b.filled = 0
	return n
}

func (b *buffer) release() { b.budget.give(int64(len(b.data))) }
