package kieker

import (
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"beagle/model"
)

// maxFaults is how many faults a report tells in words, and how many unknown classes it lists; all are counted.
const maxFaults = 20

// Reading gathers a Report while a source is read.
type Reading struct {
	Records, Bytes, Strings, Broken, Recovered, Redefined, Skipped, Unknown atomic.Int64 // counters of the Report's fields of these names
	LastRecord, LongestPause                                                atomic.Int64 // when the latest record came, in ns since 1970, and the longest time between two, in ns

	mu        sync.Mutex
	source    string
	kind      string
	file      string // that is being read; empty: the source itself
	Lines     bool   // places are lines, not offsets
	connected time.Time
	ended     bool
	complete  bool
	err       string
	faults    []model.Problem
	classes   []unknownClass
	left      []LeftOut
}

// NewReading begins a report; connected is zero where reading takes no time.
func NewReading(source, kind string, connected time.Time) *Reading {
	return &Reading{source: source, kind: kind, connected: connected}
}

type unknownClass struct {
	UnknownClass
	usual int // bytes of its records, class id included, as far as known
}

// Skip notes bytes that could not be decoded.
func (r *Reading) Skip(offset, length int64, class, message string) {
	r.Skipped.Add(length)
	if class != "" {
		// Several records of the class may have stood behind one another.
		count := int64(1)
		if usual := r.UsualSize(class); usual > 0 {
			count = max(1, length/int64(usual))
		}
		for range count {
			r.UnknownRecord(class, offset)
		}
		return
	}
	r.Fault(offset, fmt.Sprintf("%s; %d bytes skipped", message, length))
}

// Fault notes a damaged place: an offset, or a line.
func (r *Reading) Fault(place int64, message string) {
	r.Broken.Add(1)
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.faults) >= maxFaults {
		return
	}
	problem := model.Problem{Severity: model.Warning, File: r.where(), Message: message, Rule: "kieker-broken"}
	if r.Lines {
		problem.Line = int(place)
	} else {
		problem.Message = "offset " + fmt.Sprint(place) + ": " + message
	}
	r.faults = append(r.faults, problem)
}

// UnknownRecord notes a record of a class without schema.
func (r *Reading) UnknownRecord(class string, place int64) {
	r.Unknown.Add(1)
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

// Leave counts what was read and cannot be told as records, by reason. There are few reasons.
func (r *Reading) Leave(reason string, count int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	at := slices.IndexFunc(r.left, func(l LeftOut) bool { return l.Reason == reason })
	if at < 0 {
		at = len(r.left)
		r.left = append(r.left, LeftOut{Reason: reason})
	}
	r.left[at].Count += count
}

// Begin says which file of the source is read from here on, and whether its places are lines.
func (r *Reading) Begin(file string, lines bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.file, r.Lines = file, lines
}

// SetKind says how the source is read, e.g. "binary, gzip".
func (r *Reading) SetKind(kind string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.kind = kind
}

// ByteLengths notes that the source declares the lengths of strings in bytes.
func (r *Reading) ByteLengths() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.kind += ", string lengths in bytes"
}

func (r *Reading) where() string {
	if r.file != "" {
		return r.file
	}
	return r.source
}

// place is where something stands, as problems say it: offset or line.
func (r *Reading) place(at int64) string {
	if r.file != "" && r.file != r.source {
		file := filepath.Base(r.file)
		if r.Lines {
			return fmt.Sprintf("%s, line %d", file, at)
		}
		return fmt.Sprintf("%s, offset %d", file, at)
	}
	if r.Lines {
		return fmt.Sprintf("line %d", at)
	}
	return fmt.Sprintf("offset %d", at)
}

func (r *Reading) find(class string) int {
	return slices.IndexFunc(r.classes, func(c unknownClass) bool { return c.Class == class })
}

// UsualSize is the size that records of a class without schema had so far; 0 where none was seen.
func (r *Reading) UsualSize(class string) int {
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

// LearnSize notes the size of a record of a class without schema.
func (r *Reading) LearnSize(class string, size int) {
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

// End closes the report.
func (r *Reading) End(complete bool, err string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ended, r.complete = true, complete
	if r.err == "" {
		r.err = err
	}
}

// Join adds what was read elsewhere of the same source, behind this.
func (r *Reading) Join(behind *Reading) {
	r.Records.Add(behind.Records.Load())
	r.Bytes.Add(behind.Bytes.Load())
	if r.Strings.Load() == 0 {
		r.Strings.Store(behind.Strings.Load())
	}
	r.LastRecord.Store(max(r.LastRecord.Load(), behind.LastRecord.Load()))
	r.mu.Lock()
	defer r.mu.Unlock()
	r.file, r.Lines = behind.file, behind.Lines
}

// Report is the report as of now.
func (r *Reading) Report() Report {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := Report{
		Source: r.source, Kind: r.kind, Connected: r.connected, Ended: r.ended, Complete: r.complete, Error: r.err,
		Bytes: r.Bytes.Load(), Records: r.Records.Load(), Strings: r.Strings.Load(), Unknown: r.Unknown.Load(),
		Broken: r.Broken.Load(), Recovered: r.Recovered.Load(), Redefined: r.Redefined.Load(), Skipped: r.Skipped.Load(),
		LongestPause: time.Duration(r.LongestPause.Load()),
		Problems:     slices.Clone(r.faults), LeftOut: slices.Clone(r.left),
	}
	if at := r.LastRecord.Load(); at != 0 {
		out.LastRecord = time.Unix(0, at)
	}
	for _, class := range r.classes {
		if class.Count > 0 {
			out.Classes = append(out.Classes, class.UnknownClass)
		}
	}
	return out
}
