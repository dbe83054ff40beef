package show

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"beagle/internal/safe"
	"beagle/model"
	"beagle/traces"
	"beagle/traces/classes"
	"beagle/traces/kieker"
)

// One looks for a single trace by its id. Several sources may have one each: at most maxFound are kept.
type One struct {
	ID int64 // that is looked for

	mu    sync.Mutex
	found []traces.Invalid // of valid ones the reason is Valid
	count int
}

const maxFound = 16

// Start takes part in an engine's options.
func (o *One) Start(options *traces.Options) {
	options.Trace = func(t classes.Trace) { o.take(traces.Invalid{Trace: t}) }
	options.Invalid = o.take
}

func (o *One) take(i traces.Invalid) {
	if i.Trace.ID != o.ID {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.count++; len(o.found) < maxFound {
		o.found = append(o.found, i)
	}
}

// Write shows the traces that were found; none is an error. Drawings show the first.
func (o *One) Write(out io.Writer, v View, r traces.Result, sources []kieker.Report) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.found) == 0 {
		return model.Problem{
			Severity: model.Error, Message: fmt.Sprintf("there is no trace %d among %d valid and %d invalid ones", o.ID, r.Valid, r.Counts.Invalid),
			Hint: "--show executions --all lists all that are valid, --show invalid --all the others",
		}
	}
	if v.Kind == "trace" && v.Output == "json" {
		documents := make([]jsonTrace, len(o.found))
		for i := range documents {
			documents[i] = newJSONInvalid(o.found[i], r.Names)
			if o.found[i].Reason == traces.Valid {
				documents[i].Reason, documents[i].Detail = "", ""
			}
		}
		return tracesJSON(out, documents)
	}
	if v.Kind == "trace" && v.Output == "text" {
		for i := range o.found {
			if err := oneTrace(out, &o.found[i], r.Names); err != nil {
				return err
			}
		}
		return nil
	}
	alone := o.alone(r)
	if len(alone.Classes) == 0 {
		return model.Problem{Severity: model.Error, Message: fmt.Sprintf("trace %d has no execution that could be drawn: %s", o.ID, o.found[0].Reason), Hint: o.found[0].Reason.Explanation()}
	}
	return v.Write(out, alone, sources)
}

// Alone is a result that holds only the first trace that was found; Write has made sure that there is one.
func (o *One) Alone(r traces.Result) traces.Result {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.alone(r)
}

func (o *One) alone(r traces.Result) traces.Result { return r.Alone(o.found[0].Trace) }

// Note says what a drawing cannot: that the trace is not valid, or not alone.
func (o *One) Note() (notes []string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.found) > 0 && o.found[0].Reason != traces.Valid {
		notes = append(notes, fmt.Sprintf("trace %d is not valid: %s (%s)", o.ID, o.found[0].Reason, o.found[0].Detail))
	}
	if o.count > 1 {
		notes = append(notes, fmt.Sprintf("%d traces have the id %d; drawings show that of %s", o.count, o.ID, o.found[0].Trace.Source))
	}
	return notes
}

func oneTrace(out io.Writer, i *traces.Invalid, names *classes.Names) error {
	w := newWriter(out, names)
	t := &i.Trace
	w.printf("trace %d of %s", t.ID, safe.Line(t.Source))
	if t.Session != "" && t.Session != "<no-session-id>" {
		w.printf(", session %s", safe.Line(t.Session))
	}
	if t.Parent != 0 {
		w.printf(", started by trace %d", t.Parent)
	}
	w.printf("\n")
	if i.Reason != traces.Valid {
		w.printf("not valid: %s (%s)\n  %s\n", i.Reason, safe.Line(i.Detail), i.Reason.Explanation())
	}
	if len(t.Executions) == 0 {
		w.printf("\n")
		return w.out.Flush()
	}
	begin := t.Executions[0].In
	w.printf("%d executions, the first began at %s\n", len(t.Executions), time.Unix(0, begin).UTC().Format(time.RFC3339Nano))
	table := tabwriter.NewWriter(w.out, 0, 4, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "after\ttook\t operation\n")
	host := int32(-1)
	for _, e := range t.Executions {
		marks := ""
		if e.Failed {
			marks += "  failed"
		}
		if e.Assumed() {
			marks += "  assumed"
		}
		if e.Host != host && e.Host >= 0 {
			host = e.Host
			marks += "  on " + safe.Line(names.Host(host))
		}
		fmt.Fprintf(table, "%s\t%s\t %s%s%s\n", Duration(float64(e.In-begin)), Duration(float64(e.Out-e.In)), strings.Repeat("  ", int(min(e.Depth, 100))), safe.Line(names.Operation(e.Op).String()), marks)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	w.printf("\n")
	return w.out.Flush()
}
