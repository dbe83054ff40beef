package blackboard

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"beagle/model"
	"beagle/model/expression"
)

var (
	demand = model.Element{ID: "_a#CPU", Kind: model.InternalAction}
	loop   = model.Element{ID: "_l", Kind: model.Loop}
	size   = model.Variable{Name: "file", Char: model.ByteSize}
	kind   = model.Variable{Name: "kind", Char: model.ValueOf}
)

func observe(value float64, seq int64, inputs ...Assignment) Observation {
	return Observation{Inputs: inputs, Value: model.NumberValue(value), Seq: seq}
}

func is(v model.Variable, x float64) Assignment { return Assignment{v, model.NumberValue(x)} }

func board(t *testing.T) *Board {
	t.Helper()
	return New([]model.Element{demand, loop}, 1, nil)
}

func commit(t *testing.T, c *Contribution) {
	t.Helper()
	if err := c.Commit(); err != nil {
		t.Fatal(err)
	}
}

func TestContributionIsAllOrNothing(t *testing.T) {
	b := board(t)
	c := b.Contribute("test")
	c.AddResults(loop.ID, []Observation{observe(3, 1)})
	c.Propose(Proposal{Element: loop.ID, Expression: expression.Constant(3)})
	c.Measured(loop.ID, demand.ID)
	if b.Observations(loop.ID) != 0 || len(b.Proposals(loop.ID)) != 0 || len(b.ToMeasure()) != 2 || b.Number() != 0 {
		t.Fatal("a contribution shows before it is committed")
	}
	commit(t, c)
	if b.Observations(loop.ID) != 1 || len(b.Proposals(loop.ID)) != 1 || len(b.ToMeasure()) != 0 || b.Number() != 1 {
		t.Fatal("a committed contribution does not show as a whole")
	}
}

type fullDisk struct{}

func (fullDisk) Commit(Change) error { return errors.New("disk full") }

func TestWhatTheJournalRefusesDoesNotHappen(t *testing.T) {
	b := New([]model.Element{loop}, 1, fullDisk{})
	c := b.Contribute("test")
	c.AddResults(loop.ID, []Observation{observe(3, 1)})
	if err := c.Commit(); err == nil {
		t.Fatal("the journal's error is lost")
	}
	if b.Observations(loop.ID) != 0 || b.Number() != 0 {
		t.Fatal("the board has what the journal has not")
	}
}

func TestEmptyContributionIsSaidAndNotCounted(t *testing.T) {
	b := board(t)
	if err := b.Contribute("idle").Commit(); !errors.Is(err, ErrEmpty) || b.Number() != 0 {
		t.Fatalf("error %v, number %d", err, b.Number())
	}
}

func TestProposalsAreNotRepeated(t *testing.T) {
	b := board(t)
	n := expression.Variable{Variable: size}
	same := func() Proposal {
		return Proposal{Element: loop.ID, Expression: expression.Binary{Op: expression.Add, Left: n, Right: expression.Constant(1)}}
	}
	c := b.Contribute("one")
	c.Propose(same())
	c.Propose(same())
	commit(t, c)
	c = b.Contribute("other")
	c.Propose(same())
	if err := c.Commit(); !errors.Is(err, ErrEmpty) {
		t.Fatalf("the same proposal counts again: %v", err)
	}
	if got := b.Proposals(loop.ID); len(got) != 1 || got[0].Analyser != "one" {
		t.Fatalf("proposals: %+v", got)
	}
}

func TestExactQuantitiesAreCountedByValue(t *testing.T) {
	b := board(t)
	c := b.Contribute("m")
	for i := range int64(100) {
		c.AddResults(loop.ID, []Observation{observe(float64(i%2), i, is(size, float64(i%4)))})
	}
	commit(t, c)
	table := b.Table(loop.ID)
	if table.Rows() != 4 {
		t.Fatalf("%d rows for 4 parameterisations with one value each", table.Rows())
	}
	for i, w := range table.Weight {
		if w != 25 {
			t.Errorf("row %d stands for %g observations, want 25", i, w)
		}
	}
}

// A launch that executes a demand a million times has as many samples as one that does so a thousand times, cold; the
// mean of both is that of the million.
func TestSamplesStandForTheExecutionsOfTheirLaunch(t *testing.T) {
	b := board(t)
	c := b.Contribute("m")
	for i := range int64(1000) {
		cold, warm := observe(700, i, is(size, 7)), observe(20, i, is(size, 7))
		cold.Launch, warm.Launch, warm.Weight = 1, 2, 1000
		c.AddResults(demand.ID, []Observation{cold, warm})
	}
	commit(t, c)
	again := board(t) // from what is kept, as where a model is judged
	c = again.Contribute("m")
	c.AddResults(demand.ID, b.Whole().Results[0].Groups[0].Observations(0))
	commit(t, c)
	for _, b := range []*Board{b, again} {
		table, total, mean := b.Table(demand.ID), 0.0, 0.0
		for i, w := range table.Weight {
			total += w
			mean += w * table.Target.Num[i]
		}
		if mean /= total; math.Abs(total-1001e3) > 1 || math.Abs(mean-20.68) > 0.3 {
			t.Errorf("the mean of %g executions is %g", total, mean)
		}
	}
}

