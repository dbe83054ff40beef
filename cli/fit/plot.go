package fit

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"beagle/analysers/csvtable"
	"beagle/cli/app"
	"beagle/internal/plot"
	"beagle/learn"
	"beagle/model"
	"beagle/model/expression"
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
	p := plot.Plot{Width: 78, Height: 20, X: table.Columns[at].Variable.String(), Y: e.Name, Plain: style == "plain"}
	if width > 0 {
		p.Width = min(max(width-2, 30), 120)
	}
	low, high := math.Inf(1), math.Inf(-1)
	stride := max(1, table.Table.Rows()/5000)
	for i := 0; i < table.Table.Rows(); i += stride {
		x := table.Columns[at].Num[i]
		p.Points = append(p.Points, plot.Point{X: x, Y: table.Target.Num[i]})
		if !math.IsNaN(x) {
			low, high = min(low, x), max(high, x)
		}
	}
	p.LogX = low > 0 && high/low > 100
	var xs []float64
	for i := range 200 {
		t := float64(i) / 199
		if p.LogX {
			xs = append(xs, low*math.Pow(high/low, t))
		} else {
			xs = append(xs, low+t*(high-low))
		}
	}
	for i, y := range curve(learnt.Proposals[0].Expression, &table.Table, at, typical, xs) {
		p.Curve = append(p.Curve, plot.Point{X: xs[i], Y: y})
	}
	p.LogY = p.LogX && positive(p.Points) && positive(p.Curve)
	p.X, p.Y = plainNames(p.X), plainNames(p.Y)
	line := caption(learnt.Proposals[0].Expression, &table.Table, at, typical)
	if p.Plain {
		line += " (o measured, - expression, * both)"
	}
	return append([]string{line}, p.Draw()...)
}

// caption says what is drawn: the curve needs a value of everything else.
func caption(n expression.Node, table *model.Table, at int, typical []float64) string {
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
		others = append(others, plainNames(c.Variable.String()+" = "+text))
	}
	line := "Points are measured, the line is the expression"
	if len(others) > 0 {
		line += " for " + strings.Join(others, ", ")
	}
	return line
}

func positive(points []plot.Point) bool {
	low, high := math.Inf(1), 0.0
	for _, q := range points {
		low, high = min(low, q.Y), max(high, q.Y)
	}
	return low > 0
}
