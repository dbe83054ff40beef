package totals

import (
	"context"
	"encoding/json"
	"sync"
	"testing"
	"time"

	"beagle/traces"
	"beagle/traces/cluster"
	"beagle/traces/cluster/clustertest"
)

// Of two keepers one writes; the other one does where nobody does, and what is written is the same.
func TestOneKeeperWritesUntilItIsGone(t *testing.T) {
	site := clustertest.Site(t)
	first, second := clustertest.Dial(t, site, "hub"), clustertest.Dial(t, site, "hub")
	keep := func(bus *cluster.Bus, leads bool) (k *Keeper, end func()) {
		if err := bus.Attach(t.Context()); err != nil {
			t.Fatal(err)
		}
		k = NewKeeper(New(bus, traces.Options{}, nil), 20*time.Millisecond)
		k.Leads = func() bool { return leads }
		ctx, stop := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() { _ = k.Run(ctx, func(err error) { t.Error(err) }) })
		return k, func() { stop(); running.Wait() }
	}
	leader, endLeader := keep(first, true)
	other, endOther := keep(second, false)
	defer endOther()
	var at cluster.Position
	written := func() (w written) {
		data, _, err := first.State().Get(t.Context(), "commit")
		if err == nil && data != nil {
			err = json.Unmarshal(data, &w)
		}
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	more := func() {
		c := cluster.Checkpoint{Worker: "w", Nonce: time.Now().String(), AgentParts: map[string]int64{"a": 1}}
		if err := first.Partition(0).Publish(t.Context(), &at, c, [][]byte{nil}, false); err != nil {
			t.Fatal(err)
		}
		for end := time.Now().Add(time.Minute); written().Number < at.Number; time.Sleep(5 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("checkpoint %d is not written down: %+v", at.Number, written())
			}
		}
	}
	for range 5 {
		more()
	}
	endLeader()
	if leader.View().Generation == 0 {
		t.Error("the first keeper wrote nothing")
	}
	more()
	for end := time.Now().Add(time.Minute); other.View().Generation <= leader.View().Generation; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) { // its view follows what it wrote
			t.Fatalf("the second keeper wrote nothing: %+v", other.View())
		}
	}
}
