package tui

import (
	"testing"

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

func comparing(d *driver) {
	d.app.screen = []screen.Screen{compareui.New(d.app.env, changes())}
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
