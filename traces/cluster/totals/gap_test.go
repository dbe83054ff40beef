package totals

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

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

// A large checkpoint is written in pieces, and what other partitions write comes between them: whoever reads the
// totals that were written down meanwhile must not miss the first pieces.
func TestTotalsThatAreWrittenDownAmidPiecesKnowWhereTheseBegin(t *testing.T) {
	site := clustertest.Site(t)
	bus := clustertest.Dial(t, site, "hub")
	if err := bus.Attach(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	var large, other cluster.Position
	piece, err := cluster.Pack(map[string]int{"piece": 1}, nil) // behind no checkpoint
	if err != nil {
		t.Fatal(err)
	}
	_, js := clustertest.Raw(t, site, "hub")
	sent, err := js.Publish(ctx, "beagle.out.1", piece)
	if err != nil {
		t.Fatal(err)
	}
	large.Tail = sent.Sequence
	c := cluster.Checkpoint{Worker: "w", Nonce: "other", AgentParts: map[string]int64{"a": 1}}
	if err := bus.Partition(0).Publish(ctx, &other, c, [][]byte{nil}, false); err != nil {
		t.Fatal(err)
	}
	follow := func(k *Keeper, until uint64) {
		t.Helper()
		reading, end := context.WithCancel(ctx)
		defer end()
		if err := k.follow(reading, func(context.Context) error {
			if k.Number >= until {
				end()
			}
			return nil
		}); err != nil {
			t.Fatalf("up to checkpoint %d: %v", until, err)
		}
		if k.Number < until {
			t.Fatalf("checkpoint %d did not come", until)
		}
	}
	first := NewKeeper(New(bus, traces.Options{}, nil), time.Hour)
	follow(first, other.Number)
	if err := first.write(ctx); err != nil {
		t.Fatal(err)
	}
	c.Partition, c.Nonce, c.Pieces = 1, "large", []uint64{large.Tail}
	if err := bus.Partition(1).Publish(ctx, &large, c, [][]byte{nil}, false); err != nil {
		t.Fatal(err)
	}
	follow(NewKeeper(New(bus, traces.Options{}, nil), time.Hour), large.Number)
}

// A server whose files of the checkpoints are damaged takes them, and knows another last one, or none: the stream is
// laid down anew, and workers go on from the totals.
func TestCheckpointsThatTheServerTakesAndDoesNotHaveAreLaidDownAnew(t *testing.T) {
	site := clustertest.Site(t)
	bus := clustertest.Dial(t, site, "hub")
	if err := bus.Attach(t.Context()); err != nil {
		t.Fatal(err)
	}
	k := NewKeeper(New(bus, traces.Options{}, nil), time.Hour)
	k.Layout = &cluster.Layout{Partitions: 4, Quiet: time.Second}
	if err := k.write(t.Context()); err != nil {
		t.Fatal(err)
	}
	_, js := clustertest.Raw(t, site, "hub")
	if err := js.DeleteStream(t.Context(), "BEAGLE_OUT"); err != nil {
		t.Fatal(err)
	}
	if _, err := js.CreateStream(t.Context(), jetstream.StreamConfig{ // it drops what nobody waits for
		Name: "BEAGLE_OUT", Subjects: []string{"beagle.out.*"}, Retention: jetstream.InterestPolicy,
	}); err != nil {
		t.Fatal(err)
	}
	var mended *MendedError
	if err := k.goOn(t.Context(), errBroken); !errors.As(err, &mended) {
		t.Fatal(err)
	}
	for number := range bus.Partitions() {
		if at, err := bus.Partition(number).Position(t.Context()); err != nil || at.Number == 0 {
			t.Errorf("workers of partition %d would begin at %+v, %v", number, at, err)
		}
	}
}
