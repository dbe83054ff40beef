package traces

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"
)

// Workers are chained by what they have reduced: a worker writes its classes,
// another one reads them and goes on. Sums are integers and bins are counts,
// so that nothing is lost on the way.

// reducedFormat marks files of reduced traces. Those of format 1 are the same,
// but never collapsed.
const (
	reducedFormat = "beagle reduced traces 2"
	formerFormat  = "beagle reduced traces 1"
)

// maxReduced bounds a file of reduced traces.
const maxReduced = 256 << 20

type reducedFile struct {
	Format  string         `json:"format"`
	Counts  Counts         `json:"counts"`
	Classes []reducedClass `json:"classes"`
}

type reducedClass struct {
	Operations [][2]string   `json:"operations"` // signature and class
	Marks      []int32       `json:"marks"`      // what is assumed of each
	Parents    []int32       `json:"parents"`
	Hosts      []string      `json:"hosts"` // one for all, or one each
	Count      uint64        `json:"count"`
	Last       time.Time     `json:"last"`
	Calls      []reducedCall `json:"calls"`
	Trace      int64         `json:"trace"` // the representative
	Parent     int64         `json:"parent,omitempty"`
	Session    string        `json:"session"`
	Source     string        `json:"source"`
	Times      [][2]int64    `json:"times"` // of the representative's executions

	Started []reducedStart `json:"started,omitempty"`
}

type reducedCall struct {
	Min       int64           `json:"min"`
	Max       int64           `json:"max"`
	Failed    uint64          `json:"failed,omitempty"`
	Sum       [2]uint64       `json:"sum"` // high and low 64 bits
	Squares   [2]uint64       `json:"squares"`
	Zero      uint64          `json:"zero,omitempty"`
	Low       int32           `json:"low"`
	Collapsed uint8           `json:"halved,omitempty"`
	Bins      []uint32        `json:"bins"`
	Over      map[int32]int64 `json:"over,omitempty"`
	Coarse    bool            `json:"coarse,omitempty"`
}

// Write writes the reduced traces for another worker to Read.
func (r Result) Write(out io.Writer) error {
	file := reducedFile{Format: reducedFormat, Counts: r.Counts}
	for _, c := range r.Classes {
		file.Classes = append(file.Classes, c.reduced())
	}
	return json.NewEncoder(out).Encode(file)
}

func (c *Class) reduced() reducedClass {
	out := reducedClass{
		Parents: c.parents, Count: c.Count, Last: c.Last, Trace: c.rep.id, Parent: c.rep.parent,
		Session: c.rep.session, Source: c.from, Hosts: []string{}, Started: c.reducedStarts(),
	}
	for i, op := range c.ops {
		o := c.names.Operation(op)
		key := [2]string{o.Signature, o.Component}
		if parseOperation(o.Signature, "") == o {
			key[1] = "" // the signature says it all
		}
		out.Operations = append(out.Operations, key)
		out.Marks = append(out.Marks, op&^opMask)
		out.Times = append(out.Times, [2]int64{c.rep.execs[i].in, c.rep.execs[i].out})
		call := &c.Calls[i]
		out.Calls = append(out.Calls, reducedCall{
			Min: call.Min, Max: call.Max, Failed: call.Failed, Coarse: call.coarse,
			Sum: [2]uint64{call.sum.hi, call.sum.lo}, Squares: [2]uint64{call.squares.hi, call.squares.lo},
			Zero: call.sketch.zero, Low: call.sketch.low, Collapsed: call.sketch.collapsed, Bins: call.sketch.bins, Over: call.sketch.over,
		})
		if c.hosts != nil || i == 0 && c.host >= 0 {
			out.Hosts = append(out.Hosts, c.Host(i))
		}
	}
	return out
}

// Read adds the reduced traces of other workers: files that Write wrote, one
// after another, or what comes through a pipe.
func (e *Engine) Read(in io.Reader) error {
	limited := &io.LimitedReader{R: in}
	decoder := json.NewDecoder(limited)
	for n := 0; ; n++ {
		limited.N = maxReduced
		var file reducedFile
		if err := decoder.Decode(&file); err != nil {
			switch {
			case errors.Is(err, io.EOF) && n > 0:
				return nil
			case errors.Is(err, io.EOF):
				return errors.New("these are no reduced traces: nothing came")
			case limited.N <= 0:
				return errors.New("the reduced traces are larger than 256 MiB")
			}
			return fmt.Errorf("these are no reduced traces: %w", err)
		}
		classes, err := e.restoreAll(&file)
		if err != nil {
			return err
		}
		e.mu.Lock()
		e.adopt(&file, classes)
		e.mu.Unlock()
	}
}