func TestDemandsKeepABoundedSampleAndExactCounts(t *testing.T) {
	b := board(t)
	c := b.Contribute("m")
	const n = 50_000
	for i := range int64(n) {
		c.AddResults(demand.ID, []Observation{observe(float64(i), i, is(size, 7))})
	}
	commit(t, c)
	table := b.Table(demand.ID)
	if rows := table.Rows(); rows > maxSamples || rows < maxSamples*3/4 || b.Observations(demand.ID) != n {
		t.Fatalf("%d rows, %d observations", rows, b.Observations(demand.ID))
	}
	sum, mean := 0.0, 0.0
	for i, w := range table.Weight {
		sum += w
		mean += table.Target.Num[i] / float64(table.Rows())
	}
	if math.Abs(sum-n) > 1e-6 {
		t.Errorf("weights sum to %g, want %d", sum, n)
	}
	// The standard error of the mean of 6144 draws from 0..49999 is 184.
	if math.Abs(mean-n/2) > 4*184 {
		t.Errorf("the sample's mean is %g: not uniform", mean)
	}
	if g := b.Whole().Results[0].Groups[0]; g.N != n || math.Abs(g.Mean-float64(n-1)/2) > 1e-6 || g.Min != 0 || g.Max != n-1 {
		t.Errorf("moments %+v", g)
	}
}

func TestMemoryIsBoundedWhateverTheProgramDoes(t *testing.T) {
	b := board(t)
	c := b.Contribute("m")
	const n = 50_000
	for i := range int64(n) {
		o := []Observation{observe(float64(i), i, is(size, float64(i)))}
		c.AddResults(demand.ID, o)
		c.AddResults(loop.ID, o)
	}
	commit(t, c)
	for _, e := range b.Elements() {
		table, weight, late := b.Table(e.ID), 0.0, 0.0
		for i, w := range table.Weight {
			weight += w
			if table.Target.Num[i] >= n/2 {
				late += w
			}
		}
		if rows := table.Rows(); rows > maxGroups || rows < maxGroups/2 || b.Observations(e.ID) != n {
			t.Errorf("%s: %d rows, %d observations", e.ID, rows, b.Observations(e.ID))
		}
		if math.Abs(weight-n) > 1e-6 || math.Abs(late/n-0.5) > 0.01 {
			t.Errorf("%s: the rows stand for %g observations, %g of them from the second half", e.ID, weight, late)
		}
	}
}

func TestTextColumnsListLevelsInOrderOfFirstObservation(t *testing.T) {
	b := board(t)
	c := b.Contribute("m")
	for i, text := range []string{"zip", "txt", "zip"} {
		c.AddResults(loop.ID, []Observation{observe(float64(i), int64(i), Assignment{kind, model.TextValue(text)})})
	}
	c.AddResults(loop.ID, []Observation{observe(9, 9)}) // kind not observed
	commit(t, c)
	col := b.Table(loop.ID).Column(kind)
	if col == nil || col.Kind != model.Text || !reflect.DeepEqual(col.Levels, []string{"zip", "txt"}) {
		t.Fatalf("column %+v", col)
	}
	if fmt.Sprint(col.Num) != "[0 1 0 NaN]" {
		t.Errorf("values %v", col.Num)
	}
}

func TestValuesThatAreNoNumbersAreRejected(t *testing.T) {
	b := board(t)
	c := b.Contribute("m")
	c.AddResults(loop.ID, []Observation{
		observe(math.NaN(), 1), observe(math.Inf(1), 2), {}, observe(1, 3, is(size, math.NaN())),
	})
	commit(t, c)
	if c.Rejected() != 3 || b.Observations(loop.ID) != 1 || len(b.Table(loop.ID).Columns) != 0 {
		t.Fatalf("rejected %d, kept %d", c.Rejected(), b.Observations(loop.ID))
	}
}

func TestStateOfAToolIsSeenInItsOwnContribution(t *testing.T) {
	b := board(t)
	c := b.Contribute("m")
	if err := c.SetState("k", map[string]int{"next": 2}); err != nil {
		t.Fatal(err)
	}
	var got struct{ Next int }
	if err := c.State("k", &got); err != nil || got.Next != 2 {
		t.Fatalf("%+v %v", got, err)
	}
	got.Next = 0
	if err := b.State("k", &got); err != nil || got.Next != 0 {
		t.Fatal("the state shows before the commit")
	}
}

