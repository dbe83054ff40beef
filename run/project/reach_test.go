package project

import (
	"testing"

	"beagle/measure"
	"beagle/model"
)

func TestTryingALaunchOutSaysWhatItReached(t *testing.T) {
	p := &Project{
		Chosen: []model.Element{{ID: "_a", Name: "a"}, {ID: "_b", Name: "b"}, {ID: "_c", Name: "c", Service: "work"}},
		Order: measure.Order{Sections: []measure.Section{
			{Kind: measure.Demand, Element: "_a"}, {Kind: measure.LoopBody, Element: "_b"}, {Kind: measure.Transition, Element: "_c"},
		}},
	}
	reached := &reach{sections: make([]bool, 3)}
	reached.Events([]measure.Event{{Kind: measure.DemandCaptured, Section: 0}, {Kind: measure.LoopCounted, Section: 1}, {Kind: measure.ServiceLeft, Section: 2}, {Kind: measure.SectionEntered, Section: 99}})
	if n, got := reached.words(p); n != 2 || got != "It reached 2 of 3 elements. Not reached: work: c" {
		t.Errorf("got %q", got)
	}
}
