package findings

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"beagle/blackboard"
	"beagle/judge"
	"beagle/model"
	"beagle/model/adapter"
	"beagle/model/expression"
	"beagle/run"
	"beagle/statistics/calibration"
	"beagle/statistics/dataset"
	"beagle/statistics/selection"
)

// Sayer puts proposals into the text of a model.
type Sayer struct {
	Text    adapter.Expressions  // how the model's language says expressions
	Own     []blackboard.Derived // the user's own variables, which the model does not know
	Scatter string               // when demands get the distribution of their scatter, as in run.Config
}

// Rendering is a proposal in the text of the model.
type Rendering struct {
	Text        string               // as the model's language says it; empty: it cannot
	Transitions []run.ProposedBranch // of a branch, in place of Text
	Scatter     string               // how well the distribution fits, where there is one
}

// Say puts a proposal into text. Demands were learnt in seconds and are written as work: seconds times the processing
// rate. The data are what the proposal was learnt from: a demand, and a count that scatters, is said at the level
// that gives their totals, and nothing divides by an input that may be 0. nil: none.
func (s *Sayer) Say(e *model.Element, p *blackboard.Proposal, rate float64, data func() *dataset.Data) (Rendering, error) {
	if e.Kind == model.Branch {
		transitions, err := s.transitions(e, p.Branches)
		return Rendering{Transitions: transitions}, err
	}
	node := p.Expression
	if node != nil && data != nil {
		node = calibration.Expression(data(), node)
	}
	if m, ok := s.Text.(adapter.Means); ok && m.MeansOnly() && e.Kind == model.Loop && data != nil {
		node = mean(data(), node)
	}
	if data != nil && selection.Divides(node) {
		node = selection.WithoutPoles(data(), node)
	}
	node, err := s.spelledOut(node)
	if err != nil {
		return Rendering{}, err
	}
	if e.Kind == model.InternalAction && rate != 1 {
		node = expression.Simplify(expression.Binary{Op: expression.Mul, Left: expression.Constant(rate), Right: node})
	}
	say := s.Text.Say
	if averages, ok := s.Text.(adapter.Averages); ok && data != nil && calibration.RoundingMoves(data(), node) {
		say = averages.SayMean
	}
	text, err := say(e, node)
	if err != nil || data == nil || e.Kind != model.InternalAction || p.Expression == nil || !s.scatters(data, p.Expression) {
		return Rendering{Text: text}, err
	}
	scattered, ks, wasserstein := Scattered(s.Text, text, judge.Scatter(data(), p.Expression))
	if scattered == "" {
		return Rendering{Text: text}, nil
	}
	return Rendering{Text: scattered, Scatter: fmt.Sprintf("scatter %.2g off the data (KS), %.2g (Wasserstein)", ks, wasserstein)}, nil
}

func mean(d *dataset.Data, n expression.Node) expression.Node {
	if _, constant := n.(expression.Constant); !constant {
		return n
	}
	if mean, times := weighted(d.Table); times > 0 {
		return expression.Constant(mean)
	}
	return n
}

func (s *Sayer) scatters(data func() *dataset.Data, n expression.Node) bool {
	return s.Scatter == run.ScatterAlways || s.Scatter == run.ScatterAuto && judge.ScatterMatters(data(), n)
}

func (s *Sayer) transitions(e *model.Element, branches []blackboard.BranchProposal) ([]run.ProposedBranch, error) {
	if len(branches) != len(e.Branches) && len(branches) != len(e.Branches)+1 {
		return nil, fmt.Errorf("it describes %d transitions of %d", len(branches), len(e.Branches))
	}
	nodes, guarded := make([]expression.Node, len(branches)), false
	for i := range branches {
		var err error
		if nodes[i], err = s.spelledOut(branches[i].Guard); err != nil {
			return nil, err
		}
		guarded = guarded || nodes[i] != nil
	}
	var conditions []string
	if guarded {
		var err error
		if conditions, err = s.Text.SayGuards(e, nodes); err != nil {
			return nil, err
		}
	}
	// The last of one more is that none was taken: what the guards leave.
	if none := len(e.Branches); !guarded && len(branches) > none && branches[none].Probability > 0 {
		return nil, fmt.Errorf("in %.3g %% of the executions no transition was taken, and the model has none for that: give the branch a transition without steps", 100*branches[none].Probability)
	}
	var out []run.ProposedBranch
	for i := range e.Branches {
		b := run.ProposedBranch{ID: e.Branches[i].ID, Name: e.Branches[i].Name}
		if guarded {
			b.Condition = conditions[i]
		} else {
			probability := branches[i].Probability
			b.Probability = &probability
		}
		out = append(out, b)
	}
	return out, nil
}

func (s *Sayer) spelledOut(n expression.Node) (out expression.Node, err error) {
	if len(s.Own) == 0 || n == nil {
		return n, nil
	}
	out = expression.Map(n, func(n expression.Node) expression.Node {
		v, ok := n.(expression.Variable)
		i := slices.IndexFunc(s.Own, func(d blackboard.Derived) bool { return ok && d.Variable == v.Variable })
		switch {
		case i < 0:
			return n
		case s.Own[i].Definition == nil:
			err = errors.New(s.Own[i].Unsayable)
			return n
		}
		return s.Own[i].Definition
	})
	return out, err
}

// Scattered multiplies a demand by the distribution of single observations around it: one with two parameters, or
// bins where those are clearly closer to the data. ks and wasserstein are its distances from the data; the text is
// empty where nothing is known of the scatter.
func Scattered(text adapter.Expressions, trend string, r judge.Residual) (scattered string, ks, wasserstein float64) {
	if r.Deviation == 0 || trend == "" {
		return "", 0, 0
	}
	// That distance is chance in one of twenty samples of a logarithmic normal distribution (Smirnov 1948).
	chance := 1.36 / math.Sqrt(float64(max(r.Rows, 1)))
	if len(r.Bins) > 1 && r.BinsKS < r.KS/2 && r.KS > max(0.1, chance) {
		return text.SayScatter(trend, adapter.Scatter{Borders: r.Bins, Shares: r.Shares}), r.BinsKS, r.Wasserstein
	}
	return text.SayScatter(trend, adapter.Scatter{Mean: r.Mean, Deviation: r.Deviation}), r.KS, r.Wasserstein
}
