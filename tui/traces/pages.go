package traces

import (
	"fmt"
	"strings"
	"time"

	"beagle/measure/kieker"
	"beagle/measure/traces"
	"beagle/tui/text"
)

// columns lays fixed columns at the right of a text that takes the rest.
// Columns that do not fit fall away from the left one on.
func columns(name string, cells []string, widths []int, width int) string {
	for len(cells) > 0 && width-total(widths) < 24 {
		cells, widths = cells[1:], widths[1:]
	}
	var b strings.Builder
	for i, cell := range cells {
		b.WriteString(text.Right(cell, widths[i]))
		b.WriteString("  ")
	}
	return b.String() + text.Cut(name, width-total(widths))
}

func total(widths []int) int {
	sum := 0
	for _, w := range widths {
		sum += w + 2
	}
	return sum
}

// table draws a list: a head, the rows in sight, and the chosen one marked.
func (m *model) table(l *list, head string, count, height, width int, row func(i int) string) []string {
	lines := []string{m.theme.Muted.Render(text.Cut("  "+head, width))}
	from, to := l.window(count, height-1)
	for i := from; i < to; i++ {
		if i == l.at {
			lines = append(lines, m.theme.Chosen.Render(text.Fit("❯ "+row(i), width)))
		} else {
			lines = append(lines, "  "+row(i))
		}
	}
	return lines
}

// classes is the list of equivalence classes.
func (m *model) classes(width, height int) []string {
	if len(m.rows) == 0 {
		return m.empty(width)
	}
	widths := []int{12, 6, 9, 9, 9, 8}
	return m.table(&m.lists[classesPage], columns("outermost operation", []string{"traces", "calls", "min", "mean", "max", "last"}, widths, width-2),
		len(m.rows), height, width, func(i int) string {
			r := &m.rows[i]
			return columns(text.Safe(shortName(r.Operation)), []string{
				text.Count(int64(r.Count)), fmt.Sprint(r.Executions),
				nanos(float64(r.Min)), nanos(r.Mean), nanos(float64(r.Max)), m.ago(r.Last),
			}, widths, width-2)
		})
}

// empty says what to do when there is nothing to see.
func (m *model) empty(width int) []string {
	say := "No traces yet."
	switch {
	case m.filter != "":
		say = "No class contains “" + text.Safe(m.filter) + "”. esc drops the filter."
	case m.state.Counts.Records > 0:
		say = "Records arrive, but no trace is complete yet. Traces end when their outermost operation returns."
	case m.state.Address != "":
		host, port, _ := strings.Cut(m.state.Address, ":")
		lines := []string{"", "Waiting for a program. Start it with Kieker's agent and these properties:", ""}
		const writer = "kieker.monitoring.writer.tcp.SingleSocketTcpWriter"
		for _, line := range []string{
			"-Dkieker.monitoring.writer=" + writer,
			"-D" + writer + ".hostname=" + host,
			"-D" + writer + ".port=" + port,
			"-D" + writer + ".connectionTimeoutInMs=10000",
		} {
			lines = append(lines, "  "+m.theme.Info.Render(line))
		}
		return lines
	}
	return append([]string{""}, text.Wrap(say, width)...)
}

// tree is one class as a call tree with timings.
func (m *model) tree(width, height int) []string {
	c := m.opened.class
	if c == nil {
		return []string{"", "One moment."}
	}
	quantiles, exact := c.Calls[0].Quantiles(0.5, 0.95, 0.99)
	note := ""
	if !exact {
		note = " (of the first traces)"
	}
	lines := []string{fmt.Sprintf("%s traces · half under %s · 95 %% under %s · 99 %% under %s%s · deviation %s", m.theme.Strong.Render(text.Count(int64(c.Count))),
		nanos(quantiles[0]), nanos(quantiles[1]), nanos(quantiles[2]), note, nanos(c.Calls[0].Deviation(c.Count)))}
	depth := depths(c)
	widths := []int{9, 9, 9, 9, 7}
	return append(lines, m.table(&m.opened.list, columns("call", []string{"min", "mean", "p95", "max", "failed"}, widths, width-2),
		c.Len(), height-1, width, func(i int) string {
			call := &c.Calls[i]
			quantiles, _ := call.Quantiles(0.95)
			failed := ""
			if call.Failed > 0 {
				failed = text.Count(int64(call.Failed))
			}
			name := strings.Repeat("  ", min(depth[i], 12)) + shortName(c.Operation(i))
			if c.Assumed(i) {
				name += " (not observed)"
			}
			return columns(text.Safe(name), []string{nanos(float64(call.Min)), nanos(call.Mean(c.Count)), nanos(quantiles[0]), nanos(float64(call.Max)), failed}, widths, width-2)
		})...)
}

