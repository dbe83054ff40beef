package blackboard

import (
	"testing"

	"beagle/model"
)

// decided are executions of a launch with the same input that had one value.
func decided(launch int32, input, value, times float64) Observation {
	return Observation{Inputs: []Assignment{is(size, input)}, Value: model.NumberValue(value), Weight: times, Launch: launch}
}

func TestWhatALaunchRepeatsOfAnotherIsNoEvidence(t *testing.T) {
	b := board(t)
	for launch := range int32(5) { // the same program with the same seed: 3 and 7 executions with one input, 2 with another
		c := b.Contribute("test")
		c.AddResults(loop.ID, []Observation{decided(launch, 10, 1, 3), decided(launch, 10, 2, 7), decided(launch, 20, 1, 2)})
		commit(t, c)
	}
	for row, want := range []float64{3, 7, 2} {
		table := b.Table(loop.ID)
		if got := table.RecordsOf(row); got != want || table.WeightOf(row) != 5*want {
			t.Errorf("row %d: %g of %g say something of their own, want %g of %g", row, got, table.WeightOf(row), want, 5*want)
		}
	}
	if got := b.Records(loop.ID); got != 0 {
		t.Errorf("%d executions are said to have been recorded alone, want 0, which is all", got)
	}
}

func TestLaunchesThatSawSomethingElseAreEvidence(t *testing.T) {
	b := board(t)
	for launch := range int32(5) {
		c := b.Contribute("test")
		c.AddResults(loop.ID, []Observation{decided(launch, 10, float64(launch%2), 1), decided(launch, float64(100+launch), 1, 4)})
		commit(t, c)
	}
	table := b.Table(loop.ID)
	for row := range table.Rows() {
		if got := table.RecordsOf(row); got != table.WeightOf(row) {
			t.Errorf("row %d: %g of %g say something of their own, want all", row, got, table.WeightOf(row))
		}
	}
}
