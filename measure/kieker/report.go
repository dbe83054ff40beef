package kieker

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"beagle/internal/plural"
	"beagle/model"
)

// Report says how the reading of one source went.
type Report struct {
	Source     string    `json:"source"` // address of the peer, or path of the file
	Kind       string    `json:"kind"`   // e.g. "single socket", "text", "binary, gzip"
	Connected  time.Time `json:"connected,omitzero"`
	LastRecord time.Time `json:"last_record,omitzero"` // when the last record arrived
	Ended      bool      `json:"ended"`                // nothing more will come
	Complete   bool      `json:"complete"`             // it ended at the end of a record
	Bytes      int64     `json:"bytes"`
	Records    int64     `json:"records"`
	Strings    int64     `json:"strings,omitempty"`
	Unknown    int64     `json:"unknown"` // records of classes without schema
	Broken     int64     `json:"broken"`  // damaged places, broken lines
	Recovered  int64     `json:"recovered,omitempty"`
	Redefined  int64     `json:"redefined,omitempty"` // ids that changed their text
	Skipped    int64     `json:"skipped"`             // bytes that could not be decoded
	// Classes are the record classes without schema, with counts and the
	// places of their first records.
	Classes []UnknownClass `json:"classes,omitempty"`
	// Problems are the first faults, in words, with their places.
	Problems []model.Problem `json:"problems,omitempty"`
	// Error is why reading ended early, if it did.
	Error string `json:"error,omitempty"`
	// LongestPause is the longest time for which the reader did not read,
	// because it was busy: what a sender may have had to wait.
	LongestPause time.Duration `json:"longest_pause_ns,omitempty"`
}

// UnknownClass is a record class that has no schema.
type UnknownClass struct {
	Class string `json:"class"`
	Count int64  `json:"count"`
	First string `json:"first"` // "offset 1234" or "line 12"
}

// String is the report in one line.
func (r Report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s): %s, %s", r.Source, r.Kind, plural.Count(r.Records, "record", "records"), plural.Count(r.Bytes, "byte", "bytes"))
	if r.Unknown > 0 {
		fmt.Fprintf(&b, ", %d of unknown classes", r.Unknown)
	}
	if r.Broken > 0 {
		fmt.Fprintf(&b, ", %d broken", r.Broken)
	}
	if r.Skipped > 0 {
		fmt.Fprintf(&b, ", %d bytes skipped", r.Skipped)
	}
	if r.Error != "" {
		fmt.Fprintf(&b, "; %s", r.Error)
	}
	return b.String()
}

// Since is what the report gained after an earlier one of the same source:
// counters, unknown classes and problems. LongestPause, which is no sum, is left
// out.
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

// maxFaults is how many faults a report tells in words, and how many unknown
// classes it lists; all are counted.
const maxFaults = 20

// report gathers a Report while a source is read. Counters are written by the
// reader and read by anyone; the rest is behind the lock.
type report struct {
	records, bytes, strings, broken, recovered, redefined, skipped, unknown atomic.Int64
	lastRecord, longestPause                                                atomic.Int64

	mu        sync.Mutex
	source    string
	kind      string
	file      string // that is being read; empty: the source itself
	lines     bool   // places are lines, not offsets
	connected time.Time
	ended     bool
	complete  bool
	err       string
	faults    []model.Problem
	dropped   bool // by the receiver, under its lock
	classes   []unknownClass
}

type unknownClass struct {
	UnknownClass
	usual int // bytes of its records, class id included, as far as known
}

// skip notes bytes that could not be decoded.
func (r *report) skip(offset, length int64, f *fault) {
	r.skipped.Add(length)
	if f.class != "" {
		// Several records of the class may have stood behind one another.
		count := int64(1)
		if usual := r.usual(f.class); usual > 0 {
			count = max(1, length/int64(usual))
		}
		for range count {
			r.unknownRecord(f.class, offset)
		}
		return
	}
	r.fault(offset, fmt.Sprintf("%s; %d bytes skipped", f.message, length))
}

// fault notes a damaged place: an offset, or a line.
func (r *report) fault(place int64, message string) {
	r.broken.Add(1)
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.faults) >= maxFaults {
		return
	}
	problem := model.Problem{Severity: model.Warning, File: r.where(), Message: message, Rule: "kieker-broken"}
	if r.lines {
		problem.Line = int(place)
	} else {
		problem.Message = "offset " + fmt.Sprint(place) + ": " + message
	}
	r.faults = append(r.faults, problem)
}

