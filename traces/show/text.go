package show

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/traces"
	"beagle/traces/classes"
)

const maxListed = 50

// Table writes what was found for people to read.
func Table(out io.Writer, r traces.Result, classes []*classes.Class, kind string, books Books) error {
	w := newWriter(out, r.Names)
	w.printf("%s, %s in %s, %s\n", quantity.Plural(r.Records, "record", "records"), quantity.Plural(r.Valid, "valid trace", "valid traces"),
		quantity.Plural(len(classes), kind+" class", kind+" classes"), quantity.Plural(r.Counts.Invalid, "invalid trace", "invalid traces"))
	if r.Repaired > 0 {
		w.printf("%d of the valid traces were repaired\n", r.Repaired)
	}
	if r.Unsorted > 0 {
		w.printf("%d of the valid traces are in none of these classes, for want of memory (--memory)\n", r.Unsorted)
	}
	if len(classes) > 0 {
		table := tabwriter.NewWriter(w.out, 0, 4, 2, ' ', tabwriter.AlignRight)
		fmt.Fprint(table, "\ntraces\tcalls\tdepth\tmin\tmean\tdev\tp50\tp95\tp99\tmax\t operation\n")
		for i, c := range classes {
			if i == maxListed {
				fmt.Fprintf(table, "\t\t\t\t\t\t\t\t\t\t ... and %d more classes (--output json lists all)\n", len(classes)-maxListed)
				break
			}
			call := newCall(c, 0)
			fmt.Fprintf(table, "%d\t%d\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t %s\n", c.Count, c.Len(), c.MaxDepth(), Duration(float64(call.Min)), Duration(call.Mean),
				Duration(call.Deviation), Duration(call.Median), Duration(call.P95), Duration(call.P99), Duration(float64(call.Max)), safe.Line(call.Operation))
		}
		if err := table.Flush(); err != nil {
			return err
		}
		w.quantiles(classes)
	}
	for reason, count := range r.Reasons {
		if count > 0 {
			w.printf("\n%d invalid: %s\n  %s\n", count, traces.Reason(reason), traces.Reason(reason).Explanation())
			for _, example := range r.Examples {
				if example.Reason == traces.Reason(reason) {
					w.printf("  e.g. trace %d: %s\n", example.Trace.ID, safe.Line(example.Detail))
					break
				}
			}
		}
	}
	w.printf("\n%s\n", books.String())
	for i := range books.Agents {
		w.printf("  %s\n", books.Agents[i].String())
	}
	return w.out.Flush()
}

func (w *writer) quantiles(all []*classes.Class) {
	worst, partial := classes.FinestQuantiles, 0
	for _, c := range all {
		worst = max(worst, c.Calls[0].Inexact())
		if !c.Calls[0].Exact() {
			partial++
		}
	}
	if worst > classes.FinestQuantiles {
		w.printf("so many classes share the memory that quantiles are right to %.2g %%\n", 100*worst)
	}
	if partial > 0 {
		w.printf("quantiles of %d classes lack some durations: there was no memory for them\n", partial)
	}
}

func equivalenceClasses(out io.Writer, classes []*classes.Class, names *classes.Names) error {
	w := newWriter(out, names)
	for i, c := range classes {
		w.printf("Class %d ; cardinality: %d; # executions: %d; representative: %d; max. stack depth: %d\n", i, c.Count, c.Len(), c.Representative().ID, c.MaxDepth())
	}
	return w.out.Flush()
}

// Executions writes traces as Kieker's execution traces.
func Executions(out io.Writer, names *classes.Names, all ...classes.Trace) error {
	w := newWriter(out, names)
	for _, t := range all {
		w.executions(t)
	}
	return w.out.Flush()
}

func (w *writer) executions(t classes.Trace) {
	var deepest int32
	first, last := int64(0), int64(0)
	for i, e := range t.Executions {
		if i == 0 || e.In < first {
			first = e.In
		}
		last = max(last, e.Out)
		deepest = max(deepest, e.Depth)
	}
	w.printf("TraceId %d (minTin=%d (%s); maxTout=%d (%s); maxEss=%d):\n", t.ID, first, date(first), last, date(last), deepest)
	for i := range t.Executions {
		w.printf("<%s>\n", w.execution(t, i))
	}
	w.printf("\n")
}

func date(ns int64) string {
	return time.Unix(0, ns).UTC().Format("Mon, 02 Jan 2006 15:04:05.000 -0700") + " (UTC)"
}

func (w *writer) execution(t classes.Trace, i int) string {
	e := t.Executions[i]
	o := w.names.Operation(e.Op)
	host := "<unknown>"
	if e.Host >= 0 {
		host = w.names.Host(e.Host)
	}
	mark := ""
	if e.Inferred() {
		mark = " (assumed)"
	}
	return safe.Line(fmt.Sprintf("%d[%d,%d] %d-%d %s::@%d:%s.%s %s%s", t.ID, i, e.Depth, e.In, e.Out, host,
		w.names.Component(o.Component), o.Component, o.Name, strings.TrimSpace(t.Session), mark))
}

