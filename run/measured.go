package run

import (
	"fmt"
	"math"

	"beagle/internal/quantity"
	"beagle/model"
)

// MeasuredMean is a constant in the place of an expression that could not be learnt, or not well enough.
type MeasuredMean struct {
	StoEx       string           `json:"stoex,omitempty"`          // as the model's language says it; empty for a branch
	Transitions []ProposedBranch `json:"transitions,omitempty"`    // Branch: the share of each transition
	Mean        float64          `json:"mean"`                     // in the element's unit; of a branch, or of what is no number: 0
	Times       float64          `json:"times"`                    // executions that it is the mean of
	Records     int64            `json:"records,omitempty"`        // of these that were recorded one by one, and stand for the others; 0: all, or not known
	Error       float64          `json:"standard_error,omitempty"` // of the mean, in its unit, by what was recorded; 0: not known
	From        MeanFrom         `json:"from"`                     // in which measurements
}

// MeanFrom says which measurements a mean is of.
type MeanFrom string

// The measurements.
const (
	OwnMeasurements MeanFrom = "measurements"   // those that expressions are learnt from
	OtherLaunches   MeanFrom = "other launches" // those of the program, of a demand that drivers teach
	WhatIsPassed    MeanFrom = "what is passed" // of an argument that nothing is known of: what other calls of the service pass
)

// Words says for people what the mean is of.
func (m *MeasuredMean) Words() string {
	if m.From == WhatIsPassed {
		return "nothing was measured of this call's argument: what others pass in " + quantity.Plural(int64(m.Times+0.5), "execution", "executions") + " on average, or most often"
	}
	in := ""
	if m.From == OtherLaunches {
		in = " in launches of the program"
	}
	return "measured mean of " + quantity.Plural(int64(m.Times+0.5), "execution", "executions") + in + m.doubt()
}

// doubt says how badly a mean is known of few records, or of values of which few are much larger than most.
func (m *MeasuredMean) doubt() (said string) {
	const doubtful = 0.1
	switch {
	case m.Records == 1:
		said = ", of which one was recorded and stands for the others"
	case m.Records > 1:
		said = fmt.Sprintf(", of which %s were recorded and stand for the others", quantity.Count(m.Records))
	}
	if m.Error > doubtful*math.Abs(m.Mean) {
		said += fmt.Sprintf("; its standard error is %s, by the scatter of what was recorded", quantity.Percent(m.Error/math.Abs(m.Mean)))
	}
	return said
}

// Sampled says of how many observations something is known, and how many of these were recorded; 0: all.
func Sampled(samples, records int64) string {
	said := quantity.Plural(samples, "sample", "samples")
	if records > 0 {
		said += fmt.Sprintf(" (%s recorded)", quantity.Count(records))
	}
	return said
}

// Proposed is the mean in the form of a proposal, for screens that show one.
func (m *MeasuredMean) Proposed() *Proposed {
	return &Proposed{StoEx: m.StoEx, Transitions: m.Transitions, Analyser: ByMean, Size: 1, Why: fmt.Sprintf("%s; not learnt", m.Words())}
}

// ByMean stands where the name of an analyser does for expressions that were learnt.
const ByMean = "mean"

// ServiceTotal is what the demands of one service on one resource took in launches that did not teach, modelled and
// measured, in seconds.
type ServiceTotal struct {
	Component string       `json:"component"`          // entityName of the component
	Service   string       `json:"service"`            // name of the described signature
	Resource  string       `json:"resource,omitempty"` // what is demanded, e.g. CPU
	Elements  int          `json:"elements"`           // demands that were predicted
	Modelled  float64      `json:"modelled"`           // seconds that the expressions say in all
	Measured  float64      `json:"measured"`           // seconds that were measured in all
	Total     model.Figure `json:"total"`              // by how much the modelled one is beside the measured one, relative
}

// ServiceTotals are those of all services whose demands were predicted.
func ServiceTotals(elements []ElementState) (all []ServiceTotal) {
	type key struct{ seff, resource string }
	at := map[key]int{}
	for i := range elements {
		e := &elements[i]
		if e.Kind != model.InternalAction || e.HeldOut == nil {
			continue
		}
		k := key{e.SEFF, e.Resource.Name}
		place, known := at[k]
		if !known {
			place = len(all)
			at[k] = place
			all = append(all, ServiceTotal{Component: e.Component, Service: e.Service, Resource: e.Resource.Name})
		}
		s := &all[place]
		s.Elements++
		s.Modelled, s.Measured = s.Modelled+e.HeldOut.Modelled, s.Measured+e.HeldOut.Measured
		s.Total = model.Figure(s.Modelled/s.Measured - 1)
	}
	return all
}
