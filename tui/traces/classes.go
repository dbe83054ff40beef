package traces

import (
	"cmp"
	"fmt"
	"iter"
	"net"
	"slices"
	"strings"

	"beagle/internal/quantity"
	"beagle/traces"
	"beagle/traces/classes"
	"beagle/tui/text"
)

var classColumns = []column{{"traces", 12, 6}, {"calls", 6, 2}, {"min", 8, 1}, {"mean", 8, 5}, {"max", 8, 4}, {"last", 9, 3}}

// order is how classes are sorted.
type order int

const (
	byCount order = iota
	byTime
	byRecency
	orders
)

func (o order) String() string { return [...]string{"count", "total time", "recency"}[o] }

// classList is the list of equivalence classes.
type classList struct {
	list
	sort  order
	rows  []traces.Row // of the state, filtered and sorted
	alike map[classes.Operation]begins
}

// begins says how many first calls are the same in all classes with one
// outermost operation.
type begins struct {
	first  *traces.Row
	common int
}

// arrange filters and sorts the classes. The chosen class stays chosen when it
// moves.
func (l *classList) arrange(s *seen) {
	chosen := uint64(0)
	if l.Cursor.At < len(l.rows) {
		chosen = l.rows[l.Cursor.At].Key
	}
	l.rows = l.rows[:0]
	known := map[int32]bool{} // operations that match
	such := func(op int32) bool {
		match, asked := known[op]
		if !asked {
			match = s.matches(s.state.Names.Operation(op).String())
			known[op] = match
		}
		return match
	}
	for i := range s.state.Rows {
		if row := &s.state.Rows[i]; s.filter.Text == "" || s.matches(row.Host) || row.Has(such) {
			l.rows = append(l.rows, *row)
		}
	}
	slices.SortFunc(l.rows, func(a, b traces.Row) int {
		first := 0
		switch l.sort {
		case byTime:
			first = cmp.Compare(b.Total, a.Total)
		case byRecency:
			first = b.Last.Compare(a.Last)
		case byCount, orders:
		}
		return cmp.Or(first, cmp.Compare(b.Count, a.Count), cmp.Compare(a.Key, b.Key))
	})
	l.alike = map[classes.Operation]begins{}
	for i := range l.rows {
		r := &l.rows[i]
		if b, known := l.alike[r.Operation]; known {
			l.alike[r.Operation] = begins{b.first, min(b.common, r.Alike(b.first))}
		} else {
			l.alike[r.Operation] = begins{r, r.Executions}
		}
	}
	l.count = len(l.rows)
	if l.Cursor.At > 0 { // the first row is where people watch what leads
		if at := slices.IndexFunc(l.rows, func(r traces.Row) bool { return r.Key == chosen }); at >= 0 {
			l.Cursor.At = at
		}
	}
	l.Cursor.Clamp(l.count)
}

func (l *classList) draw(s *seen, width, height int) []string {
	if len(l.rows) == 0 {
		return empty(s, width)
	}
	var notes []string
	for _, note := range s.state.Counts.Notes() { // what the list cannot show
		notes = append(notes, text.Wrap(note, width)...)
	}
	notes = notes[:min(len(notes), height/3)]
	for i := range notes {
		notes[i] = s.theme.Warn.Render(notes[i])
	}
	columns := classColumns
	if s.state.Address == "" { // of logs that are read it would be when they were read
		columns = columns[:len(columns)-1]
	}
	room := width - 2 - total(fit(columns, width-2))
	lines := append(notes, table(s.theme, &l.list, columns, "calls from the outermost on", len(l.rows), height-len(notes), width, func(i int, head string) string {
		r := &l.rows[i]
		switch head {
		case "traces":
			return quantity.Count(int64(r.Count))
		case "calls":
			return quantity.Count(int64(r.Executions))
		case "min":
			return nanos(float64(r.Min))
		case "mean":
			return nanos(r.Mean)
		case "max":
			return nanos(float64(r.Max))
		case "last":
			return s.ago(r.Last)
		default:
			said := text.Safe(route(r, l.alike[r.Operation].common))
			if text.Width(said) > room { // it would be cut, perhaps before it differs from its neighbours
				said = text.Safe(route(r, nearest(l.rows, i)))
			}
			if elsewhere(l.rows, i) {
				said = text.Safe(strings.Join(r.Hosts(), " ▸ ")+": ") + said
			}
			return said
		}
	})...)
	l.Line += len(notes)
	return lines
}

