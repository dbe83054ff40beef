package show

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"time"

	"beagle/traces"
	"beagle/traces/classes"
	"beagle/traces/kieker"
)

// Document is the result as programs read it; durations are in nanoseconds.
type Document struct {
	Interval *Span            `json:"interval,omitempty"`       // what everything but sources is about; nil: all that is known
	Records  int64            `json:"records"`                  // all that were found, unknown ones too
	Traces   int64            `json:"traces"`                   // valid ones
	Invalid  int64            `json:"invalid"`                  // traces that are not valid
	Unknown  int64            `json:"unknown"`                  // records of classes without schema
	Repaired int64            `json:"repaired,omitempty"`       // valid traces whose open executions were closed
	Broken   int64            `json:"broken"`                   // damaged places of logs and streams
	Unsorted int64            `json:"unsorted,omitempty"`       // valid traces beyond the memory for classes
	Reasons  map[string]int64 `json:"reasons,omitempty"`        // of invalid traces
	Classes  []Class          `json:"classes"`                  // as the order that was asked for has them
	Examples []Example        `json:"invalid_traces,omitempty"` // of invalid traces, some of each reason
	Notes    []string         `json:"notes,omitempty"`          // what limits of memory left out, and what to do
	Sources  []Source         `json:"sources,omitempty"`        // in the order in which they were opened
	Books    *Books           `json:"books,omitempty"`          // where each record is; nil: of an interval
	Total    *Total           `json:"total,omitempty"`          // of an interval: everything until its end
}

// Source is how the reading of one source went.
type Source struct {
	kieker.Report
	Total *SourceTotal `json:"total,omitempty"` // see Source; nil: it is no interval
}

// Span is a stretch of time.
type Span struct {
	Begin time.Time `json:"begin"` // first moment of it
	End   time.Time `json:"end"`   // moment after the last
}

// Class is an equivalence class. Times are those of its whole traces.
type Class struct {
	Signature      []string `json:"signature"`                   // operations in order of entry
	Count          uint64   `json:"count"`                       // traces
	Min            int64    `json:"min"`                         // shortest trace, ns
	Mean           float64  `json:"mean"`                        // arithmetic mean, ns
	Max            int64    `json:"max"`                         // longest trace, ns
	Deviation      float64  `json:"deviation"`                   // standard deviation, ns
	Median         float64  `json:"p50"`                         // half of the traces are shorter, ns
	P95            float64  `json:"p95"`                         // 95 of a hundred are shorter, ns
	P99            float64  `json:"p99"`                         // 99 of a hundred are shorter, ns
	Inexact        float64  `json:"quantile_error,omitempty"`    // share of a quantile that it may be off, where it is more than 0.008
	Partial        bool     `json:"quantiles_partial,omitempty"` // some durations are in no quantile, for want of memory
	Executions     int      `json:"executions"`                  // executions in each trace
	MaxStackDepth  int      `json:"max_stack_depth"`             // executions that are open at once, at most
	Representative int64    `json:"representative"`              // trace id
	Hosts          []string `json:"hosts,omitempty"`             // that its executions ran on
	Calls          []Call   `json:"calls"`                       // its executions, in order of entry
	StartedBy      []Start  `json:"started_by,omitempty"`        // by a split or a remote call
}

// Start is an operation of other traces that started traces of a class.
type Start struct {
	Operation string `json:"operation,omitempty"` // empty: not known
	Host      string `json:"host,omitempty"`      // on which the starting operation ran
	Count     uint64 `json:"count"`               // traces that were started there
	Joined    uint64 `json:"joined,omitempty"`    // of them, those that were waited for
}

// Call is one execution of a class.
type Call struct {
	Operation string  `json:"operation"`         // signature
	Host      string  `json:"host,omitempty"`    // empty: that of the class
	Parent    int     `json:"parent"`            // position of the caller; -1: none
	Assumed   bool    `json:"assumed,omitempty"` // no record tells of it; it follows from others
	Failed    uint64  `json:"failed,omitempty"`  // executions that ended with an exception
	Min       int64   `json:"min"`               // shortest, ns
	Mean      float64 `json:"mean"`              // arithmetic mean, ns
	Max       int64   `json:"max"`               // longest, ns
	Deviation float64 `json:"deviation"`         // standard deviation, ns
	Median    float64 `json:"p50"`               // half of the executions are shorter, ns
	P95       float64 `json:"p95"`               // 95 of a hundred are shorter, ns
	P99       float64 `json:"p99"`               // 99 of a hundred are shorter, ns
}

// Example is one invalid trace.
type Example struct {
	ID         int64    `json:"id"`         // of the trace
	Source     string   `json:"source"`     // that its records came from
	Reason     string   `json:"reason"`     // what is wrong, as a word
	Detail     string   `json:"detail"`     // where
	Events     int      `json:"events"`     // records that belong to it
	Operations []string `json:"operations"` // what was reconstructed, in order of entry
}

