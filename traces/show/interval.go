package show

import (
	"io"
	"time"

	"beagle/traces"
	"beagle/traces/classes"
	"beagle/traces/kieker"
)

// Intervals writes what each interval gained, as one line of JSON.
type Intervals struct {
	view    View
	total   Total
	begin   time.Time
	sources map[sourceKey]kieker.Report // as the line before told of them
}

// Total is what all intervals counted so far.
type Total struct {
	Records  int64 `json:"records"`            // all that were found, unknown ones too
	Traces   int64 `json:"traces"`             // valid ones
	Invalid  int64 `json:"invalid"`            // traces that are not valid
	Unknown  int64 `json:"unknown"`            // records of classes without schema
	Broken   int64 `json:"broken"`             // damaged places of logs and streams
	Unsorted int64 `json:"unsorted,omitempty"` // valid traces beyond the memory for classes
}

// SourceTotal is what a source gave since it was opened.
type SourceTotal struct {
	Bytes        int64         `json:"bytes"`                      // bytes that were read
	Records      int64         `json:"records"`                    // records, unknown ones too
	Unknown      int64         `json:"unknown"`                    // records of classes without schema
	Broken       int64         `json:"broken"`                     // damaged places
	Skipped      int64         `json:"skipped"`                    // bytes that could not be decoded
	LongestPause time.Duration `json:"longest_pause_ns,omitempty"` // longest time between two records
}

type sourceKey struct {
	source    string
	connected time.Time
}

// Intervals begins the first interval.
func (v View) Intervals(begin time.Time) *Intervals {
	return &Intervals{view: v, begin: begin, sources: map[sourceKey]kieker.Report{}}
}

// Line ends the interval and writes what it gained.
func (i *Intervals) Line(out io.Writer, gained []*classes.Class, counts traces.Counts, end time.Time, sources []kieker.Report) error {
	d := newDocument(traces.Result{Counts: counts}, nil, i.since(sources))
	for n := range d.Sources {
		now := i.sources[keyOf(d.Sources[n].Report)]
		d.Sources[n].Total = &SourceTotal{now.Bytes, now.Records, now.Unknown, now.Broken, now.Skipped, now.LongestPause}
	}
	i.total.Records += d.Records
	i.total.Traces += d.Traces
	i.total.Invalid += d.Invalid
	i.total.Unknown += d.Unknown
	i.total.Broken += d.Broken
	i.total.Unsorted += d.Unsorted
	total := i.total
	d.Total = &total
	d.Interval = &Span{Begin: i.begin, End: end}
	i.begin = end
	return stream(out, d, i.view.classes(gained), "", "")
}

func (i *Intervals) since(sources []kieker.Report) (gained []kieker.Report) {
	now := make(map[sourceKey]kieker.Report, len(sources))
	for _, s := range sources {
		before, known := i.sources[keyOf(s)]
		now[keyOf(s)] = s
		if !known || !before.Ended || before.Records != s.Records {
			gained = append(gained, s.Since(before))
		}
	}
	i.sources = now
	return gained
}

func keyOf(s kieker.Report) sourceKey { return sourceKey{s.Source, s.Connected} }
