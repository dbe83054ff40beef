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

func TestTheDemandsThatTakeMostOfTheTimeAreMeasured(t *testing.T) {
	var elements []model.Element
	one := project.Tried{Spent: map[model.ElementID]time.Duration{}, When: map[model.ElementID][]observed.Span{}}
	for i := range 100 { // each takes half as long as the one before; two of a service
		id, seff := model.ElementID(fmt.Sprint("d", i)), fmt.Sprint("s", i/2)
		loop := model.ElementID(fmt.Sprint("loop", i))
		elements = append(elements, model.Element{ID: id, SEFF: seff, Kind: model.InternalAction}, model.Element{ID: loop, SEFF: seff, Kind: model.Loop})
		one.Spent[id] = time.Hour >> i
		one.When[id], one.When[loop] = nil, nil
	}
	delete(one.When, "loop1") // it did not run
	other := project.Tried{Spent: map[model.ElementID]time.Duration{"d0": time.Minute, "gone": time.Second}}
	chosen := largest([]project.Tried{one, other}, elements)
	if want := []string{"d0", "d1", "d2", "d3", "d4", "loop0", "loop2", "loop3", "loop4", "loop5"}; !slices.Equal(chosen.elements(), want) || chosen.share < mostTime || chosen.share > 0.99 {
		t.Errorf("chosen are %v with %v of the time", chosen.elements(), chosen.share)
	}
	if in := chosen.in(other); in != time.Minute {
		t.Errorf("a launch spent %v in them", in)
	}
	for i := range 2 * mostMeasurable { // of many that take as long not all are measured
		id := model.ElementID(fmt.Sprint("many", i))
		elements = append(elements, model.Element{ID: id, SEFF: "many", Kind: model.InternalAction})
		one.Spent[id] = time.Hour
	}
	if chosen = largest([]project.Tried{one}, elements); len(chosen.demands) != mostMeasurable {
		t.Errorf("%d demands are chosen", len(chosen.demands))
	}
	if chosen = largest(nil, elements); len(chosen.demands) != 0 {
		t.Errorf("of nothing, chosen are %+v", chosen)
	}
}
