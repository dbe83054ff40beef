package traces

import (
	"fmt"
	"net"
	"slices"
	"strings"
	"time"

	"beagle/measure/traces"
	"beagle/tui/text"
)

// column is a fixed column of a table.
type column struct {
	head  string
	width int
	keep  int // in a narrow terminal the columns with the least fall away
}

// leastName is the width that the last, flexible column keeps.
const leastName = 24

// fit drops columns until the name has room.
func fit(all []column, width int) []column {
	all = slices.Clone(all)
	for len(all) > 0 && width-total(all) < leastName {
		least := 0
		for i := range all {
			if all[i].keep < all[least].keep {
				least = i
			}
		}
		all = slices.Delete(all, least, least+1)
	}
	return all
}

func total(columns []column) int {
	sum := 0
	for _, c := range columns {
		sum += c.width + 2
	}
	return sum
}

// table draws a list: a head, the rows in sight, and the chosen one marked.
// cell gives the text of a column by its head; the name stands last.
func (m *model) table(l *list, all []column, name string, count, height, width int, cell func(i int, head string) string) []string {
	shown := fit(all, width-2)
	row := func(of func(head string) string) string {
		var b strings.Builder
		for _, c := range shown {
			b.WriteString(text.Right(of(c.head), c.width))
			b.WriteString("  ")
		}
		return b.String() + text.Cut(of(name), width-2-total(shown))
	}
	lines := []string{m.theme.Muted.Render("  " + row(func(head string) string { return head }))}
	from, to := l.window(count, height-1)
	for i := from; i < to; i++ {
		line := row(func(head string) string { return cell(i, head) })
		if i == l.at {
			lines = append(lines, m.theme.Chosen.Render(text.Fit("❯ "+line, width)))
		} else {
			lines = append(lines, "  "+line)
		}
	}
	return lines
}

var classColumns = []column{{"traces", 12, 6}, {"calls", 6, 2}, {"min", 8, 1}, {"mean", 8, 5}, {"max", 8, 4}, {"last", 9, 3}}

// classes is the list of equivalence classes.
func (m *model) classes(width, height int) []string {
	if len(m.rows) == 0 {
		return m.empty(width)
	}
	var notes []string
	for _, note := range m.state.Counts.Notes() { // what the list cannot show
		notes = append(notes, text.Wrap(note, width)...)
	}
	notes = notes[:min(len(notes), height/3)]
	for i := range notes {
		notes[i] = m.theme.Warn.Render(notes[i])
	}
	return append(notes, m.table(&m.lists[classesPage], classColumns, "outermost operation", len(m.rows), height-len(notes), width, func(i int, head string) string {
		r := &m.rows[i]
		switch head {
		case "traces":
			return text.Count(int64(r.Count))
		case "calls":
			return text.Count(int64(r.Executions))
		case "min":
			return nanos(float64(r.Min))
		case "mean":
			return nanos(r.Mean)
		case "max":
			return nanos(float64(r.Max))
		case "last":
			return m.ago(r.Last)
		default:
			return text.Safe(route(r, m.alike[r.Operation].common))
		}
	})...)
}

// route is a class in one line: its outermost operation, and the calls by which
// it differs from others that begin alike.
func route(r *traces.Row, alike int) string {
	const shown = 40
	if r.Executions == 1 {
		return shortName(r.Operation)
	}
	var b strings.Builder
	b.WriteString(className(r.Operation) + r.Operation.Name)
	if alike >= r.Executions { // the only one, or nested otherwise
		alike = 1
	}
	arrow := " ▸ "
	if alike > 1 {
		arrow = " … "
	}
	before, calls := r.Calls(alike-1, 1)[0], r.Calls(alike, shown)
	for len(calls) > 0 {
		o, run := calls[0], 1
		for run < len(calls) && calls[run] == o {
			run++
		}
		calls = calls[run:]
		b.WriteString(arrow)
		arrow = " ▸ "
		if o.Component != before.Component {
			b.WriteString(className(o))
		}
		b.WriteString(o.Name)
		if run > 1 {
			fmt.Fprintf(&b, " ×%d", run)
		}
		before = o
	}
	if r.Executions > alike+shown {
		b.WriteString(" …")
	}
	return b.String()
}

