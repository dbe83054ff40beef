package runs

import (
	"math"
	"strings"
	"testing"

	"beagle/internal/exposition"
	"beagle/model"
	"beagle/run"
)

func TestMetricsOfARunCountElementsByVerdictAndEscapeNames(t *testing.T) {
	demand := model.Element{ID: "_a#CPU", Kind: model.InternalAction, Name: `the "sort"`, Component: "Shop", Service: "order"}
	s := run.Snapshot{
		Run: "2026-11-30-shop", State: run.Finished, Model: `m\shop.repository`,
		Elements: []run.ElementState{
			{Element: demand, Samples: 12, Noise: -1, Optimal: true, Best: &run.Proposed{Error: 0.05}},
			{Element: model.Element{ID: "_b"}, Noise: 0.25},
		},
		Problems: []model.Problem{{Severity: model.Warning}, {Severity: model.Info}},
	}
	var out strings.Builder
	metrics(&exposition.Page{Out: &out}, &s)
	for _, want := range []string{
		`beagle_run_info{model="m\\shop.repository",run="2026-11-30-shop",state="finished"} 1`,
		`beagle_run_problems{model="m\\shop.repository",severity="warning"} 1`,
		`beagle_run_elements{model="m\\shop.repository",verdict="trust"} 1`,
		`beagle_run_elements{model="m\\shop.repository",verdict="not yet"} 1`,
		`element="_a#CPU",kind="internal-action",component="Shop",service="order",name="the \"sort\""} 12`,
		`name="the \"sort\""} 0.05`,
	} {
		if !strings.Contains(out.String(), want+"\n") {
			t.Errorf("%s is missing in\n%s", want, out.String())
		}
	}
	if n := strings.Count(out.String(), "beagle_element_noise_ratio{"); n != 1 {
		t.Errorf("%d values of noise, want the one that is known", n)
	}
	if !math.IsNaN(known(-1)) {
		t.Error("a number that is not known is one")
	}
}
