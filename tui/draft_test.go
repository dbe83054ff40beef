package tui

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"beagle/run"
	"beagle/run/draft"
	"beagle/tui/wizard"
)

// shelf is where a test's wizard keeps its draft.
type shelf struct{ kept []draft.Draft }

func (s *shelf) last() *draft.Draft {
	if len(s.kept) == 0 {
		return nil
	}
	d := s.kept[len(s.kept)-1]
	return &d
}

func (s *shelf) serve(opt *wizard.Options) {
	opt.Keep = func(d draft.Draft) error { s.kept = append(s.kept, d); return nil }
	opt.Drop = func() error { s.kept = nil; return nil }
}

func TestTheWizardGoesOnFromItsDraftInTheStepThatWasLeft(t *testing.T) {
	opt := emptyProject(t)
	var kept shelf
	kept.serve(&opt)
	story(t, setting(opt), func(d *driver) {
		d.press("enter", "j", "j", "space").sees("7 of 8 selected")
		d.press("enter", "e").press("tab", "ctrl+u").write("java demo.Other").press("enter")
		d.press("enter", "down", "tab", "ctrl+u").write("90")
	}) // the terminal is gone in the middle of a word
	opt.Draft = kept.last()
	story(t, setting(opt), func(d *driver) {
		d.sees("Continue your draft?", "Stopped at step 4, Timeout, just now.", "▸ g continue", "n start over")
		d.press("enter").sees("step 4 of 6", "from your draft", "● Use a set timeout.", "90")
		d.press("esc").sees("java demo.Other").press("esc").sees("7 of 8 selected")
		d.press("esc").sees("step 1 of 6", "model/fileshare.repository")
	})
}

func TestALaunchThatWasHalfEnteredIsInTheDraft(t *testing.T) {
	opt := emptyProject(t)
	var kept shelf
	kept.serve(&opt)
	story(t, setting(opt), func(d *driver) {
		d.press("enter", "enter", "a").write("large files").press("tab").write("java 'demo.")
	})
	opt.Draft = kept.last()
	story(t, setting(opt), func(d *driver) {
		d.press("g").sees("New launch configuration", "large files", "java 'demo.", "a quote is not closed")
		d.press("tab").write("Main'").press("enter").sees("step 3 of 6", "large files", "small files")
		if d := kept.last(); d.Launch != 0 || len(d.Config.Launch) != 2 {
			t.Errorf("kept %+v", d)
		}
	})
}

func TestWhoBeginsAnewForgetsTheDraft(t *testing.T) {
	opt := emptyProject(t)
	var kept shelf
	kept.serve(&opt)
	story(t, setting(opt), func(d *driver) { d.press("tab", "tab", "ctrl+u").write("src") })
	if opt.Draft = kept.last(); opt.Draft == nil || opt.Draft.Step != 1 {
		t.Fatalf("of what was typed in the first step there is %+v", opt.Draft)
	}
	story(t, setting(opt), func(d *driver) {
		d.press("n").sees("step 1 of 6", "src/main/java").misses("from your draft")
		if kept.last() != nil {
			t.Error("the draft is still there")
		}
	})
}

func TestNothingEnteredIsNoDraft(t *testing.T) {
	opt := emptyProject(t)
	var kept shelf
	kept.serve(&opt)
	story(t, setting(opt), func(d *driver) {
		d.press("tab", "tab", "f1", "esc", "ctrl+c")
		if !d.quit || kept.last() != nil {
			t.Errorf("left: %v, kept %+v", d.quit, kept.last())
		}
	})
	story(t, setting(opt), func(d *driver) {
		d.press("enter", "enter").sees("step 3 of 6")
		if kept.last() == nil {
			t.Error("how far one came is not kept")
		}
		if d.press("q"); !d.quit || kept.last() != nil {
			t.Errorf("left without a change: %v, kept %+v", d.quit, kept.last())
		}
	})
}

