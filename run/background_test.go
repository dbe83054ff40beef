//go:build unix

package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/adrg/xdg"

	"beagle/measure"
	"beagle/model"
)

// slowly is the environment variable that tells the engine of these tests how
// long a launch takes.
const slowly = "BEAGLE_TEST_LAUNCH"

// realTool measures Java programs.
var realTool func(Config, string, io.Writer) measure.Tool

// TestMain lets the test binary be the background process, as Beagle's own
// binary is: with a program that is made up.
func TestMain(m *testing.M) {
	realTool = measurementTool
	measurementTool = func(Config, string, io.Writer) measure.Tool { return madeUp() }
	if len(os.Args) == 3 && os.Args[1] == EngineCommand {
		if err := Engine(context.Background(), os.Args[2], os.Stderr); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	if len(os.Args) == 3 && os.Args[1] == "follow" { // a screen that starts a run and stays
		r, err := folder(filepath.Join(Folder(), os.Args[2])).launch(context.Background())
		if err != nil {
			os.Exit(1)
		}
		for range r.Changed() {
			fmt.Println(r.Snapshot().Phase)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// madeUp makes each launch as long as the variable's list says; its last entry
// is for all that follow. One that is a path is a file, whose appearance ends the
// launch.
func madeUp() *program {
	lengths := strings.Split(os.Getenv(slowly), ",")
	p := &program{}
	var number int32
	p.started = func(n int32) { number = n }
	p.hold = func(ctx context.Context) {
		entry := lengths[min(int(number)-1, len(lengths)-1)]
		for filepath.IsAbs(entry) && ctx.Err() == nil {
			if _, err := os.Stat(entry); err == nil {
				return
			}
			time.Sleep(5 * time.Millisecond)
		}
		length, _ := time.ParseDuration(entry)
		select {
		case <-time.After(length):
		case <-ctx.Done():
		}
	}
	return p
}

// stateFolder gives a test runs of its own. Their processes have gone before the
// folder is deleted, in which they write.
func stateFolder(t *testing.T) {
	t.Helper()
	t.Cleanup(xdg.Reload) // behind the variable's return
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	xdg.Reload()
	t.Cleanup(func() {
		all, _ := folders()
		for _, f := range all {
			for f.live() {
				if pid := f.info().PID; pid > 0 && pid != os.Getpid() {
					_ = syscall.Kill(pid, syscall.SIGKILL)
				}
				time.Sleep(time.Millisecond)
			}
		}
	})
}

// gate is a file for which launches wait, and what lets them go on.
func gate(t *testing.T) (closed string, open func()) {
	t.Helper()
	closed = filepath.Join(t.TempDir(), "open")
	return closed, func() {
		if err := os.WriteFile(closed, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// prepared makes the folder of a run of work(n).
func prepared(t *testing.T, p *Project) folder {
	t.Helper()
	f, err := newFolder(p.Config.Model, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	if err := begun(f, p, time.Now()); err != nil {
		t.Fatal(err)
	}
	return f
}

// launched is a run of work(n) in the background, whose launches take a while.
func launched(t *testing.T, p *Project, lengths string) Run {
	t.Helper()
	t.Setenv(slowly, lengths)
	f := prepared(t, p)
	r, err := f.launch(t.Context())
	if err != nil {
		log, _ := os.ReadFile(f.path("log"))
		t.Fatalf("%v; log: %s", err, log)
	}
	t.Cleanup(func() { _ = r.Close() })
	return r
}

// until waits for a state of affairs.
func until(t *testing.T, r Run, what string, is func(Snapshot) bool) Snapshot {
	t.Helper()
	for patience := time.Now().Add(30 * time.Second); time.Now().Before(patience); time.Sleep(10 * time.Millisecond) {
		if s := r.Snapshot(); is(s) {
			return s
		}
	}
	s := r.Snapshot()
	t.Fatalf("never %s; it is %s %q %v", what, s.State, s.Phase, s.Problems)
	return Snapshot{}
}

func TestBackgroundRunEndsAsOneInThisProcess(t *testing.T) {
	stateFolder(t)
	p := project(t)
	here := wait(t, started(t, p, &program{}))
	r := launched(t, p, "0s")
	there := wait(t, r)
	if there.State != Finished || there.Reason != here.Reason || there.Records != here.Records {
		t.Fatalf("%s %q, %d records; here %s %q, %d", there.State, there.Reason, there.Records, here.State, here.Reason, here.Records)
	}
	for i, e := range there.Elements {
		if e.Best == nil || e.Best.StoEx != here.Elements[i].Best.StoEx || e.Samples != here.Elements[i].Samples {
			t.Errorf("%s: %+v, here %+v", e.ID, e.Best, here.Elements[i].Best)
		}
	}
	if problems := AcceptAll(r); len(problems) > 0 {
		t.Error(problems)
	}
	if w, err := r.Apply(t.Context(), p.Config.Output); err != nil || w.Changed != 3 {
		t.Errorf("%+v %v", w, err)
	}
}

func TestRunGoesOnWhenEverybodyDetaches(t *testing.T) {
	stateFolder(t)
	closed, open := gate(t)
	r := launched(t, project(t), closed)
	id := r.ID()
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := Attach(id, Control)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	open()
	if s := wait(t, again); s.State != Finished || s.LaunchesDone != 3 {
		t.Fatalf("%s after %d launches", s.State, s.LaunchesDone)
	}
}

func TestOneScreenIsInControlAndOthersWatch(t *testing.T) {
	stateFolder(t)
	r := launched(t, project(t), "1h")
	until(t, r, "in a launch", func(s Snapshot) bool { return s.LaunchName != "" })
	watcher, err := Attach(r.ID(), Watch)
	if err != nil {
		t.Fatal(err)
	}
	defer watcher.Close()
	if err := watcher.Pause(t.Context()); err == nil || !strings.Contains(err.Error(), "in control") {
		t.Errorf("a watcher paused the run: %v", err)
	}
	if err := r.Pause(t.Context()); err != nil {
		t.Errorf("the screen in control may not pause: %v", err)
	}
	until(t, watcher, "pausing", func(s Snapshot) bool { return s.Pausing && s.Watchers == 2 })
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	until(t, watcher, "alone", func(s Snapshot) bool { return s.Watchers == 1 })
	if err := watcher.Continue(t.Context()); err != nil {
		t.Errorf("nobody is in control, and yet: %v", err)
	}
	if err := watcher.Abort(t.Context()); err != nil {
		t.Error(err)
	}
	if s := wait(t, watcher); s.State != Aborted {
		t.Errorf("%s", s.State)
	}
}

func TestWatcherThatDoesNotReadDelaysNobodyAndLearnsTheEnd(t *testing.T) {
	stateFolder(t)
	closed, open := gate(t)
	r := launched(t, project(t), "0s,"+closed+",0s")
	stopped, err := dial(r.(*remote).folder.socket())
	if err != nil {
		t.Fatal(err)
	}
	defer stopped.Close()
	if _, err := io.WriteString(stopped, "GET /v1/watch HTTP/1.1\r\nHost: run\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	until(t, r, "watched twice", func(s Snapshot) bool { return s.Watchers == 2 })
	open()
	if s := wait(t, r); s.State != Finished || s.LaunchesDone != 3 {
		t.Fatalf("%s after %d launches", s.State, s.LaunchesDone)
	}
	late, err := Attach(r.ID(), Watch)
	if err != nil {
		t.Fatal(err)
	}
	defer late.Close()
	if s := late.Snapshot(); s.State != Finished {
		t.Errorf("who attaches late finds it %s", s.State)
	}
}

func TestDetailAndDecisionsGoOverTheSocket(t *testing.T) {
	stateFolder(t)
	closed, open := gate(t)
	r := launched(t, project(t), "0s,"+closed)
	until(t, r, "one launch on", func(s Snapshot) bool { return s.LaunchesDone >= 1 })
	d, err := r.Detail(loopID)
	if err != nil || len(d.Points) == 0 {
		t.Errorf("%+v %v", d, err)
	}
	if err := r.Decide(loopID, Decision{Choice: Edit, StoEx: "n.VALUE + 1"}); err != nil {
		t.Fatal(err)
	}
	if problems := r.CheckExpression(loopID, 0, "n.VALUE +"); len(problems) == 0 {
		t.Error("wrong syntax is not noticed")
	}
	if diff, err := r.Diff(); err != nil || !strings.Contains(diff, "n.VALUE + 1") {
		t.Errorf("%q %v", diff, err)
	}
	open()
	s := wait(t, r)
	if got := of(t, s, loopID).Decision; got.Choice != Edit || got.StoEx != "n.VALUE + 1" {
		t.Errorf("the decision was lost at the end: %+v", got)
	}
}

func TestTerminatedProcessLeavesARunThatCanBeTakenUp(t *testing.T) {
	stateFolder(t)
	r := launched(t, project(t), "0s,1h")
	until(t, r, "in its second launch", func(s Snapshot) bool { return s.LaunchesDone == 1 && s.LaunchName != "" })
	f, err := findFolder(r.ID())
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(f.info().PID, syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	s := wait(t, r)
	if s.State != Aborted || s.LaunchesDone != 1 {
		t.Fatalf("%s %q after %d launches", s.State, s.Reason, s.LaunchesDone)
	}
	t.Setenv(slowly, "0s")
	again, err := f.launch(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if s := wait(t, again); s.State != Finished || s.LaunchesDone != 3 || of(t, s, loopID).Samples != 36 {
		t.Errorf("%s after %d launches, %d samples", s.State, s.LaunchesDone, of(t, s, loopID).Samples)
	}
}

func TestBackgroundProcessThatCannotStartSaysWhy(t *testing.T) {
	stateFolder(t)
	p := project(t)
	f := prepared(t, p)
	if err := os.WriteFile(f.store(), []byte(strings.Repeat("no database ", 999)), 0o600); err != nil {
		t.Fatal(err)
	}
	if r, err := f.launch(t.Context()); err == nil {
		t.Fatalf("started: %+v", r.Snapshot())
	}
}

func TestSocketAndFolderAreTheUsersAlone(t *testing.T) {
	stateFolder(t)
	r := launched(t, project(t), "1h")
	f, _ := findFolder(r.ID())
	for path, want := range map[string]os.FileMode{string(f): 0o700, f.socket(): 0o600, f.store(): 0o600, f.path("run.json"): 0o600, f.path("log"): 0o600, f.path("lock"): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v %v, want %o", filepath.Base(path), info.Mode(), err, want)
		}
	}
}

func TestLongPathsGetASocketElsewhere(t *testing.T) {
	long := filepath.Join(t.TempDir(), strings.Repeat("x", 90), "2026-01-01-0000-model")
	path := folder(long).socket()
	if len(path) > longestSocket {
		t.Fatalf("%d bytes: %s", len(path), path)
	}
	listener, err := listen(path)
	if err != nil {
		t.Fatal(err)
	}
	_ = listener.Close()
}

func TestStaleSocketIsReplaced(t *testing.T) {
	stateFolder(t)
	f := prepared(t, project(t))
	listener, err := listen(f.socket())
	if err != nil {
		t.Fatal(err)
	}
	inner := listener.(ownersOnly).Listener.(interface{ SetUnlinkOnClose(bool) })
	inner.SetUnlinkOnClose(false) // as if the process had been killed
	_ = listener.Close()
	if r, err := Attach(f.id(), Watch); err != nil || r.Snapshot().Reason != interrupted {
		t.Fatalf("a dead run with a socket: %v", err)
	}
	r, err := f.launch(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if s := wait(t, r); s.State != Finished {
		t.Errorf("%s", s.State)
	}
}

func TestRunsAreFoundByTheBeginningOfTheirName(t *testing.T) {
	stateFolder(t)
	if _, err := Attach("", Watch); !errors.Is(err, ErrNoRun) {
		t.Errorf("without any run: %v", err)
	}
	f := prepared(t, project(t))
	other := prepared(t, project(t))
	for id, want := range map[string]folder{f.id(): f, other.id(): other} {
		if got, err := findFolder(id); err != nil || got != want {
			t.Errorf("%s: %s %v", id, got, err)
		}
	}
	if _, err := findFolder("no"); !errors.Is(err, ErrNoRun) {
		t.Error(err)
	}
	if _, err := findFolder("../runs"); !errors.Is(err, ErrNoRun) {
		t.Error(err)
	}
	infos, err := List()
	if err != nil || len(infos) != 2 || infos[0].State != Aborted || infos[0].Live {
		t.Errorf("%+v %v", infos, err)
	}
	if err := Remove(f.id()); err != nil {
		t.Fatal(err)
	}
	if infos, _ = List(); len(infos) != 1 || infos[0].ID != other.id() {
		t.Errorf("after removing: %+v", infos)
	}
}

func TestLiveRunIsNotRemovedAndNotConductedTwice(t *testing.T) {
	stateFolder(t)
	p := project(t)
	r := launched(t, p, "1h")
	if err := Remove(r.ID()); err == nil {
		t.Error("a live run was removed")
	}
	f, _ := findFolder(r.ID())
	var problem model.Problem
	if _, err := open(f); !errors.As(err, &problem) || problem.Rule != "run-lives" {
		t.Errorf("a live run was taken up: %v", err)
	}
	if got := others(p.Config.Model); len(got) != 1 || got[0].Rule != "two-runs" {
		t.Errorf("a second run on the same model is not warned about: %v", got)
	}
}
