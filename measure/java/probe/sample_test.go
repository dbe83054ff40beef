package probe

import (
	"testing"

	"beagle/measure"
)

func weight(e measure.Event) float64 {
	if e.Weight == 0 {
		return 1
	}
	return e.Weight
}

// A transition that is taken in three executions of a hundred thousand is recorded in none of them, mostly.
func TestExecutionsOfProbesWithoutAnyRecordAreCounted(t *testing.T) {
	d := &Decoder{Table: Table{{Kind: Service, Index: 0}, {Kind: Section, Index: 0}, {Kind: Section, Index: 1}}, Sink: &collect{}}
	for _, record := range [][]uint64{
		{head(typeEnter, 0, 1), 10},
		{head(typeLoop, 1, 1), 5},
		{head(typeLeave, 0, 0), 20, 0, 0},
		{head(typeRest, 1, 0), 6},
		{head(typeRest, 2, 0), 3},
	} {
		if err := d.Record(1, &Origin{}, record); err != nil {
			t.Fatal(err)
		}
	}
	d.Finish()
	if never := d.Never(); len(never) != 1 || never[2] != 3 {
		t.Errorf("%v", never)
	}
}

// The first record in an execution carries what was left out since the last
// recorded one; all records of the execution share it, and the rest comes at the
// end with the parameters of the last execution.
func TestWeightsAreSharedAndTheRestComesLast(t *testing.T) {
	sink := &collect{}
	d := &Decoder{Table: Table{{Kind: Service, Index: 0}, {Kind: Section, Index: 0}}, Sink: sink}
	for _, record := range [][]uint64{
		{head(typeEnter, 0, 1), 10},
		{head(typeLoop, 1, 1), 5},
		{head(typeLeave, 0, 0), 20, 0, 0},
		{head(typeEnter, 0, 4), 30},
		{head(typeParameter, 0, valueLong<<8), 7},
		{head(typeLoop, 1, 7), 1},
		{head(typeLoop, 1, 1), 2},
		{head(typeLoop, 1, 1), 3},
		{head(typeLeave, 0, 0), 40, 0, 0},
		{head(typeRest, 1, 0), 6},
	} {
		if err := d.Record(1, &Origin{}, record); err != nil {
			t.Fatal(err)
		}
	}
	d.Finish()
	var counts, loops []float64
	parameter := ""
	for _, e := range sink.events {
		switch e.Kind {
		case measure.LoopCounted:
			loops, counts = append(loops, weight(e)), append(counts, float64(e.Count))
		case measure.ParameterCaptured:
			parameter = e.Value.String()
		default: // services around them
		}
	}
	want, wantCounts := []float64{1, 3, 3, 3, 6}, []float64{5, 1, 2, 3, 3}
	for i := range want {
		if len(loops) != len(want) || loops[i] != want[i] || counts[i] != wantCounts[i] {
			t.Fatalf("weights %v, counts %v; want %v, %v", loops, counts, want, wantCounts)
		}
	}
	if last := sink.events[len(sink.events)-1]; parameter != "7" || last.Kind != measure.ServiceLeft {
		t.Errorf("parameter %q, at last %+v", parameter, last)
	}
}

// An execution that never ends does not hold back its events for ever.
func TestWhatIsHeldBackIsBounded(t *testing.T) {
	sink := &collect{}
	d := &Decoder{Table: Table{{Kind: Service, Index: 0}, {Kind: Section, Index: 0}}, Sink: sink}
	records := [][]uint64{{head(typeEnter, 0, 2), 1}}
	for range 3 * maxHeld {
		records = append(records, []uint64{head(typeBranch, 1, 1)})
	}
	for _, record := range records {
		if err := d.Record(1, &Origin{}, record); err != nil {
			t.Fatal(err)
		}
	}
	d.Flush()
	if got := len(sink.events); got < 2*maxHeld {
		t.Errorf("%d events came", got)
	}
	d.Finish()
	if got := len(sink.events); got != 3*maxHeld+1 {
		t.Errorf("%d events in the end", got)
	}
}
