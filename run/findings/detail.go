package findings

import (
	"context"
	"io"
	"math"
	"os"
	"slices"
	"strings"

	"beagle/blackboard"
	"beagle/internal/charset"
	"beagle/model"
	"beagle/model/language"
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

// asObserved is the table that is learnt from, with rows that stand for as many observations as there were.
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

const (
	excerptBytes   = 8 << 20
	excerptContext = 6
	excerptLines   = 200
)

func excerpt(e *model.Element) run.Source {
	sections := e.Sections
	for i := range e.Branches {
		if s := e.Branches[i].Section; s != nil {
			sections = append(sections[:len(sections):len(sections)], *s)
		}
	}
	if len(sections) == 0 || sections[0].File == "" {
		return run.Source{}
	}
	file, err := os.Open(sections[0].File)
	if err != nil {
		return run.Source{}
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, excerptBytes))
	if err != nil {
		return run.Source{}
	}
	first, last := sections[0].First, sections[0].Last
	for _, s := range sections[1:] {
		if s.File == sections[0].File {
			first, last = min(first, s.First), max(last, s.Last)
		}
	}
	return cut(sections[0].File, charset.Decode(sections[0].File, data), first, last)
}

func cut(path string, source charset.Text, first, last int) run.Source {
	text := source.String
	inside := func(at int) int {
		if at < 0 {
			return len(text)
		}
		return at
	}
	start, end := inside(source.Offset(first)), inside(source.Offset(last))
	if l := language.Of(path); l != nil {
		end = l.StatementEnd(text, end)
	}
	lines := strings.Split(text, "\n")
	from, to := 1+strings.Count(text[:start], "\n"), 1+strings.Count(text[:end], "\n")
	begin := max(1, from-excerptContext)
	until := min(len(lines), to+excerptContext, begin+excerptLines-1)
	s := run.Source{File: path, First: begin, From: from, To: min(to, until)}
	for _, line := range lines[begin-1 : until] {
		line = strings.TrimSuffix(strings.ReplaceAll(line, "\t", "    "), "\r")
		s.Lines = append(s.Lines, strings.ToValidUTF8(line, "\uFFFD"))
	}
	return s
}
