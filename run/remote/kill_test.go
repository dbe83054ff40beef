//go:build unix

package remote

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"beagle/internal/need"
	"beagle/measure"
	"beagle/run"
	"beagle/run/ended"
	"beagle/run/folder"
	"beagle/run/internal/fake"
)

// what a run says in the end, without what depends on time: how often it learnt
// between launches is by how long these take.
func conclusion(s run.Snapshot) string {
	text := fmt.Sprintf("%s %q, %d launches, %d records\n", s.State, s.Reason, s.LaunchesDone, s.Records)
	for _, e := range s.Elements {
		e.Revision = 0
		text += fmt.Sprintf("%s: %d samples, noise %g, optimal %v, %q\n", e.ID, e.Samples, e.Noise, e.Optimal, e.Note)
		for _, p := range e.Proposals {
			text += fmt.Sprintf("  %s %q %v %g %g %q\n", p.Analyser, p.StoEx, len(p.Transitions), p.Fitness, p.Error, p.Why)
		}
	}
	return text
}

// TestKilledRunEndsAsAnUndisturbedOne kills the process of a run at random
// points, takes the run up again, and compares what it says in the end.
func TestKilledRunEndsAsAnUndisturbedOne(t *testing.T) {
	kills := 3
	switch {
	case need.Long():
		kills = 100
	case os.Getenv("CI") == "true":
		kills = 20 // run/engine has one at each contribution
	}
	fake.StateFolder(t)
	p := fake.Project(t)
	p.Config.Launch = []measure.Launch{{Name: "a", Command: []string{"true"}, Repeat: 5}, {Name: "b", Command: []string{"true"}, Repeat: 3}}
	t.Setenv(slowly, "15ms")
	begin := time.Now()
	f := fake.Prepared(t, p)
	undisturbed, err := launchIn(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	want := conclusion(fake.Wait(t, undisturbed))
	_ = undisturbed.Close()
	whole := time.Since(begin)
	r := rand.New(rand.NewPCG(uint64(begin.UnixNano()), 1))
	killed, early := 0, 0
	for killed < kills {
		f := fake.Prepared(t, p)
		for {
			if killed < kills {
				after := time.Duration(r.Int64N(int64(whole)))
				if kill(t, f, after) {
					killed++
				} else {
					early++
					whole = max(after, time.Millisecond) // the machine was busier before
				}
			} else {
				conduct(t, f)
			}
			if info := f.Info(); info.State == run.Finished {
				break
			}
		}
		e, err := ended.Open(f)
		if err != nil {
			t.Fatal(err)
		}
		if got := conclusion(e.Snapshot()); got != want {
			t.Fatalf("after kills the run says\n%s\nundisturbed it says\n%s", got, want)
		}
		_ = e.Close()
	}
	t.Logf("%d kills, and %d that came when the run had ended; an undisturbed run takes %v", killed, early, whole)
}

// conduct has the run go on to its end in a process of its own.
func conduct(t *testing.T, f folder.Folder) {
	t.Helper()
	if out, err := engineOf(f).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// kill has the run go on and kills its process after a while. It reports
// whether the process was still alive.
func kill(t *testing.T, f folder.Folder, after time.Duration) bool {
	t.Helper()
	c := engineOf(f)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(after)
	_ = c.Process.Signal(syscall.SIGKILL)
	return c.Wait() != nil
}

func engineOf(f folder.Folder) *exec.Cmd {
	c := exec.Command(os.Args[0], EngineCommand, f.ID())
	c.Env = os.Environ()
	return c
}
