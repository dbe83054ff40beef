// Package door lets a bounded number of connections into a server, and keeps room for those that send. A connection
// that has sent nothing whole yet holds its place only as long as nobody else wants it.
package door

import (
	"crypto/tls"
	"errors"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

// Patience is for how long a connection that has sent nothing whole keeps its place in any case.
const Patience = 500 * time.Millisecond

// Options say who gets in.
type Options struct {
	Most     int           // connections at a time
	Patience time.Duration // 0 means the constant
	// Lasting says that a connection which was useful once is never ended for another one.
	Lasting bool
}

// Door is a listener that bounds its connections.
type Door struct {
	net.Listener
	options Options
	refused atomic.Int64

	mu      sync.Mutex
	inside  map[*conn]bool
	by      map[netip.Prefix]int // connections of an address
	changed chan struct{}        // closed when somebody leaves
	closed  chan struct{}
	once    sync.Once
}

// New bounds the connections of a listener.
func New(l net.Listener, o Options) *Door {
	if o.Patience <= 0 {
		o.Patience = Patience
	}
	return &Door{Listener: l, options: o, inside: map[*conn]bool{}, by: map[netip.Prefix]int{}, changed: make(chan struct{}), closed: make(chan struct{})}
}

// Refused is how many connections were ended at once, since all places were taken by useful ones, or later, since
// they sent nothing while others wanted their place.
func (d *Door) Refused() int64 { return d.refused.Load() }

type conn struct {
	net.Conn
	door   *Door
	from   netip.Prefix
	since  time.Time
	useful atomic.Int64 // when it last was, ns; 0: never yet
	once   sync.Once
}

func (c *conn) Close() error {
	c.once.Do(func() {
		d := c.door
		d.mu.Lock()
		defer d.mu.Unlock()
		d.leave(c)
	})
	return c.Conn.Close()
}

// Useful notes that a connection of a door has sent something whole. Others are left as they are.
func Useful(c net.Conn) {
	if secure, ok := c.(*tls.Conn); ok {
		c = secure.NetConn()
	}
	if in, ok := c.(*conn); ok {
		in.useful.Store(time.Now().UnixNano())
	}
}

func (d *Door) leave(c *conn) {
	if !d.inside[c] {
		return
	}
	delete(d.inside, c)
	if d.by[c.from]--; d.by[c.from] == 0 {
		delete(d.by, c.from)
	}
	close(d.changed)
	d.changed = make(chan struct{})
}

// Accept waits for a connection, and for a place for it.
func (d *Door) Accept() (net.Conn, error) {
	for {
		accepted, err := d.Listener.Accept()
		if err != nil {
			return nil, err
		}
		c := &conn{Conn: accepted, door: d, from: origin(accepted), since: time.Now()}
		in, err := d.enter(c)
		if err != nil {
			accepted.Close()
			return nil, err
		}
		if in {
			return c, nil
		}
		d.refused.Add(1)
		accepted.Close()
	}
}

// Close lets nobody in any more.
func (d *Door) Close() error {
	d.once.Do(func() { close(d.closed) })
	return d.Listener.Close()
}

func (d *Door) enter(c *conn) (bool, error) {
	for {
		wait, changed := d.try(c)
		if wait <= 0 {
			return wait == 0, nil
		}
		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
		case <-changed:
		case <-d.closed:
			timer.Stop()
			return false, net.ErrClosed
		}
		timer.Stop()
	}
}

// try gives a connection a place, perhaps that of another one.
func (d *Door) try(c *conn) (time.Duration, chan struct{}) {
	d.mu.Lock()
	defer d.mu.Unlock()
	crowded := d.by[c.from] >= max(1, d.options.Most-d.options.Most/4)
	if crowded || len(d.inside) >= d.options.Most {
		leaves := d.least(c, crowded)
		if leaves == nil {
			return -1, d.changed
		}
		if rest := d.options.Patience - time.Since(leaves.last()); rest > 0 {
			return rest, d.changed
		}
		d.leave(leaves)
		d.refused.Add(1)
		leaves.Conn.Close() // who reads from it sees that, and closes it, too
	}
	d.inside[c] = true
	d.by[c.from]++
	return 0, d.changed
}

func (c *conn) last() time.Time {
	if at := c.useful.Load(); at > 0 {
		return time.Unix(0, at)
	}
	return c.since
}

// least is the connection whose place another one gets.
func (d *Door) least(c *conn, crowded bool) (least *conn) {
	for other := range d.inside {
		idle := other.useful.Load() == 0
		if crowded && other.from != c.from || !idle && d.options.Lasting {
			continue
		}
		if least == nil || d.before(other, least) {
			least = other
		}
	}
	return least
}

func (d *Door) before(a, b *conn) bool {
	if x, y := a.useful.Load() == 0, b.useful.Load() == 0; x != y {
		return x
	}
	if x, y := d.by[a.from], d.by[b.from]; x != y {
		return x > y
	}
	return a.last().Before(b.last())
}

// origin is where a connection comes from.
func origin(c net.Conn) netip.Prefix {
	tcp, ok := c.RemoteAddr().(*net.TCPAddr)
	if !ok {
		return netip.Prefix{}
	}
	const networkBits = 64 // RFC 4291, section 2.5.4: of an interface's 128
	ip := tcp.AddrPort().Addr().Unmap()
	bits := ip.BitLen()
	if ip.Is6() {
		bits = networkBits
	}
	network, err := ip.WithZone("").Prefix(bits)
	if err != nil {
		return netip.Prefix{}
	}
	return network
}

// SetDeadline bounds how long Accept of the listener below waits.
func (d *Door) SetDeadline(at time.Time) error {
	if below, ok := d.Listener.(interface{ SetDeadline(at time.Time) error }); ok {
		return below.SetDeadline(at)
	}
	return errors.ErrUnsupported
}
