package live_test

import (
	"bufio"
	"encoding/binary"
	"io"
	"net"
	"strings"
	"sync"
	"testing"

	"beagle/traces/kieker"
	"beagle/traces/kieker/kiekertest"
	"beagle/traces/kieker/live"
)

// rabbit is as much of an AMQP 0.9.1 broker as one consumer needs. It cuts each
// connection after some deliveries, and delivers again what was not acknowledged.
type rabbit struct {
	listener net.Listener
	cutAfter int
	wait     sync.WaitGroup

	mu    sync.Mutex
	queue [][]byte
}

func startRabbit(t *testing.T, cutAfter int, queue ...[]byte) *rabbit {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := &rabbit{listener: listener, cutAfter: cutAfter, queue: queue}
	r.wait.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			r.serve(conn)
			conn.Close()
		}
	})
	t.Cleanup(func() { listener.Close(); r.wait.Wait() })
	return r
}

// frame writes one: a method, a header of a content, or a body.
func frame(to io.Writer, kind byte, channel uint16, payload []byte) {
	out := binary.BigEndian.AppendUint16([]byte{kind}, channel)
	out = binary.BigEndian.AppendUint32(out, uint32(len(payload)))
	to.Write(append(append(out, payload...), 0xce))
}

func method(to io.Writer, channel, class, number uint16, arguments ...byte) {
	frame(to, 1, channel, append(binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16(nil, class), number), arguments...))
}

// serve answers the methods of a consumer.
func (r *rabbit) serve(conn net.Conn) {
	in := bufio.NewReader(conn)
	if _, err := io.CopyN(io.Discard, in, 8); err != nil {
		return
	}
	method(conn, 0, 10, 10, append([]byte{0, 9, 0, 0, 0, 0, 0, 0, 0, 5}, "PLAIN\x00\x00\x00\x05en_US"...)...)
	sent, acknowledged := 0, 0
	for {
		var head [7]byte
		if _, err := io.ReadFull(in, head[:]); err != nil {
			return
		}
		payload := make([]byte, binary.BigEndian.Uint32(head[3:])+1)
		if _, err := io.ReadFull(in, payload); err != nil {
			return
		}
		if head[0] != 1 {
			continue
		}
		switch [2]byte{payload[1], payload[3]} {
		case [2]byte{10, 11}: // start-ok
			method(conn, 0, 10, 30, 0, 10, 0, 1, 0, 0, 0, 10)
		case [2]byte{10, 40}: // open
			method(conn, 0, 10, 41, 0)
		case [2]byte{20, 10}: // channel.open
			method(conn, 1, 20, 11, 0, 0, 0, 0)
		case [2]byte{60, 10}: // basic.qos
			method(conn, 1, 60, 11)
		case [2]byte{60, 20}: // basic.consume
			queue := int(payload[6])
			tag := payload[7+queue : 8+queue+int(payload[7+queue])] // with its length
			method(conn, 1, 60, 21, tag...)
			for _, body := range r.waiting() {
				if sent++; sent > r.cutAfter {
					break
				}
				method(conn, 1, 60, 60, append(binary.BigEndian.AppendUint64(append([]byte(nil), tag...), uint64(sent)), 0, 0, 1, 'q')...)
				frame(conn, 2, 1, append(binary.BigEndian.AppendUint64([]byte{0, 60, 0, 0}, uint64(len(body))), 0, 0))
				frame(conn, 3, 1, body)
			}
		case [2]byte{60, 80}: // basic.ack
			r.mu.Lock()
			r.queue = r.queue[1:]
			r.mu.Unlock()
			if acknowledged++; acknowledged == r.cutAfter {
				return
			}
		case [2]byte{10, 50}: // connection.close
			method(conn, 0, 10, 51)
			return
		}
	}
}

func (r *rabbit) waiting() [][]byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([][]byte(nil), r.queue...)
}

func TestAQueueIsReadOverConnectionsThatBreak(t *testing.T) {
	server := startRabbit(t, 2, kiekertest.Chunk(), []byte("text"), kiekertest.Chunk(), kiekertest.Chunk(), kiekertest.Chunk())
	to := &kiekertest.Counter{}
	var said []string
	in, err := live.AMQP(live.Queue{Address: "amqp://guest@" + server.listener.Addr().String() + "/", Name: "q", Password: "guest"},
		live.BrokerOptions{Open: func(string) kieker.Handler { return to }, Say: func(line string) { said = append(said, line) }})
	if err != nil {
		t.Fatal(err)
	}
	to.Until(t, 4)
	in.Close()
	_, closed := to.Counted()
	if r := in.Report(); r.Records != 4 || r.Broken != 1 || closed != 1 {
		t.Errorf("%+v", r)
	}
	if len(said) == 0 || !strings.Contains(said[0], "queue q on ") {
		t.Errorf("%q", said)
	}
	if left := server.waiting(); len(left) > 1 {
		t.Errorf("%d messages are left", len(left))
	}
}
