package show

import (
	"testing"

	"beagle/traces"
	"beagle/traces/kieker"
)

func TestBooksSayWhereEachRecordIs(t *testing.T) {
	r := traces.Result{Counts: traces.Counts{Records: 20, Events: 19, ValidRecords: 12}}
	r.InvalidRecords[traces.NeverClosed], r.InvalidRecords[traces.LateEvents] = 4, 3
	sources := []kieker.Report{{Records: 15, Unknown: 2}, {Records: 5}}
	for _, c := range []struct {
		change  func(*traces.Result)
		balance bool
		want    string
	}{
		{func(*traces.Result) {}, true, "22 records read = 12 in valid traces + 3 in invalid traces (events after the end) + 4 in invalid traces (never closed) + 1 of no trace + 2 of unknown classes"},
		{func(r *traces.Result) { r.Records-- }, false, "22 records read = 12 in valid traces + 3 in invalid traces (events after the end) + 4 in invalid traces (never closed) + 2 of unknown classes: DOES NOT BALANCE, 1 missing"},
		{func(r *traces.Result) { r.ValidRecords-- }, false, "22 records read = 11 in valid traces + 3 in invalid traces (events after the end) + 4 in invalid traces (never closed) + 1 of no trace + 2 of unknown classes + 1 in open traces: DOES NOT BALANCE, 0 missing"},
		{func(r *traces.Result) { r.ValidRecords--; r.Open = 1 }, true, "22 records read = 11 in valid traces + 3 in invalid traces (events after the end) + 4 in invalid traces (never closed) + 1 of no trace + 2 of unknown classes + 1 in open traces"},
	} {
		one := r
		c.change(&one)
		books := NewBooks(&one, sources)
		if books.String() != c.want || books.Balance != c.balance {
			t.Errorf("%t: %s, want %t: %s", books.Balance, &books, c.balance, c.want)
		}
	}
}

// An agent whose records do not add up is named, also where the sum of all does.
func TestTheBookOfEachAgentHasToBalance(t *testing.T) {
	counts := traces.Counts{Records: 9, Events: 9, ValidRecords: 9}
	good := AgentBook{Agent: "a", Read: 10, Counted: 9, Lost: 1, Balance: true}
	if b := BooksOfMachines(&counts, []AgentBook{good}, 0, 0, 0); !b.Balance || b.String() != "10 records read = 9 in valid traces + 1 lost" {
		t.Errorf("%+v", b)
	}
	bad := good
	bad.Balance = false
	if b := BooksOfMachines(&counts, []AgentBook{bad}, 0, 0, 0); b.Balance || b.Agents[0].String() != "a: 10 read = 9 counted + 0 damaged + 1 lost: DOES NOT BALANCE" {
		t.Errorf("%+v, %s", b, &b.Agents[0])
	}
}
