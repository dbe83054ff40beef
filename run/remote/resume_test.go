//go:build unix

package remote

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"beagle/measure"
	"beagle/model"
	"beagle/run"
	"beagle/run/folder"
	"beagle/run/internal/fake"
	"beagle/run/project"
)

// interruptedRun is a run that lost its process in its third launch.
func interruptedRun(t *testing.T, p *project.Project) folder.Folder {
	t.Helper()
	r := launched(t, p, "0s,0s,1h")
	fake.Until(t, r, "in its third launch", func(s run.Snapshot) bool { return s.LaunchesDone == 2 && s.LaunchName != "" })
	f, err := folder.Find(r.ID())
	if err != nil {
		t.Fatal(err)
	}
	process, err := os.FindProcess(f.Info().PID)
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Kill(); err != nil {
		t.Fatal(err)
	}
	if s := fake.Wait(t, r); s.State != run.Aborted || s.Reason != folder.Interrupted {
		t.Fatalf("%s %q", s.State, s.Reason)
	}
	t.Setenv(slowly, "0s")
	return f
}

func TestRunOnUnchangedInputsGoesOn(t *testing.T) {
	fake.StateFolder(t)
	p := fake.Project(t)
	f := interruptedRun(t, p)
	cfg := p.Config
	cfg.Measure.Budget, cfg.Measure.Keep = run.Duration(time.Hour), run.KeepAll // spoil nothing that was measured
	r, err := Resume(t.Context(), f.ID(), &cfg, folder.Stop)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if s := fake.Wait(t, r); s.State != run.Finished || s.LaunchesDone != 3 || fake.Of(t, s, fake.LoopID).Samples != 36 {
		t.Errorf("%s after %d launches, %d samples", s.State, s.LaunchesDone, fake.Of(t, s, fake.LoopID).Samples)
	}
	if _, err := Resume(t.Context(), f.ID(), nil, folder.Stop); err == nil {
		t.Error("a finished run was taken up")
	}
}

