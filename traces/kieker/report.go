package kieker

import (
	"fmt"
	"strings"
	"time"

	"beagle/internal/quantity"
	"beagle/model"
)

// Report says how the reading of one source went.
type Report struct {
	Source     string    `json:"source"`               // address of the peer, or path of the file
	Kind       string    `json:"kind"`                 // e.g. "single socket", "text", "binary, gzip"
	Connected  time.Time `json:"connected,omitzero"`   // when the source was opened
	LastRecord time.Time `json:"last_record,omitzero"` // when the last record arrived
	Ended      bool      `json:"ended"`                // nothing more will come
	Complete   bool      `json:"complete"`             // it ended at the end of a record
	Bytes      int64     `json:"bytes"`                // that were read
	Records    int64     `json:"records"`              // that were decoded; unknown ones are beside them
	Strings    int64     `json:"strings,omitempty"`    // entries of the string registry that were read
	Unknown    int64     `json:"unknown"`              // records of classes without schema
	Broken     int64     `json:"broken"`               // damaged places, broken lines
	Recovered  int64     `json:"recovered,omitempty"`  // lines whose fields could be told although they were damaged
	Redefined  int64     `json:"redefined,omitempty"`  // ids that changed their text
	Skipped    int64     `json:"skipped"`              // bytes that could not be decoded
	// Classes are the record classes without schema, with counts and the places of their first records.
	Classes []UnknownClass `json:"classes,omitempty"`
	// LeftOut is what cannot be told as records, by reason: spans of tracers.
	LeftOut []LeftOut `json:"left_out,omitempty"`
	// Problems are the first faults, in words, with their places.
	Problems []model.Problem `json:"problems,omitempty"`
	// Error is why reading ended early, if it did.
	Error string `json:"error,omitempty"`
	// LongestPause is the longest time for which the reader did not read, because it was busy.
	LongestPause time.Duration `json:"longest_pause_ns,omitempty"`
}

// UnknownClass is a record class that has no schema.
type UnknownClass struct {
	Class string `json:"class"` // fully qualified name, as the source gave it
	Count int64  `json:"count"` // records of the class
	First string `json:"first"` // "offset 1234" or "line 12"
}

// LeftOut is how much was left out for one reason.
type LeftOut struct {
	Reason string `json:"reason"` // what they are, e.g. "spans that came twice"
	Count  int64  `json:"count"`  // of them
}

// Left is how much was left out.
func (r Report) Left() (count int64) {
	for _, l := range r.LeftOut {
		count += l.Count
	}
	return count
}

func (r Report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s): %s, %s", r.Source, r.Kind, quantity.Plural(r.Records, "record", "records"), quantity.Plural(r.Bytes, "byte", "bytes"))
	if r.Unknown > 0 {
		fmt.Fprintf(&b, ", %d of unknown classes", r.Unknown)
	}
	if r.Broken > 0 {
		fmt.Fprintf(&b, ", %d broken", r.Broken)
	}
	if r.Skipped > 0 {
		fmt.Fprintf(&b, ", %d bytes skipped", r.Skipped)
	}
	for _, l := range r.LeftOut {
		fmt.Fprintf(&b, "; left out: %d %s", l.Count, l.Reason)
	}
	if r.Error != "" {
		fmt.Fprintf(&b, "; %s", r.Error)
	}
	return b.String()
}

// Since is what the report gained after an earlier one of the same source.
func (r Report) Since(before Report) Report {
	r.Bytes -= before.Bytes
	r.Records -= before.Records
	r.Strings -= before.Strings
	r.Unknown -= before.Unknown
	r.Broken -= before.Broken
	r.Recovered -= before.Recovered
	r.Redefined -= before.Redefined
	r.Skipped -= before.Skipped
	r.Problems = r.Problems[min(len(before.Problems), len(r.Problems)):]
	r.LeftOut = r.leftSince(before)
	known := map[string]int64{}
	for _, class := range before.Classes {
		known[class.Class] = class.Count
	}
	all := r.Classes
	r.Classes, r.LongestPause = nil, 0
	for _, class := range all {
		if class.Count -= known[class.Class]; class.Count > 0 {
			r.Classes = append(r.Classes, class)
		}
	}
	return r
}

func (r Report) leftSince(before Report) (gained []LeftOut) {
	known := map[string]int64{}
	for _, l := range before.LeftOut {
		known[l.Reason] = l.Count
	}
	for _, l := range r.LeftOut {
		if l.Count -= known[l.Reason]; l.Count > 0 {
			gained = append(gained, l)
		}
	}
	return gained
}

// Add adds the counters of another source.
func (r *Report) Add(other Report) {
	r.Records += other.Records
	r.Bytes += other.Bytes
	r.Unknown += other.Unknown
	r.Broken += other.Broken
	r.Skipped += other.Skipped
	r.Strings += other.Strings
	if other.LastRecord.After(r.LastRecord) {
		r.LastRecord = other.LastRecord
	}
}
