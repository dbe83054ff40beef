package cost

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"beagle/cli/app"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/model"
	"beagle/model/expression"
	"beagle/run"
	"beagle/statistics/robust"
	"beagle/tui/plot"
	"beagle/tui/theme"
)

// print shows what was learnt to a person: each method, and several side by side at the end.
func (r *result) print(a *app.App, style string) error {
	s := &app.Sheet{Width: a.Width()}
	for i := range r.Methods {
		if i > 0 {
			s.WriteByte('\n')
		}
		r.Methods[i].print(s, a, style)
	}
	if len(r.Methods) > 1 {
		r.compare(s)
	}
	_, err := io.WriteString(a.Out, s.String())
	return err
}

func (m *method) print(s *app.Sheet, a *app.App, style string) {
	s.Fold(safe.Line(m.Method), 4)
	if m.Final == nil {
		for _, p := range m.Problems {
			s.Field("problem", safe.Text(p.Message))
			if p.Hint != "" {
				s.Field("", safe.Text(p.Hint))
			}
		}
		return
	}
	s.Field("cost", safe.Line(m.Final.Formula)+"  (CPU seconds a call)")
	s.Field("grows", m.Grows)
	if m.Bytes != nil {
		s.Field("allocates", safe.Line(m.Bytes.Formula)+"  (bytes a call)")
	}
	shown := m.order()
	for i, one := range m.At {
		label := ""
		if i == 0 {
			label = "at"
		}
		s.Field(label, one.text(shown))
	}
	if m.Find != nil {
		s.Field("find", m.Find.words())
	}
	if m.Worst != nil {
		s.Field("worst", m.Worst.words())
	}
	s.Field("verdict", m.verdict())
	label := "varied"
	for i := range m.Varied {
		if v := &m.Varied[i]; slices.Contains(shown, v.Name) {
			s.Field(label, v.text()+m.with(v.Name))
			label = ""
		}
	}
	if more := len(m.Varied) - len(shown); more > 0 {
		s.Field("", quantity.Plural(more, "more input", "more inputs")+", on which the formula does not depend: --output json")
	}
	if len(m.Made) > 0 {
		var parts []string
		for _, x := range m.Made {
			parts = append(parts, safe.Line(x.Part+" by "+x.By))
		}
		s.Field("made", strings.Join(quantity.Some(parts, mostMade), ", "))
	}
	s.Field(m.basis())
	m.warn(s)
	if m.Driver != "" {
		s.Field("driver", safe.Line(m.Driver))
	}
	for _, line := range m.picture(a.Width(), style) {
		s.WriteString(line + "\n")
	}
}

// basis says on which calls it stands, as a label and a text.
func (m *method) basis() (label, text string) {
	if m.Counted > 0 {
		return "calls", fmt.Sprintf("%s in the running program, of which %s were timed", quantity.Count(m.Counted), quantity.Count(m.Calls))
	}
	settled := "steady state in all " + quantity.Plural(m.Launches, "launch", "launches")
	if !m.Settled {
		settled = "no steady state in some launches: the last quarter of each counts"
	}
	fresh := ""
	if m.Fresh {
		fresh = ", with new inputs for each, since the method changes them"
	}
	return "settled", fmt.Sprintf("%s; %s%s", settled, quantity.Plural(m.Calls, "call", "calls"), fresh)
}

// What of a method is shown, so that all of it fits on a screen of some 25 lines.
const (
	mostMade    = 3
	mostWarned  = 3
	mostInputs  = 3
	pictureHigh = 8
)

// order are the inputs that are shown: all on which the formula depends, and others where these are few.
func (m *method) order() (names []string) {
	var used []model.Variable
	if m.learnt != nil && m.learnt.Learnt != nil {
		used = expression.Variables(m.learnt.Expression())
	}
	var others []string
	for _, v := range m.Varied {
		if slices.ContainsFunc(used, func(u model.Variable) bool { return u.String() == v.Name }) {
			names = append(names, v.Name)
		} else {
			others = append(others, v.Name)
		}
	}
	return append(names, others[:min(len(others), max(0, mostInputs-len(names)))]...)
}

func (m *method) warn(s *app.Sheet) {
	var all []string
	for _, p := range m.Problems { // first, since they change what the cost is of
		text := safe.Text(p.Message)
		if p.Hint != "" {
			join := "; "
			if strings.Contains(text, "\n") { // a stack stands between
				join = "\n"
			}
			text += join + safe.Text(p.Hint)
		}
		all = append(all, text)
	}
	all = append(all, m.Warnings...)
	for _, text := range all[:min(len(all), mostWarned)] {
		s.Field("warning", safe.Text(text))
	}
	if more := len(all) - mostWarned; more > 0 {
		s.Field("", quantity.Plural(more, "more warning", "more warnings")+": --output json")
	}
}

