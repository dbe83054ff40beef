package links

import (
	"testing"

	"beagle/model"
)

func TestLinksByNameSayWhatStandsInsideWhat(t *testing.T) {
	steps := []model.Step{
		{ID: "_first", Kind: model.StepInternal},
		{ID: "_loop", Kind: model.StepLoop, Inner: []model.Behaviour{{ID: "_body", Steps: []model.Step{{ID: "_inside", Kind: model.StepInternal}}}}},
		{ID: "_last", Kind: model.StepInternal},
	}
	file := ByName([]model.Service{{SEFF: "_s", Component: "Sorter"}}, func(string) []model.Step { return steps })
	at := map[string]Link{}
	for _, l := range file.Links {
		if l.First.Unit != "Sorter" {
			t.Errorf("%s stands in %s", l.Element, l.First.Unit)
		}
		at[l.Element] = l
	}
	within := func(inner, outer string) bool {
		return at[outer].First.Offset <= at[inner].First.Offset && at[inner].First.Offset <= at[outer].Last.Offset
	}
	for inner, want := range map[string]bool{"_first": false, "_inside": true, "_last": false} {
		if within(inner, "_body") != want || !within(inner, "_s") {
			t.Errorf("%s stands in the body: %v, in the service: %v", inner, within(inner, "_body"), within(inner, "_s"))
		}
	}
}
