package engine

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/measure"
	"beagle/model"
	"beagle/pcm"
	"beagle/run"
	"beagle/run/internal/fake"
	"beagle/run/project"
)

func TestRunMeasuresLearnsAndWrites(t *testing.T) {
	p := fake.Project(t)
	l := started(t, p, &fake.Program{})
	s := fake.Wait(t, l)
	if s.State != run.Finished || s.Reason == "" {
		t.Fatalf("%s: %s %v", s.State, s.Reason, s.Problems)
	}
	if s.LaunchesDone != 3 || s.LaunchesPlanned != 3 || s.Records == 0 || s.Lost != 0 {
		t.Errorf("launches %d of %d, %d records, %d lost", s.LaunchesDone, s.LaunchesPlanned, s.Records, s.Lost)
	}
	loop := fake.Of(t, s, fake.LoopID)
	if loop.Samples != 36 || loop.Best == nil || loop.Best.StoEx != loop.Proposals[0].StoEx || len(loop.History) == 0 {
		t.Fatalf("loop: %+v", loop)
	}
	if problems := run.AcceptAll(t.Context(), l); len(problems) > 0 {
		t.Fatal(problems)
	}
	diff, err := l.Diff(t.Context())
	if err != nil || !strings.Contains(diff, loop.Best.StoEx) {
		t.Fatalf("diff %q, %v", diff, err)
	}
	w, err := l.Apply(t.Context(), p.Config.Output)
	if err != nil || w.Changed != 3 {
		t.Fatalf("%+v %v", w, err)
	}
	written, err := pcm.Read(w.File)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range written.Elements() {
		if e.ID == fake.LoopID && e.Old != loop.Best.StoEx {
			t.Errorf("the written model says %q, not %q", e.Old, loop.Best.StoEx)
		}
	}
	if side, err := os.ReadFile(w.Provenance); err != nil || !strings.Contains(string(side), `"samples": 36`) {
		t.Errorf("provenance %s: %v", side, err)
	}
}

func TestNothingIsWrittenWithoutADecision(t *testing.T) {
	p := fake.Project(t)
	l := started(t, p, &fake.Program{})
	fake.Wait(t, l)
	if diff, err := l.Diff(t.Context()); err != nil || diff != "" {
		t.Fatalf("diff without decisions: %q %v", diff, err)
	}
	if err := l.Decide(t.Context(), fake.LoopID, run.Decision{Choice: run.Edit, StoEx: "2 * n.VALUE + 1"}); err != nil {
		t.Fatal(err)
	}
	diff, err := l.Diff(t.Context())
	if err != nil || strings.Count(diff, "\n+ ") != 1 || !strings.Contains(diff, "2 * n.VALUE + 1") {
		t.Fatalf("diff %q, %v", diff, err)
	}
}

