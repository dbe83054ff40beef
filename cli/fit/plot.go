package fit

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"beagle/analysers/csvtable"
	"beagle/cli/app"
	"beagle/learn"
	"beagle/model"
	"beagle/model/expression"
	"beagle/run"
	"beagle/tui/plot"
	"beagle/tui/text"
	"beagle/tui/theme"
)

// draw shows the measurements and the expression over the variable that matters
// most.
func draw(a *app.App, e model.Element, table *csvtable.Table, learnt learn.Result, o flags) []string {
	style := o.plot
	width := a.Width()
	if style == "" {
		style = "none"
		if width > 0 {
			style = "braille"
		}
	}
	if style == "none" || learnt.Verdict.Final < 0 || e.Kind == model.Branch || learnt.Proposals[0].Expression == nil {
		return nil
	}
	at, typical := axis(learnt.Proposals[0].Expression, &table.Table)
	if at < 0 {
		return nil
	}
	const high, usual = 18, 78 // in cells
	wide := usual
	if width > 0 {
		wide = min(max(width-2, 30), 120)
	}
	p := plot.Picture{X: namesOf(table).plain(table.Columns[at].Variable.String())}
	least, most := math.Inf(1), math.Inf(-1)
	stride := max(1, table.Table.Rows()/5000)
	for i := 0; i < table.Table.Rows(); i += stride {
		x := table.Columns[at].Num[i]
		p.Points = append(p.Points, run.Point{X: x, Y: table.Target.Num[i]})
		if !math.IsNaN(x) {
			least, most = min(least, x), max(most, x)
		}
	}
	p.LogX = least > 0 && most/least > 100
	var xs []float64
	for i := range 200 {
		t := float64(i) / 199
		if p.LogX {
			xs = append(xs, least*math.Pow(most/least, t))
		} else {
			xs = append(xs, least+t*(most-least))
		}
	}
	for i, y := range curve(learnt.Proposals[0].Expression, &table.Table, at, typical, xs) {
		p.Curve = append(p.Curve, run.Point{X: xs[i], Y: y})
	}
	p.LogY = p.LogX && positive(p.Points) && positive(p.Curve)
	says := caption(e.Name, learnt.Proposals[0].Expression, table, at, typical)
	switch {
	case p.LogX && p.LogY:
		says += " (logarithmic axes)"
	case p.LogX:
		says += " (logarithmic axis)"
	}
	lines := append(text.Wrap(says, wide), p.Draw(wide, high)...)
	for i, line := range lines {
		if style == "plain" {
			line = theme.ASCII(line)
		}
		lines[i] = strings.TrimRight(line, " ")
	}
	return lines
}

// caption says what is drawn: the curve needs a value of everything else.
func caption(target string, n expression.Node, table *csvtable.Table, at int, typical []float64) string {
	var others []string
	for i, c := range table.Columns {
		if i == at || !slices.Contains(expression.Variables(n), c.Variable) {
			continue
		}
		text := fmt.Sprintf("%.4g", typical[i])
		switch {
		case c.Kind == model.Bool:
			text = fmt.Sprint(typical[i] != 0)
		case c.Kind == model.Text && int(typical[i]) < len(c.Levels):
			text = c.Levels[int(typical[i])]
		}
		others = append(others, namesOf(table).plain(c.Variable.String()+" = "+text))
	}
	line := "Points are " + namesOf(table).plain(target) + " as measured, the line is the expression"
	if len(others) > 0 {
		line += " for " + strings.Join(others, ", ")
	}
	return line
}

// positive reports whether all values are positive and differ by so much that a
// logarithmic axis helps.
func positive(points []run.Point) bool {
	low, high := math.Inf(1), 0.0
	for _, q := range points {
		low, high = min(low, q.Y), max(high, q.Y)
	}
	return low > 0
}
