//go:build unix

package spread

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	"beagle/internal/leak"
	"beagle/measure/traces/cluster"
	"beagle/measure/traces/cluster/broker"
)

// workerVariable makes a process of the test's own binary a worker.
const workerVariable = "BEAGLE_TEST_LEARNER"

// told is what such a worker is told.
type told struct {
	URL, Credentials string
	ID               string
	Holds            bool // it says so before its first answer, which it never gives
}

func TestMain(m *testing.M) {
	if text := os.Getenv(workerVariable); text != "" {
		var w told
		if err := json.Unmarshal([]byte(text), &w); err != nil {
			panic(err)
		}
		fmt.Println(w.run())
		os.Exit(1)
	}
	leak.Main(m)
}

func (w *told) run() error {
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
	text, err := json.Marshal(told{b.URL(), b.Credentials("worker"), id, holds})
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(os.Args[0])
	command.Env = append(os.Environ(), workerVariable+"="+string(text))
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	kill = func() { _ = command.Process.Kill(); _ = command.Wait() }
	t.Cleanup(kill)
	return kill, bufio.NewScanner(out)
}

func TestAWorkerKilledInTheMiddleChangesNothing(t *testing.T) {
	b := site(t)
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
