package extension

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"beagle/blackboard"
	"beagle/extension/wire"
	"beagle/internal/safe"
	"beagle/model"
	"beagle/model/expression"
	"beagle/pcm/stoex"
)

const (
	maxProposals = 64
	maxText      = 10_000 // bytes of an expression
	maxNodes     = 2_000
	maxWhy       = 300
)

type scope struct {
	element *model.Element
	columns []model.Column
}

func (s scope) node(text string) (expression.Node, error) {
	if len(text) > maxText {
		return nil, fmt.Errorf("has %d bytes; at most %d are read", len(text), maxText)
	}
	parsed, err := stoex.Parse(plainExponents(text))
	if err != nil {
		return nil, fmt.Errorf("is no StoEx: `%s`: %w", safe.Clip(text), err)
	}
	n, err := stoex.ToNode(parsed, s.element.Inputs...)
	if err != nil {
		return nil, fmt.Errorf("`%s` cannot be learnt: %w", safe.Clip(text), err)
	}
	if size := expression.Size(n); size > maxNodes {
		return nil, fmt.Errorf("has %d nodes; at most %d are judged", size, maxNodes)
	}
	for _, v := range expression.Variables(n) {
		if !slices.ContainsFunc(s.columns, func(c model.Column) bool { return c.Variable == v }) {
			return nil, fmt.Errorf("`%s` uses the variable %s; there %s", safe.Clip(text), safe.Line(v.String()), s.variables())
		}
	}
	if _, err := expression.Compile(n, s.columns); err != nil {
		return nil, fmt.Errorf("`%s` cannot be computed: %w", safe.Clip(text), err)
	}
	return n, nil
}

// exponents are numbers as most languages print them, such as 1e-05.
var exponents = regexp.MustCompile(`(^|[^A-Za-z0-9_.])([0-9]+\.?[0-9]*)[eE]([+-]?)0*([0-9]+)`)

// plainExponents writes the exponents of numbers as StoEx has them, without leading zeros. Texts stay.
func plainExponents(text string) string {
	parts := strings.Split(text, `"`)
	for i := 0; i < len(parts); i += 2 {
		parts[i] = exponents.ReplaceAllString(parts[i], "${1}${2}E${3}${4}")
	}
	return strings.Join(parts, `"`)
}

func (s scope) variables() string {
	if len(s.columns) == 0 {
		return "are none"
	}
	list := make([]string, len(s.columns))
	for i, c := range s.columns {
		list[i] = c.Variable.String()
	}
	return "are " + strings.Join(list, ", ")
}

func (s scope) proposal(p *wire.Proposal) (blackboard.Proposal, error) {
	read := blackboard.Proposal{Why: safe.Line(p.Why[:min(len(p.Why), maxWhy)])}
	var err error
	switch branch := s.element.Kind == model.Branch; {
	case branch && p.Expression != "":
		return read, fmt.Errorf("has an expression; of a branch each of the %d transitions has a guard or a probability", len(s.element.Branches))
	case branch:
		read.Branches, err = s.transitions(p.Branches)
	case len(p.Branches) > 0:
		return read, fmt.Errorf("has transitions, but the element is no branch")
	default:
		read.Expression, err = s.node(p.Expression)
	}
	return read, err
}

func (s scope) transitions(list []wire.Transition) (read []blackboard.BranchProposal, err error) {
	if want := len(s.element.Branches); want > 0 && len(list) != want || len(list) < 2 {
		return nil, fmt.Errorf("has %d transitions; the branch has %d", len(list), want)
	}
	guards, sum := 0, 0.0
	for _, t := range list {
		switch {
		case t.Guard != "" && t.Probability == nil:
			guard, err := s.node(t.Guard)
			if err != nil {
				return nil, err
			}
			guards++
			read = append(read, blackboard.BranchProposal{Guard: guard})
		case t.Guard == "" && t.Probability != nil && *t.Probability >= 0 && *t.Probability <= 1:
			sum += *t.Probability
			read = append(read, blackboard.BranchProposal{Probability: *t.Probability})
		default:
			return nil, fmt.Errorf("has a transition without a guard or a probability from 0 to 1, or with both")
		}
	}
	switch {
	case guards != 0 && guards != len(list):
		return nil, fmt.Errorf("mixes guards and probabilities")
	case guards == 0 && math.Abs(sum-1) > 1e-6:
		return nil, fmt.Errorf("has probabilities that sum to %g, not 1", sum)
	}
	return read, nil
}

func (s scope) say(p *blackboard.Proposal) (said wire.Proposal, ok bool) {
	said = wire.Proposal{Analyser: p.Analyser, Why: p.Why}
	text := func(n expression.Node) string {
		printed, err := stoex.Print(n, stoex.PlaceOf(*s.element), s.element.Inputs...)
		ok = ok && err == nil
		return printed
	}
	ok = true
	if p.Expression != nil {
		said.Expression = text(p.Expression)
	}
	for _, b := range p.Branches {
		t := wire.Transition{}
		if b.Guard != nil {
			t.Guard = text(b.Guard)
		} else {
			t.Probability = &b.Probability
		}
		said.Branches = append(said.Branches, t)
	}
	return said, ok
}
