package tui

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"beagle/run"
	"beagle/run/folder"
	"beagle/tui/internal/fakerun"
	"beagle/tui/live"
	"beagle/tui/review"
	"beagle/tui/screen"
)

func TestAnExpressionIsAcceptedRejectedAndTakenBack(t *testing.T) {
	story(t, reviewing, func(d *driver) {
		d.sees("0 of 9 decided", "open").press("a").sees("accepted", "1 of 9 decided")
		if got := d.decision("_hash#CPU"); got.Choice != run.Accept || got.Proposal != 0 {
			t.Errorf("the run was told %+v", got)
		}
		d.press("x").sees("keep old", "2 of 9 decided")
		d.press("u").sees("1 of 9 decided").press("u").sees("0 of 9 decided")
		if got := d.decision("_hash#CPU"); got.Choice != run.Undecided {
			t.Errorf("after undo the run still has %+v", got)
		}
		d.press("u").sees("Can't undo: you have not decided anything.")
		d.press("a", "k", "a").sees("0 of 9 decided") // a decision moves on to the next row
	})
}

func TestAnAlternativeCanBeAccepted(t *testing.T) {
	story(t, reviewing, func(d *driver) {
		d.sees("proposal 1 of 2").press("right").sees("proposal 2 of 2", "0.0124").press("a")
		if got := d.decision("_hash#CPU"); got.Choice != run.Accept || got.Proposal != 1 {
			t.Errorf("the run was told %+v", got)
		}
		d.press("k", "right").sees("proposal 1 of 2")
	})
}

func TestWhatStoExCannotSayCannotBeAccepted(t *testing.T) {
	story(t, reviewing, func(d *driver) {
		d.press("/").write("sortIndex").press("enter", "a").sees("Can't accept: a logarithm is not in the portable part of StoEx").press("esc")
		d.press("G", "a").sees("this element has no expression")
	})
}

func TestAcceptAllLeavesDecisionsAlone(t *testing.T) {
	story(t, reviewing, func(d *driver) {
		d.press("x", "A").sees("6 expressions accepted")
		if got := d.decision("_hash#CPU"); got.Choice != run.Reject {
			t.Errorf("a rejected element became %+v", got)
		}
		d.press("A").sees("every element with an expression is decided")
	})
}

func TestAcceptAllLeavesToAPersonWhatIsBelowTheAskedQuality(t *testing.T) {
	r := fakerun.New(fakerun.Fileshare()).Finish()
	r.Below = "_hash#CPU"
	story(t, reviewingOf(r), func(d *driver) {
		d.press("A").sees("6 expressions accepted, 1 below the asked quality left")
		d.press("A").sees("Can't accept all: the rest is below the asked quality")
		d.press("g", "a")
		if got := d.decision("_hash#CPU"); got.Choice != run.Accept {
			t.Errorf("what a person accepts by itself became %+v", got)
		}
	})
}

func TestTheChangeMarksWhatToCheckAndSaysWhereTheFileBegins(t *testing.T) {
	r := fakerun.New(fakerun.Fileshare()).Finish()
	r.Below = "_hash#CPU"
	story(t, reviewingOf(r), func(d *driver) {
		d.press("A", "g", "a", "d").size(80, 60).sees("7 elements, 1 to check first (◆ ?); the lines of the XML file follow below", "◆ computeHash CPU", "✓ each", "The same change in the XML of the model file")
	})
}

func TestAnExpressionIsCheckedWhileItIsWritten(t *testing.T) {
	story(t, reviewing, func(d *driver) {
		d.press("e").sees("✓ valid", "Inputs   file.BYTESIZE", "file.BYTESIZE")
		d.write(" + (2").sees("✗ error", "a bracket is not closed")
		d.press("enter").sees("Can't accept: the expression is not valid yet")
		d.write(")").sees("✓ valid").press("enter").sees("edited", "Yours")
		if got := d.decision("_hash#CPU"); got.Choice != run.Edit || got.StoEx != "0.00035 + 1.2E-8 * file.BYTESIZE + (2)" {
			t.Errorf("the run was told %+v", got)
		}
		d.press("e").write("x").press("esc")
		if got := d.decision("_hash#CPU"); strings.Contains(got.StoEx, "x") {
			t.Error("a discarded text was kept")
		}
	})
}

