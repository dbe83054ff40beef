package show

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"beagle/internal/safe"
	"beagle/traces"
	"beagle/traces/classes"
)

// traceEvent is an entry of Chrome's trace event format, which Perfetto reads, too. Times are microseconds.
type traceEvent struct {
	Name     string         `json:"name"`
	Category string         `json:"cat,omitempty"`
	Phase    string         `json:"ph"` // X: an execution; M: the name of a process or thread
	Begin    float64        `json:"ts"`
	Took     float64        `json:"dur,omitempty"`
	Process  int            `json:"pid"` // stands for a host
	Thread   int            `json:"tid"` // stands for a lane of a trace
	Args     map[string]any `json:"args,omitempty"`
}

// Events writes the first trace of each class as Chrome's trace events, the most frequent class first.
func (v View) Events(to io.Writer, r traces.Result) error {
	all := representatives(v.classes(r.Classes), r.Classes)
	var first int64
	for i, t := range all {
		if in := t.Executions[0].In; i == 0 || in < first {
			first = in
		}
	}
	out := bufio.NewWriter(to)
	_, _ = out.WriteString(`{"displayTimeUnit":"ns","traceEvents":[`) // Flush tells of errors
	encoder, separator := json.NewEncoder(out), ""
	var failed error
	put := func(e traceEvent) {
		_, _ = out.WriteString(separator)
		separator = ","
		if err := encoder.Encode(e); err != nil {
			failed = err
		}
	}
	micros := func(ns int64) float64 { return float64(ns) / 1000 }
	named, threads := map[int32]bool{}, 0
	for _, t := range all {
		for i, lane := range lanes(t.Executions) {
			e := &t.Executions[i]
			process, thread := int(e.Host)+2, threads+lane+1 // hosts that are not known are -1, and 0 is no process
			if !named[e.Host] && e.Host >= 0 {
				named[e.Host] = true
				put(traceEvent{Name: "process_name", Phase: "M", Process: process, Args: map[string]any{"name": safe.Line(r.Names.Host(e.Host))}})
			}
			if i == 0 {
				put(traceEvent{Name: "thread_name", Phase: "M", Process: process, Thread: thread, Args: map[string]any{"name": fmt.Sprintf("trace %d", t.ID)}})
			}
			o := r.Names.Operation(e.Op)
			one := traceEvent{Name: safe.Line(o.String()), Category: safe.Line(o.Component), Phase: "X", Begin: micros(e.In - first), Took: micros(max(0, e.Out-e.In)), Process: process, Thread: thread}
			if e.Failed {
				one.Args = map[string]any{"failed": true}
			}
			put(one)
		}
		threads += len(t.Executions) // a trace has at most so many lanes
	}
	_, _ = out.WriteString("]}\n")
	if failed != nil {
		return failed
	}
	return out.Flush()
}

// lanes gives each execution a row in which executions nest.
func lanes(executions []classes.Execution) []int {
	var ends [][]int64 // of the open executions of each row
	of := make([]int, len(executions))
	for i := range executions {
		e := &executions[i]
		at := slices.IndexFunc(ends, func(open []int64) bool {
			around := slices.IndexFunc(open, func(end int64) bool { return end <= e.In })
			if around < 0 {
				around = len(open)
			}
			return around == 0 || open[around-1] >= e.Out
		})
		if at < 0 {
			at = len(ends)
			ends = append(ends, nil)
		}
		ends[at] = append(slices.DeleteFunc(ends[at], func(end int64) bool { return end <= e.In }), e.Out)
		of[i] = at
	}
	return of
}
