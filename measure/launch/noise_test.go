package launch

import (
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestNoiseSaysWhatDisturbsAndNothingElse(t *testing.T) {
	for _, c := range []struct {
		noise Noise
		want  string
	}{
		{Noise{Cores: 4, Running: 1.2, Waited: 0.05, Governor: "performance", Turbo: "off"}, ""},
		{Noise{Cores: 4, Running: 4.8}, ""}, // the program uses all cores
		{Noise{Cores: 2, Running: 9.6, Waited: 0.9}, "10 tasks on 2 cores"},
		{Noise{Cores: 2, Running: 9.6, Own: 9.3, Waited: 0.9}, ""}, // its threads wait for each other
		{Noise{Cores: 2, Running: 9.6, Own: 8, Waited: 0.9}, "10 tasks on 2 cores, 1.6 of them of other programs"},
		{Noise{Cores: 8, Running: 3, Waited: 0.4}, "tasks waited for a processor 40 % of the time"},
		{Noise{Cores: 8, Running: 1, Steal: 0.11}, "11 % of the processors was stolen by other virtual machines"},
		{Noise{Cores: 8, Running: 1, Throttled: 0.5}, "throttled 50 % of the time by a limit of the control group"},
	} {
		if got := strings.Join(c.noise.Reasons(), "; "); got != c.want {
			t.Errorf("%+v: %q, want %q", c.noise, got, c.want)
		}
	}
	if got := (&Noise{Governor: "powersave", Turbo: "on"}).Frequency(); got != "frequency governor powersave, turbo on" {
		t.Errorf("frequency %q", got)
	}
}

func TestWhatWasMeasuredIsUnreliableOnceHalfOfTheLaunchesWereDisturbed(t *testing.T) {
	quiet, disturbed := Noise{Cores: 2, Running: 1}, Noise{Cores: 2, Running: 9}
	for _, c := range []struct {
		noise    []Noise
		launches int
		mostly   bool
	}{
		{nil, 0, false},
		{[]Noise{quiet}, 0, false},
		{[]Noise{quiet, disturbed, quiet}, 1, false},
		{[]Noise{quiet, disturbed}, 1, true},
		{[]Noise{disturbed}, 1, true},
	} {
		if launches, mostly := Busy(c.noise); launches != c.launches || mostly != c.mostly {
			t.Errorf("%+v: %d disturbed, mostly %v; want %d, %v", c.noise, launches, mostly, c.launches, c.mostly)
		}
	}
}

func TestTheMachineIsWatchedWhileSomethingRuns(t *testing.T) {
	w := Watch()
	sum := 0
	for i := range 200_000_000 {
		sum += i
	}
	n := w.Stop()
	if sum == 0 || n.Cores != runtime.NumCPU() || n.Reference <= 0 {
		t.Errorf("%+v", n)
	}
	if runtime.GOOS == "linux" && (n.Waited < 0 || n.Waited > 1 || n.Steal < 0 || n.Steal > 1) {
		t.Errorf("%+v: shares lie between 0 and 1", n)
	}
}

func TestThreadsOfWhatWeStartedAreNoNoise(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux says whose tasks run")
	}
	command := exec.Command("sh", "-c", "echo; while :; do :; done")
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = command.Process.Kill()
		_ = command.Wait()
	}()
	if _, err := out.Read(make([]byte, 1)); err != nil { // it runs from here on
		t.Fatal(err)
	}
	id := command.Process.Pid
	if !slices.Contains(family(), id) {
		t.Errorf("%d is not among %v", id, family())
	}
	for end := time.Now().Add(time.Minute); own([]int{id}) != 1; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("a program that computes is not seen to run")
		}
	}
}

func TestABusyMachineGivesEachProgramLess(t *testing.T) {
	for _, c := range []struct {
		tasks float64
		cores int
		want  float64
	}{{0, 2, 1}, {1, 2, 1}, {6, 2, 3}, {100, 2, maxCrowded}} {
		if got := crowded(c.tasks, c.cores); got != c.want {
			t.Errorf("%g tasks on %d cores: %g times as long, not %g", c.tasks, c.cores, got, c.want)
		}
	}
}
