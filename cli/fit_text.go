package cli

import (
	"fmt"
	"math"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"github.com/charmbracelet/x/term"

	"beagle/analysers"
	"beagle/analysers/csvtable"
	"beagle/internal/plot"
	"beagle/internal/safe"
	"beagle/model"
)

// fitText shows a fit to a person: the expression first, then whether to trust
// it, the alternatives, and the picture.
func (a *app) fitText(r fitResult, e model.Element, table *csvtable.Table, learnt analysers.Result, o fitOptions) error {
	var b strings.Builder
	if r.Final == nil {
		fmt.Fprintf(&b, "%s: no expression; %s\n", safe.Line(e.Name), safe.Line(r.Reason))
	} else {
		lines := []string{r.Final.text()}
		if len(r.Final.Transitions) > 0 {
			lines = nil
			for _, t := range r.Final.Transitions {
				lines = append(lines, safe.Line(transitionText(t)))
			}
		}
		fmt.Fprintf(&b, "%s = %s\n\n", safe.Line(e.Name), strings.Join(lines, "\n  "))
		fmt.Fprintf(&b, "%s (%d rows, by %s)\n", safe.Line(r.Reason), r.Rows, r.Final.Analyser)
	}
	fitTrust(&b, r)
	if r.Prediction != nil {
		r.Prediction.text(&b)
	}
	for _, w := range r.Warnings {
		fmt.Fprintf(&b, "warning: %s\n", safe.Line(w))
	}
	width := a.width()
	fold(&b, width)
	from := b.Len()
	fitAlternatives(&b, r)
	cut(&b, from, width)
	for _, line := range a.fitPlot(e, table, learnt, o) {
		b.WriteString(line + "\n")
	}
	_, err := a.out.Write([]byte(b.String()))
	return err
}

// width is the width of the terminal that standard output is, or 0.
func (a *app) width() int {
	file, ok := a.out.(interface{ Fd() uintptr })
	if !ok || !term.IsTerminal(file.Fd()) {
		return 0
	}
	width, _, err := term.GetSize(file.Fd())
	if err != nil {
		return 0
	}
	return max(width, 20)
}

// fold breaks lines at spaces where a terminal would break them anywhere.
func fold(b *strings.Builder, width int) {
	if width == 0 {
		return
	}
	lines := strings.Split(b.String(), "\n")
	b.Reset()
	for i, line := range lines {
		if i > 0 {
			b.WriteByte('\n')
		}
		at := 0
		// Long distributions may also break between two of their parts.
		for j, word := range strings.Split(strings.ReplaceAll(line, ")(", ") \x00("), " ") {
			space := " "
			if rest, joined := strings.CutPrefix(word, "\x00"); joined {
				space, word = "", rest
			}
			switch wide := utf8.RuneCountInString(word); {
			case j == 0:
				at = wide
			case at+len(space)+wide > width:
				b.WriteString("\n    ")
				at = 4 + wide
			default:
				b.WriteString(space)
				at += len(space) + wide
			}
			b.WriteString(word)
		}
	}
}

// cut shortens the lines of a table to a terminal's width.
func cut(b *strings.Builder, from, width int) {
	if width == 0 {
		return
	}
	before, table := b.String()[:from], b.String()[from:]
	b.Reset()
	b.WriteString(before)
	for line := range strings.Lines(table) {
		if runes := []rune(strings.TrimSuffix(line, "\n")); len(runes) > width {
			line = string(runes[:width-1]) + "…\n"
		}
		b.WriteString(line)
	}
}

// fitTrust says in two lines whether the expression can be trusted.
func fitTrust(b *strings.Builder, r fitResult) {
	if len(r.Evidence) == 0 || r.Final == nil {
		return
	}
	e := r.Evidence[0]
	if !math.IsNaN(float64(e.Validation)) && e.Training > 0 {
		fmt.Fprintf(b, "error %s, on points left out %s, on the largest fifth from the rest %s\n",
			percent(float64(e.Training)), percent(float64(e.Validation)), percent(float64(e.Extrapolation)))
	}
	if len(e.Intervals) > 0 {
		b.WriteString("numbers with 90 % intervals:")
		for i, in := range e.Intervals {
			if i > 0 {
				b.WriteByte(';')
			}
			fmt.Fprintf(b, " %.4g (%.4g to %.4g)", in.Value, in.Low, in.High)
		}
		b.WriteByte('\n')
	}
	if e.Random != nil {
		fmt.Fprintf(b, "with its scatter: %s (KS %.2f)\n", e.Random.StoEx, e.Random.KS)
	}
}

func fitAlternatives(b *strings.Builder, r fitResult) {
	const most = 6
	if len(r.Proposals) < 2 {
		return
	}
	front := map[int]bool{}
	for _, i := range r.Front {
		front[i] = true
	}
	b.WriteString("\nAlternatives (* on the front of error and size)\n")
	w := tabwriter.NewWriter(b, 2, 0, 2, ' ', 0)
	fmt.Fprintln(w, "  \terror\tsize\tfitness\tanalyser\texpression")
	shown := 0
	for i := range r.Proposals {
		p := &r.Proposals[i]
		if i == 0 && r.Final != nil || shown >= most && !front[i] || math.IsInf(float64(p.Fitness), 1) {
			continue
		}
		shown++
		mark := " "
		if front[i] {
			mark = "*"
		}
		fmt.Fprintf(w, "  %s\t%s\t%d\t%.1f\t%s\t%s\n", mark, percent(float64(p.Error)), p.Size, float64(p.Fitness), p.Analyser, p.text())
	}
	w.Flush()
}

// fitPlot draws the measurements and the expression over the variable that
// matters most.
func (a *app) fitPlot(e model.Element, table *csvtable.Table, learnt analysers.Result, o fitOptions) []string {
	style := o.plot
	width := a.width()
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
	return append([]string{""}, p.Draw()...)
}

func positive(points []plot.Point) bool {
	low, high := math.Inf(1), 0.0
	for _, q := range points {
		low, high = min(low, q.Y), max(high, q.Y)
	}
	return low > 0
}
