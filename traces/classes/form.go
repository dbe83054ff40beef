package classes

import (
	"errors"
	"fmt"
	"time"
)

// Reduced is a class as workers hand it on.
type Reduced struct {
	Operations [][2]string   `json:"operations"`       // signature and class
	Marks      []int32       `json:"marks"`            // what is assumed of each
	Parents    []int32       `json:"parents"`          // position of each execution's caller; -1: none
	Hosts      []string      `json:"hosts"`            // one for all, or one each
	Count      uint64        `json:"count"`            // traces of the class
	Last       time.Time     `json:"last"`             // when the latest of them arrived
	Calls      []reducedCall `json:"calls"`            // statistics of each execution, in order of entry
	Trace      int64         `json:"trace"`            // the representative
	Parent     int64         `json:"parent,omitempty"` // trace that started the representative; 0: none
	Session    string        `json:"session"`          // of the representative
	Source     string        `json:"source"`           // of the representative
	Times      [][2]int64    `json:"times"`            // of the representative's executions

	Started []reducedStart `json:"started,omitempty"` // places at which traces of the class were started
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

// Reduced is the class as workers hand it on; it shares the class's bins.
func (c *Class) Reduced() Reduced {
	out := Reduced{
		Parents: c.Parents, Count: c.Count, Last: c.Last, Trace: c.Rep.ID, Parent: c.Rep.Parent,
		Session: c.Rep.Session, Source: c.From, Hosts: []string{}, Started: c.reducedStarts(),
	}
	for i, op := range c.Ops {
		o := c.Names.Operation(op)
		key := [2]string{o.Signature, o.Component}
		if parseOperation(o.Signature, "") == o {
			key[1] = "" // the signature says it all
		}
		out.Operations = append(out.Operations, key)
		out.Marks = append(out.Marks, op&^OpMask)
		out.Times = append(out.Times, [2]int64{c.Rep.Execs[i].In, c.Rep.Execs[i].Out})
		call := &c.Calls[i]
		out.Calls = append(out.Calls, reducedCall{
			Min: call.Min, Max: call.Max, Failed: call.Failed, Coarse: call.Coarse,
			Sum: [2]uint64{call.Sum.hi, call.Sum.lo}, Squares: [2]uint64{call.Squares.hi, call.Squares.lo},
			Zero: call.Sketch.zero, Low: call.Sketch.low, Collapsed: call.Sketch.Collapsed, Bins: call.Sketch.Bins, Over: call.Sketch.over,
		})
		if c.Hosts != nil || i == 0 && c.OneHost >= 0 {
			out.Hosts = append(out.Hosts, c.Host(i))
		}
	}
	return out
}

// Restore checks a class that another worker reduced, and gives what it names these numbers.
func (n *Names) Restore(in *Reduced) (*Class, error) {
	executions := len(in.Operations)
	switch {
	case executions == 0 || len(in.Marks) != executions || len(in.Parents) != executions || len(in.Calls) != executions || len(in.Times) != executions:
		return nil, errors.New("its lists differ in length")
	case len(in.Hosts) > 1 && len(in.Hosts) != executions:
		return nil, errors.New("it has too few hosts")
	}
	c := &Class{Count: in.Count, Last: in.Last, Names: n, From: in.Source, Started: n.restoreStarts(in.Started)}
	c.OneHost = NoHost
	c.Rep = Representative{ID: in.Trace, Parent: in.Parent, Session: in.Session}
	for i := range executions {
		if in.Parents[i] < -1 || in.Parents[i] >= int32(i) || in.Marks[i]&^(Assumed|Inferred) != 0 {
			return nil, fmt.Errorf("execution %d has an impossible caller", i)
		}
		call := &in.Calls[i]
		if call.Collapsed > MaxCollapsed || len(call.Bins) > 64*binsPerOctave || call.Low < 0 || call.Low > 64*binsPerOctave {
			return nil, fmt.Errorf("execution %d has impossible bins", i)
		}
		op := n.OperationNumber(in.Operations[i][0], in.Operations[i][1]) | in.Marks[i]
		c.Ops = append(c.Ops, op)
		c.Parents = append(c.Parents, in.Parents[i])
		c.Rep.Execs = append(c.Rep.Execs, Exec{Op: op, Parent: in.Parents[i], In: in.Times[i][0], Out: in.Times[i][1]})
		c.Calls = append(c.Calls, CallStats{
			Min: call.Min, Max: call.Max, Failed: call.Failed, Coarse: call.Coarse,
			Sum: Wide{call.Sum[0], call.Sum[1]}, Squares: Wide{call.Squares[0], call.Squares[1]},
			Sketch: Sketch{Bins: call.Bins, low: call.Low, Collapsed: call.Collapsed, over: call.Over, zero: call.Zero},
		})
	}
	switch len(in.Hosts) {
	case 0:
	case 1:
		c.OneHost = n.HostNumber(in.Hosts[0])
	default:
		for _, host := range in.Hosts {
			c.Hosts = append(c.Hosts, n.HostNumber(host))
		}
	}
	return c, nil
}

type reducedStart struct {
	Operation *[2]string `json:"operation,omitempty"`
	Host      string     `json:"host,omitempty"`
	Count     uint64     `json:"count"`
	Joined    uint64     `json:"joined,omitempty"`
}

// reducedStarts is Started in the form of files. The class of an operation is left out where its signature
// says it, too.
func (c *Class) reducedStarts() (all []reducedStart) {
	for _, o := range c.Origins() {
		start := reducedStart{Host: o.Host, Count: o.Count, Joined: o.Joined}
		if o.Known {
			start.Operation = &[2]string{o.Operation.Signature, o.Operation.Component}
			if parseOperation(o.Operation.Signature, "") == o.Operation {
				start.Operation[1] = ""
			}
		}
		all = append(all, start)
	}
	return all
}

func (n *Names) restoreStarts(all []reducedStart) Starts {
	if len(all) == 0 {
		return nil
	}
	out := Starts{}
	for _, start := range all {
		what := UnknownSpot
		if start.Operation != nil {
			what.Op = n.OperationNumber(start.Operation[0], start.Operation[1])
		}
		if start.Host != "" {
			what.Host = n.HostNumber(start.Host)
		}
		out.Add(what, Started{start.Count, start.Joined})
	}
	return out
}