func randomTurn(b *Board, r *rand.Rand) {
	c := b.Contribute(fmt.Sprint("tool", r.IntN(3)))
	ids := []model.ElementID{demand.ID, loop.ID}
	for range r.IntN(300) {
		var inputs []Assignment
		if r.IntN(4) > 0 {
			inputs = append(inputs, is(size, float64(r.IntN(600))))
		}
		if r.IntN(2) > 0 {
			inputs = append(inputs, Assignment{kind, model.TextValue(string(rune('a' + r.IntN(5))))})
		}
		c.AddResults(ids[r.IntN(2)], []Observation{{
			Inputs: inputs, Value: model.NumberValue(float64(r.IntN(50)) / 3), Launch: int32(r.IntN(3)), Seq: r.Int64N(1e6), Weight: float64(r.IntN(2)),
		}})
	}
	if r.IntN(2) > 0 {
		c.Propose(Proposal{Element: ids[r.IntN(2)], Expression: expression.Constant(r.IntN(9))})
	}
	if r.IntN(3) > 0 {
		_ = c.SetState("s", r.IntN(100))
	}
	c.mark(ids[:1], r.IntN(2) > 0)
	if r.IntN(4) == 0 {
		c.Ruled()
		c.Judge(loop.ID, make([]Grade, len(b.Proposals(loop.ID))), Verdict{Final: -1})
	}
	_ = c.Commit()
}

func TestRebuiltBoardGoesOnAsTheLostOneWould(t *testing.T) {
	for seed := range uint64(6) {
		r := rand.New(rand.NewPCG(seed, 1))
		original := New([]model.Element{demand, loop}, seed, nil)
		for range r.IntN(40) {
			randomTurn(original, r)
		}
		rebuilt := Restore(original.Elements(), seed, nil, original.Whole())
		if !reflect.DeepEqual(original.Whole(), rebuilt.Whole()) {
			t.Fatalf("seed %d: the rebuilt board differs", seed)
		}
		next := rand.NewPCG(seed, 2)
		a, b := rand.New(next), rand.New(rand.NewPCG(seed, 2))
		for range 20 {
			randomTurn(original, a)
			randomTurn(rebuilt, b)
		}
		if !reflect.DeepEqual(original.Whole(), rebuilt.Whole()) {
			t.Fatalf("seed %d: the rebuilt board goes on differently", seed)
		}
	}
}

func BenchmarkAddResults(b *testing.B) {
	board := New([]model.Element{demand}, 1, nil)
	c := board.Contribute("m")
	o := make([]Observation, 1000)
	for i := range o {
		o[i] = observe(float64(i), int64(i), is(size, float64(i%100)), is(model.Variable{Name: "n"}, 3))
	}
	b.ReportAllocs()
	for b.Loop() {
		c.AddResults(demand.ID, o)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1000, "ns/observation")
}

func TestAStateIsDecodedOnceUntilItChanges(t *testing.T) {
	type counts struct{ By map[string]int }
	b := New(nil, 1, nil)
	keep := func(n int) {
		c := b.Contribute("tool")
		if err := errors.Join(c.SetState("tool", counts{map[string]int{"a": n}}), c.Commit()); err != nil {
			t.Fatal(err)
		}
	}
	ask := func() counts {
		got, err := Decoded[counts](b, "tool")
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	if got := ask(); got.By != nil {
		t.Errorf("what nobody has set is %v", got)
	}
	keep(1)
	first := ask()
	if got := testing.AllocsPerRun(100, func() { ask() }); first.By["a"] != 1 || got > 2 {
		t.Errorf("%v is decoded each time: %g allocations", first, got)
	}
	keep(2)
	if got := ask(); got.By["a"] != 2 || first.By["a"] != 1 {
		t.Errorf("once it has changed it is %v", got)
	}
	if _, err := Decoded[[]string](b, "tool"); err == nil {
		t.Error("a state of another form is no error")
	}
}

// The mean of inputs that come millions of times is as good as there is room for samples, which others that come later
// get, too.
func TestParameterisationsShareTheRoomForSamples(t *testing.T) {
	b := board(t)
	for at, n := range []int64{3 * maxSamples, 1500, 100} {
		c := b.Contribute("m")
		for i := range n {
			c.AddResults(demand.ID, []Observation{observe(float64(at)*10+float64(i%3), int64(at)<<32+i, is(size, float64(at)))})
		}
		commit(t, c)
	}
	table := b.Table(demand.ID)
	rows, means := map[float64]int{}, map[float64]float64{}
	for i, x := range table.Column(size).Num {
		rows[x]++
		means[x] += table.Weight[i] * table.Target.Num[i]
	}
	if rows[0] < maxSamples/2 || rows[1] != 1500 || rows[2] != 100 || table.Rows() > maxSamples {
		t.Errorf("rows are %v", rows)
	}
	if mean := means[0] / (3 * maxSamples); math.Abs(mean-1) > 0.05 {
		t.Errorf("the mean of 0, 1 and 2 is %g", mean)
	}
}
