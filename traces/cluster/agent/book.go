package agent

import (
	"fmt"

	"beagle/internal/quantity"
)

// Book says where the records are that an agent has read since its folder is there: Read is the sum of the others.
type Book struct {
	Agent   string `json:"agent"`
	Read    int64  `json:"read"`    // as those count who take records
	Counted int64  `json:"counted"` // in totals that are written down
	Waiting int64  `json:"waiting"` // in the folder, to be sent
	Memory  int64  `json:"memory"`  // in no part yet
	Lost    int64  `json:"lost"`    // in no part, since they fit none
	Balance bool   `json:"balance"` // each is somewhere, once
}

// Book is the agent's book at present.
func (a *Agent) Book() Book {
	a.mu.Lock()
	defer a.mu.Unlock()
	b := Book{Agent: a.id, Read: a.before, Lost: a.lost}
	for _, in := range a.intakes() {
		taken := in.took()
		b.Read += taken
		b.Memory += taken - in.given
	}
	told := int64(0)
	for _, n := range a.told {
		told += n
	}
	b.Waiting = a.spool.records(a.committed)
	b.Counted = told - b.Waiting - b.Lost
	if a.unwritten != nil {
		for _, p := range a.unwritten.head.Parts {
			b.Memory += p.Records
		}
	}
	b.Balance = min(b.Counted, b.Waiting, b.Memory) >= 0 && b.Read == b.Counted+b.Waiting+b.Memory+b.Lost
	return b
}

// String is the balance in one line.
func (b *Book) String() string {
	text := fmt.Sprintf("%s read = %s in the totals + %s waiting in the folder", quantity.Plural(b.Read, "record", "records"), quantity.Count(b.Counted), quantity.Count(b.Waiting))
	if b.Memory != 0 {
		text += fmt.Sprintf(" + %s in memory", quantity.Count(b.Memory))
	}
	if b.Lost != 0 {
		text += fmt.Sprintf(" + %s lost", quantity.Count(b.Lost))
	}
	if !b.Balance {
		text += ": DOES NOT BALANCE"
	}
	return text
}
