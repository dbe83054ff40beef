package live

import (
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"beagle/internal/door"
	"beagle/traces/kieker"
	"beagle/traces/kieker/wire"
)

// The TCP writer of Kieker 1.8 to 1.13 uses two sockets: records on one, strings on the other. A record may overtake
// its strings, so records wait until all of theirs are known.

// lacksString ends the message on a record whose string never came.
const lacksString = "which did not come over the second socket"

type dual struct {
	mu     sync.Mutex // guards the decoder
	dec    *wire.Decoder
	report *kieker.Reading
	conn   net.Conn      // of the records
	over   chan struct{} // closed when the connection with the strings has ended

	partAt, partUnits int // how far a string that has not arrived wholly was read
}

// stringsWithin is how long the end of a connection with records waits for the end of the one with its strings.
const stringsWithin = 2 * time.Second

func (d *dual) wait() {
	select {
	case <-d.over:
	case <-time.After(stringsWithin):
	}
}

type pairs struct {
	mu     sync.Mutex
	byHost map[string]chan *dual
}

// maxWaiting is how many connections of one host may wait for their partner.
const maxWaiting = 64

// of is the queue of half connections from the peer's machine.
func (p *pairs) of(conn net.Conn) chan *dual {
	host, _, err := net.SplitHostPort(conn.RemoteAddr().String())
	if err != nil {
		host = ""
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.byHost == nil {
		p.byHost = map[string]chan *dual{}
	}
	if p.byHost[host] == nil {
		p.byHost[host] = make(chan *dual, maxWaiting)
	}
	return p.byHost[host]
}

func (p *pairs) offer(d *dual) error {
	select {
	case p.of(d.conn) <- d:
		return nil
	default:
		return errors.New("too many connections of its host wait for their strings")
	}
}

// partnerWithin is how long a connection with strings waits for its records.
const partnerWithin = 10 * time.Second

func (r *Receiver) readStrings(conn net.Conn) {
	defer conn.Close()
	var d *dual
	select {
	case d = <-r.pairs.of(conn):
	case <-time.After(partnerWithin):
		return
	case <-r.stop:
		return
	}
	defer close(d.over)
	buf := make([]byte, 0, wire.FirstBuffer)
	for {
		if len(buf) == cap(buf) {
			if cap(buf) >= hardBuffer {
				return
			}
			buf = append(make([]byte, 0, 2*cap(buf)), buf...)
		}
		n, err := conn.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		used, fault := d.learn(buf)
		buf = buf[:copy(buf, buf[used:])]
		if fault != "" {
			d.report.Fault(0, "the connection with strings is damaged: "+fault)
			return
		}
		if used > 0 {
			door.Useful(conn)
			_ = d.conn.SetReadDeadline(time.Now()) // records may have waited for these strings
		}
		if err != nil {
			return
		}
	}
}

func (d *dual) learn(data []byte) (used int, fault string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for {
		rest := data[used:]
		if len(rest) < 8 {
			return used, ""
		}
		id := int32(binary.BigEndian.Uint32(rest))
		length := int(int32(binary.BigEndian.Uint32(rest[4:])))
		if id < 0 || id >= kieker.MaxStrings || length < 0 || length > wire.MaxString {
			return used, fmt.Sprintf("id %d with length %d is impossible", id, length)
		}
		size, done := length, len(rest) >= 8+length
		if !d.dec.InBytes() { // these writers are Java's: UTF-16 units
			d.partAt, d.partUnits, done = wire.UTF16Length(rest[8:], d.partAt, d.partUnits, length)
			size = d.partAt
		}
		if !done {
			return used, ""
		}
		d.partAt, d.partUnits = 0, 0
		if !d.dec.Define(id, string(rest[8:8+size])) {
			return used, "more strings than Beagle keeps"
		}
		used += 8 + size
	}
}