// edit replaces text in a file.
func editFile(t *testing.T, path, old, now string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(data), old, now, 1)
	if text == string(data) {
		t.Fatalf("%s does not contain %q", path, old)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestChangedInputsAreListedBeforeARunGoesOn(t *testing.T) {
	fake.StateFolder(t)
	p := fake.Project(t)
	f := interruptedRun(t, p)
	src := filepath.Join(p.Config.Sources[0], "Work.java")
	editFile(t, src, "sink--", "sink -=1")
	editFile(t, p.Config.Model, `entityName="items"`, `entityName="elements"`)
	if err := os.WriteFile(filepath.Join(p.Config.Sources[0], "New.java"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	cfg := p.Config
	cfg.Launch = append([]measure.Launch{}, cfg.Launch...)
	cfg.Launch[0].Command = []string{"true", "--more"}
	_, err := Resume(t.Context(), f.ID(), &cfg, folder.Stop)
	var changed *folder.ChangedError
	if !errors.As(err, &changed) {
		t.Fatal(err)
	}
	var got []string
	for _, c := range changed.Changes {
		got = append(got, c.What+" "+filepath.Base(c.File)+" "+c.How)
	}
	want := []string{"model work.repository changed", "source Work.java changed", "source New.java new", "launch " + filepath.Base(p.Config.Project) + " not what the run began with"}
	if !slices.Equal(got, want) {
		t.Errorf("changes %q, want %q", got, want)
	}
	if s := f.Info(); s.Live || s.State != run.Aborted {
		t.Errorf("the run is %+v", s)
	}
}

func TestAffectedElementsAreMeasuredAnew(t *testing.T) {
	fake.StateFolder(t)
	p := fake.Project(t)
	f := interruptedRun(t, p)
	editFile(t, p.Config.Model, `entityName="items"`, `entityName="elements"`)
	r, err := Resume(t.Context(), f.ID(), nil, folder.Anew)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	s := fake.Wait(t, r)
	if s.State != run.Finished {
		t.Fatalf("%s %s", s.State, s.Reason)
	}
	loop, demand := fake.Of(t, s, fake.LoopID), fake.Of(t, s, fake.DemandID)
	if loop.Name != "elements" || loop.Samples != 36 || loop.Best == nil {
		t.Errorf("the renamed loop: %q, %d samples", loop.Name, loop.Samples)
	}
	if demand.Samples < 36 || demand.Best == nil {
		t.Errorf("the demand lost what was measured: %d samples", demand.Samples)
	}
	if problems := run.AcceptAll(t.Context(), r); len(problems) > 0 {
		t.Error(problems)
	}
	if _, err := r.Apply(t.Context(), p.Config.Output); err != nil {
		t.Errorf("the changed model is now the run's own: %v", err)
	}
}

func TestUnaffectedElementsGoOnWithoutTheOthers(t *testing.T) {
	fake.StateFolder(t)
	p := fake.Project(t)
	f := interruptedRun(t, p)
	editFile(t, p.Config.Model, `entityName="items"`, `entityName="elements"`)
	r, err := Resume(t.Context(), f.ID(), nil, folder.Unaffected)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	s := fake.Wait(t, r)
	if s.State != run.Finished || len(s.Elements) != 2 || slices.ContainsFunc(s.Elements, func(e run.ElementState) bool { return e.ID == fake.LoopID }) {
		t.Errorf("%s with %d elements", s.State, len(s.Elements))
	}
}

// Where everything is affected, nothing is thrown away: the run stays as it was.
func TestWhereAllElementsAreAffectedNothingIsLost(t *testing.T) {
	fake.StateFolder(t)
	p := fake.Project(t)
	f := interruptedRun(t, p)
	now := p.Config
	now.Launch = append(slices.Clone(now.Launch), measure.Launch{Name: "more", Command: []string{"true"}})
	before := f.Info()
	if _, err := Resume(t.Context(), f.ID(), &now, folder.Unaffected); err == nil || !strings.Contains(err.Error(), "nothing would be left") {
		t.Errorf("%v", err)
	}
	if after := f.Info(); after.State != before.State || after.Reason != before.Reason {
		t.Errorf("it was %+v, and is %+v", before, after)
	}
}

func TestDamagedStoreIsSaidAndMeasuredAgain(t *testing.T) {
	fake.StateFolder(t)
	p := fake.Project(t)
	f := interruptedRun(t, p)
	db, err := sql.Open("sqlite", f.Store())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("PRAGMA wal_checkpoint(TRUNCATE)"); err != nil { // the write-ahead log goes into the file
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(f.Store())
	if err != nil {
		t.Fatal(err)
	}
	at := strings.Index(string(data), `{"n.VALUE":7}`)
	if at < 0 {
		t.Fatal("the row is not where it can be damaged by hand")
	}
	data[at+len(`{"n.VALUE":`)] = '8'
	if err := os.WriteFile(f.Store(), data, 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := Resume(t.Context(), f.ID(), nil, folder.Stop)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	s := fake.Wait(t, r)
	if s.State != run.Finished || !slices.ContainsFunc(s.Problems, func(p model.Problem) bool { return p.Rule == "store-damaged" }) {
		t.Errorf("%s; %v", s.State, s.Problems)
	}
	for _, e := range s.Elements {
		if e.Samples < 36 || e.Best == nil {
			t.Errorf("%s has %d samples", e.ID, e.Samples)
		}
	}
}

func TestResultsOfAnEarlierRunOnTheSameInputsAreMerged(t *testing.T) {
	fake.StateFolder(t)
	p := fake.Project(t)
	first := launched(t, p, "0s")
	fake.Wait(t, first)
	cfg := p.Config
	cfg.Merge = []string{first.ID()}
	r, err := Launch(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if s := fake.Wait(t, r); s.State != run.Finished || s.LaunchesDone != 3 || fake.Of(t, s, fake.LoopID).Samples != 72 || fake.Of(t, s, fake.DemandID).Samples != 72 {
		t.Errorf("%s, %d launches, %d and %d samples", s.State, s.LaunchesDone, fake.Of(t, s, fake.LoopID).Samples, fake.Of(t, s, fake.DemandID).Samples)
	}
	editFile(t, filepath.Join(cfg.Sources[0], "Work.java"), "sink--", "sink -=1")
	if _, err := Launch(t.Context(), cfg); err == nil || !strings.Contains(err.Error(), "Work.java") {
		t.Errorf("results of other sources were merged: %v", err)
	}
	if infos, _ := folder.List(); len(infos) != 2 {
		t.Errorf("the refused run left a folder: %d runs", len(infos))
	}
}
