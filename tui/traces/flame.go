package traces

import (
	"math"
	"strings"

	"beagle/internal/quantity"
	"beagle/traces/classes"
	"beagle/tui/text"
	"beagle/tui/theme"
)

// flame draws the calls of a class from the outermost one down: each as wide as its mean time is, below its caller, in the order in
// which they came. What a call does itself is the room that its calls leave.
func flame(th *theme.Theme, c *classes.Class, width, height int) []string {
	whole := c.Calls[0].Mean(c.Count)
	if !(whole > 0) || width < 8 {
		return nil
	}
	depth := depths(c)
	from, used := make([]float64, c.Len()), make([]float64, c.Len())
	var rows []flameRow
	for i := range c.Calls {
		mean := c.Calls[i].Mean(c.Count)
		if p := c.Parent(i); p >= 0 {
			from[i] = from[p] + used[p]
			used[p] += mean
		}
		if depth[i] >= height {
			continue
		}
		for len(rows) <= depth[i] {
			rows = append(rows, flameRow{width: width})
		}
		a, b := from[i]/whole*float64(width), (from[i]+mean)/whole*float64(width)
		rows[depth[i]].add(int(math.Round(a)), int(math.Round(b)), text.Safe(shortName(c.Operation(i)))+" "+nanos(mean))
	}
	lines := make([]string, len(rows))
	for d := range rows {
		lines[d] = rows[d].line(th, d)
	}
	return lines
}

// flameRow is a line of a flame graph: calls from left to right, each between two columns.
type flameRow struct {
	width int
	calls []flameCall
}

type flameCall struct {
	from, to int
	name     string
}

// add takes in a call between two columns, unless it is narrower than a column, or rounding gave its column to the call before.
func (r *flameRow) add(from, to int, name string) {
	from, to = max(from, r.used()), min(to, r.width)
	if to > from {
		r.calls = append(r.calls, flameCall{from, to, name})
	}
}

// used is how many columns are taken.
func (r *flameRow) used() int {
	if len(r.calls) == 0 {
		return 0
	}
	return r.calls[len(r.calls)-1].to
}

// line draws the calls as filled boxes. Each begins with a vertical line, which parts neighbours where there are no colours.
func (r *flameRow) line(th *theme.Theme, depth int) string {
	var b strings.Builder
	at := 0
	for i, c := range r.calls {
		b.WriteString(strings.Repeat(" ", c.from-at) + th.Flame(depth+i).Render("▏"+text.Fit(c.name, c.to-c.from-1)))
		at = c.to
	}
	return b.String() + strings.Repeat(" ", r.width-at)
}

// preview is what is known of the chosen class, below a list that leaves room: where its time goes, and how often it took how long.
func (s *Screen) preview(width, height int) []string {
	const least = 5
	c := s.chosen.class
	if height < least || s.page != classesPage || s.opened != nil || c == nil || len(s.classes.rows) == 0 || c.Key() != s.classes.rows[s.classes.Cursor.At].Key {
		return nil
	}
	th := s.env.Theme
	title := "mean time of " + quantity.Plural(int64(c.Count), "trace", "traces") + " of the class: each call as wide as its time; enter: all calls"
	lines := []string{th.Rule.Render(strings.Repeat("─", width)), th.Muted.Render(text.Cut(title, width))}
	lines = append(lines, flame(th, c, width, max(3, min(height/2, height-12)))...)
	lines = append(lines, s.chosen.spread(&s.seen, width, height-len(lines)-1)...)
	return lines[:min(len(lines), height)]
}
