package judge

import (
	"fmt"
	"math"
	"strings"

	"beagle/blackboard"
	"beagle/internal/registry"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/codelength"
	"beagle/statistics/dataset"
)

// Measure is a fitness function that is no formula: a grade for each proposal for
// an element of a kind; lower is better, +Inf unsuitable.
type Measure func(model.Kind, []Rated) ([]float64, error)

// Measures are the fitness functions that judge.fitness may name.
var Measures registry.Registry[Measure]

// Rated is what a fitness function sees of a proposal.
type Rated struct {
	Text  string  // the expression; a branch's guards one a line
	Error float64 // relative error on the data
	Size  int     // nodes
	Depth int     // of the expression's tree
	Cost  float64 // description length of the expression alone, nats
}

// rate is what fitness functions see of a proposal.
func rate(data *dataset.Data, p *blackboard.Proposal, g *blackboard.Grade) Rated {
	r := Rated{Error: g.RelativeError, Size: g.Size, Depth: expression.Depth(p.Expression)}
	if p.Expression != nil {
		r.Text = expression.String(p.Expression)
		r.Cost = codelength.Length(p.Expression, len(data.Columns), data.Points())
		return r
	}
	r.Cost = branchLength(data, p.Branches)
	for _, b := range p.Branches {
		r.Depth = max(r.Depth, expression.Depth(b.Guard))
		if r.Text += expression.String(b.Guard) + "\n"; b.Guard == nil {
			r.Text = strings.TrimSuffix(r.Text, "nothing\n") + fmt.Sprintf("%g\n", b.Probability)
		}
	}
	return r
}

// measured grades with a measure that is no formula: rated are the proposals at places, and
// the measure answers with as many values. Where it fails nothing is changed.
func (f *Formula) measured(kind model.Kind, rated []Rated, places []int, grades []blackboard.Grade) error {
	if len(rated) == 0 {
		return nil
	}
	fitness, err := f.measure(kind, rated)
	if err != nil {
		return err
	}
	for k, i := range places {
		if grades[i].Fitness = fitness[k]; math.IsInf(fitness[k], 0) || math.IsNaN(fitness[k]) {
			grades[i].Fitness, grades[i].Refused = math.Inf(1), "the fitness function finds it unsuitable"
		}
	}
	return nil
}