// restoreAll checks reduced traces and gives their names this engine's numbers.
func (e *Engine) restoreAll(file *reducedFile) ([]*Class, error) {
	if file.Format != reducedFormat && file.Format != formerFormat {
		return nil, fmt.Errorf("these are no reduced traces: the format is %.60q, not %q", file.Format, reducedFormat)
	}
	classes := make([]*Class, len(file.Classes))
	for i := range file.Classes {
		var err error
		if classes[i], err = e.restore(&file.Classes[i]); err != nil {
			return nil, fmt.Errorf("class %d of the reduced traces is damaged: %w", i+1, err)
		}
	}
	return classes, nil
}

// restore checks a class and gives its names this engine's numbers.
func (e *Engine) restore(in *reducedClass) (*Class, error) {
	n := len(in.Operations)
	switch {
	case n == 0 || len(in.Marks) != n || len(in.Parents) != n || len(in.Calls) != n || len(in.Times) != n:
		return nil, errors.New("its lists differ in length")
	case len(in.Hosts) > 1 && len(in.Hosts) != n:
		return nil, errors.New("it has too few hosts")
	}
	c := &Class{Count: in.Count, Last: in.Last, names: e.names, from: in.Source, started: e.restoreStarts(in.Started)}
	c.host = noHost
	c.rep = representative{id: in.Trace, parent: in.Parent, session: in.Session}
	for i := range n {
		if in.Parents[i] < -1 || in.Parents[i] >= int32(i) || in.Marks[i]&^(assumed|inferred) != 0 {
			return nil, fmt.Errorf("execution %d has an impossible caller", i)
		}
		call := &in.Calls[i]
		if call.Collapsed > maxCollapsed || len(call.Bins) > 64*binsPerOctave || call.Low < 0 || call.Low > 64*binsPerOctave {
			return nil, fmt.Errorf("execution %d has impossible bins", i)
		}
		op := e.names.operation(in.Operations[i][0], in.Operations[i][1]) | in.Marks[i]
		c.ops = append(c.ops, op)
		c.parents = append(c.parents, in.Parents[i])
		c.rep.execs = append(c.rep.execs, exec{op: op, parent: in.Parents[i], in: in.Times[i][0], out: in.Times[i][1]})
		c.Calls = append(c.Calls, CallStats{
			Min: call.Min, Max: call.Max, Failed: call.Failed, coarse: call.Coarse,
			sum: wide{call.Sum[0], call.Sum[1]}, squares: wide{call.Squares[0], call.Squares[1]},
			sketch: sketch{bins: call.Bins, low: call.Low, collapsed: call.Collapsed, over: call.Over, zero: call.Zero},
		})
	}
	switch len(in.Hosts) {
	case 0:
	case 1:
		c.host = e.names.host(in.Hosts[0])
	default:
		for _, host := range in.Hosts {
			c.hosts = append(c.hosts, e.names.host(host))
		}
	}
	return c, nil
}

// RepresentativeID is the trace id of Representative, for those who need no more
// of it.
func (c *Class) RepresentativeID() int64 { return c.rep.id }

// Key finds the class again, as Row.Key does.
func (c *Class) Key() uint64 { return c.hash() }

// hash is the hash of the class's shape, as its traces have it.
func (c *Class) hash() uint64 {
	h := uint64(hashSeed)
	current := int32(-1)
	for i, op := range c.ops {
		for current != c.parents[i] && current >= 0 {
			current = c.parents[current]
			h = hashLeave(h)
		}
		h = hashEnter(h, op)
		current = int32(i)
	}
	for ; current >= 0; current = c.parents[current] {
		h = hashLeave(h)
	}
	if len(c.hosts) == 0 {
		return hashHost(h, c.host)
	}
	for _, host := range c.hosts {
		h = hashHost(h, host)
	}
	return h
}