// JSON is the result for programs; books may be nil, while records come.
func JSON(out io.Writer, r traces.Result, classes []*classes.Class, sources []kieker.Report, books *Books) error {
	d := newDocument(r, nil, sources)
	d.Books = books
	return stream(out, d, classes, "\n", "  ")
}

// stream writes the document class by class: 10,000 classes at once would take
// more memory than everything else. newline and indent are empty for one line.
func stream(out io.Writer, d Document, classes []*classes.Class, newline, indent string) error {
	var buffer bytes.Buffer
	encode := func(value any, depth int) ([]byte, error) {
		buffer.Reset()
		encoder := json.NewEncoder(&buffer)
		encoder.SetEscapeHTML(false)
		if newline != "" {
			encoder.SetIndent(strings.Repeat(indent, depth), indent)
		}
		err := encoder.Encode(value)
		return bytes.TrimRight(buffer.Bytes(), "\n"), err
	}
	document, err := encode(d, 0)
	if err != nil {
		return err
	}
	// Before the classes come numbers, times and the names of reasons only.
	at := bytes.Index(document, []byte("[]"))
	head, tail := string(document[:at+1]), string(document[at+1:])
	to := bufio.NewWriter(out)
	put := func(text string) { _, _ = to.WriteString(text) } // Flush tells of errors
	put(head)
	for i, c := range classes {
		one, err := encode(newClass(c), 2)
		if err != nil {
			return err
		}
		if i > 0 {
			put(",")
		}
		put(newline + strings.Repeat(indent, 2) + string(one))
	}
	if len(classes) > 0 {
		put(newline + indent)
	}
	put(tail + "\n")
	return to.Flush()
}

func newDocument(r traces.Result, classes []*classes.Class, sources []kieker.Report) Document {
	d := Document{
		Records: r.Records, Traces: r.Valid, Invalid: r.Counts.Invalid, Repaired: r.Repaired, Unsorted: r.Unsorted,
		Classes: []Class{}, Notes: r.Notes(),
	}
	for _, s := range sources {
		d.Sources = append(d.Sources, Source{Report: s})
		d.Unknown += s.Unknown
		d.Records += s.Unknown
		d.Broken += s.Broken
	}
	for reason, count := range r.Reasons {
		if count > 0 {
			if d.Reasons == nil {
				d.Reasons = map[string]int64{}
			}
			d.Reasons[traces.Reason(reason).String()] = count
		}
	}
	for _, c := range classes {
		d.Classes = append(d.Classes, newClass(c))
	}
	for _, i := range r.Examples {
		e := Example{ID: i.Trace.ID, Source: i.Trace.Source, Reason: i.Reason.String(), Detail: i.Detail, Events: i.Events, Operations: []string{}}
		for _, execution := range i.Trace.Executions {
			e.Operations = append(e.Operations, r.Names.Operation(execution.Op).String())
		}
		d.Examples = append(d.Examples, e)
	}
	return d
}

// newClass is a class as JSON; times of the class are those of its root execution.
func newClass(c *classes.Class) Class {
	j := Class{Count: c.Count, Executions: c.Len(), MaxStackDepth: c.MaxDepth(), Representative: c.RepresentativeID()}
	for i := range c.Calls {
		call := newCall(c, i)
		j.Calls = append(j.Calls, call)
		j.Signature = append(j.Signature, call.Operation)
		if call.Host != "" && (len(j.Hosts) == 0 || j.Hosts[len(j.Hosts)-1] != call.Host) {
			j.Hosts = append(j.Hosts, call.Host)
		}
	}
	for _, o := range c.Origins() {
		start := Start{Host: o.Host, Count: o.Count, Joined: o.Joined}
		if o.Known {
			start.Operation = o.Operation.String()
		}
		j.StartedBy = append(j.StartedBy, start)
	}
	root := j.Calls[0]
	j.Min, j.Mean, j.Max, j.Deviation = root.Min, root.Mean, root.Max, root.Deviation
	j.Median, j.P95, j.P99 = root.Median, root.P95, root.P99
	for i := range c.Calls {
		j.Partial = j.Partial || !c.Calls[i].Exact()
		if inexact := c.Calls[i].Inexact(); inexact > classes.FinestQuantiles {
			j.Inexact = max(j.Inexact, inexact)
		}
	}
	return j
}

func newCall(c *classes.Class, i int) Call {
	s := &c.Calls[i]
	quantiles := s.Quantiles(0.5, 0.95, 0.99)
	return Call{
		Operation: c.Operation(i).String(), Host: c.Host(i), Parent: c.Parent(i), Assumed: c.Assumed(i), Failed: s.Failed,
		Min: s.Min, Mean: s.Mean(c.Count), Max: s.Max, Deviation: s.Deviation(c.Count),
		Median: quantiles[0], P95: quantiles[1], P99: quantiles[2],
	}
}
