//go:build unix

package spread

import (
	"bufio"
	"context"
	"fmt"
	"testing"
	"time"

	"beagle/traces/cluster"
	"beagle/traces/cluster/broker"
	"beagle/traces/cluster/clustertest"
)

// told is what such a worker is told.
type told struct {
	URL, Credentials string
	ID               string
	Holds            bool // it says so before its first answer, which it never gives
}

func TestMain(m *testing.M) { clustertest.Main(m, told.run) }

func (w told) run() error {
	ctx := context.Background()
	bus, err := cluster.Dial(ctx, cluster.Access{URL: w.URL, Credentials: w.Credentials, Name: cluster.DefaultName})
	if err != nil {
		return err
	}
	l := Learner{Bus: bus, ID: w.ID, Cores: 2, Lease: time.Second, Say: func(err error) { fmt.Println("trouble:", err) }}
	if w.Holds {
		l.Held = func(context.Context, string) {
			fmt.Println("holding")
			select {}
		}
	}
	return l.Run(ctx)
}

// process starts a worker in a process of its own.
func process(t *testing.T, b *broker.Broker, id string, holds bool) (kill func(), lines *bufio.Scanner) {
	t.Helper()
	return clustertest.Process(t, told{b.URL(), b.Credentials("worker"), id, holds})
}

func TestAWorkerKilledInTheMiddleChangesNothing(t *testing.T) {
	b := clustertest.Site(t)
	s := asking(t, b, Options{})
	for i := range 3 {
		kill, lines := process(t, b, fmt.Sprint("killed", i), true)
		go func() {
			lines.Scan() // it has a task
			kill()
			if i == 2 {
				_, _ = process(t, b, "survivor", false)
			}
		}()
	}
	same(t, learntBy(t, s))
	if got := s.Stats(); got.Here > 0 || got.There < 16 {
		t.Errorf("where tasks were done: %+v, want all by the survivor", got)
	}
}
