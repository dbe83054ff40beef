package campaign

import (
	"beagle/measure"
	"beagle/model"
)

// The elements of the tests: a demand and a loop of a service "work(n, name)".
var (
	inputs = []model.Input{{Name: "n", Index: 0, Type: "INT"}, {Name: "name", Index: 1, Type: "STRING"}}
	demand = model.Element{ID: "cpu", PCMID: "action", Kind: model.InternalAction, SEFF: "work", Service: "work", Inputs: inputs, Resource: model.Resource{Name: "CPU"}, Sections: code(10)}
	loop   = model.Element{ID: "loop", PCMID: "loop", Kind: model.Loop, SEFF: "work", Service: "work", Inputs: inputs, Sections: code(20)}
)

func code(at int) []model.Section { return []model.Section{{Unit: "demo.Work", First: at, Last: at}} }

// enterWork is the entry of work(n, name).
func enterWork(n float64, name string) []measure.Event {
	return []measure.Event{
		{Kind: measure.ServiceEntered},
		{Kind: measure.ParameterCaptured, Char: model.ValueOf, Value: model.NumberValue(n)},
		{Kind: measure.ParameterCaptured, Index: 1, Char: model.ValueOf, Value: model.TextValue(name)},
	}
}

var leaveWork = measure.Event{Kind: measure.ServiceLeft}
