package classes

import (
	"cmp"
	"slices"
)

// Spot is an operation on a host; op is negative where it is not known.
type Spot struct {
	Op, Host int32 // numbers in Names
}

// UnknownSpot stands for all places that are not known.
var UnknownSpot = Spot{-1, NoHost}

// maxStarts bounds the operations that a class is started from; the others count as unknown.
const maxStarts = 64

// Starts counts from where the traces of a class were started.
type Starts map[Spot]Started

// Started are traces that were started at one place, and those of them that were waited for.
type Started struct {
	Count, Joined uint64 // traces, and those of them that a JoinEvent says were waited for
}

// Add counts more traces of a place.
func (s Starts) Add(what Spot, more Started) {
	if _, known := s[what]; !known && len(s) >= maxStarts {
		what = UnknownSpot
	}
	was := s[what]
	s[what] = Started{was.Count + more.Count, was.Joined + more.Joined}
}

// Origin is an operation of another trace that started traces of a class.
type Origin struct {
	Operation Operation // nothing where the place is not known
	Known     bool      // the place is known
	Host      string    // on which the operation ran
	HostIndex int32     // number of the host in Names
	Count     uint64    // traces of the class that it started
	Joined    uint64    // of them, those that a JoinEvent says were waited for
}

// Origins are the operations that started the class's traces by a split or a remote call, most frequent first.
func (c *Class) Origins() []Origin {
	var all []Origin
	for what, n := range c.Started {
		o := Origin{Count: n.Count, Joined: n.Joined, HostIndex: what.Host}
		if what.Op >= 0 {
			o.Operation, o.Known = c.Names.Operation(what.Op), true
		}
		if what.Host >= 0 {
			o.Host = c.Names.Host(what.Host)
		}
		all = append(all, o)
	}
	slices.SortFunc(all, func(a, b Origin) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Operation.Signature, b.Operation.Signature), cmp.Compare(a.Host, b.Host))
	})
	return all
}

func (c *Class) mergeStarts(o *Class) {
	if len(o.Started) > 0 && c.Started == nil {
		c.Started = Starts{}
	}
	for what, n := range o.Started {
		c.Started.Add(what, n)
	}
}
