package words

import (
	"testing"

	"beagle/model"
	"beagle/run"
)

func TestAFilterKnowsStatesAndNumbers(t *testing.T) {
	e := &run.ElementState{
		Element: model.Element{ID: "_a", Kind: model.Loop, Name: "eachFile", Component: "Compression"}, Samples: 40, Noise: -1,
		Best: &run.Proposed{Error: 0.07}, Undecided: "between two", Warnings: []string{"between two"},
	}
	for filter, want := range map[string]bool{
		"": true, "each": true, "each compression": true, "nobody": false,
		"is:undecided": true, "is:measure": true, "is:trust": false, "has:expression": true, "has:note": false, "is:nonsense": false,
		"error:>5%": true, "error:>10%": false, "error:<=0.07": true, "samples:<100": true, "samples:40": true, "samples:x": false, "noise:<10%": false,
		"is:undecided error:>5% each": true, "is:undecided error:>5% other": false, "is:loop": true,
	} {
		if got := Shows(e, filter); got != want {
			t.Errorf("%q: %v", filter, got)
		}
	}
}

func TestWhatWasMeasuredStandsFirst(t *testing.T) {
	elements := make([]run.ElementState, 5700)
	places := make([]int, len(elements))
	for i := range elements {
		elements[i].Kind, places[i] = model.InternalAction, i
	}
	for _, i := range []int{5000, 17, 3000} {
		elements[i].Samples = 5
	}
	ByKind.Sort(elements, places)
	if places[0] != 17 || places[1] != 3000 || places[2] != 5000 || places[3] != 0 {
		t.Errorf("%v", places[:4])
	}
}
