// Package judge grades proposals, says when an analysis is finished and why, and picks
// the final expression of each element.
//
// What goes in is each element's proposals and its data; what comes out is a Ruling: a
// grade for every proposal, a verdict for every element, whether the analysis is
// finished, and what should be measured again. control asks the judge when no
// analyser can contribute, learn does so for a lone table, and the screens show what it
// said.
//
// Every element is assessed by itself, and from all of them follows whether the analysis is finished. It is one room, since all of it
// is one opinion: what a file finds out is a field of the same verdict, which the others read.
//
// The fitness is the description length in nats, less is better; only differences between
// proposals for the same element mean anything. The judge proposes nothing, deletes
// nothing and has no state: the same blackboard has the same verdict.
package judge

import (
	"context"
	"math"

	"beagle/blackboard"
	"beagle/internal/quantity"
	"beagle/model"
	"beagle/statistics/dataset"
)

// Judge is the final judge. New makes the one that there is; tests of the loop have others.
type Judge interface {
	// Judge is asked when no analyser can contribute. It grades every proposal
	// of every element; Finished ends the analysis.
	Judge(context.Context, View) (Ruling, error)
}

// View is what the judge sees of a blackboard.
type View interface {
	Elements() []model.Element                       // of the analysis, in the model's order
	Proposals(model.ElementID) []blackboard.Proposal // in the order in which they were made
	State(key string, into any) error                // a tool's private state; leaves into alone where there is none
	// Data are an element's measurements, made ready for learning.
	Data(*model.Element) *dataset.Data
}

// Elsewhere is a View that has elements looked at by others, many at a time, who
// come to the same opinions.
type Elsewhere interface {
	// Opinions are those on all elements; own is the text of the user's own fitness.
	Opinions(ctx context.Context, own string, look func(*model.Element, *dataset.Data) Opinion) ([]Opinion, error)
}

// Ruling is the outcome of one round of judging.
type Ruling struct {
	Finished bool                                   // no tool has anything left to do
	Reason   string                                 // why the analysis ends or goes on
	Grades   map[model.ElementID][]blackboard.Grade // parallel to the element's proposals
	Verdicts map[model.ElementID]blackboard.Verdict // one for each element that was judged
	Measure  []model.ElementID                      // to be measured again
	Asked    blackboard.Asked                       // how that goes on
}

// Options adjust the final judge. The zero value is what most people want.
type Options struct {
	// Fitness is the user's own measure instead of the description length.
	Fitness *Formula
	// Error and Total are the limits of the quality of an expression that predicts
	// launches: of the median error of single observations, and of what the
	// modelled total is beside the measured one, relative; 0: none.
	Error, Total float64
	// More is how often the judge may have the program measured again where
	// the measurements do not decide between two expressions; 0: never.
	More int
}

// The limits that are asked for where nobody says others. A median error of single
// observations of a half is three times that of a JVM's usual scatter; a total
// that is off by a third misleads whoever plans by it.
const (
	ErrorLimit = 0.5 // of Options.Error
	TotalLimit = 0.3 // of Options.Total
)

// launchApart is by how many times a launch may typically take as long, or as short, as
// what the others predict for it. Beyond it there is no level that one could write:
// a compiler that inlines in one launch and not in the next makes a factor of five
// (bench/learning, suite R), and which of them the next launch will be, nobody knows.
const launchApart = 2.5

// astray is how many times what they took may be predicted for observations that were left out because the
// program was warming up. It is slower then than the expression says, by a few times; what is predicted for it far
// above what it took goes astray on inputs that the program had: the root of a number that tests give up to 1E300.
const astray = 10

// New is the final judge. It has no state: what it says follows from the blackboard, so
// that an analysis that is resumed is judged as if it had never stopped.
func New(options Options) Judge { return final{options} }

// final is the Judge that New returns.
type final struct{ options Options }

