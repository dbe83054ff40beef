package traces

import (
	"fmt"
	"slices"
	"strings"

	"beagle/internal/quantity"
	"beagle/traces/classes"
	"beagle/tui/plot"
	"beagle/tui/text"
)

// opened is one class alone, as a call tree with timings.
type opened struct {
	list
	key   uint64
	class *classes.Class
}

// draw draws the calls of a class, as a tree.
func (o *opened) draw(s *seen, width, height int) []string {
	c := o.class
	if c == nil {
		return []string{"", "One moment."}
	}
	root := &c.Calls[0]
	quantiles := root.Quantiles(0.5, 0.95, 0.99)
	note := ""
	switch {
	case !root.Exact():
		note = " (some left out)"
	case root.Inexact() > classes.FinestQuantiles:
		note = fmt.Sprintf(" (right to %.2g %%)", 100*root.Inexact())
	}
	summary := []string{
		quantity.Count(int64(c.Count)) + " traces", "median " + nanos(quantiles[0]), "p95 " + nanos(quantiles[1]),
		"99 % under " + nanos(quantiles[2]) + note, "deviation " + nanos(c.Calls[0].Deviation(c.Count)), fmt.Sprintf("represented by trace %d", c.RepresentativeID()),
	}
	if c.Count == 1 {
		summary = []string{fmt.Sprintf("1 trace, %d", c.RepresentativeID())}
	}
	lines := flow(width, summary...)
	head := len(lines)
	for _, o := range c.Origins() {
		from := "another trace"
		if o.Known {
			from = text.Safe(shortName(o.Operation))
		}
		joined := ""
		if o.Joined > 0 {
			joined = fmt.Sprintf(", %s joined", quantity.Count(int64(o.Joined)))
		}
		lines = append(lines, text.Cut(fmt.Sprintf("%s of them started by a split or remote call of %s%s", quantity.Count(int64(o.Count)), from, joined), width))
	}
	if len(lines) > head+2 { // the calls matter more
		lines = append(lines[:head+2], s.theme.Muted.Render("and others"))
	}
	depth, columns, indent := depths(c), callColumns, "  "
	if !slices.ContainsFunc(c.Calls, func(s classes.CallStats) bool { return s.Failed > 0 }) {
		columns = columns[:len(columns)-1]
	}
	if slices.Max(depth) > 5 {
		indent = " "
	}
	above := len(lines)
	lines = append(lines, table(s.theme, &o.list, columns, "call", c.Len(), height-len(lines), width, func(i int, head string) string {
		call := &c.Calls[i]
		switch head {
		case "min":
			return nanos(float64(call.Min))
		case "mean":
			return nanos(call.Mean(c.Count))
		case "p95":
			return nanos(call.Quantiles(0.95)[0])
		case "max":
			return nanos(float64(call.Max))
		case "failed":
			if call.Failed == 0 {
				return ""
			}
			return quantity.Count(int64(call.Failed))
		}
		var above classes.Operation
		if p := c.Parent(i); p >= 0 {
			above = c.Operation(p)
		}
		name := strings.Repeat(indent, min(depth[i], 24/len(indent))) + shortCall(c.Operation(i), above)
		if c.Assumed(i) {
			name += " (not observed)"
		}
		return text.Safe(name)
	})...)
	o.Line += above
	return append(lines, o.spread(s, width, height-len(lines)-1)...)
}

// spread draws how often the chosen call took how long, where there is room below the tree.
func (o *opened) spread(s *seen, width, height int) []string {
	const least, finest = 6, 400 // lines below which bars say nothing; quantiles that the bars are made of
	if o.class.Count < 2 || height < least {
		return nil
	}
	shares := make([]float64, finest)
	for i := range shares {
		shares[i] = (float64(i) + 0.5) / finest
	}
	call := &o.class.Calls[o.Cursor.At]
	bars := plot.Bars{Values: call.Quantiles(shares...), Write: nanos, Of: o.class.Count, Style: s.theme.Point.Render}
	title := "how often " + text.Safe(shortName(o.class.Operation(o.Cursor.At))) + " took how long" + bars.Note()
	return append([]string{"", s.theme.Muted.Render(text.Cut(title, width))}, bars.Draw(min(width, 100), height-1)...)
}

var callColumns = []column{{"min", 8, 1}, {"mean", 8, 5}, {"p95", 8, 3}, {"max", 8, 4}, {"failed", 6, 2}}

// depths are how deep each call lies.
func depths(c *classes.Class) []int {
	all := make([]int, c.Len())
	for i := range all {
		if p := c.Parent(i); p >= 0 {
			all[i] = all[p] + 1
		}
	}
	return all
}
