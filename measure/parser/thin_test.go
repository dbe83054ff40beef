package parser

import (
	"fmt"
	"math"
	"math/rand"
	"testing"

	"beagle/blackboard"
	"beagle/model"
)

// orders are ways in which a launch of a hundred thousand executions may come by its inputs.
var orders = map[string]func(r *rand.Rand, i int) int{
	"at random":                   func(r *rand.Rand, _ int) int { return r.Intn(50_000) },
	"increasing":                  func(_ *rand.Rand, i int) int { return i / 2 },
	"small ones first":            func(r *rand.Rand, i int) int { return r.Intn(max(3000, min(50_000, 100*(i-50_000)))) },
	"one half of them, from late": func(r *rand.Rand, i int) int { return r.Intn(50_000) * (1 - i/50_000*r.Intn(2)) },
}

// scrambled is a number from 0 to most-1 that looks like chance, but is the same for the same input.
func scrambled(x, most int) float64 {
	f := oneInput(float64(x))
	return float64(f.hash >> 20 % uint64(most))
}

// sums are how many executions observations stand for, and the total of their values.
func sums(rows []blackboard.Observation) (weight, total float64) {
	for _, o := range rows {
		weight += o.Weight
		total += o.Weight * o.Value.Num
	}
	return weight, total
}

func TestWhatIsKeptOfManyInputsStandsForAll(t *testing.T) {
	const executions = 100_000
	for order, input := range orders {
		for kind, of := range map[string]struct {
			value  func(x int) float64
			within float64 // of the true mean
		}{
			"a decision":               {func(x int) float64 { return math.Mod(scrambled(x, 9), 2) }, 0},
			"a rare decision":          {func(x int) float64 { return max(0, 1-scrambled(x, 10_000)) }, 0},
			"a count as large as that": {func(x int) float64 { return float64(x) }, 0},
			"a count seldom large":     {func(x int) float64 { return 2 + 1000*max(0, 1-scrambled(x, 3000)) }, 0},
			"an argument of any size":  {func(x int) float64 { return math.Exp(scrambled(x, 1000) / 100) }, 0.01},
		} {
			t.Run(kind+", "+order, func(t *testing.T) {
				c, r, truth := newCollector(false), rand.New(rand.NewSource(3)), 0.0
				for i := range executions {
					x := input(r, i)
					value := of.value(x)
					truth += 3 * value
					c.add(oneInput(float64(x)), model.NumberValue(value), 3)
				}
				rows, missed := c.take(1)
				weight, total := sums(rows)
				if len(rows) > maxCells || len(rows) < maxCells/2 || math.Abs(weight-3*executions) > 1e-3 || math.Abs(missed) > 1e-3 {
					t.Errorf("%d observations stand for %g executions, none for %g", len(rows), weight, missed)
				}
				if off := math.Abs(total/truth - 1); off > of.within+1e-9 {
					t.Errorf("a total of %g instead of %g, %.2g %% off", total, truth, 100*off)
				}
			})
		}
	}
}

// ending are inputs that no other executions have: some whose hash ends in zeros, which are kept whatever happens, and
// others.
func ending() (inputs []int) {
	for x := 100_000; len(inputs) < 2; x++ {
		if oneInput(float64(x)).hash&1023 == 0 {
			inputs = append(inputs, x)
		}
	}
	return append(inputs, 1, 2)
}

// By its hash alone an input would be forgotten in nearly all cases, or stand for all others.
func TestAnInputThatWeighsMuchIsKeptAndStandsForItself(t *testing.T) {
	for _, noisy := range []bool{true, false} {
		for _, from := range []int{0, 50_000, 90_000} {
			for _, often := range ending() {
				c, r := newCollector(noisy), rand.New(rand.NewSource(int64(often)))
				truth := 0.0
				for i := range 100_000 {
					x := 1000 + r.Intn(50_000)
					if i >= from && r.Intn(4) == 0 {
						x = often
						truth++
					}
					c.add(oneInput(float64(x)), model.NumberValue(1), 1)
				}
				rows, _ := c.take(1)
				got := 0.0
				for _, o := range rows {
					if o.Inputs[0].Value.Num == float64(often) {
						got += o.Weight
					}
				}
				if slow := 4.0 * late * 100_000 / maxCells; got > truth*1.001 || got < truth-slow {
					t.Errorf("noisy %v, from %d on: input %d counts for %g of %g executions", noisy, from, often, got, truth)
				}
			}
		}
	}
}

// Shares of what is kept are right on average over inputs, not only in total.
func TestWhatIsKeptIsNoParticularPartOfTheInputs(t *testing.T) {
	for order, input := range orders {
		c, r := newCollector(false), rand.New(rand.NewSource(7))
		truth, got := map[string]float64{}, map[string]float64{}
		part := func(x int) string { return fmt.Sprint(x / 10_000) }
		for i := range 100_000 {
			x := input(r, i)
			truth[part(x)]++
			c.add(oneInput(float64(x)), model.NumberValue(scrambled(x, 2)), 1)
		}
		rows, _ := c.take(1)
		for _, o := range rows {
			got[part(int(o.Inputs[0].Value.Num))] += o.Weight
		}
		for p, n := range truth {
			if off := math.Abs(got[p]-n) / 100_000; off > 0.04 { // what is kept are 1000 to 2000 inputs
				t.Errorf("%s: inputs from %s0000 on stand for %g of %g executions", order, p, got[p], n)
			}
		}
	}
}

// Of what is frequent the same share is kept whatever its value: both decisions of an input, or neither.
func TestFrequentValuesAreKeptAlike(t *testing.T) {
	c := newCollector(false)
	for i := range 200_000 {
		c.add(oneInput(float64(i/20)), model.NumberValue(scrambled(i, 2)), 1) // ten of each decision
		if i%1000 == 0 {
			c.add(oneInput(float64(i/20)), model.NumberValue(2), 1)
		}
	}
	rows, _ := c.take(1)
	decisions, rare := map[float64]int{}, 0
	for _, o := range rows {
		if o.Value.Num == 2 {
			rare++
		} else {
			decisions[o.Inputs[0].Value.Num]++
		}
	}
	lone := 0
	for _, n := range decisions {
		if n == 1 {
			lone++
		}
	}
	if len(decisions) < maxCells/5 || lone > len(decisions)/20 || rare < fewCells/2 {
		t.Errorf("of %d inputs %d have lost a decision; %d of 200 rare decisions are kept", len(decisions), lone, rare)
	}
}
