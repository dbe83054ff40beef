package app

import (
	"beagle/blackboard"
	"beagle/model"
	"beagle/run"
)

// Element is what was learnt of one element. The id is the one of the
// action in the model file; key tells apart what one action carries: a demand
// per resource, an argument per characterisation.
type Element struct {
	ID string `json:"id"` // id of the action in the model file
	// Key: of the measured quantity, where several belong to one action: id, "#", resource or characterisation
	Key       model.ElementID `json:"key,omitempty"`
	Kind      model.Kind      `json:"kind"`                // what is measured of it
	Name      string          `json:"name"`                // entityName of the action
	Component string          `json:"component"`           // entityName of the component
	Service   string          `json:"service"`             // name of the described signature
	SEFF      string          `json:"seff,omitempty"`      // id of its service effect specification: a component may have several services of one name
	Resource  string          `json:"resource,omitempty"`  // what is demanded, e.g. CPU
	Unit      string          `json:"unit,omitempty"`      // of values and of the expression
	Parameter string          `json:"parameter,omitempty"` // of the called service, e.g. file.BYTESIZE
	Callee    string          `json:"callee,omitempty"`    // name of the called signature, of an argument
	Samples   int64           `json:"samples"`             // observations
	Records   int64           `json:"records,omitempty"`   // of these that were recorded one by one, and stand for the others; 0: all, or times
	Old       string          `json:"old,omitempty"`       // expression that the model has
	Final     *run.Proposed   `json:"final"`               // null: no expression
	// Written is what the model gets in place of a final that it cannot say.
	Written   *run.Proposed  `json:"written,omitempty"`
	Proposals []run.Proposed `json:"proposals"`       // all that were made for the element
	Noise     model.Figure   `json:"noise"`           // null: unknown
	Times     *run.Times     `json:"times,omitempty"` // demands: how they were taken, how launches differ
	Verdict   run.Trust      `json:"verdict"`         // trust, check, measure more, or not yet
	Notes     []string       `json:"notes,omitempty"` // what was done with the measurements, a sentence each
	Warnings  []string       `json:"warnings"`        // what to look at, a sentence each
	// HeldOut is how well the final expression predicts launches that did not
	// teach it: errors of single observations, totals in the unit.
	HeldOut *blackboard.HeldOut `json:"held_out,omitempty"`
	Below   string              `json:"below,omitempty"` // why it is not written unless a person says so
	// MeasuredMean is the constant that the model gets in place of an expression; it is not learnt.
	MeasuredMean *run.MeasuredMean  `json:"measured_mean,omitempty"`
	Within       *blackboard.Within `json:"within,omitempty"`    // up to where it may be used, of what is written for a range only
	Undecided    string             `json:"undecided,omitempty"` // of the warnings: between what, and where to measure
	Evidence     []run.Evidence     `json:"evidence,omitempty"`  // of the first proposals, in their order
}

// Of is what was learnt of an element of an analysis.
func Of(e *run.ElementState) Element {
	r := Element{
		ID: e.PCMID, Key: e.ID, Kind: e.Kind, Name: e.Name, Component: e.Component, Service: e.Service, SEFF: e.SEFF,
		Resource: e.Resource.Name, Callee: e.Callee, Samples: e.Samples, Records: e.Records, Old: e.Old, Final: e.Best, Noise: model.Figure(e.Noise),
		Proposals: append([]run.Proposed{}, e.Proposals...), Times: e.Times, Verdict: e.Trust(), Notes: e.Notes, Warnings: e.Warnings, Undecided: e.Undecided,
		HeldOut: e.HeldOut, Below: e.Below, MeasuredMean: e.Measured, Within: e.Within,
	}
	if r.ID == "" {
		r.ID = string(e.ID)
	}
	if e.Kind == model.InternalAction {
		r.Unit = "s"
	}
	if e.Argument.Name != "" {
		r.Parameter = e.Argument.String()
	}
	if at := run.Writable(e); at > 0 && e.Best != nil && e.Best.Unsayable != "" && e.Below == "" {
		r.Written = &e.Proposals[at]
	}
	if e.Noise < 0 {
		r.Noise = model.Unknown()
	}
	if r.Warnings == nil {
		r.Warnings = []string{}
	}
	return r
}
