package launch

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"
)

// escaping is a program that starts others in every way to get out of sight, ignores the end of its
// input, and says all their numbers.
const escaping = `
trap '' HUP TERM INT
sleep 1000 & echo $!
setsid sh -c 'trap "" TERM; echo $$; sleep 1000'  &
(env -i /usr/bin/setsid sh -c 'echo $$; sleep 1000' &)
echo $$
sleep 1000
`

// started reads the numbers of processes that the program says.
func started(t *testing.T, from io.Reader) (ids []int) {
	t.Helper()
	lines := bufio.NewScanner(from)
	for len(ids) < 4 && lines.Scan() {
		id, err := strconv.Atoi(strings.TrimSpace(lines.Text()))
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	if len(ids) != 4 {
		t.Fatalf("it started %v", ids)
	}
	for _, id := range ids {
		if !alive(id) {
			t.Fatalf("process %d does not run", id)
		}
	}
	return ids
}

func gone(t *testing.T, ids []int) {
	t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		left := 0
		for _, id := range ids {
			if alive(id) {
				left++
			}
		}
		if left == 0 {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("%d of the processes %v still run", left, ids)
		}
	}
}

func TestNothingOfAProgramSurvivesTheKillingOfWhoStartedIt(t *testing.T) {
	holder := exec.CommandContext(t.Context(), testProgram(t), "hold", "/bin/sh", "-c", escaping)
	out, err := holder.StdoutPipe()
	if err == nil {
		err = holder.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	ids := started(t, out)
	if err := holder.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	gone(t, ids)
	_ = holder.Wait() // it was killed
}

func TestKillingAProgramEndsAlsoWhatClearedItsEnvironment(t *testing.T) {
	p, err := StartPiped(Spec{Command: []string{"/bin/sh", "-c", escaping}}, []string{testProgram(t), SuperviseCommand})
	if err != nil {
		t.Fatal(err)
	}
	ids := started(t, p.Out)
	p.Kill()
	gone(t, ids)
	if how := p.Wait(); how != "by KILL" {
		t.Errorf("it ended %s", how)
	}
}

func TestHowASupervisedProgramEndsIsSaidAsIfNobodySupervised(t *testing.T) {
	for script, want := range map[string]string{"exit 0": "with exit code 0", "exit 7": "with exit code 7", "kill -SEGV $$": "by SEGV", "kill -KILL $$": "by KILL"} {
		for _, supervisor := range [][]string{nil, {testProgram(t), SuperviseCommand}} {
			p, err := StartPiped(Spec{Command: []string{"/bin/sh", "-c", script}}, supervisor)
			if err != nil {
				t.Fatal(err)
			}
			if how := p.Wait(); how != want {
				t.Errorf("%s with supervisor %v ended %s, want %s", script, supervisor, how, want)
			}
		}
	}
}

func TestASupervisorThatWasStoppedIsKilledAtLast(t *testing.T) {
	p, err := StartPiped(Spec{Command: []string{"/bin/sh", "-c", "kill -STOP $PPID; echo stopped; sleep 1000"}}, []string{testProgram(t), SuperviseCommand})
	if err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(p.Out).ReadString('\n'); err != nil || line != "stopped\n" {
		t.Fatal(line, err)
	}
	p.supervision.late.Reset(time.Millisecond)
	if how := p.Wait(); how != "by KILL" {
		t.Errorf("it ended %s", how)
	}
}

func testProgram(t *testing.T) string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return path
}
