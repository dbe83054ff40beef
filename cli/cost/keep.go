package cost

import (
	"context"
	"slices"

	"beagle/cli/app"
	"beagle/cost/kept"
	"beagle/internal/git"
	"beagle/model"
	"beagle/run"
)

// keep keeps what was learnt of methods as results of the commit that is checked out. What fails is a warning: the answer is there.
func keep(ctx context.Context, a *app.App, where string, all []method) {
	if err := keepAll(ctx, where, all); err != nil && ctx.Err() == nil {
		p := model.AsProblem(err, "kept")
		p.Severity = model.Warning
		a.Warn(p)
	}
}

func keepAll(ctx context.Context, where string, all []method) error {
	at, err := git.At(ctx, where)
	if err != nil {
		return err
	}
	book, err := kept.Open(kept.File())
	if err != nil {
		return err
	}
	defer book.Close()
	for i := range all {
		m := &all[i]
		if m.Final == nil {
			continue
		}
		one := kept.Result{StoEx: m.Final.StoEx, Formula: m.Final.Formula, Grows: m.Grows, Verdict: run.Trust(m.Verdict)}
		before, err := book.Inputs(at.Project, m.Method)
		if err != nil {
			return err
		}
		if one.At, err = m.means(before); err != nil {
			return err
		}
		if err := book.Keep(at, m.Method, one); err != nil {
			return err
		}
	}
	return nil
}

// means are the mean costs at inputs; at those of the answer where they are none of this method's.
func (m *method) means(at []map[string]any) (costs []kept.Cost, err error) {
	asked := make([]assignment, len(at))
	ours := len(at) > 0
	for i, inputs := range at {
		ours = ours && len(inputs) == len(m.Varied) && !slices.ContainsFunc(m.Varied, func(v varied) bool { return inputs[v.Name] == nil })
		if asked[i], err = assignmentOf(inputs); err != nil {
			return nil, err
		}
	}
	columns, err := m.columns(asked)
	if !ours || err != nil { // a text that was not measured this time
		for i := range m.At {
			costs = append(costs, kept.Cost{Inputs: m.At[i].Inputs, Mean: m.At[i].Mean, Low: m.At[i].MeanLow, High: m.At[i].MeanHigh})
		}
		return costs, nil
	}
	means, err := m.learnt.Means(columns)
	for i := range means {
		costs = append(costs, kept.Cost{Inputs: at[i], Mean: model.Figure(means[i].Value), Low: model.Figure(means[i].Low), High: model.Figure(means[i].High)})
	}
	return costs, err
}
