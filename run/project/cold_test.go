package project

import (
	"fmt"
	"math"
	"testing"

	"beagle/measure"
	"beagle/measure/observed"
	"beagle/model"
)

// triedOnce is a launch in which demands ran so often, each starting at fifty times what it takes in the end.
func triedOnce(executions ...int) Tried {
	order := &measure.Order{Services: []measure.Service{{SEFF: "shop", Code: model.Section{Unit: "demo.Shop"}}}}
	for i := range executions {
		order.Sections = append(order.Sections, measure.Section{Element: model.ElementID(fmt.Sprint(i)), Kind: measure.Demand, Code: model.Section{Unit: "demo.Shop", First: 10 * i, Last: 10*i + 5}})
	}
	o := observed.New(order)
	o.Events([]measure.Event{{Kind: measure.ServiceEntered}})
	for i, times := range executions {
		for k := range times {
			wall := int64(1000 * (1 + 49/float64(1+k)))
			o.Events([]measure.Event{{Kind: measure.DemandCaptured, Section: int32(i), Wall: wall, Weight: 1}})
		}
	}
	o.Events([]measure.Event{{Kind: measure.ServiceLeft}})
	t := Tried{timed: map[model.ElementID][]observed.Timed{}}
	for i, one := range o.Result().Timed {
		t.timed[order.Sections[i].Element] = append(t.timed[order.Sections[i].Element], one)
	}
	return t
}

// Most of a library runs once or twice when its tests are tried: a method of 0.1 us was written as one of 118 us, since
// its class was loaded in it.
func TestWhatRanOnceInATrialIsTakenForWarmCodeAsOthersTell(t *testing.T) {
	means := Means([]Tried{triedOnce(1, 2, 40, 2000, 3000, 2000), triedOnce(2000, 1, 1, 1, 1, 2500)})
	for _, id := range []model.ElementID{"1", "2"} {
		if m := means[id]; math.Abs(m.Mean/1e-6-1) > 0.15 || !(m.Cold > 5) {
			t.Errorf("demand %s: %+v, want about a microsecond", id, m)
		}
	}
	if m := means["5"]; m.Cold != 0 || math.Abs(m.Mean/1e-6-1) > 0.1 {
		t.Errorf("one that ran often: %+v", m)
	}
}

func TestWhereTooFewDemandsRanOftenNothingIsSaidOfCold(t *testing.T) {
	if m := Means([]Tried{triedOnce(1, 2000, 2000)})["0"]; m.Cold != 0 || math.Abs(m.Mean/50e-6-1) > 0.01 {
		t.Errorf("%+v, want what it took", m)
	}
}
