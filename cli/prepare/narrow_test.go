package prepare

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"beagle/measure/observed"
	"beagle/model"
	"beagle/run/project"
)

func TestTheServicesThatTakeMostOfTheTimeAreMeasured(t *testing.T) {
	demands := map[model.ElementID]string{}
	one := project.Tried{Spent: map[string]time.Duration{}, When: map[model.ElementID][]observed.Span{}}
	for i := range 100 { // each takes half as long as the one before
		seff, id := fmt.Sprint("s", i), model.ElementID(fmt.Sprint("d", i))
		demands[id] = seff
		one.When[id] = nil
		one.Spent[seff] = time.Hour >> i
	}
	one.When["loop"] = nil
	other := project.Tried{Spent: map[string]time.Duration{"s0": time.Minute}}
	chosen := largest([]project.Tried{one, other}, demands)
	if !slices.Equal(chosen.services, []string{"s0", "s1", "s2", "s3", "s4"}) || chosen.demands != 5 || chosen.share < mostTime || chosen.share > 0.99 {
		t.Errorf("chosen are %+v", chosen)
	}
	if in := chosen.in(other); in != float64(time.Minute) {
		t.Errorf("a launch spent %v in them", in)
	}
	for seff := range one.Spent { // of many that take as long not all are measured
		one.Spent[seff] = time.Second
		for i := range 5 {
			id := model.ElementID(fmt.Sprint(seff, " ", i))
			demands[id] = seff
			one.When[id] = nil
		}
	}
	if chosen = largest([]project.Tried{one}, demands); chosen.demands < mostMeasurable || chosen.demands > mostMeasurable+6 {
		t.Errorf("%d demands are chosen", chosen.demands)
	}
	if chosen = largest(nil, demands); len(chosen.services) != 0 {
		t.Errorf("of nothing, chosen are %+v", chosen)
	}
}
