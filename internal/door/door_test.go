package door_test

import (
	"errors"
	"net"
	"os"
	"testing"
	"time"

	"beagle/internal/door"
	"beagle/internal/need"
)

func TestMain(m *testing.M) { need.Main(m) }

func open(t *testing.T, o door.Options) (*door.Door, chan net.Conn) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	d, in := door.New(l, o), make(chan net.Conn, 100)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for {
			c, err := d.Accept()
			if err != nil {
				return
			}
			in <- c
		}
	}()
	t.Cleanup(func() {
		d.Close()
		<-ended
		for more := true; more; {
			select {
			case c := <-in:
				c.Close()
			default:
				more = false
			}
		}
	})
	return d, in
}

func dial(t *testing.T, d *door.Door) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", d.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func next(t *testing.T, in chan net.Conn) net.Conn {
	t.Helper()
	select {
	case c := <-in:
		t.Cleanup(func() { c.Close() })
		return c
	case <-time.After(time.Minute):
		t.Fatal("nobody is let in")
		return nil
	}
}

func ended(t *testing.T, c net.Conn) {
	t.Helper()
	_ = c.SetReadDeadline(time.Now().Add(time.Minute))
	if _, err := c.Read(make([]byte, 1)); err == nil {
		t.Error("something came")
	} else if errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error("it was not ended")
	}
}

func TestWhoSendsNothingLeavesForOthers(t *testing.T) {
	d, in := open(t, door.Options{Most: 4, Patience: time.Millisecond}) // three of one address
	first := dial(t, d)
	door.Useful(next(t, in))
	idle := dial(t, d)
	next(t, in)
	dial(t, d)
	next(t, in)
	dial(t, d)
	next(t, in)
	ended(t, idle)
	if d.Refused() != 1 {
		t.Errorf("%d were ended", d.Refused())
	}
	_ = first.SetReadDeadline(time.Now().Add(10 * time.Millisecond))
	if _, err := first.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("the useful one was ended: %v", err)
	}
}

func TestAPlaceIsKeptForAMoment(t *testing.T) {
	d, in := open(t, door.Options{Most: 1, Patience: time.Hour})
	dial(t, d)
	inside := next(t, in)
	dial(t, d)
	select {
	case <-in:
		t.Fatal("two are inside")
	default:
	}
	inside.Close()
	next(t, in) // who waited
}

func TestLastingConnectionsThatWereUsefulAreNeverEnded(t *testing.T) {
	d, in := open(t, door.Options{Most: 1, Lasting: true, Patience: time.Nanosecond})
	dial(t, d)
	door.Useful(next(t, in))
	ended(t, dial(t, d))
	if d.Refused() != 1 {
		t.Errorf("%d were refused", d.Refused())
	}
}

func TestAQuietConnectionLeavesWhereOthersCanConnectAgain(t *testing.T) {
	d, in := open(t, door.Options{Most: 1, Patience: time.Nanosecond})
	quiet := dial(t, d)
	door.Useful(next(t, in))
	dial(t, d)
	next(t, in)
	ended(t, quiet)
}
