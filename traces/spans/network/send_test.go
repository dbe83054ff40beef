package network_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"beagle/traces"
	"beagle/traces/classes"
	"beagle/traces/kieker"
	"beagle/traces/spans/network"
)

// example is a trace over two hosts with a failure.
func example(names *classes.Names, id int64) classes.Trace {
	a, b := names.OperationNumber("public void a.B.root(int)", ""), names.OperationNumber("GET /x y", "two")
	return classes.Trace{ID: id, Source: "log", Executions: []classes.Execution{
		{Op: a, Host: names.HostNumber("one"), Parent: -1, In: 100, Out: 900},
		{Op: b, Host: names.HostNumber("two"), Parent: 0, Depth: 1, In: 200, Out: 300, Failed: true},
		{Op: a, Host: names.HostNumber("one"), Parent: 0, Depth: 1, In: 400, Out: 500},
	}}
}

func open(t *testing.T, address string, options network.SendOptions) *network.Sender {
	t.Helper()
	e, err := network.NewSender(address, options)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestTracesArriveAsTheyWere(t *testing.T) {
	engine := traces.NewEngine(traces.Options{})
	server, err := network.Listen("127.0.0.1:0", network.Options{Quiet: time.Hour, Open: func(source string) kieker.Handler { return engine.Open(source) }})
	if err != nil {
		t.Fatal(err)
	}
	names := classes.NewNames()
	e := open(t, "http://"+server.Where(), network.SendOptions{Names: names, Wait: true})
	const many = 3000
	for id := range int64(many) {
		e.Trace(example(names, id+1))
	}
	if r := e.Close(t.Context()); r != (network.Sent{Sent: 3 * many}) {
		t.Errorf("%+v", r)
	}
	server.Close()
	got := engine.Result()
	if len(got.Classes) != 1 || got.Classes[0].Count != many {
		t.Fatalf("%+v", got.Counts)
	}
	var calls []string
	for i, op := range got.Classes[0].Ops {
		calls = append(calls, got.Classes[0].Host(i)+" "+got.Names.Operation(op).String())
	}
	if want := []string{"one a.B.root()", "two two.GET /x y", "one a.B.root()"}; !slices.Equal(calls, want) || got.Classes[0].Calls[1].Failed != many || got.Classes[0].Calls[2].Min != 100 {
		t.Errorf("%q %+v", calls, got.Classes[0].Calls)
	}
}

func TestAReceiverThatIsBusyIsAskedAgain(t *testing.T) {
	var asked atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if asked.Add(1) < 3 {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	defer server.Close()
	names := classes.NewNames()
	var said []string
	e := open(t, server.URL+"/own/path", network.SendOptions{Names: names, Wait: true, Say: func(line string) { said = append(said, line) }})
	e.Trace(example(names, 1))
	if r := e.Close(t.Context()); r.Sent != 3 || r.Dropped+r.Rejected != 0 || asked.Load() != 3 {
		t.Errorf("%+v after %d times", r, asked.Load())
	}
	if len(said) != 1 || !strings.Contains(said[0], "503") || !strings.Contains(said[0], "/own/path") {
		t.Errorf("%q", said)
	}
}

func TestWhatIsRefusedIsNotSentAgain(t *testing.T) {
	for body, status := range map[string]int{"": http.StatusBadRequest, "\x0a\x07\x08\x02\x12\x03bad": http.StatusOK} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(status)
			w.Write([]byte(body))
		}))
		names := classes.NewNames()
		e := open(t, server.URL, network.SendOptions{Names: names, Wait: true})
		e.Trace(example(names, 1))
		r := e.Close(t.Context())
		server.Close()
		if r.Sent+r.Rejected != 3 || r.Rejected < 2 || r.Reason == "" {
			t.Errorf("%d: %+v", status, r)
		}
	}
}

func TestAProgramThatIsMeasuredDoesNotWait(t *testing.T) {
	names := classes.NewNames()
	e := open(t, "http://127.0.0.1:1", network.SendOptions{Names: names})
	for id := range int64(10_000) {
		e.Trace(example(names, id))
	}
	ended, stop := context.WithCancel(t.Context())
	stop()
	if r := e.Close(ended); r.Sent != 0 || r.Dropped != 30_000 || r.Reason == "" {
		t.Errorf("%+v", r)
	}
}

func TestAddressesThatAreNoneAreRefused(t *testing.T) {
	for _, address := range []string{"", "host:4318", "grpc://host:4317", "http://"} {
		if _, err := network.NewSender(address, network.SendOptions{}); err == nil {
			t.Error(address)
		}
	}
}
