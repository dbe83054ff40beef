package worker

import (
	"context"
	"sync"
	"testing"
	"time"

	"beagle/traces/cluster"
	"beagle/traces/cluster/clustertest"
)

// However seldom a worker writes while much comes.
func TestWhatComesAfterASilenceIsWrittenDownAtOnce(t *testing.T) {
	site := clustertest.Site(t)
	agent, bus := clustertest.Dial(t, site, "agent"), clustertest.Dial(t, site, "worker")
	for _, one := range []*cluster.Bus{agent, bus} {
		if err := one.Attach(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	defer running.Wait()
	defer stop()
	running.Go(func() {
		if err := New(bus, Options{Every: time.Hour}).Run(ctx); err != nil {
			t.Error(err)
		}
	})
	part := cluster.Part{Agent: "a", Number: 1, Kind: cluster.Classes}
	data, err := part.Pack()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := agent.Partition(0).Append(t.Context(), cluster.Unsent{Part: data, Since: 1}); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(4 * time.Minute); ; time.Sleep(5 * time.Millisecond) { // only a test that fails waits so long
		at, err := bus.Partition(0).Position(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if at.AgentParts["a"] == 1 {
			return
		}
		if time.Now().After(end) {
			t.Fatal("there is no checkpoint of it")
		}
	}
}
