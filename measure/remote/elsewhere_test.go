//go:build unix

package remote

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	needs "beagle/internal/need"
	"beagle/measure/launch"
	"beagle/traces/cluster"
	"beagle/traces/cluster/broker"
	"beagle/traces/cluster/clustertest"
)

// told is what such a worker is told.
type told struct {
	URL, Credentials, ID, Folder string
	Holds                        bool // it says so before its first answer, which it never gives
}

// guardArgument makes the test's program the guard of a worker.
const guardArgument = "guard"

func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == guardArgument {
		launch.Guarded(os.Stdin, os.Args[2])
		return
	}
	clustertest.Main(m, told.run)
}

func (w told) run() error {
	ctx := context.Background()
	bus, err := cluster.Dial(ctx, cluster.Access{URL: w.URL, Credentials: w.Credentials, Name: cluster.DefaultName})
	if err != nil {
		return err
	}
	one := worker(bus, w.ID, w.Folder)
	one.Guard = []string{os.Args[0], guardArgument}
	if w.Holds {
		one.Answers = func(context.Context) {
			fmt.Println("holding")
			select {}
		}
	}
	return one.Run(ctx)
}

// worker is a worker with the label lab that starts sh.
func worker(bus *cluster.Bus, id, folder string) *Worker {
	return &Worker{
		Bus: bus, ID: id, Label: "lab", Programs: []string{"sh"}, Folder: folder, Within: time.Minute, Space: 1 << 20,
		Lease: time.Second, Say: func(line string) { fmt.Println(id + ": " + line) },
	}
}

// process starts a worker in a process of its own.
func process(t *testing.T, b *broker.Broker, id string, holds bool) (kill func(), lines *bufio.Scanner) {
	t.Helper()
	return clustertest.Process(t, told{b.URL(), b.Credentials("launcher"), id, t.TempDir(), holds})
}

// working runs a worker in this process until the test has ended.
func working(t *testing.T, w *Worker) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- w.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// asking are the machines of a run at the site.
func asking(t *testing.T, b *broker.Broker) *Machines {
	t.Helper()
	m := &Machines{To: clustertest.Access(b, "run"), Name: "run 1"}
	t.Cleanup(m.Close)
	return m
}

// job is a program that reads a file of its project and a library beside it, and records.
func job(t *testing.T, script string) launch.Job {
	t.Helper()
	dir := needs.Folder(t, map[string]string{
		"project/in/data.txt": "of the project", "project/.git/HEAD": "never sent", "lib/one.jar": strings.Repeat("library ", 100_000),
	})
	if err := os.Symlink("data.txt", filepath.Join(dir, "project/in/link.txt")); err != nil {
		t.Fatal(err)
	}
	records := filepath.Join(dir, "records")
	if err := os.Mkdir(records, 0o755); err != nil {
		t.Fatal(err)
	}
	project, library := filepath.Join(dir, "project"), filepath.Join(dir, "lib", "one.jar")
	return launch.Job{
		Spec: launch.Spec{
			Name: `launch "small"`, Command: []string{"sh", "-c", script, project + "/bin:" + library}, Dir: project,
			Env: map[string]string{"OUT": records}, Output: filepath.Join(dir, "launch-1.log"),
		},
		Needs: []string{project, library}, Records: records,
	}
}

// run makes a launch on the machine lab.
func run(ctx context.Context, m *Machines, j launch.Job) (launch.Result, launch.Noise, error) {
	begun, err := m.Begin(ctx, "lab", j)
	if err != nil {
		return launch.Result{}, launch.Noise{}, err
	}
	return begun.End(ctx)
}

// tells is a script that records what it sees and where it runs.
const tells = `cat in/link.txt > "$OUT/seen.beagle"; wc -c < "${0#*:}" > "$OUT/size.beagle"; ls -A > "$OUT/files.beagle"; pwd; echo "$0"; echo late >&2; exit 3`

// brought checks that what the script recorded came back, and that it ran remote.
func brought(t *testing.T, j launch.Job, r launch.Result) {
	t.Helper()
	for name, want := range map[string]string{"seen.beagle": "of the project", "size.beagle": "800000\n", "files.beagle": "in\n"} {
		if data, err := os.ReadFile(filepath.Join(j.Records, name)); err != nil || string(data) != want {
			t.Errorf("%s is %q (%v), want %q", name, data, err, want)
		}
	}
	output, err := os.ReadFile(j.Spec.Output)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(output)), "\n")
	if len(lines) != 3 || lines[2] != "late" || lines[0] == j.Spec.Dir || lines[1] == j.Spec.Command[3] {
		t.Errorf("it wrote %q", output)
	}
	if r.ExitCode != 3 || r.Output != j.Spec.Output || len(r.Problems) != 1 || !strings.Contains(r.Problems[0].Hint, j.Spec.Output) {
		t.Errorf("it ended as %+v", r)
	}
}