// unknownRecord notes a record of a class without schema.
func (r *report) unknownRecord(class string, place int64) {
	r.unknown.Add(1)
	r.mu.Lock()
	defer r.mu.Unlock()
	if i := r.find(class); i >= 0 {
		r.classes[i].Count++
		if r.classes[i].First == "" {
			r.classes[i].First = r.place(place)
		}
	} else if len(r.classes) < maxFaults {
		r.classes = append(r.classes, unknownClass{UnknownClass: UnknownClass{Class: class, Count: 1, First: r.place(place)}})
	}
}

// begin says which file of the source is read from here on, and whether its
// places are lines.
func (r *report) begin(file string, lines bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.file, r.lines = file, lines
}

func (r *report) setKind(kind string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.kind = kind
}

// byteLengths notes that the source declares the lengths of strings in bytes.
func (r *report) byteLengths() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.kind += ", string lengths in bytes"
}

func (r *report) where() string {
	if r.file != "" {
		return r.file
	}
	return r.source
}

func (r *report) place(at int64) string {
	if r.file != "" && r.file != r.source {
		file := filepath.Base(r.file)
		if r.lines {
			return fmt.Sprintf("%s, line %d", file, at)
		}
		return fmt.Sprintf("%s, offset %d", file, at)
	}
	if r.lines {
		return fmt.Sprintf("line %d", at)
	}
	return fmt.Sprintf("offset %d", at)
}

func (r *report) find(class string) int {
	return slices.IndexFunc(r.classes, func(c unknownClass) bool { return c.Class == class })
}

// usual is the size that records of a class without schema had so far; 0 where
// none was seen.
func (r *report) usual(class string) int {
	if class == "" {
		return 0
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if i := r.find(class); i >= 0 {
		return r.classes[i].usual
	}
	return 0
}

func (r *report) learn(class string, size int) {
	if class == "" {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	i := r.find(class)
	if i < 0 {
		if len(r.classes) >= maxFaults {
			return
		}
		i = len(r.classes)
		r.classes = append(r.classes, unknownClass{UnknownClass: UnknownClass{Class: class}})
	}
	if usual := r.classes[i].usual; usual == 0 || size < usual {
		r.classes[i].usual = size
	}
}

// end closes the report.
func (r *report) end(complete bool, err string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ended, r.complete = true, complete
	if r.err == "" {
		r.err = err
	}
}

// join adds what was read elsewhere of the same source, behind this.
func (r *report) join(behind *report) {
	r.records.Add(behind.records.Load())
	r.bytes.Add(behind.bytes.Load())
	if r.strings.Load() == 0 {
		r.strings.Store(behind.strings.Load())
	}
	r.lastRecord.Store(max(r.lastRecord.Load(), behind.lastRecord.Load()))
	r.mu.Lock()
	defer r.mu.Unlock()
	r.file, r.lines = behind.file, behind.lines
}

// got notes what came over a connection that is not one of records.
func (r *report) got(more Report) {
	r.records.Add(more.Records)
	r.bytes.Add(more.Bytes)
	r.unknown.Add(more.Unknown)
	r.broken.Add(more.Broken)
	r.skipped.Add(more.Skipped)
	r.lastRecord.Store(time.Now().UnixNano())
}

// other closes the report of such a connection.
func (r *report) other(err error) {
	message := ""
	if err != nil {
		message = err.Error()
	}
	r.end(err == nil, message)
}

// snapshot is the report as of now.
func (r *report) snapshot() Report {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := Report{
		Source: r.source, Kind: r.kind, Connected: r.connected, Ended: r.ended, Complete: r.complete, Error: r.err,
		Bytes: r.bytes.Load(), Records: r.records.Load(), Strings: r.strings.Load(), Unknown: r.unknown.Load(),
		Broken: r.broken.Load(), Recovered: r.recovered.Load(), Redefined: r.redefined.Load(), Skipped: r.skipped.Load(),
		LongestPause: time.Duration(r.longestPause.Load()),
		Problems:     slices.Clone(r.faults),
	}
	if at := r.lastRecord.Load(); at != 0 {
		out.LastRecord = time.Unix(0, at)
	}
	for _, class := range r.classes {
		if class.Count > 0 {
			out.Classes = append(out.Classes, class.UnknownClass)
		}
	}
	return out
}

// toValid replaces bytes that are no UTF-8, so that text is fit for JSON and
// for terminals.
func toValid(text string) string { return strings.ToValidUTF8(text, string(utf8.RuneError)) }
