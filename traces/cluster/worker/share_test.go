package worker

import (
	"context"
	"testing"
	"time"

	"beagle/traces/cluster/clustertest"
)

// A partition that goes to somebody else and comes back at once is worked at again, whether the
// work at it had ended by then or not.
func TestAPartitionThatComesBackIsWorkedAtAgain(t *testing.T) {
	bus := clustertest.Dial(t, clustertest.Site(t), "worker")
	if err := bus.Attach(t.Context()); err != nil {
		t.Fatal(err)
	}
	w := New(bus, Options{})
	began, ended := make(chan int, 100), make(chan struct{})
	w.begin = func(ctx context.Context, partition int, _ *share) {
		began <- partition
		<-ctx.Done()
		<-ended
	}
	all := func() {
		for range bus.Partitions() {
			select {
			case <-began:
			case <-time.After(time.Minute):
				t.Fatal("a partition is not worked at")
			}
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	w.share(ctx, []string{w.ID()})
	all()
	w.share(ctx, nil)              // nobody is seen, as after a while without a processor
	w.share(ctx, []string{w.ID()}) // and then it is, while the work has not ended
	running := len(began)
	close(ended)
	for _, s := range w.running {
		<-s.ended
	}
	w.share(ctx, []string{w.ID()})
	if running > 0 {
		t.Errorf("%d partitions are worked at twice", running)
	}
	all()
	stop()
	for _, s := range w.running {
		<-s.ended
	}
}
