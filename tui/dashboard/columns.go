package dashboard

import (
	"path/filepath"
	"strings"

	"charm.land/lipgloss/v2"

	"beagle/run"
	"beagle/tui/elements"
	"beagle/tui/plot"
	"beagle/tui/text"
	"beagle/tui/words"
)

// columns are the widths of the list's columns; zero: not shown.
type columns struct{ verdict, name, expression, samples, fitness, spark int }

// fitColumns shares a width among the columns. Fitness and rounds give way to expressions that would
// be cut: the detail has both.
func fitColumns(width int, list *elements.List) columns {
	c := columns{verdict: 1, samples: 8, fitness: 8}
	if width >= leastWords { // a mark and a word, which may be a short one
		c.verdict = 9
	}
	if width >= 90 {
		c.verdict, c.spark = 14, 10
	}
	if width < 76 { // names and expressions matter more; the detail has it
		c.fitness = 0
	}
	rest := width - 3 - c.verdict
	if need := list.Longest + list.Expression + 2; width < 120 && rest-c.samples-c.fitness-c.spark-6 < need {
		c.fitness, c.spark = 0, 0
	}
	for _, w := range []int{c.samples, c.fitness, c.spark} {
		if w > 0 {
			rest -= w + 2
		}
	}
	c.name, c.expression = elements.Share(max(0, rest-2), list.Longest, list.Expression)
	return c
}

// table draws the elements exactly height lines high.
func (d *Dashboard) table(width, height int) []string {
	th := d.env.Theme
	d.listWidth = width
	c := fitColumns(width, d.elements)
	verdict := "Verdict"
	if c.verdict < len(verdict) {
		verdict = ""
	}
	head := " " + text.Fit(verdict, c.verdict) + "  " + text.Fit("Element", c.name) + "  " + text.Fit("Best expression", c.expression)
	head += "  " + text.Right("samples", c.samples)
	if c.fitness > 0 {
		head += "  " + text.Right("fitness", c.fitness)
	}
	if c.spark > 0 {
		head += "  " + text.Fit("by round", c.spark)
	}
	line := func(e *run.ElementState, name string, chosen bool) (string, lipgloss.Style) {
		return elements.Verdict(th, e, c.verdict, chosen) + c.line(e, name), th.Plain
	}
	return d.elements.Draw(th, th.Muted.Render(text.Cut(head, width)), line, d.empty(), width, height)
}

// empty says why no element is shown.
func (d *Dashboard) empty() string {
	if d.elements.Filter.Text != "" {
		return "No match; esc shows all."
	}
	if d.feed.Snapshot.State == run.Preparing {
		return "Elements appear when the analysis is prepared."
	}
	return "there are no elements"
}

// line is a row but for the verdict.
func (c *columns) line(e *run.ElementState, name string) string {
	var b strings.Builder
	b.WriteString("  " + elements.Fit(name, c.name))
	b.WriteString("  " + text.Fit(words.Expression(e.Best), c.expression))
	b.WriteString("  " + text.Right(elements.Count(e.Samples, c.samples), c.samples))
	if c.fitness > 0 {
		b.WriteString("  " + text.Right(words.Fitness(e.Best), c.fitness))
	}
	if c.spark > 0 {
		b.WriteString("  " + plot.Spark(e.History, c.spark))
	}
	return b.String()
}

// leastWords is the width from which on the verdict is a word, not only a mark.
const leastWords = 66

// base is the name of a path; empty paths belong to an analysis without one.
func base(path string) string {
	if path == "" {
		return "analysis"
	}
	return filepath.Base(path)
}