// empty says what to do when there is nothing to see.
func (m *model) empty(width int) []string {
	say := "No traces yet."
	switch {
	case m.filter != "":
		say = "No class contains “" + text.Safe(m.filter) + "”. esc drops the filter."
	case m.state.Counts.Records > 0 && m.state.Counts.Events == 0:
		say = "Records arrive, but none tells of an operation, so there are no traces. beagle kieker cat shows recorded ones; beagle export --kieker makes traces of those of Beagle's own probes."
	case m.state.Counts.Records > 0:
		say = "Records arrive, but no trace is complete yet. Traces end when their outermost operation returns."
	case m.state.Address != "":
		host, port, err := net.SplitHostPort(m.state.Address)
		if ip := net.ParseIP(host); err != nil || ip != nil && ip.IsUnspecified() {
			host = "THIS-HOST"
		}
		lines := append([]string{""}, text.Wrap("Waiting for a program. Start it with Kieker's agent and these properties, in its kieker.monitoring.properties or each with -D in front:", width)...)
		lines = append(lines, "")
		const writer = "kieker.monitoring.writer.tcp.SingleSocketTcpWriter"
		for _, line := range []string{ // the longest one fits 80 columns, to be copied
			"kieker.monitoring.writer=" + writer,
			writer + ".hostname=" + host,
			writer + ".port=" + port,
			writer + ".connectionTimeoutInMs=10000",
		} {
			for _, part := range text.Wrap(line, width) {
				lines = append(lines, m.theme.Info.Render(part))
			}
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
	root := &c.Calls[0]
	quantiles := root.Quantiles(0.5, 0.95, 0.99)
	note := ""
	switch {
	case !root.Exact():
		note = " (some left out)"
	case root.Inexact() > traces.FinestQuantiles:
		note = fmt.Sprintf(" (right to %.2g %%)", 100*root.Inexact())
	}
	summary := []string{
		text.Count(int64(c.Count)) + " traces", "half under " + nanos(quantiles[0]), "95 % under " + nanos(quantiles[1]),
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
			joined = fmt.Sprintf(", %s joined", text.Count(int64(o.Joined)))
		}
		lines = append(lines, text.Cut(fmt.Sprintf("%s of them started by a split or remote call of %s%s", text.Count(int64(o.Count)), from, joined), width))
	}
	if len(lines) > head+2 { // the calls matter more
		lines = append(lines[:head+2], m.theme.Muted.Render("and others"))
	}
	depth, columns, indent := depths(c), callColumns, "  "
	if !slices.ContainsFunc(c.Calls, func(s traces.CallStats) bool { return s.Failed > 0 }) {
		columns = columns[:len(columns)-1]
	}
	if slices.Max(depth) > 5 {
		indent = " "
	}
	return append(lines, m.table(&m.opened.list, columns, "call", c.Len(), height-len(lines), width, func(i int, head string) string {
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
			return text.Count(int64(call.Failed))
		}
		var above traces.Operation
		if p := c.Parent(i); p >= 0 {
			above = c.Operation(p)
		}
		name := strings.Repeat(indent, min(depth[i], 24/len(indent))) + shortCall(c.Operation(i), above)
		if c.Assumed(i) {
			name += " (not observed)"
		}
		return text.Safe(name)
	})...)
}

var callColumns = []column{{"min", 8, 1}, {"mean", 8, 5}, {"p95", 8, 3}, {"max", 8, 4}, {"failed", 6, 2}}

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
	lines := m.table(l, []column{{"traces", 12, 1}}, "reason", len(reasons), min(len(reasons)+1, height/2), width, func(i int, head string) string {
		if head == "traces" {
			return text.Count(m.state.Invalid[reasons[i]])
		}
		return reasons[i].String()
	})
	chosen := reasons[l.at]
	lines = append(lines, "")
	lines = append(lines, text.Wrap(upper(chosen.Explanation())+".", width)...)
	if !slices.ContainsFunc(m.examples, func(e traces.Invalid) bool { return e.Reason == chosen }) {
		lines = append(lines, m.theme.Muted.Render(text.Cut("no example here: those of forwarded traces stay with the worker", width)))
	}
	for _, e := range m.examples {
		if e.Reason == chosen && m.matches(fmt.Sprint(e.Trace.ID, " ", e.Detail)) {
			lines = append(lines, text.Cut(fmt.Sprintf("%s %d  %s", m.theme.Muted.Render("trace"), e.Trace.ID, text.Safe(e.Detail)), width))
		}
	}
	return lines
}

// flow puts facts beside each other as long as they fit, so that none is broken
// where another line would hold it.
func flow(width int, facts ...string) (lines []string) {
	line := facts[0]
	for _, fact := range facts[1:] {
		longer := line + " · " + fact
		if text.Width(longer) > width {
			lines = append(lines, text.Wrap(line, width)...)
			longer = fact
		}
		line = longer
	}
	return append(lines, text.Wrap(line, width)...)
}

func upper(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
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
	class := className(o)
	if o.Params == "" {
		return class + o.Name + "()"
	}
	return class + o.Name + "(..)"
}

// className is the class of an operation without its package, with a dot.
func className(o traces.Operation) string {
	class := o.Component[strings.LastIndexByte(o.Component, '.')+1:]
	if class != "" {
		class += "."
	}
	return class
}

// shortCall is shortName, without the class where it is the same as before.
func shortCall(o, before traces.Operation) string {
	if o.Component == before.Component {
		o.Component = ""
		return "." + shortName(o)
	}
	return shortName(o)
}
