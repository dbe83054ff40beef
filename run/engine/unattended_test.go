package engine

import (
	"testing"

	"beagle/run"
	"beagle/run/internal/fake"
)

func TestWhatNobodyDecidedIsWrittenOnlyWhereThatIsAsked(t *testing.T) {
	p := fake.Project(t)
	l := started(t, p, &fake.Program{})
	fake.Wait(t, l)
	if problems := run.AcceptAll(t.Context(), l); len(problems) > 0 {
		t.Fatal(problems)
	}
	if w, err := l.Apply(t.Context(), run.Output{DryRun: true, Decided: true}); err != nil || w.Changed != 0 || w.Diff != "" {
		t.Errorf("%d expressions that nobody decided would be written, %v:\n%s", w.Changed, err, w.Diff)
	}
	if err := l.Decide(t.Context(), fake.LoopID, run.Decision{Choice: run.Accept}); err != nil {
		t.Fatal(err)
	}
	if w, err := l.Apply(t.Context(), run.Output{DryRun: true, Decided: true}); err != nil || w.Changed != 1 || w.Diff == "" {
		t.Errorf("%d expressions would be written, %v", w.Changed, err)
	}
	if w, err := l.Apply(t.Context(), run.Output{DryRun: true}); err != nil || w.Changed < 2 {
		t.Errorf("%d expressions would be written, %v", w.Changed, err)
	}
}
