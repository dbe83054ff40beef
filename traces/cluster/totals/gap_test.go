package totals

import (
	"context"
	"errors"
	"testing"
	"time"

	"beagle/traces"
	"beagle/traces/cluster"
	"beagle/traces/cluster/clustertest"
)

// A server that lost the stream of checkpoints numbers them anew. What a worker writes behind a lost checkpoint
// then follows, by its number, one that says less: what lies between would be in no total, and agents would
// drop it.
func TestACheckpointBehindALostOneIsNotTaken(t *testing.T) {
	site := clustertest.Site(t)
	bus := clustertest.Dial(t, site, "hub")
	if err := bus.Attach(t.Context()); err != nil {
		t.Fatal(err)
	}
	publish := func(at cluster.Position, nonce string) cluster.Position {
		t.Helper()
		c := cluster.Checkpoint{Worker: "w", Nonce: nonce, AgentParts: map[string]int64{"a": 1}}
		if err := bus.Partition(0).Publish(t.Context(), &at, c, [][]byte{nil}, false); err != nil {
			t.Fatal(err)
		}
		return at
	}
	anew := publish(cluster.Position{}, "anew")
	lost := anew // of the same number
	lost.Nonce = "lost"
	publish(lost, "behind the lost one")

	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	if err := New(bus, traces.Options{}, nil).follow(ctx, nil); !errors.Is(err, errBroken) {
		t.Errorf("%v, want %v", err, errBroken)
	}
}
