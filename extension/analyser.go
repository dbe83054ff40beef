package extension

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"beagle/analysers/analyser"
	"beagle/extension/wire"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
	"beagle/statistics/selection"
)

// maxRows bounds the rows that an analyser is sent, and maxValues all their values.
const (
	maxRows   = 5_000
	maxValues = 500_000
)

// Analyser is the analyser that an extension is, by what it said of itself.
func (x *Extension) Analyser(said wire.InitializeResult) (*analyser.Analyser, error) {
	a := &analyser.Analyser{Name: x.Name, Doc: x.Doc + " (extension)"}
	if said.Analyser != nil {
		a.Improves = said.Analyser.Improves
		for _, name := range said.Analyser.Kinds {
			var kind model.Kind
			if err := kind.UnmarshalText([]byte(name)); err != nil {
				return nil, x.wrong("it works on %v; there are %v", err, model.Kinds)
			}
			a.Kinds = append(a.Kinds, kind)
		}
	}
	told := false
	a.Run = func(ctx context.Context, pass *analyser.Pass) error {
		err := x.propose(ctx, pass)
		if errors.As(err, &gaveUpError{}) {
			if told {
				return nil // once is enough: the other elements go on without it
			}
			told = true
		}
		return err
	}
	return a, nil
}

// propose has the extension propose, and takes the proposals that can be read, with their numbers fitted to the data.
func (x *Extension) propose(ctx context.Context, pass *analyser.Pass) error {
	var result wire.ProposeResult
	if err := x.Call(ctx, wire.Propose, Request(pass), &result); err != nil {
		return err
	}
	s := scope{&pass.Element, pass.Data.Columns}
	if n := len(result.Proposals); n > maxProposals {
		return x.wrong("it proposed %d expressions at a time; at most %d are taken", n, maxProposals)
	}
	var wrong []string
	for i := range result.Proposals {
		p, err := s.proposal(&result.Proposals[i])
		if err != nil {
			wrong = append(wrong, fmt.Sprintf("its proposal %d %v", i+1, err))
			continue
		}
		p.Expression = fitted(pass.Data, p.Expression)
		pass.Propose(p)
	}
	if wrong != nil {
		return x.wrong("%s", strings.Join(wrong, "; "))
	}
	return nil
}

// fitSteps is how often the numbers of a proposal are moved.
const fitSteps = 12

// fitted is an expression with its estimated numbers where the data have them under Beagle's noise.
func fitted(d *dataset.Data, n expression.Node) expression.Node {
	if n == nil || d.Target.Kind != model.Number || !d.Noisy {
		return n
	}
	c := selection.Compare(d, []expression.Node{n}, true)
	if c.Noise == nil {
		return n
	}
	return regression.Readable(d, regression.TuneEstimates(d, n, c.Noise, fitSteps))
}

// Request is what an analyser is asked in a pass.
func Request(pass *analyser.Pass) wire.ProposeParams {
	params := wire.ProposeParams{Element: said(&pass.Element), Data: dataOf(pass.Data), Seed: pass.Seed}
	s := scope{&pass.Element, pass.Data.Columns}
	for i := range pass.Proposals {
		if p, ok := s.say(&pass.Proposals[i]); ok {
			params.Proposals = append(params.Proposals, p)
		}
	}
	return params
}

func said(e *model.Element) wire.Element {
	w := wire.Element{ID: string(e.ID), Kind: e.Kind.String(), Name: e.Name, Component: e.Component, Service: e.Service}
	for _, b := range e.Branches {
		w.Transitions = append(w.Transitions, b.Name)
	}
	return w
}

var kindNames = map[model.ValueKind]string{model.Number: "number", model.Bool: "bool", model.Text: "text"}

func dataOf(d *dataset.Data) wire.Data {
	rows := d.Points()
	most := min(maxRows, maxValues/(len(d.Columns)+2))
	every := max(1, (rows+most-1)/most)
	thin := func(values []float64) wire.Numbers {
		out := make(wire.Numbers, 0, rows/every+1)
		for i := 0; i < len(values); i += every {
			out = append(out, values[i])
		}
		return out
	}
	w := wire.Data{Columns: []wire.Column{}, Target: thin(d.Y), Weight: thin(d.Weight), Noisy: d.Noisy}
	w.LeftOut = rows - len(w.Target)
	if !math.IsNaN(d.Noise) {
		w.Noise = &d.Noise
	}
	for _, c := range d.Columns {
		w.Columns = append(w.Columns, wire.Column{Variable: c.Variable.String(), Kind: kindNames[c.Kind], Levels: c.Levels, Values: thin(c.Num)})
	}
	return w
}
