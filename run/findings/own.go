package findings

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"beagle/blackboard"
	"beagle/model"
	"beagle/model/adapter"
	"beagle/model/expression"
	"beagle/run"
	"beagle/statistics/dataset"
)

// own makes a proposal of a person's text, so that it is drawn and graded as those that were learnt are; nil: there
// is no text, or the problem says why it has no value.
func (t *texts) own(e *model.Element, text string) (*blackboard.Proposal, error) {
	reader, ok := t.sayer.Text.(adapter.Reader)
	switch {
	case text == "":
		return nil, nil //nolint:nilnil // nothing was written, which is no mistake
	case !ok:
		return nil, errors.New("expressions of this kind of model cannot be tried")
	case e.Kind != model.Branch:
		n, err := reader.Meaning(e, text)
		if err != nil {
			return nil, err
		}
		if e.Kind == model.InternalAction && t.rate != 1 { // work, but seconds were measured
			n = expression.Binary{Op: expression.Div, Left: n, Right: expression.Constant(t.rate)}
		}
		return &blackboard.Proposal{Element: e.ID, Expression: n}, nil
	}
	p := &blackboard.Proposal{Element: e.ID}
	for line := range strings.SplitSeq(text, "\n") {
		if _, err := strconv.ParseFloat(line, 64); err == nil {
			return nil, errors.New("probabilities say how often, not when: there is nothing to compare with single decisions")
		}
		n, err := reader.Meaning(e, line)
		if err != nil {
			return nil, err
		}
		p.Branches = append(p.Branches, blackboard.BranchProposal{Guard: n})
	}
	return p, nil
}

func tried(data *dataset.Data, kind model.Kind, p *blackboard.Proposal, problem error) *run.Own {
	out := &run.Own{Error: model.Unknown()}
	if problem != nil {
		out.Problem = problem.Error()
		return out
	}
	out.Size = sizeOf(p)
	if out.Error = errorOf(data, p, kind); !out.Error.Finite() {
		out.Problem = "it has no value at some of the inputs that were measured"
	}
	return out
}

func errorOf(data *dataset.Data, p *blackboard.Proposal, kind model.Kind) model.Figure {
	if data.Points() == 0 {
		return model.Unknown()
	}
	// Inputs with one value only are no columns of the data, but may be written.
	columns := slices.Clone(data.Columns)
	for _, c := range data.Table.Columns {
		if !slices.ContainsFunc(columns, func(known model.Column) bool { return known.Variable == c.Variable }) && len(c.Num) > 0 {
			c.Num = slices.Repeat(c.Num[:1], data.Points())
			columns = append(columns, c)
		}
	}
	said := evaluate(p, columns, data.Points())
	if said == nil {
		return model.Unknown()
	}
	if kind != model.Branch {
		return model.Figure(dataset.RelativeError(data, said))
	}
	wrong, all := 0.0, 0.0
	for i, y := range data.Y {
		all += data.Weight[i]
		if said[i] != y {
			wrong += data.Weight[i]
		}
	}
	return model.Figure(wrong / all)
}

func said(points []run.Point) []*float64 {
	out := make([]*float64, len(points))
	for i := range points {
		if p := points[i].P; p != nil && !math.IsInf(*p, 0) {
			out[i] = p
		}
	}
	return out
}

func sizeOf(p *blackboard.Proposal) int {
	if p.Expression != nil {
		return expression.Size(p.Expression)
	}
	size := 0
	for _, b := range p.Branches {
		if b.Guard != nil {
			size += expression.Size(b.Guard)
		}
	}
	return size
}