func TestALaunchElsewhereIsAsOneHere(t *testing.T) {
	b := clustertest.Site(t)
	working(t, worker(clustertest.Dial(t, b, "launcher"), "one", t.TempDir()))
	m := asking(t, b)
	for range 2 { // its files are there already the second time
		j := job(t, tells)
		r, noise, err := run(t.Context(), m, j)
		if err != nil {
			t.Fatal(err)
		}
		brought(t, j, r)
		host, _ := os.Hostname()
		if noise.Machine != "lab ("+host+")" || noise.Cores == 0 {
			t.Errorf("the machine was %+v", noise)
		}
	}
}

func TestALaunchOfAWorkerThatWasKilledIsMadeByAnother(t *testing.T) {
	b := clustertest.Site(t)
	kill, lines := process(t, b, "killed", true)
	go func() {
		for lines.Scan() && lines.Text() != "holding" { // it ran, and has not answered
		}
		kill()
		_, _ = process(t, b, "survivor", false)
	}()
	j := job(t, tells)
	r, _, err := run(t.Context(), asking(t, b), j)
	if err != nil {
		t.Fatal(err)
	}
	brought(t, j, r)
}

func TestAProgramEndsWithAWorkerThatWasKilled(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("what is left is found on Linux only")
	}
	b := clustertest.Site(t)
	kill, lines := process(t, b, "killed", false)
	go func() {
		for lines.Scan() { // else it could not say anything
		}
	}()
	held := filepath.Join(t.TempDir(), "held")
	if err := syscall.Mkfifo(held, 0o600); err != nil {
		t.Fatal(err)
	}
	one, err := asking(t, b).Begin(t.Context(), "lab", job(t, "exec 3> "+held+"; echo running >&3; sleep 600"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(one.Drop)
	program, err := os.Open(held)
	if err != nil {
		t.Fatal(err)
	}
	defer program.Close()
	if line, err := bufio.NewReader(program).ReadString('\n'); err != nil || line != "running\n" {
		t.Fatalf("it says %q, %v", line, err)
	}
	kill()
	if _, err := io.ReadAll(program); err != nil { // to the end of all that have it open
		t.Error(err)
	}
}

func TestTheAnswerOfAFrozenWorkerIsRefused(t *testing.T) {
	b := clustertest.Site(t)
	frozen := worker(clustertest.Dial(t, b, "launcher"), "frozen", t.TempDir())
	took, done := make(chan struct{}), make(chan struct{})
	refused := make(chan string, 10)
	frozen.Frozen = true
	frozen.Answers = func(ctx context.Context) {
		close(took)
		select {
		case <-done:
		case <-ctx.Done():
		}
	}
	frozen.Say = func(line string) { refused <- line }
	working(t, frozen)
	go func() {
		<-took
		working(t, worker(clustertest.Dial(t, b, "launcher"), "awake", t.TempDir()))
	}()
	j := job(t, tells)
	r, _, err := run(t.Context(), asking(t, b), j)
	if err != nil {
		t.Fatal(err)
	}
	close(done)
	brought(t, j, r)
	<-refused // that it begins
	if said := <-refused; !strings.Contains(said, "refused") {
		t.Errorf("the frozen worker says %q", said)
	}
}

func TestAWorkerStartsOnlyWhatItWasStartedFor(t *testing.T) {
	b := clustertest.Site(t)
	working(t, worker(clustertest.Dial(t, b, "launcher"), "one", t.TempDir()))
	j := job(t, tells)
	j.Spec.Command[0] = "bash"
	_, _, err := run(t.Context(), asking(t, b), j)
	if err == nil || !strings.Contains(err.Error(), `it was started for sh, and this is "bash"`) {
		t.Errorf("it says %v", err)
	}
	j.Spec.Command[0], j.Server = "sh", &launch.Server{Load: []string{"curl", "http://example.org"}}
	if _, _, err := run(t.Context(), asking(t, b), j); err == nil || !strings.Contains(err.Error(), `this is "curl"`) {
		t.Errorf("it says %v", err)
	}
}

func TestWhatIsNoLongerWantedEnds(t *testing.T) {
	b := clustertest.Site(t)
	working(t, worker(clustertest.Dial(t, b, "launcher"), "one", t.TempDir()))
	m := asking(t, b)
	ctx, stop := context.WithCancel(t.Context())
	m.Say = func(line string) {
		if strings.Contains(line, "has the launch") {
			stop()
		}
	}
	j := job(t, `echo before > "$OUT/before.beagle"; sleep 600`)
	r, _, err := run(ctx, m, j)
	if err != nil || !r.Stopped {
		t.Errorf("it ended as %+v, %v", r, err)
	}
}

// Each of the two waits for what the other one does.
func TestLaunchesOfDifferentMachinesRunAtTheSameTime(t *testing.T) {
	b := clustertest.Site(t)
	for _, label := range []string{"lab", "lab-2"} {
		w := worker(clustertest.Dial(t, b, "launcher"), label, t.TempDir())
		w.Label, w.Host = label, "host-of-"+label
		working(t, w)
	}
	m, seen := asking(t, b), t.TempDir()
	if !m.Apart(t.Context(), "lab", []string{"lab-2"}) {
		t.Error("two hosts are taken for one")
	}
	begin := func(label, says, waits string) (launch.Begun, launch.Job) {
		j := job(t, fmt.Sprintf("touch %[1]s/%[2]s; until [ -e %[1]s/%[3]s ]; do sleep 0.01; done; %[4]s", seen, says, waits, tells))
		begun, err := m.Begin(t.Context(), label, j)
		if err != nil {
			t.Fatal(err)
		}
		return begun, j
	}
	first, firstJob := begin("lab", "first", "second")
	second, secondJob := begin("lab-2", "second", "first")
	for _, one := range []struct {
		begun launch.Begun
		job   launch.Job
	}{{first, firstJob}, {second, secondJob}} {
		r, _, err := one.begun.End(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		brought(t, one.job, r)
		if r.Took <= 0 {
			t.Errorf("it took %v", r.Took)
		}
	}
}

func TestWorkersOfThisMachineAreNotApart(t *testing.T) {
	b := clustertest.Site(t)
	working(t, worker(clustertest.Dial(t, b, "launcher"), "one", t.TempDir()))
	if m := asking(t, b); m.Apart(t.Context(), "lab", nil) || m.Apart(t.Context(), "nobody", nil) {
		t.Error("what runs there would disturb what runs here")
	}
}

func TestALaunchThatIsDroppedEnds(t *testing.T) {
	b := clustertest.Site(t)
	working(t, worker(clustertest.Dial(t, b, "launcher"), "one", t.TempDir()))
	m, begun := asking(t, b), filepath.Join(t.TempDir(), "begun")
	one, err := m.Begin(t.Context(), "lab", job(t, "touch "+begun+"; sleep 600"))
	if err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		if _, err := os.Stat(begun); err == nil {
			break
		} else if time.Now().After(end) {
			t.Fatal("it never began")
		}
	}
	one.Drop()
	j := job(t, tells) // only a worker that has ended the first one makes it
	r, _, err := run(t.Context(), m, j)
	if err != nil {
		t.Fatal(err)
	}
	brought(t, j, r)
}

func TestALaunchWithoutAWorkerSaysWhatToStart(t *testing.T) {
	m := asking(t, clustertest.Site(t))
	m.Patient = time.Second
	_, _, err := run(t.Context(), m, job(t, tells))
	if err == nil || !strings.Contains(err.Error(), "on machine lab: no worker offers to launch") {
		t.Errorf("it says %v", err)
	}
}

func TestOtherRolesNeitherSeeNorAskForLaunches(t *testing.T) {
	b := clustertest.Site(t)
	for _, role := range []string{"agent", "viewer", "worker"} {
		m := asking(t, b)
		m.To = clustertest.Access(b, role)
		ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
		if _, _, err := run(ctx, m, job(t, tells)); err == nil || ctx.Err() != nil {
			t.Errorf("the %s's password is good for launches: %v", role, err)
		}
		stop()
	}
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Second)
	defer stop()
	if err := clustertest.Dial(t, b, "launcher").Launching().Put(ctx, "lab", "r", "1", nil); err == nil {
		t.Error("who launches can have others launch")
	}
}
