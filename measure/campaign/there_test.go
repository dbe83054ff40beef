package campaign

import (
	"strings"
	"testing"

	"beagle/blackboard"
	"beagle/measure"
	"beagle/model"
)

func TestWhatWouldDecideIsRefusedWhereNoLaunchCanComeNearIt(t *testing.T) {
	number := blackboard.Assigned{Variable: model.Variable{Name: "n"}, Value: 1200}
	name := blackboard.Assigned{Variable: model.Variable{Name: "kind"}, Text: "zip"}
	ranged := []measure.Launch{{Vary: map[string][]string{"size": {"10..10000"}}}}
	fixed := []measure.Launch{{Vary: map[string][]string{"size": {"10", "20"}}}}
	at := func(place ...blackboard.Assigned) *blackboard.Verdict {
		return &blackboard.Verdict{Undecided: &blackboard.Undecided{Place: place}}
	}
	for _, c := range []struct {
		verdict  *blackboard.Verdict
		launches []measure.Launch
		refused  string
	}{
		{at(number, name), ranged, ""},
		{at(number), fixed, "nothing in its command varies"},
		{at(name), ranged, "no number"},
		{&blackboard.Verdict{}, ranged, "nothing undecided"},
		{nil, ranged, "nothing undecided"},
	} {
		place, err := Decides(c.verdict, c.launches)
		if c.refused == "" && (err != nil || len(place) != 1) || c.refused != "" && (err == nil || !strings.Contains(err.Error(), c.refused)) {
			t.Errorf("%+v with %+v: %v, %v, want %q", c.verdict, c.launches, place, err, c.refused)
		}
	}
}
