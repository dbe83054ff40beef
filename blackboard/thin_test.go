package blackboard

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"beagle/model"
)

// manyLaunches are observations of launches that have inputs of their own, nearly all: a decision that is taken seldom,
// a count that is large seldom, or something in between; each stands for as many executions as it says.
func manyLaunches(value func(r *rand.Rand) float64) (all [][]Observation, executions, total float64) {
	r := rand.New(rand.NewPCG(3, 9))
	for launch := range int32(20) {
		var of []Observation
		for seq := range int64(2000) {
			o := observe(value(r), seq, is(size, float64(r.IntN(1_000_000))))
			o.Launch, o.Weight, o.Records = launch, 1+float64(r.IntN(60)), 1
			of = append(of, o)
			executions += o.Weight
			total += o.Weight * o.Value.Num
		}
		all = append(all, of)
	}
	return all, executions, total
}

func TestGroupsThatAreKeptStandForThoseThatAreGivenUp(t *testing.T) {
	seldom := func(large float64) func(r *rand.Rand) float64 {
		return func(r *rand.Rand) float64 {
			if r.IntN(4000) == 0 {
				return large
			}
			return float64(r.IntN(2))
		}
	}
	for name, of := range map[string]struct {
		value  func(r *rand.Rand) float64
		within float64
	}{
		"a decision that is taken seldom": {seldom(3), 0},
		"a count that is large seldom":    {seldom(50_000), 0},
		"an argument of any size":         {func(r *rand.Rand) float64 { return math.Exp(10 * r.Float64()) }, 0.01},
	} {
		b := board(t)
		all, executions, truth := manyLaunches(of.value)
		for _, launch := range all {
			c := b.Contribute("m")
			c.AddResults(loop.ID, launch)
			commit(t, c)
		}
		table, weight, total := b.Table(loop.ID), 0.0, 0.0
		for i, w := range table.Weight {
			weight += w
			total += w * table.Target.Num[i]
		}
		if table.Rows() > maxGroups || math.Abs(weight-executions) > 1e-3 || math.Abs(total/truth-1) > of.within+1e-9 {
			t.Errorf("%s: %d rows stand for %g of %g executions and a total of %g instead of %g", name, table.Rows(), weight, executions, total, truth)
		}
		for i, records := range table.Records {
			if records > table.Weight[i] || records < 1 {
				t.Fatalf("%s: row %d of weight %g has %g records", name, i, table.Weight[i], records)
			}
		}
	}
}

// An input that comes again and again weighs as much as it came, however many others come once.
func TestAGroupThatWeighsMuchIsKept(t *testing.T) {
	for _, id := range []model.ElementID{loop.ID, demand.ID} {
		b := board(t)
		for launch := range int32(10) {
			c := b.Contribute("m")
			for i := range int64(3000) {
				o := observe(1, i, is(size, float64(launch)*3000+float64(i)))
				if o.Launch = launch; i%3 == 0 && launch > 4 {
					o.Inputs = []Assignment{is(size, -1)}
				}
				c.AddResults(id, []Observation{o})
			}
			commit(t, c)
		}
		got, table := 0.0, b.Table(id)
		for i, w := range table.Weight {
			if table.Columns[0].Num[i] == -1 {
				got += w
			}
		}
		if math.Abs(got-5000) > 50 {
			t.Errorf("%s: it stands for %g of 5000 executions", id, got)
		}
	}
}

// What was given up is gone from the store, too: an analysis goes on as it would have.
func TestWhatIsGivenUpIsTheSameAfterResuming(t *testing.T) {
	all, _, _ := manyLaunches(func(r *rand.Rand) float64 { return float64(r.IntN(300)) })
	once, resumed := board(t), board(t)
	for _, launch := range all {
		for _, b := range []*Board{once, resumed} {
			c := b.Contribute("m")
			c.AddResults(loop.ID, launch)
			c.AddResults(demand.ID, launch)
			commit(t, c)
		}
		resumed = Restore(resumed.Elements(), 1, nil, resumed.Whole())
	}
	if !reflect.DeepEqual(once.Whole().Results, resumed.Whole().Results) {
		t.Error("another analysis")
	}
}

func TestASnapshotStaysAsItWasWhileGroupsAreGivenUp(t *testing.T) {
	all, _, _ := manyLaunches(func(r *rand.Rand) float64 { return float64(r.IntN(300)) })
	b := board(t)
	for _, launch := range all {
		before := b.Whole().Results
		c := b.Contribute("m")
		c.AddResults(loop.ID, launch)
		c.AddResults(demand.ID, launch)
		if after := b.Whole().Results; !reflect.DeepEqual(before, after) {
			t.Fatal("what is not committed shows")
		}
		commit(t, c)
	}
}
