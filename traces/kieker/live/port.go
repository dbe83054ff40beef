package live

import (
	"net"
	"sync"
	"time"
)

// port is a listener that can be told to let in nobody but those who have connected already.
type port struct {
	net.Listener

	mu   sync.Mutex // held while the last connection is being made
	last net.Conn   // our own end of it; nil: none
}

// end has Accept say net.ErrClosed once everybody has been let in who stands in the kernel's queue now. The queue
// keeps its order, so that a connection of our own behind all others marks its end, however long nobody accepts.
func (p *port) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	last, err := net.DialTimeout("tcp", p.Addr().String(), time.Second)
	if err != nil { // it listens where we cannot connect to: the time has to do
		if tcp, ok := p.Listener.(*net.TCPListener); ok {
			_ = tcp.SetDeadline(time.Now().Add(50 * time.Millisecond))
		}
		return
	}
	p.last = last
}

// Accept hands out connections until our own comes that marks the end of the queue; then it gives net.ErrClosed.
func (p *port) Accept() (net.Conn, error) {
	conn, err := p.Listener.Accept()
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.last != nil && conn.RemoteAddr().String() == p.last.LocalAddr().String() {
		_ = conn.Close()
		return nil, net.ErrClosed
	}
	return conn, nil
}

// Close closes the port and our own connection, where there is one.
func (p *port) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.last != nil {
		_ = p.last.Close()
	}
	return p.Listener.Close()
}
