package simulation

import (
	"context"
	"fmt"

	"beagle/model"
	"beagle/pcm/stoex"
)

// Caller runs the only scenario of a program again and again, alone.
type Caller struct {
	engine *engine
	random bool
}

// NewCaller makes a caller.
func NewCaller(p *Program, seed uint64) *Caller {
	c := &Caller{engine: newEngine(p, seed, false)}
	for i := range p.Code {
		op := &p.Code[i]
		c.random = c.random || op.Kind == Choose || op.Expr != nil && op.Expr.Draws()
		for _, list := range [][]Binding{op.Inputs, op.Returns} {
			for _, b := range list {
				c.random = c.random || b.Expr.Draws()
			}
		}
	}
	for _, r := range p.Resources {
		c.random = c.random || r.Rate != nil && r.Rate.Draws()
	}
	return c
}

// drawn is how often a scenario in which something is random is run for its mean.
const drawn = 100

// Call runs the scenario: the expected time, one drawn time, and where the time goes, each place with all below it.
func (c *Caller) Call(values map[model.Variable]stoex.Val) (mean, draw float64, profile []Share, err error) {
	e := c.engine
	e.fatal, e.all = nil, nil
	clear(e.told)
	e.restart(0)
	e.until(context.Background(), defaultSteps)
	s := &e.program.Scenarios[0]
	runs := 1
	if c.random {
		runs = drawn
	}
	for i := range runs {
		t := e.take()
		t.begin(s, 0)
		for v, place := range s.Places {
			if value, given := values[v]; given {
				t.values[place] = value
			}
		}
		e.now, t.started, t.measured = 0, 0, true
		e.run(t)
		e.give(t)
		if e.fatal != nil {
			return 0, 0, nil, *e.fatal
		}
		if e.spent {
			return 0, 0, nil, s.Problem(model.Error, longRun, fmt.Sprintf("%d runs of it take more than %d operations", runs, defaultSteps), "lower the counts of its loops")
		}
		if i == 0 {
			draw = e.now
		}
		mean += e.now / float64(runs)
	}
	for _, n := range e.profile.nodes {
		profile = append(profile, Share{Op: n.op, Parent: n.parent, N: n.n, Time: n.time / float64(runs)})
	}
	for i := len(profile) - 1; i > 0; i-- { // children stand behind their parents
		profile[profile[i].Parent].Time += profile[i].Time
	}
	return mean, draw, profile, nil
}