// mostCompared bounds the classes that one of them is compared with.
const mostCompared = 500

// nearest is how many first calls a class has in common with that other one of the same
// outermost operation which is most like it.
func nearest(rows []traces.Row, i int) (common int) {
	for o := range others(rows, i) {
		common = max(common, rows[i].Alike(o))
	}
	return max(1, common)
}

// elsewhere reports whether another class has the same calls on other hosts.
func elsewhere(rows []traces.Row, i int) bool {
	r := &rows[i]
	for o := range others(rows, i) {
		if o.Executions == r.Executions && r.Alike(o) == r.Executions && !slices.Equal(o.Hosts(), r.Hosts()) {
			return true
		}
	}
	return false
}

// others are the classes around one that have its outermost operation.
func others(rows []traces.Row, i int) iter.Seq[*traces.Row] {
	return func(yield func(*traces.Row) bool) {
		from := max(0, i-mostCompared/2)
		for at := from; at < min(len(rows), from+mostCompared); at++ {
			if o := &rows[at]; at != i && o.Operation == rows[i].Operation && !yield(o) {
				return
			}
		}
	}
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
func empty(s *seen, width int) []string {
	say := "No traces yet."
	switch {
	case s.filter.Text != "":
		say = "No class contains “" + text.Safe(s.filter.Text) + "”. esc drops the filter."
	case s.state.Counts.Records > 0 && s.state.Counts.Events == 0:
		say = "Records arrive, but none tells of an operation, so there are no traces. beagle kieker cat shows recorded ones; beagle export --kieker makes traces of those of Beagle's own probes."
	case s.state.Counts.Records > 0:
		say = "Records arrive, but no trace is complete yet. Traces end when their outermost operation returns."
	case s.state.Clustered:
		say = "No agent has sent traces yet. Start one beside each program: beagle agent --nats " + text.Safe(s.state.Address) + " --credentials agent.credentials, and a worker anywhere: beagle worker. The list of machines (tab) says who is there."
	case s.state.Others && strings.Contains(s.state.Address, " "): // a topic or queue on a broker
		say = "Waiting for records from " + text.Safe(s.state.Address) + "."
	case s.state.Others:
		say = "Waiting for spans. Start a program with the OpenTelemetry agent and OTEL_EXPORTER_OTLP_ENDPOINT=http://" + text.Safe(s.state.Address) + ", or let its collector send there; a trace is complete when it was quiet for a while (--quiet)."
	case s.state.Address != "":
		host, port, err := net.SplitHostPort(s.state.Address)
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
				lines = append(lines, s.theme.Info.Render(part))
			}
		}
		return lines
	}
	return append([]string{""}, text.Wrap(say, width)...)
}

// shortName is Class.name(..): what tells operations apart in few cells.
func shortName(o classes.Operation) string {
	class := className(o)
	if o.Named() {
		return class + o.Name
	}
	if o.Params == "" {
		return class + o.Name + "()"
	}
	return class + o.Name + "(..)"
}

// className is the class of an operation without its package, with a dot.
func className(o classes.Operation) string {
	class := o.Component[strings.LastIndexByte(o.Component, '.')+1:]
	if class != "" {
		class += "."
	}
	return class
}

// shortCall is shortName, without the class where it is the same as before.
func shortCall(o, before classes.Operation) string {
	if o.Component == before.Component {
		o.Component = ""
		return "." + shortName(o)
	}
	return shortName(o)
}
