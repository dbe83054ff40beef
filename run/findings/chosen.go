package findings

import (
	"fmt"
	"math"

	"beagle/model"
	"beagle/model/adapter"
	"beagle/run"
)

type accepted struct {
	element model.Element
	said    Rendering
	edited  bool
	state   run.ElementState
	index   int               // of the proposal as shown; -1: none
	mean    *run.MeasuredMean // that is written instead; nil: none
	samples int64             // observations that it was learnt from

	measured map[string]float64 // the largest value of each input that is a number
}

func (f *Findings) accepted(rate float64, decided bool) ([]accepted, error) {
	if rate <= 0 {
		rate = rateOf(f.Config)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []accepted
	all := f.Board.Elements()
	for i := range all {
		e := &all[i]
		samples := f.Board.Observations(e.ID)
		d, ok := f.decisions[e.ID]
		l := f.line(e)
		switch {
		case !ok || decided && d.Unattended:
		case d.Choice == run.Edit:
			out = append(out, accepted{element: *e, said: Rendering{Text: d.StoEx, Transitions: d.Transitions}, edited: true, state: l.state, index: -1, samples: samples})
		case d.Choice == run.TakeMean:
			if m := f.meanOf(e, rate); m != nil {
				out = append(out, accepted{element: *e, said: Rendering{Text: m.StoEx, Transitions: m.Transitions}, mean: m, state: l.state, index: -1, samples: samples})
			}
		case d.Choice == run.Accept:
			text, err := f.texts.say(e, d.Proposal, rate)
			if err != nil {
				return nil, fmt.Errorf("%q: %w", e.Name, err)
			}
			out = append(out, accepted{element: *e, said: text, state: l.state, index: l.state.Decision.Proposal, samples: samples, measured: f.measuredTo(e)})
		}
	}
	return out, nil
}

func (f *Findings) measuredTo(e *model.Element) map[string]float64 {
	all := map[string]float64{}
	columns := f.Data.Data(e).Table.Columns
	for i := range columns {
		if _, high := bounds(columns[i].Num); columns[i].Kind == model.Number && high > 0 && !math.IsInf(high, 0) {
			all[columns[i].Variable.String()] = high
		}
	}
	return all
}

// Learnt is the model's file with the judge's choice for every element, whatever people decided.
func (f *Findings) Learnt() ([]byte, error) {
	m, err := adapter.Read(f.Config.Model)
	if err != nil {
		return nil, err
	}
	var list []accepted
	f.mu.Lock()
	for i, all := 0, f.Board.Elements(); i < len(all); i++ {
		if said, ok := f.learnt(&all[i]); ok {
			list = append(list, accepted{element: all[i], said: said})
		}
	}
	f.mu.Unlock()
	mean := func(e *model.Element) *run.MeasuredMean { return f.meanInPlace(e, 0) }
	if list, _, err = withValues(m, list, f.Board.Elements(), instead{mean, f.passedBy}); err != nil {
		return nil, err
	}
	data, _, err := m.Calibrate(changesOf(list))
	return data, err
}

// learnt is what the model gets for an element that nobody decides on.
func (f *Findings) learnt(e *model.Element) (Rendering, bool) {
	v, proposals, grades := f.Board.Judgement(e.ID).Verdict, f.Board.Proposals(e.ID), f.Board.Judgement(e.ID).Grades
	means := f.Config.Quality.Write == run.WriteMeans
	if v != nil && v.Final >= 0 && v.Final < len(proposals) && !(means && f.below(e, v) != "") {
		for _, i := range ranked(len(proposals), v.Final, grades) {
			if i != v.Final && (i >= len(grades) || grades[i].Refused != "") {
				continue
			}
			if said, err := f.texts.say(e, i, f.texts.rate); err == nil {
				return said, true
			}
		}
	}
	if !means || !e.Unlearnt() {
		return Rendering{}, false
	}
	if m := f.meanOf(e, f.texts.rate); m != nil {
		return Rendering{Text: m.StoEx, Transitions: m.Transitions}, true
	}
	return Rendering{}, false
}

// Settled are the services, by their SEFFs, of which a demand that is written is learnt from the second halves of
// launches only, since the first halves took longer with the same inputs.
func (f *Findings) Settled() map[string]bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	all := map[string]bool{}
	for i, elements := 0, f.Board.Elements(); i < len(elements); i++ {
		e := &elements[i]
		v := f.Board.Judgement(e.ID).Verdict
		if e.Kind != model.InternalAction || v == nil || v.Final < 0 || v.HeldOut == nil || v.HeldOut.Early == nil {
			continue
		}
		if mean := f.Config.Quality.Write == run.WriteMeans && f.below(e, v) != ""; !mean {
			all[e.SEFF] = true
		}
	}
	return all
}
