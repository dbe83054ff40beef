package parser

import (
	"math"
	"math/rand"
	"testing"

	"beagle/model"
)

// oneInput is an execution with n as its only input.
func oneInput(n float64) *frame {
	f := &frame{}
	f.set(model.Variable{Name: "n", Char: model.ValueOf}, model.NumberValue(n))
	return f
}

func TestCountsStayExactWhileParameterisationsAreFew(t *testing.T) {
	c := newCollector(false)
	for i := range 1_000_000 {
		c.add(oneInput(float64(i%100)), model.NumberValue(float64(i%100*2)), 1)
	}
	rows, _ := c.take(1)
	if len(rows) != 100 {
		t.Fatalf("%d rows, want 100", len(rows))
	}
	for i, o := range rows {
		if o.Weight != 10_000 || o.Value.Num != 2*o.Inputs[0].Value.Num || o.Seq != int64(i+1) {
			t.Fatalf("row %d is %+v", i, o)
		}
	}
}

// A probe records one of many executions of a service that runs often: what is counted of it says for how many
// it stands, and in how many records it was seen.
func TestCountsSayInHowManyRecordsTheyWereSeen(t *testing.T) {
	c := newCollector(false)
	for range 4 {
		c.add(oneInput(1), model.NumberValue(3), 500)
	}
	c.add(oneInput(1), model.NumberValue(90), 53)
	rows, _ := c.take(1)
	if len(rows) != 2 || rows[0].Weight != 2000 || rows[0].Records != 4 || rows[1].Weight != 53 || rows[1].Records != 1 {
		t.Errorf("%+v", rows)
	}
}

func TestMemoryIsBoundedWhateverIsObserved(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	for name, next := range map[string]func(int) (n, value float64){
		"one parameterisation":            func(int) (float64, float64) { return 1, random.Float64() },
		"every execution its own":         func(i int) (float64, float64) { return float64(i), random.Float64() },
		"few, then many":                  func(i int) (float64, float64) { return float64(max(10, i-100_000)), random.Float64() },
		"values without end":              func(i int) (float64, float64) { return float64(i % 3), float64(i) },
		"as many as fit, each many times": func(i int) (float64, float64) { return float64(i % maxCells), random.Float64() },
	} {
		for _, noisy := range []bool{true, false} {
			c := newCollector(noisy)
			for i := range 200_000 {
				n, value := next(i)
				c.add(oneInput(n), model.NumberValue(value), 1)
			}
			kept := 0
			for _, at := range c.cells {
				kept += len(at.samples)
			}
			if kept != c.samples || len(c.cells) > maxCells || kept > maxSamples+maxCells*lastQuota {
				t.Errorf("%s, noisy %v: %d cells, %d samples (counted %d)", name, noisy, len(c.cells), kept, c.samples)
			}
			if rows, _ := c.take(1); len(rows) == 0 {
				t.Errorf("%s, noisy %v: nothing is kept", name, noisy)
			}
		}
	}
}

func TestSamplesAreUniformAndStandForAll(t *testing.T) {
	c := newCollector(true)
	const n = 300_000
	for i := range n {
		c.add(oneInput(float64(i%20)), model.NumberValue(float64(i)), 1)
	}
	var weight, sum float64
	rows, _ := c.take(1)
	last := int64(0)
	for _, o := range rows {
		weight += o.Weight
		sum += o.Weight * o.Value.Num
		if o.Seq <= last {
			t.Fatal("rows are not in the order of observation")
		}
		last = o.Seq
	}
	if math.Abs(weight-n) > 1e-6*n {
		t.Errorf("the rows stand for %g observations, want %d", weight, n)
	}
	// The mean of a uniform sample of about 5000: its standard error is n/sqrt(12*5000).
	if mean := sum / weight; math.Abs(mean-n/2) > 5*n/math.Sqrt(12*float64(len(rows))) {
		t.Errorf("mean %g of %d rows, want about %d", mean, len(rows), n/2)
	}
}

// Probes record the first executions of a launch, which are cold, one by one, and one of many of the others.
func TestASampleStandsForAsManyExecutionsAsItsRecord(t *testing.T) {
	c := newCollector(true)
	for range 2000 {
		c.add(oneInput(1), model.NumberValue(700), 1)
	}
	for range 2000 {
		c.add(oneInput(1), model.NumberValue(20), 500)
	}
	rows, _ := c.take(1)
	weight, sum := 0.0, 0.0
	for _, o := range rows {
		weight += o.Weight
		sum += o.Weight * o.Value.Num
	}
	if mean := sum / weight; math.Abs(weight-1002e3) > 1 || math.Abs(mean-21.36) > 0.3 {
		t.Errorf("the mean of %g executions is %g", weight, mean)
	}
}

// A launch that executes a demand with a hundred thousand different inputs keeps few of them, and weighs as much as
// all.
func TestTimesThatAreKeptStandForThoseWithOtherInputs(t *testing.T) {
	c := newCollector(true)
	for i := range 100_000 {
		c.add(oneInput(float64(i)), model.NumberValue(1), 3)
	}
	rows, missed := c.take(1)
	weight := 0.0
	for _, o := range rows {
		weight += o.Weight
	}
	if len(rows) > maxCells || math.Abs(weight-300_000) > 1 || math.Abs(missed) > 1 {
		t.Errorf("%d observations stand for %g, and none for %g", len(rows), weight, missed)
	}
}

func TestTheSameEventsKeepTheSameSamples(t *testing.T) {
	take := func() (sum float64) {
		c := newCollector(true)
		for i := range 100_000 {
			c.add(oneInput(float64(i%700)), model.NumberValue(float64(i)), 1)
		}
		rows, _ := c.take(1)
		for i, o := range rows {
			sum += float64(i+1) * o.Value.Num * o.Weight
		}
		return sum
	}
	if a, b := take(), take(); a != b {
		t.Errorf("two runs over the same events kept different samples (%g, %g)", a, b)
	}
}

func TestDifferentInputsAreDifferentParameterisations(t *testing.T) {
	variable := func(name string, char model.Characterisation) model.Variable {
		return model.Variable{Name: name, Char: char}
	}
	seen := map[uint64]string{}
	for _, v := range []model.Variable{variable("a", model.ValueOf), variable("b", model.ValueOf), variable("a", model.ByteSize)} {
		for _, value := range []model.Value{model.NumberValue(0), model.NumberValue(1), model.BoolValue(true), model.BoolValue(false), model.TextValue("1"), model.TextValue("")} {
			f := &frame{}
			f.set(v, value)
			label := v.String() + "=" + value.String()
			if twin, ok := seen[f.hash]; ok {
				t.Errorf("%s and %s have the same hash", label, twin)
			}
			seen[f.hash] = label
		}
	}
}