func depths(c *traces.Class) []int {
	all := make([]int, c.Len())
	for i := range all {
		if p := c.Parent(i); p >= 0 {
			all[i] = all[p] + 1
		}
	}
	return all
}

// invalid is the list of reasons, with the explanation of the chosen one.
func (m *model) invalid(width, height int) []string {
	var reasons []traces.Reason
	for r := range traces.Reasons {
		if m.state.Invalid[r] > 0 {
			reasons = append(reasons, r)
		}
	}
	if len(reasons) == 0 {
		return []string{"", "All traces so far are valid."}
	}
	l := &m.lists[invalidPage]
	lines := m.table(l, columns("reason", []string{"traces"}, []int{12}, width-2), len(reasons), min(len(reasons)+1, height/2), width, func(i int) string {
		return columns(reasons[i].String(), []string{text.Count(m.state.Invalid[reasons[i]])}, []int{12}, width-2)
	})
	chosen := reasons[l.at]
	lines = append(lines, "")
	lines = append(lines, text.Wrap(upper(chosen.Explanation())+".", width)...)
	for _, e := range m.examples {
		if e.Reason == chosen {
			lines = append(lines, text.Cut(fmt.Sprintf("%s %d  %s", m.theme.Muted.Render("trace"), e.Trace.ID, text.Safe(e.Detail)), width))
		}
	}
	return lines
}

func upper(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// sources is the list of connections and logs, with what is odd about the
// chosen one.
func (m *model) sources(width, height int) []string {
	all := m.state.Sources
	if len(all) == 0 {
		return []string{"", "No program has connected yet."}
	}
	l := &m.lists[sourcesPage]
	widths := []int{13, 9, 8, 9, 9, 10}
	lines := m.table(l, columns("source", []string{"records", "unknown", "broken", "skipped", "paused", "last"}, widths, width-2), len(all), max(3, height/2), width, func(i int) string {
		s := &all[i]
		return columns(text.Safe(s.Source), []string{
			text.Count(s.Records), text.Count(s.Unknown), text.Count(s.Broken), text.Short(float64(s.Skipped)) + "B",
			nanos(float64(s.LongestPause)), m.ago(s.LastRecord),
		}, widths, width-2)
	})
	return append(append(lines, ""), m.source(&all[l.at], width)...)
}

func (m *model) source(s *kieker.Report, width int) []string {
	state := "connected for " + text.Clock(m.at.Sub(s.Connected))
	switch {
	case s.Ended && s.Error != "":
		state = m.theme.Bad.Render("ended: " + text.Safe(s.Error))
	case s.Ended && s.Complete:
		state = m.theme.Good.Render("ended in order")
	case s.Ended:
		state = m.theme.Warn.Render("ended within a record")
	}
	lines := []string{text.Cut(fmt.Sprintf("%s · %s bytes, %s strings · %s", state, text.Count(s.Bytes), text.Count(s.Strings), s.Kind), width)}
	for _, c := range s.Classes {
		lines = append(lines, text.Cut(m.theme.Warn.Render("unknown class ")+fmt.Sprintf("%s: %s records, first at %s", text.Safe(c.Class), text.Count(c.Count), text.Safe(c.First)), width))
	}
	for _, p := range s.Problems {
		lines = append(lines, text.Cut(m.theme.Warn.Render("damaged ")+text.Safe(p.Message), width))
	}
	return lines
}

// ago is how long something was before the state that is shown.
func (m *model) ago(t time.Time) string {
	if t.IsZero() {
		return text.None
	}
	if d := m.at.Sub(t); d >= time.Second {
		return text.Clock(d) + " ago"
	}
	return "now"
}

func nanos(ns float64) string { return text.Seconds(ns / 1e9) }

// shortName is Class.name(..): what tells operations apart in few cells.
func shortName(o traces.Operation) string {
	class := o.Component[strings.LastIndexByte(o.Component, '.')+1:]
	if class != "" {
		class += "."
	}
	if o.Params == "" {
		return class + o.Name + "()"
	}
	return class + o.Name + "(..)"
}
