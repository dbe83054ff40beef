package live

import (
	"errors"
	"io"
	"net"
	"time"

	"beagle/internal/door"
	"beagle/traces/kieker"
	"beagle/traces/kieker/wire"
)

// Buffers of a connection grow while reads fill them.
const (
	maxBuffer = 256 << 10
	// A record or string that does not fit may enlarge the buffer up to here.
	hardBuffer = 4 << 20
	idleTick   = 500 * time.Millisecond
)

// read decodes a socket stream until it ends. A peer that sends garbage is read on, so that it is never made to wait.
func read(conn net.Conn, rep *kieker.Reading, options Options, mem *wire.Budget, handler kieker.Handler, offer func(net.Conn, *wire.Decoder, *kieker.Reading) *dual) {
	dec := wire.NewDecoder(options.Schemas, true, rep, mem, handler)
	dec.Declared(options.ByteLengths)
	buf := buffer{budget: mem}
	defer buf.release()
	idler, _ := handler.(kieker.Idler)
	pair := offer(conn, dec, rep)
	defer func() { locked(pair, dec.Release) }()

	var offset int64 // of buf.data[0] in the stream
	lastRead := time.Now()
	for {
		if !buf.room() {
			rep.Fault(offset, "the stream needs more memory than Beagle gives to a connection; its data is dropped")
			offset += int64(buf.drop())
			if len(buf.data) == 0 {
				rep.End(false, "out of memory for connections")
				return
			}
		}
		if idler != nil {
			_ = conn.SetReadDeadline(lastRead.Add(idleTick))
		}
		if pause := int64(time.Since(lastRead)); pause > rep.LongestPause.Load() {
			rep.LongestPause.Store(pause)
		}
		n, err := conn.Read(buf.data[buf.filled:])
		lastRead = time.Now()
		buf.filled += n
		before := rep.Records.Load()
		rep.Bytes.Add(int64(n))
		used := locked(pair, func() int {
			defer func() { rep.Strings.Store(int64(dec.Strings())) }()
			return dec.Decode(buf.data[:buf.filled], offset, false)
		})
		offset += int64(used)
		buf.consume(used)
		if rep.Records.Load() != before {
			rep.LastRecord.Store(lastRead.UnixNano())
			door.Useful(conn)
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
				if pair != nil {
					dec.WaitForStrings(false, lacksString)
				}
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

func finish(dec *wire.Decoder, rep *kieker.Reading, rest []byte, offset int64, err error) {
	skipped := rep.Skipped.Load()
	dec.Decode(rest, offset, true)
	message := ""
	if !errors.Is(err, io.EOF) {
		message = "the connection broke: " + err.Error()
	}
	rep.End(rep.Skipped.Load() == skipped && message == "", message)
}

type buffer struct {
	data   []byte
	filled int
	full   bool // the last read left no room
	budget *wire.Budget
}

func (b *buffer) room() bool {
	size := len(b.data)
	switch {
	case size == 0:
		size = wire.FirstBuffer
	case b.filled == size && size < hardBuffer: // one record or string fills it
		size *= 2
	case b.full && size < maxBuffer:
		size *= 2
	}
	b.full = false
	if size > len(b.data) {
		if b.budget.Take(size) {
			bigger := make([]byte, size)
			copy(bigger, b.data[:b.filled])
			b.budget.Give(int64(len(b.data)))
			b.data = bigger
		}
	}
	return b.filled < len(b.data)
}

func (b *buffer) consume(used int) {
	b.full = b.filled == len(b.data)
	b.filled = copy(b.data, b.data[used:b.filled])
}

func (b *buffer) drop() int {
	n := b.filled
	b.filled = 0
	return n
}

func (b *buffer) release() { b.budget.Give(int64(len(b.data))) }
