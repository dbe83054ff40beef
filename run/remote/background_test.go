//go:build unix

package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"beagle/measure"
	"beagle/measure/launch"
	"beagle/model"
	"beagle/run"
	"beagle/run/engine"
	"beagle/run/folder"
	"beagle/run/internal/fake"
	"beagle/run/project"
)

// slowly is the environment variable that tells the engine of these tests how
// long a launch takes.
const slowly = "BEAGLE_TEST_LAUNCH"

// realTool measures Java programs.
var realTool func(run.Config, string, io.Writer, launch.Elsewhere) (measure.Tool, error)

// TestMain lets the test binary be the background process, as Beagle's own
// binary is: with a program that is made up.
func TestMain(m *testing.M) {
	realTool = project.NewTool
	project.NewTool = func(run.Config, string, io.Writer, launch.Elsewhere) (measure.Tool, error) { return madeUp(), nil }
	if len(os.Args) == 3 && os.Args[1] == EngineCommand {
		if err := Engine(context.Background(), os.Args[2], os.Stderr); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	if len(os.Args) == 3 && os.Args[1] == "follow" { // a screen that starts a run and stays
		r, err := launchIn(context.Background(), folder.Folder(filepath.Join(folder.Root(), os.Args[2])))
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
func madeUp() *fake.Program {
	lengths := strings.Split(os.Getenv(slowly), ",")
	p := &fake.Program{}
	var number int32
	p.Started = func(n int32) { number = n }
	p.Hold = func(ctx context.Context) {
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

// launched is a run of work(n) in the background, whose launches take a while.
func launched(t *testing.T, p *project.Project, lengths string) run.Run {
	t.Helper()
	t.Setenv(slowly, lengths)
	f := fake.Prepared(t, p)
	r, err := launchIn(t.Context(), f)
	if err != nil {
		log, _ := os.ReadFile(f.Path("log"))
		t.Fatalf("%v; log: %s", err, log)
	}
	t.Cleanup(func() { _ = r.Close() })
	return r
}

func TestBackgroundRunEndsAsOneInThisProcess(t *testing.T) {
	fake.StateFolder(t)
	p := fake.Project(t)
	inProcess, err := conductHere(t.Context(), fake.Prepared(t, p))
	if err != nil {
		t.Fatal(err)
	}
	defer inProcess.Close()
	here := fake.Wait(t, inProcess)
	r := launched(t, p, "0s")
	there := fake.Wait(t, r)
	if there.State != run.Finished || there.Reason != here.Reason || there.Records != here.Records {
		t.Fatalf("%s %q, %d records; here %s %q, %d", there.State, there.Reason, there.Records, here.State, here.Reason, here.Records)
	}
	for i, e := range there.Elements {
		if e.Best == nil || e.Best.StoEx != here.Elements[i].Best.StoEx || e.Samples != here.Elements[i].Samples {
			t.Errorf("%s: %+v, here %+v", e.ID, e.Best, here.Elements[i].Best)
		}
	}
	if problems := run.AcceptAll(t.Context(), r); len(problems) > 0 {
		t.Error(problems)
	}
	if w, err := r.Apply(t.Context(), p.Config.Output); err != nil || w.Changed != 3 {
		t.Errorf("%+v %v", w, err)
	}
	infos, err := folder.List()
	if wrote := func(i folder.Info) bool { return i.ID == r.ID() && i.Written && i.File == p.Config.Output.File }; err != nil || !slices.ContainsFunc(infos, wrote) {
		t.Errorf("no run says that it wrote %s: %+v %v", p.Config.Output.File, infos, err)
	}
}

func TestRunGoesOnWhenEverybodyDetaches(t *testing.T) {
	fake.StateFolder(t)
	closed, open := gate(t)
	r := launched(t, fake.Project(t), closed)
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
	if s := fake.Wait(t, again); s.State != run.Finished || s.LaunchesDone != 3 {
		t.Fatalf("%s after %d launches", s.State, s.LaunchesDone)
	}
}

func TestOneScreenIsInControlAndOthersWatch(t *testing.T) {
	fake.StateFolder(t)
	r := launched(t, fake.Project(t), "1h")
	fake.Until(t, r, "in a launch", func(s run.Snapshot) bool { return s.LaunchName != "" })
	watcher, err := Attach(r.ID(), Watch)
	if err != nil {
		t.Fatal(err)
	}
	defer watcher.Close()
	fake.Until(t, watcher, "told that it watches", func(s run.Snapshot) bool { return s.Watching == run.Another })
	if s := r.Snapshot(); s.Watching != "" {
		t.Errorf("the screen in control is told that %s", s.Watching)
	}
	if err := watcher.Pause(t.Context()); err == nil || !strings.Contains(err.Error(), "in control") {
		t.Errorf("a watcher paused the run: %v", err)
	}
	if err := r.Pause(t.Context()); err != nil {
		t.Errorf("the screen in control may not pause: %v", err)
	}
	fake.Until(t, watcher, "pausing", func(s run.Snapshot) bool { return s.Pausing && s.Watchers == 2 })
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	fake.Until(t, watcher, "alone", func(s run.Snapshot) bool { return s.Watchers == 1 && s.Watching == run.Nobody })
	if err := watcher.Continue(t.Context()); err != nil {
		t.Errorf("nobody is in control, and yet: %v", err)
	}
	if err := watcher.Abort(t.Context()); err != nil {
		t.Error(err)
	}
	if s := fake.Wait(t, watcher); s.State != run.Aborted {
		t.Errorf("%s", s.State)
	}
}

func TestWatcherThatDoesNotReadDelaysNobodyAndLearnsTheEnd(t *testing.T) {
	fake.StateFolder(t)
	closed, open := gate(t)
	r := launched(t, fake.Project(t), "0s,"+closed+",0s")
	stopped, err := dial(socketOf(r.(*remote).folder))
	if err != nil {
		t.Fatal(err)
	}
	defer stopped.Close()
	if _, err := io.WriteString(stopped, "GET /v1/watch HTTP/1.1\r\nHost: run\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	fake.Until(t, r, "watched twice", func(s run.Snapshot) bool { return s.Watchers == 2 })
	open()
	if s := fake.Wait(t, r); s.State != run.Finished || s.LaunchesDone != 3 {
		t.Fatalf("%s after %d launches", s.State, s.LaunchesDone)
	}
	late, err := Attach(r.ID(), Watch)
	if err != nil {
		t.Fatal(err)
	}
	defer late.Close()
	if s := late.Snapshot(); s.State != run.Finished {
		t.Errorf("who attaches late finds it %s", s.State)
	}
}

func TestDetailAndDecisionsGoOverTheSocket(t *testing.T) {
	fake.StateFolder(t)
	closed, open := gate(t)
	r := launched(t, fake.Project(t), "0s,"+closed)
	fake.Until(t, r, "one launch on", func(s run.Snapshot) bool { return s.LaunchesDone >= 1 })
	d, err := r.Detail(t.Context(), fake.LoopID, run.Aspect{})
	if err != nil || len(d.Points) == 0 {
		t.Errorf("%+v %v", d, err)
	}
	if err := r.Decide(t.Context(), fake.LoopID, run.Decision{Choice: run.Edit, StoEx: "n.VALUE + 1"}); err != nil {
		t.Fatal(err)
	}
	if problems := r.CheckExpression(fake.LoopID, 0, "n.VALUE +"); len(problems) == 0 {
		t.Error("wrong syntax is not noticed")
	}
	if diff, err := r.Diff(t.Context()); err != nil || !strings.Contains(diff, "n.VALUE + 1") {
		t.Errorf("%q %v", diff, err)
	}
	open()
	s := fake.Wait(t, r)
	if got := fake.Of(t, s, fake.LoopID).Decision; got.Choice != run.Edit || got.StoEx != "n.VALUE + 1" {
		t.Errorf("the decision was lost at the end: %+v", got)
	}
}

func TestTerminatedProcessLeavesARunThatCanBeTakenUp(t *testing.T) {
	fake.StateFolder(t)
	r := launched(t, fake.Project(t), "0s,1h")
	fake.Until(t, r, "in its second launch", func(s run.Snapshot) bool { return s.LaunchesDone == 1 && s.LaunchName != "" })
	f, err := folder.Find(r.ID())
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(f.Info().PID, syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	s := fake.Wait(t, r)
	if s.State != run.Aborted || s.LaunchesDone != 1 {
		t.Fatalf("%s %q after %d launches", s.State, s.Reason, s.LaunchesDone)
	}
	t.Setenv(slowly, "0s")
	again, err := launchIn(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if s := fake.Wait(t, again); s.State != run.Finished || s.LaunchesDone != 3 || fake.Of(t, s, fake.LoopID).Samples != 36 {
		t.Errorf("%s after %d launches, %d samples", s.State, s.LaunchesDone, fake.Of(t, s, fake.LoopID).Samples)
	}
}

func TestBackgroundProcessThatCannotStartSaysWhy(t *testing.T) {
	fake.StateFolder(t)
	p := fake.Project(t)
	f := fake.Prepared(t, p)
	if err := os.WriteFile(f.Store(), []byte(strings.Repeat("no database ", 999)), 0o600); err != nil {
		t.Fatal(err)
	}
	if r, err := launchIn(t.Context(), f); err == nil {
		t.Fatalf("started: %+v", r.Snapshot())
	}
}

func TestSocketAndFolderAreTheUsersAlone(t *testing.T) {
	fake.StateFolder(t)
	r := launched(t, fake.Project(t), "1h")
	f, _ := folder.Find(r.ID())
	for path, want := range map[string]os.FileMode{string(f): 0o700, socketOf(f): 0o600, f.Store(): 0o600, f.Path("run.json"): 0o600, f.Path("log"): 0o600, f.Path("lock"): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v %v, want %o", filepath.Base(path), info.Mode(), err, want)
		}
	}
}

func TestLongPathsGetASocketElsewhere(t *testing.T) {
	long := filepath.Join(t.TempDir(), strings.Repeat("x", 90), "2026-01-01-0000-model")
	path := socketOf(folder.Folder(long))
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
	fake.StateFolder(t)
	f := fake.Prepared(t, fake.Project(t))
	listener, err := listen(socketOf(f))
	if err != nil {
		t.Fatal(err)
	}
	inner := listener.(ownersOnly).Listener.(interface{ SetUnlinkOnClose(bool) })
	inner.SetUnlinkOnClose(false) // as if the process had been killed
	_ = listener.Close()
	if r, err := Attach(f.ID(), Watch); err != nil || r.Snapshot().Reason != folder.Interrupted {
		t.Fatalf("a dead run with a socket: %v", err)
	}
	r, err := launchIn(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if s := fake.Wait(t, r); s.State != run.Finished {
		t.Errorf("%s", s.State)
	}
}

func TestRunsAreFoundByTheBeginningOfTheirName(t *testing.T) {
	fake.StateFolder(t)
	if _, err := Attach("", Watch); !errors.Is(err, folder.ErrNoRun) {
		t.Errorf("without any run: %v", err)
	}
	f := fake.Prepared(t, fake.Project(t))
	other := fake.Prepared(t, fake.Project(t))
	for id, want := range map[string]folder.Folder{f.ID(): f, other.ID(): other} {
		if got, err := folder.Find(id); err != nil || got != want {
			t.Errorf("%s: %s %v", id, got, err)
		}
	}
	if _, err := folder.Find("no"); !errors.Is(err, folder.ErrNoRun) {
		t.Error(err)
	}
	if _, err := folder.Find("../runs"); !errors.Is(err, folder.ErrNoRun) {
		t.Error(err)
	}
	infos, err := folder.List()
	if err != nil || len(infos) != 2 || infos[0].State != run.Aborted || infos[0].Live {
		t.Errorf("%+v %v", infos, err)
	}
	if err := folder.Remove(f.ID()); err != nil {
		t.Fatal(err)
	}
	if infos, _ = folder.List(); len(infos) != 1 || infos[0].ID != other.ID() {
		t.Errorf("after removing: %+v", infos)
	}
}

func TestLiveRunIsNotRemovedAndNotConductedTwice(t *testing.T) {
	fake.StateFolder(t)
	p := fake.Project(t)
	r := launched(t, p, "1h")
	if err := folder.Remove(r.ID()); err == nil {
		t.Error("a live run was removed")
	}
	f, _ := folder.Find(r.ID())
	var problem model.Problem
	if _, err := engine.Open(f); !errors.As(err, &problem) || problem.Rule != "run-lives" {
		t.Errorf("a live run was taken up: %v", err)
	}
	if got := engine.Others(p.Config.Model); len(got) != 1 || got[0].Rule != "two-runs" {
		t.Errorf("a second run on the same model is not warned about: %v", got)
	}
}
