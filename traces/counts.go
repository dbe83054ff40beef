package traces

import (
	"fmt"
	"slices"
)

// Counts are what a shard counts.
type Counts struct {
	Records  int64          // all records
	Events   int64          // records that belong to traces
	Valid    int64          // traces that are complete and nested as calls are
	Invalid  int64          // traces of which Reasons say what is wrong
	Repaired int64          // valid traces whose open executions were closed, as their program ended in between
	Unsorted int64          // valid traces of classes beyond the memory for classes
	Backward int64          // executions that end before they begin
	Open     int64          // at present
	Reasons  [Reasons]int64 // invalid traces by their Reason

	ValidRecords   int64          // records of valid traces
	InvalidRecords [Reasons]int64 // records of invalid ones, by their Reason
}

// OpenRecords are records of traces that have not ended: those in no valid and no invalid one.
func (c *Counts) OpenRecords() int64 {
	open := c.Events - c.ValidRecords
	for _, n := range c.InvalidRecords {
		open -= n
	}
	return open
}

func (c *Counts) numbers() []*int64 {
	all := []*int64{
		&c.Records, &c.Events, &c.Valid, &c.Invalid, &c.Repaired, &c.Unsorted, &c.Backward, &c.Open, &c.ValidRecords,
	}
	for i := range c.Reasons {
		all = append(all, &c.Reasons[i], &c.InvalidRecords[i])
	}
	return all
}

// Add adds what was counted elsewhere.
func (c *Counts) Add(o *Counts) {
	theirs := o.numbers()
	for i, n := range c.numbers() {
		*n += *theirs[i]
	}
}

// Negative reports whether something was counted less than never.
func (c *Counts) Negative() bool {
	return slices.ContainsFunc(c.numbers(), func(n *int64) bool { return *n < 0 })
}

// minus leaves Open as it is: it is no sum.
func (c Counts) minus(o *Counts) Counts {
	theirs := *o
	theirs.Open = 0
	mine := c.numbers()
	for i, n := range theirs.numbers() {
		*mine[i] -= *n
	}
	return c
}

// Notes say what limits of memory left out, and what to do.
func (c Counts) Notes() (notes []string) {
	const more = "; more memory (--memory) or fewer sources at a time help"
	if c.Unsorted > 0 {
		notes = append(notes, fmt.Sprintf("%d valid traces are counted, but in no class, graph or tree: memory for further classes was used up%s", c.Unsorted, more))
	}
	if n := c.Reasons[TooMany]; n > 0 {
		notes = append(notes, fmt.Sprintf("%d traces were given up before they ended: more were open at a time than fit into memory%s", n, more))
	}
	if n := c.Reasons[TooLong]; n > 0 {
		notes = append(notes, fmt.Sprintf("%d traces have more executions than are kept of one trace; more memory (--memory) keeps more of them", n))
	}
	return notes
}
