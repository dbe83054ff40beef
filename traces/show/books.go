package show

import (
	"fmt"
	"strings"

	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/traces"
	"beagle/traces/kieker"
)

// Books say where each record is that was read. All numbers are records, and Read is the sum of all below it.
type Books struct {
	Read    int64            `json:"read"`              // as those count who read them
	Valid   int64            `json:"valid"`             // in valid traces
	Invalid map[string]int64 `json:"invalid,omitempty"` // in invalid traces, by reason
	NoTrace int64            `json:"no_trace"`          // that belong to no trace
	Unknown int64            `json:"unknown,omitempty"` // of classes without schema
	Open    int64            `json:"open,omitempty"`    // in traces that have not ended
	Damaged int64            `json:"damaged,omitempty"` // of machines: in parts that could not be read
	Lost    int64            `json:"lost,omitempty"`    // of machines: in parts that nobody has any more
	Balance bool             `json:"balance"`           // each is somewhere, once

	Agents []AgentBook `json:"agents,omitempty"`
}

// AgentBook is what became of the records of an agent; Read is the sum of the others.
type AgentBook struct {
	Agent   string `json:"agent"`   // its id
	Read    int64  `json:"read"`    // that it has told of
	Counted int64  `json:"counted"` // in traces, valid or not, or in none
	Damaged int64  `json:"damaged"` // in parts that could not be read
	Lost    int64  `json:"lost"`    // in parts that it does not have any more
	Balance bool   `json:"balance"` // each is somewhere, once
}

// NewBooks are the books of a result and its sources.
func NewBooks(r *traces.Result, sources []kieker.Report) Books {
	b := of(&r.Counts)
	b.Read = r.Adopted
	for _, s := range sources {
		b.Read += s.Records + s.Unknown
		b.Unknown += s.Unknown
	}
	b.Balance = b.Missing() == 0 && b.Open >= 0 && (b.Open == 0 || r.Counts.Open > 0)
	return b
}

// BooksOfMachines are the books of what agents read; open and lost are records of traces of several programs.
func BooksOfMachines(c *traces.Counts, agents []AgentBook, before, open, lost int64) Books {
	b := of(c)
	b.Agents, b.Read, b.Open, b.Lost, b.Balance = agents, before, b.Open+open, lost, true
	for _, a := range agents {
		b.Read += a.Read
		b.Damaged += a.Damaged
		b.Lost += a.Lost
		b.Balance = b.Balance && a.Balance
	}
	b.Balance = b.Balance && b.Missing() == 0 && c.OpenRecords() >= 0
	return b
}

func of(c *traces.Counts) Books {
	b := Books{Valid: c.ValidRecords, NoTrace: c.Records - c.Events, Open: c.OpenRecords()}
	for reason, n := range c.InvalidRecords {
		if n > 0 {
			if b.Invalid == nil {
				b.Invalid = map[string]int64{}
			}
			b.Invalid[traces.Reason(reason).String()] = n
		}
	}
	return b
}

// Missing are records that are nowhere; less than 0: some are in two places.
func (b *Books) Missing() int64 {
	missing := b.Read - b.Valid - b.NoTrace - b.Unknown - b.Open - b.Damaged - b.Lost
	for _, n := range b.Invalid {
		missing -= n
	}
	return missing
}

func (b *Books) String() string {
	terms := []string{quantity.Count(b.Valid) + " in valid traces"}
	term := func(n int64, what string) {
		if n != 0 {
			terms = append(terms, quantity.Count(n)+" "+what)
		}
	}
	for reason := range traces.Reasons {
		term(b.Invalid[reason.String()], "in invalid traces ("+reason.String()+")")
	}
	term(b.NoTrace, "of no trace")
	term(b.Unknown, "of unknown classes")
	term(b.Open, "in open traces")
	term(b.Damaged, "damaged")
	term(b.Lost, "lost")
	text := fmt.Sprintf("%s read = %s", quantity.Plural(b.Read, "record", "records"), strings.Join(terms, " + "))
	if !b.Balance {
		text += fmt.Sprintf(": DOES NOT BALANCE, %d missing", b.Missing())
	}
	return text
}

func (a *AgentBook) String() string {
	text := fmt.Sprintf("%s: %s read = %s counted + %s damaged + %s lost", safe.Line(a.Agent), quantity.Count(a.Read), quantity.Count(a.Counted), quantity.Count(a.Damaged), quantity.Count(a.Lost))
	if !a.Balance {
		text += ": DOES NOT BALANCE"
	}
	return text
}
