package prepare

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"beagle/extract"
	"beagle/extract/structure"
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

// Where calls turned out to stay in the component, what was many actions is one, which no launch has timed.
func TestWhatReplacesDemandsHasTheirTime(t *testing.T) {
	step := func(id string) *structure.Step { return &structure.Step{Kind: structure.Internal, ID: id} }
	before := &extract.Result{Model: &structure.Model{Components: []*structure.Component{{Services: []*structure.Service{
		{ID: "told", Body: &structure.Behaviour{Steps: []*structure.Step{step("a"), step("b"), step("stays")}}},
		{ID: "other", Body: &structure.Behaviour{Steps: []*structure.Step{step("c")}}},
	}}}}}
	var now []model.Element
	for id, seff := range map[model.ElementID]string{"whole#CPU": "told", "rest#CPU": "told", "stays#CPU": "told", "c#CPU": "other"} {
		now = append(now, model.Element{ID: id, SEFF: seff, Kind: model.InternalAction})
	}
	spent := map[model.ElementID]time.Duration{"a#CPU": 8, "b#CPU": 4, "stays#CPU": 2, "c#CPU": 1, "lost#CPU": 3}
	got := moved([]project.Tried{{Spent: spent}}, now, before)[0].Spent
	want := map[model.ElementID]time.Duration{"whole#CPU": 6, "rest#CPU": 6, "stays#CPU": 2, "c#CPU": 1, "lost#CPU": 3}
	if !maps.Equal(got, want) {
		t.Errorf("spent are %v, not %v", got, want)
	}
	if spent["a#CPU"] != 8 {
		t.Error("what the trial told has changed")
	}
}