// Judge grades each element by itself: neither its unit nor other elements that have no
// measurements have an influence on it.
func (j final) Judge(ctx context.Context, view View) (Ruling, error) {
	ruling := Ruling{
		Grades:   map[model.ElementID][]blackboard.Grade{},
		Verdicts: map[model.ElementID]blackboard.Verdict{},
	}
	elements := view.Elements()
	optimal := 0
	var asked blackboard.Asked
	if err := view.State(blackboard.AskedKey, &asked); err != nil {
		return Ruling{}, err
	}
	ruling.Asked = blackboard.Asked{Rounds: asked.Rounds + 1, Where: map[model.ElementID][]blackboard.Assigned{}}
	opinions, err := j.elsewhere(ctx, view)
	if err != nil {
		return Ruling{}, err
	}
	// Each element by itself, in the order of the model.
	for i := range elements {
		e := &elements[i]
		if err := ctx.Err(); err != nil {
			return Ruling{}, err
		}
		var opinion Opinion
		if opinions != nil {
			opinion = opinions[i]
		} else {
			opinion = Assess(e.Kind, view.Data(e), view.Proposals(e.ID), j.options.Fitness)
		}
		j.options.settle(&opinion.Verdict)
		ruling.Grades[e.ID], ruling.Verdicts[e.ID] = opinion.Grades, opinion.Verdict
		if opinion.Verdict.Optimal() {
			optimal++
		}
		// Measuring again is asked for as long as there are rounds left, wherever a place
		// would decide.
		if place := opinion.Verdict.Undecided.Numbers(); len(place) > 0 && asked.Rounds < j.options.More {
			ruling.Measure = append(ruling.Measure, e.ID)
			ruling.Asked.Where[e.ID] = place
		}
	}
	ruling.Finished = len(ruling.Measure) == 0
	ruling.Reason = reason(len(elements), optimal, len(ruling.Measure))
	return ruling, nil
}

// elsewhere are the opinions on all elements where others form them; nil: nobody does.
func (j final) elsewhere(ctx context.Context, view View) ([]Opinion, error) {
	others, ok := view.(Elsewhere)
	own, sayable := j.options.Fitness.Text()
	if !ok || !sayable {
		return nil, nil
	}
	return others.Opinions(ctx, own, func(e *model.Element, data *dataset.Data) Opinion {
		return Assess(e.Kind, data, view.Proposals(e.ID), j.options.Fitness)
	})
}

// below are the limits that an expression does not keep. The mean has to be known, and no
// launch may be of another kind than the others. Errors of single
// observations count where the expression misses something: what scatters by itself,
// as a cache's misses do, is no fault of it.
func (o Options) below(v *blackboard.Verdict) (all []blackboard.Below) {
	limit := func(broken bool, what blackboard.Quality, value, limit float64) {
		if broken {
			all = append(all, blackboard.Below{What: what, Value: model.Figure(value), Limit: limit})
		}
	}
	// How well the mean is known, and how few measurements there are.
	if v.Finding == blackboard.Saturated && !v.Inside().Finite() {
		limit(true, blackboard.SpareLimit, float64(v.Estimates), float64(v.Inputs))
	} else {
		limit(o.Total > 0 && !(float64(v.Inside()) <= o.Total), blackboard.MeanLimit, float64(v.Inside()), o.Total)
	}
	limit(v.Finding == blackboard.Few, blackboard.CountLimit, float64(v.Observations), fewObservations)
	if t := v.Taken; t != nil {
		limit(o.Total > 0 && !(math.Abs(float64(t.Beside)) <= o.Total), blackboard.TakenLimit, float64(t.Beside), o.Total)
	}
	f := v.HeldOut
	if f == nil { // too few to leave some out
		// Shares foretell no single decision: of four that are equally likely any guess misses three of four,
		// and the shares are still what happens.
		if v.Finding == blackboard.Misfits && !v.ByChance && o.Error > 0 && float64(v.Spread) > o.Error {
			all = append(all, blackboard.Below{What: blackboard.ErrorLimit, Value: v.Spread, Limit: o.Error})
		}
		return all
	}
	// What was held out. A total or an error that is no number breaks its limit, too.
	total := float64(usualTotal(f))
	limit(f.Launch > launchApart, blackboard.LaunchLimit, f.Launch, launchApart)
	if w := f.WarmUp; w != nil {
		limit(w.Modelled > astray*w.Measured, blackboard.AstrayLimit, w.Modelled/w.Measured, astray)
	}
	limit(o.Total > 0 && !(math.Abs(total) <= o.Total), blackboard.TotalLimit, total, o.Total)
	limit(v.Finding == blackboard.Misfits && !v.ByChance && o.Error > 0 && !(math.Abs(float64(f.Error)) <= o.Error), blackboard.ErrorLimit, float64(f.Error), o.Error)
	return all
}

// reason is why the analysis ends or measures again. How many elements can be trusted it does not count: that depends
// on warnings, too, which the judge does not know all of.
func reason(all, optimal, measure int) string {
	switch {
	case all == 0:
		return "there is no element to learn"
	case optimal == all:
		return "no expression can be improved"
	case measure > 0:
		return quantity.Plural(measure, "element is", "elements are") + " measured again"
	default:
		return "no further improvement found"
	}
}
