package findings

import (
	"context"
	"math"
	"slices"

	"beagle/blackboard"
	"beagle/model"
	"beagle/run"
	"beagle/statistics/dataset"
	"beagle/statistics/robust"
)

// Detail is one element in depth.
func (f *Findings) Detail(ctx context.Context, id model.ElementID, look run.Aspect) (run.Detail, error) {
	e, err := f.Element(id)
	if err != nil {
		return run.Detail{}, err
	}
	data := f.Data.Data(e)
	table := asObserved(data)
	d := run.Detail{Element: id, Source: excerpt(e)}
	for i := range table.Columns {
		d.Variables = append(d.Variables, table.Columns[i].Variable)
		d.Inputs = append(d.Inputs, typical(&table.Columns[i]))
	}
	switch {
	case e.Kind == model.Branch:
		for i := range e.Branches {
			d.Categories = append(d.Categories, e.Branches[i].Name)
		}
		if none := float64(len(e.Branches)); slices.Contains(table.Target.Num, none) {
			d.Categories = append(d.Categories, "none of them")
		}
	case table.Target.Kind == model.Text:
		d.Categories = table.Target.Levels
	}
	best := preferred(f.Board, id)
	if best != nil && !look.Plain {
		d.Evidence = f.examiner.examine(ctx, e, f.current)
	}
	x := slices.IndexFunc(table.Columns, func(c model.Column) bool { return c.Variable == look.Axis })
	if x < 0 {
		x = axis(table, best)
	}
	own, problem := f.texts.own(e, look.Text)
	if look.Text != "" {
		d.Own = tried(data, e.Kind, own, problem)
	}
	if x < 0 {
		d.Points = points(table, nil, best)
	} else {
		f.over(&d, e, table, x, best, own)
		if look.Sliced {
			sliced(&d, table, x, best)
		}
	}
	if own != nil {
		d.Own.Values = said(points(table, nil, own))
	}
	return d, nil
}

// asObserved is the table that is learnt from, with rows that stand for as many observations as there were, however
// little these say (dataset.Prepare).
func asObserved(data *dataset.Data) *model.Table {
	t := *data.Table
	if m := data.Measured; m != nil && (data.Counted || !data.Noisy) && m.Rows() == t.Rows() {
		t.Weight = m.Weight
	}
	return &t
}

func (f *Findings) over(d *run.Detail, e *model.Element, table *model.Table, x int, best, own *blackboard.Proposal) {
	column := &table.Columns[x]
	d.Axis = column.Variable
	d.Points = points(table, table.Columns[x].Num, best)
	switch {
	case column.Kind == model.Text:
		d.Levels = column.Levels
	case column.Kind == model.Bool:
		d.Levels = []string{"false", "true"}
	case best != nil:
		d.Curve = curve(table, best, x)
		d.Rivals = f.rivals(e, table, x)
	}
	if own != nil && column.Kind == model.Number {
		d.Own.Curve = curve(table, own, x)
	}
}

const mostRivals = 2

func (f *Findings) rivals(e *model.Element, table *model.Table, x int) (all []run.Curve) {
	order := f.current(e).order
	proposals := f.Board.Proposals(e.ID)
	for place, i := range order {
		if place == 0 || i >= len(proposals) {
			continue
		}
		if place > mostRivals {
			break
		}
		if points := curve(table, &proposals[i], x); points != nil {
			all = append(all, run.Curve{Proposal: place, Points: points})
		}
	}
	return all
}

func typical(c *model.Column) run.Typical {
	low, high := bounds(c.Num)
	values := slices.DeleteFunc(slices.Clone(c.Num), math.IsNaN)
	t := run.Typical{Variable: c.Variable, Kind: c.Kind, Low: run.Finite(low), High: run.Finite(high)}
	if len(values) == 0 {
		return t
	}
	t.Middle = run.Finite(robust.Middle(values))
	t.Whole = !slices.ContainsFunc(values, func(v float64) bool { return v != math.Trunc(v) })
	if c.Kind != model.Number { // there is nothing between two names: the most frequent one
		count := map[float64]float64{}
		for _, v := range values {
			count[v]++
		}
		t.Middle = mostFrequent(count)
	}
	if at := int(t.Middle); c.Kind == model.Text && at >= 0 && at < len(c.Levels) {
		t.Text = c.Levels[at]
	}
	return t
}

func preferred(b *blackboard.Board, id model.ElementID) *blackboard.Proposal {
	v := b.Judgement(id).Verdict
	proposals := b.Proposals(id)
	if v == nil || v.Final < 0 || v.Final >= len(proposals) {
		return nil
	}
	return &proposals[v.Final]
}
