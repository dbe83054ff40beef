package evidence

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"beagle/run"
	"beagle/tui/live"
	"beagle/tui/theme"
)

// "check: nothing left to learn" is no reason to check anything.
func TestTheVerdictSaysWhatToCheck(t *testing.T) {
	th := theme.New(true, false)
	e := run.ElementState{Best: &run.Proposed{}, Optimal: true, Note: "off by 0.2 %: nothing left to learn", Warnings: []string{"n was the same in all observations", "another"}}
	said := func() string { return ansi.Strip(strings.Join(Verdict(&th, &e, 80, 2), "\n")) }
	if got := said(); !strings.Contains(got, "check: n was the same in all observations") {
		t.Errorf("said %q", got)
	}
	e.Warnings = nil
	if got := said(); !strings.Contains(got, "trust: off by 0.2 %") {
		t.Errorf("said %q", got)
	}
	e.Optimal, e.Warnings = false, slices.Repeat([]string{"n was the same"}, 2)
	e.Note = "off by 40 %: something that matters is missing"
	if got := said(); !strings.Contains(got, "check: off by 40 %") {
		t.Errorf("said %q", got)
	}
}

// Where not everything fits, what to do stands before what is undecided.
func TestWhereToMeasureIsSaidInFewLines(t *testing.T) {
	th := theme.New(true, false)
	e := run.ElementState{Best: &run.Proposed{StoEx: "6.5E-5"}, Note: "off by 0.1 % where noise explains 0.3 %: two forms fit equally well", Undecided: "undecided between 6.5e-05 and 1.6e-06 * n: measure at n = 160, where they differ by 75 %"}
	got := strings.Join(strings.Fields(ansi.Strip(strings.Join(Brief(&th, &live.Feed{}, &e, 36, 5), "\n"))), " ")
	if !strings.Contains(got, "measure at n = 160, where they differ by 75 %") {
		t.Errorf("said %q", got)
	}
}
