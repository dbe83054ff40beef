package findings

import (
	"slices"
	"testing"

	"beagle/model"
	"beagle/model/adapter"
	"beagle/run"
)

// chained is a model in which an element has a value only as long as what it asks for is among
// the changes.
type chained struct {
	adapter.Model
	asks  map[model.ElementID]model.ElementID
	asked *int // how often all changes were looked at
}

func (c chained) Unpassed(changes []adapter.Change) (all []adapter.Lacking, err error) {
	*c.asked++
	for i := range changes {
		id := changes[i].Element.ID
		given := func(other adapter.Change) bool { return other.Element.ID == c.asks[id] }
		if changes[i].Expression != "mean" && c.asks[id] != "" && !slices.ContainsFunc(changes, given) {
			all = append(all, adapter.Lacking{Problem: model.Problem{Element: id, Message: "it asks"}, Calls: []model.Element{{ID: c.asks[id]}}})
		}
	}
	return all, nil
}

func TestWhatNoCallerGivesAValueForIsNotWritten(t *testing.T) {
	m := chained{asks: map[model.ElementID]model.ElementID{"_demand": "_argument", "_argument": "_gone", "_theirs": "_gone"}, asked: new(int)}
	list := func() (all []accepted) {
		for _, id := range []model.ElementID{"_demand", "_argument", "_theirs", "_constant"} {
			kind := model.InternalAction
			if id == "_argument" {
				kind = model.CallParameter
			}
			all = append(all, accepted{element: model.Element{ID: id, Kind: kind}, said: Rendering{Text: "x"}, edited: id == "_theirs"})
		}
		return all
	}
	nothing := func(model.ElementID, model.Variable, *model.Element) *run.MeasuredMean { return nil }
	none := instead{func(*model.Element) *run.MeasuredMean { return nil }, nothing}
	kept, told, err := withValues(m, list(), nil, none)
	if err != nil || len(kept) != 2 || kept[0].element.ID != "_theirs" || kept[1].element.ID != "_constant" || len(told) != 2 {
		t.Errorf("kept %v, told %v, %v", kept, told, err)
	}
	mean := instead{func(*model.Element) *run.MeasuredMean { return &run.MeasuredMean{StoEx: "mean"} }, nothing}
	kept, told, err = withValues(m, list(), nil, mean)
	if err != nil || len(kept) != 4 || kept[1].said.Text != "mean" || kept[0].said.Text != "x" || kept[2].said.Text != "x" || len(told) != 1 {
		t.Errorf("kept %v, told %v, %v", kept, told, err)
	}
	chosen := []model.Element{{ID: "_gone", Kind: model.CallParameter}}
	kept, told, err = withValues(m, list(), chosen, none)
	if err != nil || len(kept) != 4 || len(told) != 0 {
		t.Errorf("where the argument was chosen: kept %v, told %v, %v", kept, told, err)
	}
	none.passed = func(model.ElementID, model.Variable, *model.Element) *run.MeasuredMean {
		return &run.MeasuredMean{StoEx: "7", From: run.WhatIsPassed}
	}
	for _, chosen := range [][]model.Element{chosen, nil} {
		kept, told, err = withValues(m, list(), chosen, none)
		if err != nil || len(kept) != 5 || kept[4].element.ID != "_gone" || kept[4].said.Text != "7" || len(told) != 1 || told[0].Rule != "typical-argument" {
			t.Errorf("where others pass a value, chosen %v: kept %v, told %v, %v", chosen, kept, told, err)
		}
	}
}

// The model is changed and read again for each look, which takes seconds where it is large.
func TestWhatAsksForNothingThatIsMissingIsLookedAtOnce(t *testing.T) {
	m := chained{asks: map[model.ElementID]model.ElementID{"_demand": "_argument"}, asked: new(int)}
	list := []accepted{{element: model.Element{ID: "_demand"}}, {element: model.Element{ID: "_argument", Kind: model.CallParameter}}}
	if kept, told, err := withValues(m, list, nil, instead{}); err != nil || len(kept) != 2 || len(told) != 0 || *m.asked != 1 {
		t.Errorf("looked at %d times, kept %v, told %v, %v", *m.asked, kept, told, err)
	}
}
