package tui

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"beagle/compare"
	"beagle/run"
	compareui "beagle/tui/compare"
	"beagle/tui/screen"
)

// changes are what a comparison may find.
func changes() *compare.Comparison {
	before, after := 1e-4, 2e-4
	return &compare.Comparison{
		Before: "2026-01-14-fileshare", After: "2026-01-15-fileshare", By: 0.1, Worse: 1, Changed: 1,
		Notes: []string{"in 2026-01-15-fileshare the machine was busy in 3 of 3 launches: times may differ for that reason alone"},
		Elements: []compare.Element{
			{ID: "_a", Kind: 1, Name: "digest", Component: "Upload", Service: "upload", Resource: "CPU", Outcome: compare.Same, Form: compare.Equal, After: compare.Side{Expression: "1E-6 * n.VALUE"}},
			{
				ID: "_b", Kind: 1, Name: "sort", Component: "Index", Service: "sort", Resource: "CPU", Outcome: compare.Worse, Form: compare.Numbers, Why: "2 times as much over the same inputs",
				Before: compare.Side{Expression: "1E-6 * n.VALUE", Mean: &before}, After: compare.Side{Expression: "2E-6 * n.VALUE", Mean: &after},
				Coefficients: []compare.Coefficient{{Before: run.Interval{Value: 1e-6, Low: 0.9e-6, High: 1.1e-6}, After: run.Interval{Value: 2e-6, Low: 1.9e-6, High: 2.1e-6}, Apart: true}},
				Cost:         &compare.Ratio{Ratio: 2, Smallest: 2, Largest: 2, Inputs: 9, Chance: 0.05}, Time: &compare.Ratio{Ratio: 2},
			},
		},
	}
}

func comparing(d *driver) { comparingOf(d, changes()) }

func comparingOf(d *driver, c *compare.Comparison) {
	d.app.screen = []screen.Screen{compareui.New(d.app.env, c)}
}

func TestWhatGotWorseStandsFirst(t *testing.T) {
	story(t, comparing, func(d *driver) {
		d.sees("┃ ✗ worse", "2 times as much over the same inputs", "1 worse, 0 better, of 2")
		d.press("/").write("same").sees("digest").press("esc").sees("✗ worse")
		if d.press("q"); !d.quit {
			t.Error("q did not leave")
		}
	})
}

func TestAllThatIsComparedOfAnElementIsReachedOnASmallScreen(t *testing.T) {
	story(t, comparing, func(d *driver) {
		d.size(40, 10)
		d.press("enter").press("G").sees("that reason alone").press("g").sees("sort CPU")
		d.press("right").sees("digest").press("esc").sees("Outcome", "digest")
	})
}

func TestAComparisonIsSortedAndExported(t *testing.T) {
	t.Chdir(t.TempDir())
	story(t, comparing, func(d *driver) {
		d.press("s").sees("Sorted by cost").press("s").sees("Sorted by name", "┃ · same")
		d.press("X").sees("written to beagle-compare-")
		if rows := exported(t, "beagle-compare-*.csv"); len(rows) != 3 || rows[1][0] != "same" || rows[2][6] != "2" {
			t.Errorf("exported %q", rows)
		}
	})
}

// past is what three runs learnt of the elements of changes.
func past() *compare.History {
	at := func(day int) time.Time { return time.Date(2026, 1, day, 9, 0, 0, 0, time.UTC) }
	of := changes().Sorted()
	return &compare.History{
		Model: "model/fileshare.repository",
		Runs:  []compare.Past{{ID: "2026-01-13-fileshare", Began: at(13), Total: new(0.75), Of: 2}, {ID: "2026-01-14-fileshare", Began: at(14), Total: new(0.75), Of: 2}, {ID: "2026-01-15-fileshare", Began: at(15), Total: new(1.0), Of: 2}},
		Elements: []compare.Course{
			{Element: of[0], At: []compare.Point{{Expression: "1E-6 * n.VALUE", Cost: new(0.5)}, {Expression: "1E-6 * n.VALUE", Cost: new(0.5)}, {Expression: "2E-6 * n.VALUE", Cost: new(1.0)}}},
			{Element: of[1], At: []compare.Point{{}, {Expression: "1E-6 * n.VALUE", Cost: new(1.0)}, {Expression: "1E-6 * n.VALUE", Cost: new(1.0)}}},
		},
	}
}

func remembering(d *driver) {
	d.app.screen = []screen.Screen{compareui.NewHistory(d.app.env, past(), "", func(before, after string) tea.Cmd {
		return screen.Say("compared " + before + " with " + after)
	})}
}

func TestAnyTwoRunsOfAHistoryAreCompared(t *testing.T) {
	story(t, remembering, func(d *driver) {
		d.sees("total ▆▆█ ×1.33, 3 runs", "▄▄█       ×2", " ██       ×1")
		d.press("c").sees("compared 2026-01-14-fileshare with 2026-01-15-fileshare")
		d.press("m", "left", "left").sees("run      2026-01-13-fileshare").press("c").sees("compared 2026-01-13-fileshare with 2026-01-15-fileshare")
		d.press("j").sees("no expression").press("/").write("worse").sees("1 of 2").press("esc")
	})
}

func TestAHistoryIsExportedARowForEachRunAndElement(t *testing.T) {
	t.Chdir(t.TempDir())
	story(t, remembering, func(d *driver) {
		d.press("X").sees("written to beagle-history-")
		if rows := exported(t, "beagle-history-*.csv"); len(rows) != 7 || rows[1][5] != "0.5" || rows[3][6] != "2E-6 * n.VALUE" {
			t.Errorf("exported %q", rows)
		}
	})
}