func TestTransitionsAreEditedTogether(t *testing.T) {
	story(t, reviewing, func(d *driver) {
		d.press("G", "k", "k", "e").sees("large", "small", "✓ valid")
		d.press("ctrl+u").write("0.3").sees("cannot be mixed")
		d.press("tab", "ctrl+u").write("0.6").sees("sum to 0.9, not to 1")
		d.press("backspace").write("7").sees("✓ valid").press("enter")
		got := d.decision("_large")
		if got.Choice != run.Edit || len(got.Transitions) != 2 || *got.Transitions[1].Probability != 0.7 {
			t.Errorf("the run was told %+v", got)
		}
	})
}

func TestNothingIsWrittenBeforeThePersonSaysSo(t *testing.T) {
	story(t, reviewing, func(d *driver) {
		d.press("w").sees("accept an expression first")
		d.press("a", "d").sees("learnt for _hash#CPU").press("w").sees("a new file", "learnt for _hash#CPU")
		if len(d.run.Wrote) != 0 {
			t.Fatal("written before enter")
		}
		d.press("enter").sees("✓ Written: 1 value changed")
		if len(d.run.Wrote) != 1 || d.run.Wrote[0].File != "model/fileshare.calibrated.repository" || d.run.Wrote[0].Rate != 1 {
			t.Errorf("wrote %+v", d.run.Wrote)
		}
		if d.press("enter", "q"); !d.quit {
			t.Error("after writing, leaving still asks")
		}
	})
}

func TestTheModelItselfAndARateCanBeChosen(t *testing.T) {
	story(t, reviewing, func(d *driver) {
		d.press("a", "w", "down").sees("● the model itself", "kept as .bak")
		d.press("tab", "ctrl+u").write("no").press("enter").sees("the rate must be a number above 0")
		d.press("ctrl+u").write("2.5").press("enter").sees("✓ Written")
		if got := d.run.Wrote[0]; !got.InPlace || got.File != "" || got.Rate != 2.5 {
			t.Errorf("wrote %+v", got)
		}
	})
}

func TestWhyWritingFailedIsSaid(t *testing.T) {
	story(t, reviewing, func(d *driver) {
		d.press("a", "w")
		d.run.Fail = errBroken
		d.press("enter").sees("Nothing was written: the engine is broken")
	})
}

// What the run wrote by itself is written; what is decided since is not.
func TestWhatTheRunWroteBeforeIsNotAskedFor(t *testing.T) {
	r := fakerun.New(fakerun.Fileshare()).Finish()
	first := r.Snapshot().Elements[0].ID
	if err := r.Decide(t.Context(), first, run.Decision{Choice: run.Accept, Unattended: true}); err != nil {
		t.Fatal(err)
	}
	r.Standing = &run.Wrote{File: "model/fileshare.calibrated.repository", At: time.Unix(1, 0)}
	story(t, reviewingOf(r), func(d *driver) {
		if d.press("q"); !d.quit {
			t.Error("it asks for what was written")
		}
	})
	story(t, reviewingOf(r), func(d *driver) {
		d.press("f").misses("write the model first").press("j", "a", "q").sees("Leave without writing?")
	})
}

func TestLeavingWithUnwrittenDecisionsAsks(t *testing.T) {
	story(t, reviewing, func(d *driver) {
		d.press("a", "q").sees("Leave without writing?", "1 accepted expression was not written", "▸ esc stay")
		if d.press("esc"); d.quit {
			t.Fatal("esc left")
		}
		if d.press("q", "l"); !d.quit {
			t.Error("the answer did not leave")
		}
	})
	story(t, reviewing, func(d *driver) {
		if d.press("q"); !d.quit {
			t.Error("with nothing accepted, leaving asks")
		}
	})
}