func TestLeavingSaysThatTheDraftIsKept(t *testing.T) {
	opt := emptyProject(t)
	for key, stays := range map[string]bool{"l": true, "x": false, "s": false} {
		var kept shelf
		kept.serve(&opt)
		story(t, setting(opt), func(d *driver) {
			d.press("enter", "enter", "d", "q").sees("They are kept as a", "▸ esc stay", "l leave, keep the draft", "x discard and leave")
			if d.press(key); !d.quit || (kept.last() != nil) != stays {
				t.Errorf("%s: left %v, kept %v", key, d.quit, kept.last() != nil)
			}
		})
	}
}

func TestADraftWhoseModelIsGoneSaysSoAndLosesNothing(t *testing.T) {
	opt := emptyProject(t)
	var kept shelf
	kept.serve(&opt)
	story(t, setting(opt), func(d *driver) { d.press("enter", "enter", "d", "u", "enter", "down") })
	draft := kept.last()
	draft.Config.Model = strings.Replace(draft.Config.Model, "fileshare", "gone", 1)
	opt.Draft = draft
	story(t, setting(opt), func(d *driver) {
		d.press("g").sees("step 1 of 6", "no such file", "from your draft")
		d.press("ctrl+u").write("model/fileshare.repository").press("enter").sees("step 2 of 6")
	})
}

func TestSettingsThatChangedSinceTheDraftAreNamed(t *testing.T) {
	opt := emptyProject(t)
	var kept shelf
	kept.serve(&opt)
	opt.Draft = &draft.Draft{Step: 3, Config: opt.Config, Began: opt.Config}
	opt.Stale = []string{"build", "seed"}
	story(t, setting(opt), func(d *driver) { d.sees("beagle.yaml has changed since (build, seed). Your values win.") })
}

func TestTheSettingsOfAStartedAnalysisAreKeptUntilTheyAreSaved(t *testing.T) {
	opt := emptyProject(t)
	var kept shelf
	kept.serve(&opt)
	story(t, setting(opt), func(d *driver) {
		d.press("enter", "n", "j", "j", "space", "enter", "enter", "enter", "enter", "enter").sees("preparing")
		if last := kept.last(); last == nil || last.Started != d.run.ID() {
			t.Errorf("kept %+v", last)
		}
	})
	opt.Draft = kept.last()
	story(t, setting(opt), func(d *driver) {
		d.sees("You started", "beagle.yaml does not have").press("g").sees("step 6 of 6", "1 resource demand")
		d.press("s").sees("Saved.").press("enter").sees("preparing")
		if kept.last() != nil {
			t.Error("what is saved is kept as a draft, too")
		}
	})
}

func TestThatNoDraftCanBeKeptIsSaidOnce(t *testing.T) {
	opt := emptyProject(t)
	opt.Keep = func(draft.Draft) error { return errors.New("the disk is full") }
	story(t, setting(opt), func(d *driver) {
		d.press("enter").sees("not kept as a draft: the disk is full")
		d.press("enter").misses("the disk is full").sees("step 3 of 6")
	})
}

func TestAFileOfSomebodyElseIsNotChangedUnasked(t *testing.T) {
	opt := emptyProject(t)
	saved := 0
	opt.Save = func(run.Config) error { saved++; return nil }
	opt.Replaces = func(run.Config) []string { return []string{"timeout.kind"} }
	story(t, setting(opt), func(d *driver) {
		d.press("enter", "enter", "enter", "down", "enter", "enter", "s").sees("Change beagle.yaml?", "Saving changes timeout.kind", "beagle.yaml.bak")
		d.press("esc").sees("step 6 of 6")
		if saved != 0 {
			t.Fatal("it was saved")
		}
		if d.press("s", "enter").sees("Saved."); saved != 1 {
			t.Errorf("saved %d times", saved)
		}
	})
}

// What is kept last is what was entered last, in whatever order commands run.
func TestTheNewestDraftWins(t *testing.T) {
	opt := emptyProject(t)
	var kept shelf
	kept.serve(&opt)
	story(t, setting(opt), func(d *driver) {
		d.press("tab", "tab", "ctrl+u").write("abcdefgh")
		time.Sleep(time.Second)
		if got := kept.last().Entered; !slices.Contains(got, "abcdefgh") {
			t.Errorf("kept %q", got)
		}
	})
}
