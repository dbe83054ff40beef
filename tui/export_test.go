package tui

import (
	"fmt"
	"strings"
	"testing"
)

func TestListsOfTheWizardAreExported(t *testing.T) {
	t.Chdir(t.TempDir())
	story(t, setting(emptyProject(t)), func(d *driver) {
		d.press("enter", "/").write("loop").press("enter", "X").sees("written to beagle-selection")
		if got := fmt.Sprint(exported(t, "beagle-selection-*.csv")); !strings.HasPrefix(got, "[[chosen element kind") || !strings.Contains(got, " loop ") || strings.Contains(got, " demand ") {
			t.Errorf("the selection that the filter shows: %q", got)
		}
		d.press("esc", "enter", "X").sees("written to beagle-launches")
		if got := exported(t, "beagle-launches-*.csv"); len(got) < 2 || got[0][1] != "command" {
			t.Errorf("launches: %q", got)
		}
	})
}

func TestProblemsAreFilteredAndExported(t *testing.T) {
	t.Chdir(t.TempDir())
	story(t, watching, func(d *driver) {
		d.run.Problems = unlinkedProblems(40)
		d.steps(35).press("tab").sees("40 × no link", "40 × few values").press("/").write("is:warning action03")
		d.sees("10 × no link").misses("few values").press("enter", "X").sees("written to beagle-problems")
		if got := exported(t, "beagle-problems-*.csv"); len(got) != 11 || got[1][0] != "warning" || got[1][1] != "link" {
			t.Errorf("problems: %q", got)
		}
		d.press("/").write("zzz").sees("No match").press("esc").sees("40 × few values").press("esc").sees("▸ Elements")
	})
}

func TestRunsThatTheFilterShowsAreExported(t *testing.T) {
	t.Chdir(t.TempDir())
	story(t, inhabited(t).home, func(d *driver) {
		d.press("/").write("2210").press("enter", "X").sees("written to beagle-runs")
		if got := exported(t, "beagle-runs-*.csv"); len(got) != 2 || got[0][0] != "run" || !strings.HasPrefix(got[1][0], "1999-12-31-2210") {
			t.Errorf("runs: %q", got)
		}
	})
}