// with names the inputs that always had the value of another one; empty: none had.
func (m *method) with(name string) string {
	var others []string
	for other, as := range m.Alike {
		if as == name {
			others = append(others, other)
		}
	}
	if len(others) == 0 {
		return ""
	}
	slices.Sort(others)
	return "; always equal to it: " + strings.Join(others, ", ")
}

func (m *method) verdict() string {
	switch m.Verdict {
	case "trust":
		return "trust: no warnings"
	case "check":
		return "check: read the warnings and look at the picture first"
	}
	return "measure more: with a longer --for, or with inputs of your own"
}

// text is the cost at some of the inputs.
func (a *at) text(inputs []string) string {
	shown := maps.Clone(a.Inputs)
	maps.DeleteFunc(shown, func(name string, _ any) bool { return !slices.Contains(inputs, name) })
	text := fmt.Sprintf("%s (90 %%: %s to %s)", quantity.Seconds(float64(a.Mean)), quantity.Seconds(float64(a.Low)), quantity.Seconds(float64(a.High)))
	if !a.known() {
		text = "not known within a factor of ten: measure longer (--for)"
	}
	if len(shown) > 0 {
		text = quantity.Inputs(shown) + ":  " + text
	}
	if a.Beyond {
		text += ", beyond what was measured"
	}
	return text
}

func (v *varied) text() string {
	if v.Levels != nil {
		return v.Name + " over " + safe.Line(strings.Join(v.Levels, ", "))
	}
	return fmt.Sprintf("%s from %s to %s", v.Name, quantity.Short(float64(v.Low)), quantity.Short(float64(v.High)))
}

func (r *result) compare(s *app.Sheet) {
	rows := [][]string{{"method", "grows", "at the largest shown", "verdict"}}
	for i := range r.Methods {
		m := &r.Methods[i]
		row := []string{m.Method, "-", "-", "not learnt"}
		if m.Final != nil && len(m.At) > 0 {
			last := &m.At[len(m.At)-1]
			cost := "not known"
			if last.known() {
				cost = quantity.Seconds(float64(last.Mean))
			}
			row = []string{m.Method, m.Grows, cost, m.Verdict}
		}
		rows = append(rows, row)
	}
	s.WriteByte('\n')
	s.Table(rows)
}

// picture draws the measurements and the formula over the variable that matters most.
func (m *method) picture(width int, style string) []string {
	table := &m.learnt.Table
	n := m.learnt.Expression()
	along, typical := axis(n, table)
	if style == "none" || along < 0 {
		return nil
	}
	const usual = 78 // in cells
	wide := usual
	if width > 0 {
		wide = min(max(width-2, 30), 110)
	}
	low, most := ends(table.Columns[along].Num)
	p := plot.Picture{X: table.Columns[along].Variable.String(), LogX: low > 0 && most/low > 20}
	for i, x := range table.Columns[along].Num {
		p.Points = append(p.Points, run.Point{X: x, Y: table.Target.Num[i]})
	}
	const steps = 200
	var xs []float64
	for i := range steps {
		share := float64(i) / (steps - 1)
		if p.LogX {
			xs = append(xs, low*math.Pow(most/low, share))
		} else {
			xs = append(xs, low+share*(most-low))
		}
	}
	positive := true
	for i, y := range curve(n, table, along, typical, xs) {
		p.Curve = append(p.Curve, run.Point{X: xs[i], Y: y})
		positive = positive && y > 0
	}
	p.LogY = p.LogX && positive
	lines := p.Draw(wide, pictureHigh)
	for i, line := range lines {
		if style == "plain" || style == "" && width == 0 {
			line = theme.ASCII(line)
		}
		lines[i] = strings.TrimRight(line, " ")
	}
	return append([]string{"", "seconds a call over " + p.X + ": measured (points), formula (line)"}, lines...)
}

// axis is the column over which an expression varies most, and typical values of all; -1: none.
func axis(n expression.Node, table *model.Table) (along int, typical []float64) {
	along = -1
	most := 0.0
	for i := range table.Columns {
		typical = append(typical, robust.Middle(slices.DeleteFunc(slices.Clone(table.Columns[i].Num), math.IsNaN)))
	}
	for i, c := range table.Columns {
		if c.Kind != model.Number {
			continue
		}
		low, high := ends(c.Num)
		v := curve(n, table, i, typical, []float64{low, high})
		if change := math.Abs(v[1] - v[0]); change > most || along < 0 {
			along, most = i, change
		}
	}
	return along, typical
}

// curve is an expression over one column, the others being typical.
func curve(n expression.Node, table *model.Table, along int, typical, xs []float64) []float64 {
	columns := slices.Clone(table.Columns)
	for i := range columns {
		columns[i].Num = slices.Repeat([]float64{typical[i]}, len(xs))
		if i == along {
			columns[i].Num = xs
		}
	}
	out := make([]float64, len(xs))
	if err := expression.Values(out, n, columns); err != nil {
		for i := range out {
			out[i] = math.NaN()
		}
	}
	return out
}
