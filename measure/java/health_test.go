package java

import (
	"net"
	"strconv"
	"testing"
	"time"

	"beagle/measure"
	"beagle/measure/java/probe"
)

// A program that connects and sends something is seen at once, and is still
// told of when it has gone.
func TestConnectionOfAProgramIsSeenWhileItLasts(t *testing.T) {
	env := map[string]string{}
	listening, err := receive(&probe.Decoder{}, env)
	if err != nil {
		t.Fatal(err)
	}
	if got := listening.Sources(); len(got) != 0 {
		t.Fatalf("before anything connected: %+v", got)
	}
	conn, err := net.Dial("tcp", net.JoinHostPort("127.0.0.1", env[probe.EnvPort]))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Write([]byte{0, 0, 0, 0}); err != nil {
		t.Fatal(err)
	}
	seen := until(t, listening, func(s measure.Source) bool { return !s.Ended })
	if seen.Connected.IsZero() || seen.Name != conn.LocalAddr().String() {
		t.Errorf("%+v, want %s", seen, conn.LocalAddr())
	}
	if err := conn.Close(); err != nil {
		t.Fatal(err)
	}
	until(t, listening, func(s measure.Source) bool { return s.Ended })
	listening.Finish(t.Context())
	if got := listening.Sources(); len(got) != 1 || !got[0].Ended {
		t.Errorf("after the end: %+v", got)
	}
	if got := (&following{}).Sources(); got != nil {
		t.Errorf("probes that write files: %+v", got)
	}
}

// until waits until the only source is as wanted.
func until(t *testing.T, p recording, is func(measure.Source) bool) measure.Source {
	t.Helper()
	for range 1000 {
		if all := p.Sources(); len(all) == 1 && is(all[0]) {
			return all[0]
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("never as wanted: " + strconv.Itoa(len(p.Sources())) + " sources")
	return measure.Source{}
}