func TestADecisionThatWasNotKeptIsSaid(t *testing.T) {
	story(t, reviewing, func(d *driver) {
		d.run.Fail = errBroken
		d.press("a").sees("Keeping the decision did not work: the engine is broken")
		d.sees("0 of 9 decided")
	})
}

func TestTheDashboardLeadsToTheReviewAndBack(t *testing.T) {
	story(t, watching, func(d *driver) {
		d.steps(3).press("r").sees("Can't review: the analysis is still running")
		d.finish().press("r").sees("0 of 9 decided").press("a", "esc").sees("✓ finished")
		d.press("q").sees("Leave without writing?")
	})
}

func TestAFileOfSomebodyElsesIsAskedAboutAndWritingIsUndone(t *testing.T) {
	story(t, reviewing, func(d *driver) {
		d.run.Occupied = "model/fileshare.calibrated.repository"
		d.press("a", "w", "enter").sees("Replace this file?", "esc keep it").press("esc")
		if len(d.run.Wrote) != 0 {
			t.Fatal("replaced although nobody said so")
		}
		d.press("enter", "r").sees("✓ Written")
		if len(d.run.Wrote) != 1 || !d.run.Wrote[0].Replace {
			t.Fatalf("wrote %+v", d.run.Wrote)
		}
		d.press("u").sees("✓ Undone", "What is written")
		if len(d.run.Wrote) != 0 {
			t.Error("it is still written")
		}
	})
}

func TestTheEditorCompletesNamesAndTriesWhatIsTyped(t *testing.T) {
	story(t, reviewing, func(d *driver) {
		d.size(120, 40).press("e").sees("Yours    cannot be tried")
		d.press("ctrl+u").write("0.0124").sees("Yours    error 62 % · size 1", "─ yours", "┄ best", "Best     error 4.3 %")
		d.write(" * by").sees("tab      file.BYTESIZE").press("tab").sees("0.0124 * file.BYTESIZE")
	})
}

func TestThePictureShowsRivalsAndOtherInputs(t *testing.T) {
	story(t, reviewing, func(d *driver) {
		d.size(120, 40).press("z", "o").sees("┄ 1 rival")
		d.press("i").sees("files.NUMBER_OF_ELEMENTS")
	})
}

func TestElementsStandInATreeAndEqualOnesTogether(t *testing.T) {
	story(t, reviewing, func(d *driver) {
		d.size(120, 40).press("t").sees("as a tree", "▾ Compression", "▾ compressAll", "deflate CPU")
		d.press("g", "o").misses("deflate CPU").sees("▸").press("o").sees("deflate CPU")
		d.press("t").sees("equal expressions together", "▸ demand  0.00035 + 1.2E-8 * file.BYTESIZE", "3 trust").misses("lookUpHash")
		d.press("g", "enter").sees("▾ demand", "lookUpHash")
		d.press("space", "a").sees("3 expressions accepted", "3 of 9 decided").press("u").sees("0 of 9 decided")
	})
}

func TestMarkedElementsAreDecidedOnTogether(t *testing.T) {
	story(t, reviewing, func(d *driver) {
		d.press("space", "space").sees("+✓ trust").press("esc").misses("+✓ trust")
		d.press("space", "space", "x").sees("2 elements keep their old values", "2 of 9 decided").misses("+✓")
	})
}

func TestEnterShowsTheElementAndDecidesNothing(t *testing.T) {
	story(t, reviewing, func(d *driver) {
		d.press("enter").sees("measured over the input").press("esc").sees("0 of 9 decided")
		if got := d.decision("_hash#CPU"); got.Choice != run.Undecided {
			t.Errorf("enter decided %+v", got)
		}
	})
}