// Messages writes traces as Kieker's message traces: calls and replies.
func Messages(out io.Writer, names *classes.Names, all ...classes.Trace) error {
	w := newWriter(out, names)
	for _, t := range all {
		w.messages(t)
	}
	return w.out.Flush()
}

func (w *writer) messages(t classes.Trace) {
	name := func(i int32) string {
		if i < 0 {
			return "'Entry'"
		}
		return w.execution(t, int(i))
	}
	w.printf("Trace %d:\n", t.ID)
	walk(t.Executions, func(i int) {
		e := t.Executions[i]
		w.printf("<SYNC-CALL %d %s --> %s>\n", e.In, name(e.Parent), name(int32(i)))
	}, func(i int) {
		e := t.Executions[i]
		w.printf("<SYNC-RPLY %d %s --> %s>\n", e.Out, name(int32(i)), name(e.Parent))
	})
	w.printf("\n")
}

// InvalidTraces writes the kept examples of invalid traces, each with its reason and what was reconstructed of it.
func InvalidTraces(out io.Writer, r traces.Result) error {
	w := newWriter(out, r.Names)
	if r.Counts.Invalid == 0 {
		w.printf("no trace is invalid, %d are valid\n", r.Valid)
	}
	shown := map[traces.Reason]int64{}
	for _, i := range r.Examples {
		w.invalid(i)
		shown[i.Reason]++
	}
	for reason, count := range r.Reasons {
		reason := traces.Reason(reason)
		switch more := count - shown[reason]; {
		case more <= 0:
		case shown[reason] == 0: // those of workers stay there
			w.printf("%d traces, without an example here: %s\n  %s\n  a worker that reduced them shows them with --show invalid\n\n", more, reason, reason.Explanation())
		default:
			w.printf("... and %d more: %s; --all lists every one while a recorded log is read\n", more, reason)
		}
	}
	return w.out.Flush()
}

func (w *writer) invalid(i traces.Invalid) {
	w.printf("Trace %d of %s: %s (%s)\n  %s\n", i.Trace.ID, safe.Line(i.Trace.Source), i.Reason, safe.Line(i.Detail), i.Reason.Explanation())
	for n := range i.Trace.Executions {
		w.printf("  <%s>\n", w.execution(i.Trace, n))
	}
	w.printf("\n")
}

func textTree(out io.Writer, t *Tree, names *classes.Names) error {
	w := newWriter(out, names)
	table := tabwriter.NewWriter(w.out, 0, 4, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "calls\tmin\tmean\tmax\t operation\n")
	var visit func(t *Tree, depth int)
	visit = func(t *Tree, depth int) {
		if !t.Entry {
			mark := ""
			if t.Async {
				mark = "async "
			}
			fmt.Fprintf(table, "%d\t%s\t%s\t%s\t %s%s%s\n", t.Calls, Duration(float64(t.Min)), Duration(t.Total/float64(t.Calls)), Duration(float64(t.Max)),
				strings.Repeat("  ", depth-1), mark, safe.Line(t.Operation.String()))
		}
		for _, child := range t.Children {
			visit(child, depth+1)
		}
	}
	visit(t, 0)
	if err := table.Flush(); err != nil {
		return err
	}
	return w.out.Flush()
}

func textGraph(out io.Writer, g Graph, names *classes.Names, times Unit) error {
	w := newWriter(out, names)
	name := func(i int) string {
		n := g.Nodes[i]
		switch {
		case n.Entry:
			return "'Entry'"
		case g.Level == Containers:
			return safe.Line(n.Host)
		}
		text := w.instance(n.Operation.Component)
		if g.Level == Operations {
			text += "." + shortCall(n.Operation)
		}
		if g.Deployment {
			text = n.Host + "::" + text
		}
		return safe.Line(text)
	}
	for _, e := range g.Edges {
		w.printf("%10d  %s -> %s\n", e.Calls, name(e.From), name(e.To))
	}
	if times.Size == 0 {
		return w.out.Flush()
	}
	table := tabwriter.NewWriter(w.out, 0, 4, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "\ncalls\tmin\tmean\tmax\t called\n")
	for i, n := range g.Nodes {
		if n.Times != nil {
			fmt.Fprintf(table, "%d\t%s\t%s\t%s\t %s\n", n.Times.Count, times.format(float64(n.Times.Min)), times.format(n.Times.Total/float64(n.Times.Count)), times.format(float64(n.Times.Max)), name(i))
		}
	}
	if err := table.Flush(); err != nil {
		return err
	}
	return w.out.Flush()
}