func TestEditsAreCheckedForTheirPlace(t *testing.T) {
	l := started(t, fake.Project(t), &fake.Program{})
	fake.Wait(t, l)
	half := 0.5
	for name, d := range map[string]run.Decision{
		"syntax":           {Choice: run.Edit, StoEx: "2 * "},
		"unknown variable": {Choice: run.Edit, StoEx: "m.VALUE"},
		"empty":            {Choice: run.Edit},
		"no such proposal": {Choice: run.Accept, Proposal: 99},
	} {
		if err := l.Decide(t.Context(), fake.LoopID, d); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	if err := l.Decide(t.Context(), fake.BranchID, run.Decision{Choice: run.Edit, Transitions: []run.ProposedBranch{{ID: "_yes", Probability: &half}, {ID: "_no", Probability: new(float64)}}}); err == nil {
		t.Error("probabilities that sum to 0.5 were accepted")
	}
	if err := l.Decide(t.Context(), "_none", run.Decision{Choice: run.Reject}); err == nil {
		t.Error("a decision on an element that does not exist was accepted")
	}
	if got := fake.Of(t, l.Snapshot(), fake.LoopID).Decision.Choice; got != run.Undecided {
		t.Errorf("a refused decision was recorded: %q", got)
	}
}

func TestDemandsAreWrittenAsSecondsTimesRate(t *testing.T) {
	p := fake.Project(t)
	l := started(t, p, &fake.Program{})
	fake.Wait(t, l)
	run.AcceptAll(t.Context(), l)
	expressions := map[float64]string{}
	for _, rate := range []float64{1, 1e6} {
		if _, err := l.Apply(t.Context(), run.Output{File: p.Config.Output.File, Rate: rate}); err != nil {
			t.Fatal(err)
		}
		written, err := pcm.Read(p.Config.Output.File)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range written.Elements() {
			if e.ID == fake.DemandID {
				expressions[rate] = e.Old
			}
		}
	}
	if expressions[1] == expressions[1e6] || expressions[1] == "0" {
		t.Errorf("written: %v", expressions)
	}
}

func TestModelThatChangedMeanwhileIsNotWritten(t *testing.T) {
	p := fake.Project(t)
	l := started(t, p, &fake.Program{})
	fake.Wait(t, l)
	run.AcceptAll(t.Context(), l)
	data, _ := os.ReadFile(p.Config.Model)
	if err := os.WriteFile(p.Config.Model, append(data, '\n'), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Apply(t.Context(), run.Output{InPlace: true}); err == nil || !strings.Contains(err.Error(), "changed") {
		t.Fatalf("written over a changed model: %v", err)
	}
}

func TestInPlaceKeepsABackup(t *testing.T) {
	p := fake.Project(t)
	old, _ := os.ReadFile(p.Config.Model)
	l := started(t, p, &fake.Program{})
	fake.Wait(t, l)
	run.AcceptAll(t.Context(), l)
	w, err := l.Apply(t.Context(), run.Output{InPlace: true})
	if err != nil {
		t.Fatal(err)
	}
	backup, err := os.ReadFile(w.Backup)
	if err != nil || string(backup) != string(old) {
		t.Fatalf("backup %s: %v", w.Backup, err)
	}
	if _, err := l.Apply(t.Context(), run.Output{File: p.Config.Model}); err == nil {
		t.Error("the model itself was written as if it were a new file")
	}
}

func TestWritingIsRepeatedAndTakenBack(t *testing.T) {
	p := fake.Project(t)
	old, _ := os.ReadFile(p.Config.Model)
	l := started(t, p, &fake.Program{})
	fake.Wait(t, l)
	run.AcceptAll(t.Context(), l)
	out := p.Config.Output.File
	if err := os.WriteFile(out, []byte("somebody's"), 0o600); err != nil {
		t.Fatal(err)
	}
	occupied := model.Problem{}
	if _, err := l.Apply(t.Context(), run.Output{File: out}); !errors.As(err, &occupied) || occupied.Rule != run.Occupied {
		t.Fatalf("a file of somebody else's was replaced: %v", err)
	}
	write := func(to run.Output) run.Written {
		t.Helper()
		w, err := l.Apply(t.Context(), to)
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	if w := write(run.Output{File: out, Replace: true}); w.Backup != out+".bak" {
		t.Errorf("backup %q", w.Backup)
	}
	if w := write(run.Output{File: out, Rate: 1000}); w.Backup != out+".bak.2" { // its own is not asked about
		t.Errorf("second backup %q", w.Backup)
	}
	write(run.Output{InPlace: true})
	if w := write(run.Output{InPlace: true, Rate: 1000}); w.Changed != 3 { // after its own write
		t.Errorf("again in place: %+v", w)
	}
	for range 4 {
		if _, err := l.Undo(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	now, _ := os.ReadFile(p.Config.Model)
	theirs, _ := os.ReadFile(out)
	if string(now) != string(old) || string(theirs) != "somebody's" {
		t.Errorf("after undoing, the model is %d bytes of %d, and the file holds %.20q", len(now), len(old), theirs)
	}
	if _, err := os.Stat(out + ".beagle.json"); !os.IsNotExist(err) {
		t.Error("the side file is left")
	}
	if _, err := l.Undo(t.Context()); err == nil {
		t.Error("something that was not written was taken back")
	}
}

func TestWhatWasChangedAfterWritingIsNotTakenBack(t *testing.T) {
	p := fake.Project(t)
	l := started(t, p, &fake.Program{})
	fake.Wait(t, l)
	run.AcceptAll(t.Context(), l)
	w, err := l.Apply(t.Context(), p.Config.Output)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(w.File, []byte("by hand"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Undo(t.Context()); err == nil || !strings.Contains(err.Error(), "changed after it was written") {
		t.Errorf("a changed file was taken back: %v", err)
	}
}

func TestDryRunWritesNothing(t *testing.T) {
	p := fake.Project(t)
	l := started(t, p, &fake.Program{})
	fake.Wait(t, l)
	run.AcceptAll(t.Context(), l)
	w, err := l.Apply(t.Context(), run.Output{File: p.Config.Output.File, DryRun: true})
	if err != nil || w.Changed != 3 || w.File != "" {
		t.Fatalf("%+v %v", w, err)
	}
	if _, err := os.Stat(p.Config.Output.File); !os.IsNotExist(err) {
		t.Error("a dry run wrote a file")
	}
}

func TestAbortWritesNothingAndEndsTheLaunch(t *testing.T) {
	p := fake.Project(t)
	inLaunch := make(chan struct{})
	l := started(t, p, &fake.Program{Hold: func(ctx context.Context) { close(inLaunch); fake.UntilStopped(ctx) }})
	<-inLaunch
	s := l.Snapshot()
	if s.State != run.Running || s.Phase != "launch 1 of 3: small" {
		t.Errorf("%s: %q", s.State, s.Phase)
	}
	if got := fake.Of(t, s, fake.LoopID).Samples; got != 11 {
		t.Errorf("%d samples are live, want 11", got)
	}
	if err := l.Abort(t.Context()); err != nil {
		t.Fatal(err)
	}
	if s := fake.Wait(t, l); s.State != run.Aborted || fake.Of(t, s, fake.LoopID).Samples != 0 {
		t.Errorf("%s, %d samples", s.State, fake.Of(t, s, fake.LoopID).Samples)
	}
	if _, err := os.Stat(p.Config.Output.File); !os.IsNotExist(err) {
		t.Error("an aborted run wrote a file")
	}
}

func TestAnAbortedRunShowsExpressionsOfTheLaunchesThatWereComplete(t *testing.T) {
	p := fake.Project(t)
	inSecond := make(chan struct{})
	number := int32(0)
	l := started(t, p, &fake.Program{
		Started: func(n int32) { number = n },
		Hold: func(ctx context.Context) {
			if number > 1 {
				close(inSecond)
				fake.UntilStopped(ctx)
			}
		},
	})
	<-inSecond
	if err := l.Abort(t.Context()); err != nil {
		t.Fatal(err)
	}
	s := fake.Wait(t, l)
	loop := fake.Of(t, s, fake.LoopID)
	if s.State != run.Aborted || s.LaunchesDone != 1 || loop.Best == nil || loop.Best.StoEx == "" {
		t.Fatalf("%s after %d launches: %+v", s.State, s.LaunchesDone, loop)
	}
	if _, err := os.Stat(p.Config.Output.File); !os.IsNotExist(err) {
		t.Error("an aborted run wrote a file")
	}
}

func TestFailedBuildIsAFailedRunThatSaysWhy(t *testing.T) {
	why := model.Problem{Severity: model.Error, Rule: "build", Message: "the build failed", Hint: "run it by hand"}
	l := started(t, fake.Project(t), &fake.Program{Fails: why})
	s := fake.Wait(t, l)
	if s.State != run.Failed || len(s.Problems) == 0 || s.Problems[len(s.Problems)-1] != why {
		t.Fatalf("%s: %v", s.State, s.Problems)
	}
}

func TestAPersonsOwnExpressionIsTriedOnTheMeasurements(t *testing.T) {
	l := started(t, fake.Project(t), &fake.Program{})
	fake.Wait(t, l)
	tried := func(a run.Aspect) run.Detail {
		t.Helper()
		d, err := l.Detail(t.Context(), fake.LoopID, a)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	d := tried(run.Aspect{Text: "2 * n.VALUE + 1"})
	if d.Own == nil || d.Own.Problem != "" || d.Own.Error > 1e-9 || d.Own.Size != 5 || len(d.Own.Curve) == 0 || len(d.Own.Values) != len(d.Points) {
		t.Fatalf("the right one: %+v", d.Own)
	}
	for i, p := range d.Points {
		if *d.Own.Values[i] != p.Y {
			t.Errorf("%v is said of %+v", *d.Own.Values[i], p)
		}
	}
	if wrong := tried(run.Aspect{Text: "n.VALUE"}).Own; !(wrong.Error > 0.3) {
		t.Errorf("a wrong one has error %v", wrong.Error)
	}
	for _, text := range []string{"2 *", "m.VALUE", "Exp(2.0)"} {
		if own := tried(run.Aspect{Text: text}).Own; own.Problem == "" || own.Error.Finite() {
			t.Errorf("%s: %+v", text, own)
		}
	}
}

func TestDetailHasPointsAndCurve(t *testing.T) {
	l := started(t, fake.Project(t), &fake.Program{})
	fake.Wait(t, l)
	d, err := l.Detail(t.Context(), fake.LoopID, run.Aspect{})
	if err != nil || d.Axis.String() != "n.VALUE" || len(d.Points) != 12 {
		t.Fatalf("%+v %v", d, err)
	}
	for _, p := range d.Points {
		if p.Y != 2*p.X+1 || p.N != 3 {
			t.Errorf("point %+v", p)
		}
		if p.P == nil || *p.P-p.Y > 1e-9 || p.Y-*p.P > 1e-9 {
			t.Errorf("the expression is right, but says otherwise at %+v", p)
		}
	}
	for _, p := range d.Curve {
		if diff := p.Y - (2*p.X + 1); diff > 1e-9 || diff < -1e-9 {
			t.Errorf("the curve passes %+v", p)
		}
	}
	if len(d.Evidence) == 0 || d.Evidence[0].Training == nil || *d.Evidence[0].Training > 1e-9 || d.Evidence[0].Points != 12 || d.Evidence[0].Against == "" {
		t.Errorf("evidence %+v", d.Evidence)
	}
	if again, err := l.Detail(t.Context(), fake.LoopID, run.Aspect{}); err != nil || len(again.Evidence) == 0 || &again.Evidence[0] != &d.Evidence[0] {
		t.Errorf("the same state is examined again: %v", err)
	}
	if _, err := l.Detail(t.Context(), "_none", run.Aspect{}); err == nil {
		t.Error("detail of an element that does not exist")
	}
}

func TestOwnVariablesAreLearntWithAndSpelledOut(t *testing.T) {
	p := fake.Project(t)
	p.Config.Derive = map[string]string{"odd": "2 * n.VALUE + 1"}
	l := started(t, p, &fake.Program{})
	s := fake.Wait(t, l)
	if l.Board.Table(fake.LoopID).Column(model.Variable{Name: "odd", Char: model.ValueOf}) == nil {
		t.Fatal("the table has no column for the variable")
	}
	for _, e := range s.Elements {
		for _, proposal := range e.Proposals {
			if strings.Contains(proposal.StoEx, "odd") {
				t.Errorf("%s: the model does not know %q", e.ID, proposal.StoEx)
			}
		}
	}
}

func TestRepeatedRunsWithOneSeedAgree(t *testing.T) {
	var first []run.ElementState
	for range 2 {
		l := started(t, fake.Project(t), &fake.Program{})
		s := fake.Wait(t, l)
		if first == nil {
			first = s.Elements
			continue
		}
		for i, e := range s.Elements {
			if e.Best == nil || e.Best.StoEx != first[i].Best.StoEx || len(e.Proposals) != len(first[i].Proposals) {
				t.Errorf("%s: %v, then %v", e.ID, first[i].Best, e.Best)
			}
		}
	}
}

func TestProjectSaysWhyItCannotStart(t *testing.T) {
	full := fake.Project(t)
	for _, test := range []struct {
		rule   string
		change func(p *project.Project)
	}{
		{"no-elements", func(p *project.Project) { p.Elements, p.Chosen = nil, nil }},
		{"no-links", func(p *project.Project) { p.Chosen = nil }},
		{"empty-selection", func(p *project.Project) { p.Chosen, p.Config.Select.Services = nil, []string{"play"} }},
		{"no-launch", func(p *project.Project) { p.Config.Launch = nil }},
		{"no-folder", func(p *project.Project) {
			p.Config.Output = run.Output{File: filepath.Join(t.TempDir(), "nowhere", "x.repository")}
		}},
	} {
		p := *full
		test.change(&p)
		var problem model.Problem
		if err := p.Ready(); !errors.As(err, &problem) || problem.Rule != test.rule || problem.Hint == "" {
			t.Errorf("%s: %v", test.rule, err)
		}
	}
	if err := full.Ready(); err != nil {
		t.Error(err)
	}
}

var _ measure.Tool = (*fake.Program)(nil)

func TestWhoSaysEnoughSeesThatTheAnalysisIsFinishing(t *testing.T) {
	p := fake.Project(t)
	inLaunch, ending := make(chan struct{}), make(chan struct{})
	l := started(t, p, &fake.Program{Hold: func(ctx context.Context) { close(inLaunch); fake.UntilStopped(ctx); <-ending }})
	<-inLaunch
	if s := l.Snapshot(); s.Finishing {
		t.Error("finishing although nobody said so")
	}
	if err := l.Steer(t.Context(), run.Enough); err != nil {
		t.Fatal(err)
	}
	if s := l.Snapshot(); !s.Finishing || s.State != run.Running || s.Phase != "ending launch small" {
		t.Errorf("%s, finishing %v: %q", s.State, s.Finishing, s.Phase)
	}
	close(ending)
	if s := fake.Wait(t, l); s.Finishing || s.State != run.Finished || s.Reason != "finished early by you" {
		t.Errorf("%s, finishing %v: %q", s.State, s.Finishing, s.Reason)
	}
}

// slow is a program that takes its time to be made ready.
type slow struct {
	*fake.Program
	preparing, ready chan struct{}
}

func (s *slow) Prepare(ctx context.Context, o measure.Order) (measure.Preparation, error) {
	close(s.preparing)
	<-s.ready
	return s.Program.Prepare(ctx, o)
}

func TestAnAnalysisWithRecordsIsNotPreparing(t *testing.T) {
	tool := &slow{&fake.Program{}, make(chan struct{}), make(chan struct{})}
	l := started(t, fake.Project(t), tool)
	<-tool.preparing
	before := l.Snapshot().State
	l.meter.records.Add(1)
	if after := l.Snapshot().State; before != run.Preparing || after != run.Running {
		t.Errorf("%s before there was a record, %s after", before, after)
	}
	close(tool.ready)
	fake.Wait(t, l)
}
