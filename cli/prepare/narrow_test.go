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
	short := project.Tried{Spent: map[model.ElementID]time.Duration{"d60": 10, "d61": 10}} // 20 ns in all, of demands that are nothing beside others
	if chosen = largest([]project.Tried{one, other, short}, elements); !slices.Equal(chosen.demands, []model.ElementID{"d0", "d1", "d2", "d3", "d4", "d60", "d61"}) {
		t.Errorf("with a short launch chosen are %v", chosen.demands)
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
	type steps = []*structure.Step
	step := func(id string, first, last int) *structure.Step {
		return &structure.Step{Kind: structure.Internal, ID: id, Link: &structure.Link{First: first, Last: last}}
	}
	extracted := func(bodies map[string]steps) *extract.Result {
		c := &structure.Component{}
		for id, body := range bodies {
			c.Services = append(c.Services, &structure.Service{ID: id, Body: &structure.Behaviour{Steps: body}})
		}
		return &extract.Result{Model: &structure.Model{Components: []*structure.Component{c}}}
	}
	before := extracted(map[string]steps{
		"told": {step("a", 0, 10), step("b", 20, 30), step("stays", 40, 50)}, "other": {step("c", 0, 10)}, "grows": {step("first", 0, 10), step("then", 20, 30), step("end", 40, 50)},
	})
	bodies := map[string]steps{
		"told": {step("whole", 0, 10), step("rest", 20, 30), step("stays", 40, 50)}, "other": {step("c", 0, 10)},
		"grows": {step("first", 0, 30), step("end", 40, 50)}, // the call between the two stays in the component
	}
	same := unchanged(before, extracted(bodies))
	if want := map[string]bool{"whole": false, "rest": false, "first": false, "stays": true, "c": true, "end": true}; !maps.Equal(same, want) {
		t.Errorf("as they were are %v", same)
	}
	var now []model.Element
	for seff, body := range bodies {
		for _, s := range body {
			now = append(now, model.Element{ID: model.ElementID(s.ID + "#CPU"), SEFF: seff, Kind: model.InternalAction})
		}
	}
	spent := map[model.ElementID]time.Duration{"a#CPU": 8, "b#CPU": 4, "stays#CPU": 2, "c#CPU": 1, "lost#CPU": 3, "first#CPU": 1, "then#CPU": 40, "end#CPU": 5}
	got := moved([]project.Tried{{Spent: spent}}, now, before, same)[0].Spent
	want := map[model.ElementID]time.Duration{"whole#CPU": 6, "rest#CPU": 6, "stays#CPU": 2, "c#CPU": 1, "lost#CPU": 3, "first#CPU": 41, "end#CPU": 5}
	if !maps.Equal(got, want) {
		t.Errorf("spent are %v, not %v", got, want)
	}
	if spent["a#CPU"] != 8 {
		t.Error("what the trial told has changed")
	}
}
