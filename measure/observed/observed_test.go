package observed

import (
	"slices"
	"testing"

	"beagle/measure"
	"beagle/model"
)

var order = measure.Order{
	Services: []measure.Service{
		{SEFF: "upload", Inputs: []model.Input{{Name: "file", Index: 0}}, Parts: []model.Input{{Name: "file.owner", Index: 0}}},
		{SEFF: "store"},
	},
	Sections: make([]measure.Section, 2),
}

func entered(service int32) measure.Event {
	return measure.Event{Kind: measure.ServiceEntered, Section: service}
}

func left(service int32) measure.Event {
	return measure.Event{Kind: measure.ServiceLeft, Section: service}
}

func TestEntriesFromOutsideAreToldFromServicesInsideOthers(t *testing.T) {
	o := New(&order)
	argument := measure.Event{Kind: measure.ParameterCaptured, Char: model.ByteSize, Value: model.NumberValue(7)}
	part := measure.Event{Kind: measure.ParameterCaptured, Char: model.ValueOf, Index: 1, Value: model.TextValue("me")}
	o.Events([]measure.Event{
		entered(0), argument, part,
		{Kind: measure.DemandCaptured, Section: 1},
		entered(1),
		left(0),          // an exception went through store
		left(1), left(0), // of executions that are not recorded
		entered(0), entered(1), left(1), entered(1), left(1), left(0),
		{Kind: measure.ServiceEntered, Section: 1, Thread: measure.Replayed},
	})
	got := o.Result()
	if len(got.Entries) != 1 || got.Entries[0].SEFF != "upload" || got.Entries[0].Count != 2 {
		t.Fatalf("entries are %+v", got.Entries)
	}
	values := got.Entries[0].Samples[0].Values
	if len(values) != 2 || values[model.Variable{Name: "file", Char: model.ByteSize}].Num != 7 || values[model.Variable{Name: "file.owner", Char: model.ValueOf}].Str != "me" {
		t.Errorf("arguments are %v", values)
	}
	if len(got.Nested) != 1 || got.Nested[0] != (Nesting{"upload", "store", 3, 0}) {
		t.Errorf("calls are %+v", got.Nested)
	}
	if got.Reached[0] || !got.Reached[1] {
		t.Errorf("reached %v", got.Reached)
	}
}

// A service that runs inside itself, by way of another one or of another implementation, was executed once: its time is
// that of the outer execution.
func TestRecursionIsOneExecution(t *testing.T) {
	of := order
	of.Services = append(slices.Clone(order.Services), measure.Service{SEFF: "upload", Code: model.Section{Of: "demo.Other"}}, measure.Service{SEFF: "disk"})
	of.Sections = []measure.Section{{}, {Service: 1}, {Service: 2}, {Service: 3}}
	section := func(number int32, wall int64) measure.Event {
		return measure.Event{Kind: measure.DemandCaptured, Section: number, Wall: wall}
	}
	o := New(&of)
	o.Events([]measure.Event{
		entered(0), entered(1), entered(0), entered(3), section(3, 2), left(3), section(0, 5), left(0), entered(2), section(2, 6), left(2), section(1, 20), left(1), section(0, 30), left(0),
		entered(1), section(1, 20), left(1),
	})
	got := o.Result()
	if len(got.Entries) != 2 || got.Entries[0].Count != 1 || got.Entries[0].Took != 30 || got.Entries[1].Took != 20 {
		t.Errorf("entries are %+v, %+v", got.Entries[0], got.Entries[1])
	}
	if want := []Nesting{{"store", "disk", 1, 2}, {"upload", "store", 1, 20}}; !slices.Equal(got.Nested, want) {
		t.Errorf("calls are %+v, want %+v", got.Nested, want)
	}
}

// A service that several classes implement has an entry for each: together they are one service.
func TestImplementationsAreOneServiceAndCountedByThemselves(t *testing.T) {
	disk, tape := model.Section{Unit: "demo.Disk", Of: "demo.Disk"}, model.Section{Unit: "demo.Tape", Of: "demo.Tape"}
	o := New(&measure.Order{Services: []measure.Service{{SEFF: "take"}, {SEFF: "put", Code: disk}, {SEFF: "put", Code: tape}}})
	o.Events([]measure.Event{
		entered(0), entered(1), left(1), left(0),
		entered(0), entered(2), left(2), entered(2), left(2), left(0),
		entered(1), left(1), entered(2), left(2),
	})
	got := o.Result()
	if len(got.Ways) != 2 || got.Ways[0] != (Way{"put", "demo.Disk", 2}) || got.Ways[1] != (Way{"put", "demo.Tape", 3}) {
		t.Errorf("implementations are %+v", got.Ways)
	}
	if len(got.Nested) != 1 || got.Nested[0] != (Nesting{"take", "put", 3, 0}) {
		t.Errorf("calls are %+v", got.Nested)
	}
	if len(got.Entries) != 2 || got.Entries[1].SEFF != "put" || got.Entries[1].Count != 2 {
		t.Errorf("entries are %+v", got.Entries)
	}
}

// An argument belongs to the execution that it was read in, also where another one has taken the place of
// that one's sample.
func TestArgumentsStayWithTheirExecutions(t *testing.T) {
	o := New(&order)
	argument := func(thread int64, x float64) measure.Event {
		return measure.Event{Kind: measure.ParameterCaptured, Thread: thread, Char: model.ValueOf, Value: model.NumberValue(x)}
	}
	enter := func(thread int64) measure.Event {
		return measure.Event{Kind: measure.ServiceEntered, Thread: thread}
	}
	for thread := range int64(maxSamples) {
		o.Events([]measure.Event{enter(thread + 1)})
	}
	for range 10 * maxSamples {
		o.Events([]measure.Event{enter(maxSamples + 1), argument(maxSamples+1, 1), {Kind: measure.ServiceLeft, Thread: maxSamples + 1}})
	}
	for thread := range int64(maxSamples) {
		o.Events([]measure.Event{argument(thread+1, 7)})
	}
	late := 0
	samples := o.Result().Entries[0].Samples
	for _, s := range samples {
		if s.Values[model.Variable{Name: "file", Char: model.ValueOf}].Num == 7 {
			late++
		}
	}
	if late > len(samples)/5 { // about a tenth are left of them
		t.Errorf("%d of %d samples have the argument of the few first executions", late, len(samples))
	}
}