func TestADecisionIsSaidAndWhatIsWrittenIsSaidBeforeItIs(t *testing.T) {
	story(t, reviewing, func(d *driver) {
		d.press("a").sees("computeHash CPU accepted. u: undo.").press("k", "a").sees("computeHash CPU is undecided again.")
		d.press("a", "x").sees("keeps its old value").press("w").sees("1 element; 1 keep the old value; 7 undecided", "→ 0.00035 + 1.2E-8 * file.BYTESIZE")
		if len(d.run.Wrote) != 0 {
			t.Error("written before enter")
		}
	})
}

func TestADecisionOfAnEarlierSessionIsUndone(t *testing.T) {
	r := fakerun.New(fakerun.Fileshare()).Finish()
	story(t, reviewingOf(r), func(d *driver) { d.press("a").wait(1).press("x").wait(1).press("A").sees("7 of 9 decided") })
	story(t, reviewingOf(r), func(d *driver) { // the latest first, and those together that were decided together
		d.press("u").sees("elements are undecided again", "2 of 9 decided")
		d.press("u").sees("is undecided again", "1 of 9 decided").press("u").sees("computeHash CPU is undecided again", "0 of 9 decided")
		d.press("u").sees("Can't undo: you have not decided anything.")
	})
}

func TestAnExpressionOfOnesOwnIsDrawnAndGraded(t *testing.T) {
	story(t, reviewing, func(d *driver) {
		d.press("e", "ctrl+u").write("0.002").press("enter", "k").sees("Yours    0.002", "error 62 % · size 1", "─ yours   ┄ best")
		d.press("enter").sees("Yours    0.002", "─ yours   ┄ best")
	})
}

func TestTheReportIsWrittenAndItIsSaidWhere(t *testing.T) {
	t.Chdir(t.TempDir())
	var fails error
	build := func(d *driver) {
		reviewing(d)
		d.app.screen = []screen.Screen{review.New(d.app.env, d.app.feed, review.Options{Report: func(context.Context, run.Run) ([]byte, error) { return []byte("<html>"), fails }})}
	}
	story(t, build, func(d *driver) {
		d.press("r").sees("written to beagle-report-20000101-000000.html")
		if page, err := os.ReadFile("beagle-report-20000101-000000.html"); string(page) != "<html>" {
			t.Errorf("wrote %q, %v", page, err)
		}
		fails = errors.New("the disk is full")
		d.wait(1).press("r").sees("Not written: the disk is full.")
	})
	story(t, reviewing, func(d *driver) { d.press("r").sees("Can't write the report: the report is not available here") })
}

// What was being typed when the connection was lost is there again; what was accepted or discarded is not.
func TestTextInTheEditorSurvivesTheEndOfTheScreens(t *testing.T) {
	var kept *folder.Typed
	r := fakerun.New(fakerun.Fileshare()).Finish()
	editing := func(d *driver) {
		d.run = r
		d.app.feed = live.New(d.app.env, d.run)
		d.app.screen = []screen.Screen{review.New(d.app.env, d.app.feed, review.Options{
			Typed: func(string) *folder.Typed { return kept }, KeepTyped: func(_ string, t *folder.Typed) { kept = t },
		})}
	}
	story(t, editing, func(d *driver) {
		d.press("e").write(" + 77")
		d.app.top().(screen.Ending).Ended() // as where the terminal vanishes
	})
	if kept == nil || len(kept.Lines) != 1 || !strings.HasSuffix(kept.Lines[0], "+ 77") {
		t.Fatalf("kept is %+v", kept)
	}
	story(t, editing, func(d *driver) {
		d.press("e").sees("+ 77", "From before the screens ended.").press("esc", "e").misses("+ 77")
	})
	if kept != nil {
		t.Errorf("what was discarded is kept: %+v", kept)
	}
}

func TestTheReviewSaysThatTheMachineWasBusy(t *testing.T) {
	story(t, reviewing, func(d *driver) {
		d.misses("demands unreliable")
		d.app.feed.Snapshot.Precision = &run.Precision{Demands: 1, Busy: 3, Machine: "busy in 3 of 3 launches"}
		d.size(100, 30).sees("demands unreliable: busy in 3 of 3 launches")
	})
}
