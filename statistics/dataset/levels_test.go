package dataset_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"beagle/model"
	"beagle/statistics/dataset"
	"beagle/statistics/launches"
)

// unrepeated is a table of a cost over two numbers, no inputs twice, in launches
// that are off by the given factors.
func unrepeated(rows int, noise float64, factors []float64) *model.Table {
	r := rand.New(rand.NewPCG(7, uint64(rows)))
	t := &model.Table{Target: model.Column{Kind: model.Number}}
	for _, name := range []string{"tokens", "vocabulary"} {
		t.Columns = append(t.Columns, model.Column{Variable: model.Variable{Name: name, Char: model.ValueOf}, Kind: model.Number})
	}
	for row := range rows {
		a, b := 1+500*r.Float64(), math.Exp(4+6*r.Float64())
		launch := row * len(factors) / rows
		t.Columns[0].Num, t.Columns[1].Num = append(t.Columns[0].Num, a), append(t.Columns[1].Num, b)
		t.Launch = append(t.Launch, int32(launch))
		t.Target.Num = append(t.Target.Num, factors[launch]*1e-9*a*b*math.Exp(noise*r.NormFloat64()))
	}
	return t
}

func TestLaunchesWithInputsOfTheirOwnAreLevelledOnlyWhereTheyDiffer(t *testing.T) {
	for _, c := range []struct {
		name    string
		noise   float64
		factors []float64
		left    float64 // what may be left between the first launch and the others
	}{
		{"alike, much noise", 0.2, []float64{1, 1, 1}, 0.03},
		{"one slower, little noise", 0.05, []float64{1.3, 1, 1}, 0.05},
	} {
		table := unrepeated(90, c.noise, c.factors)
		level, scatter := launches.Level(table)
		applied := make([]float64, len(c.factors))
		for row, y := range level.Target.Num {
			applied[table.Launch[row]] = math.Log(y / table.Target.Num[row])
		}
		off := math.Log(c.factors[0]) + applied[0] - applied[len(applied)-1]
		if math.Abs(off) > c.left {
			t.Errorf("%s: the first launch is off by %.3f afterwards, %.3f between launches", c.name, off, scatter.Between)
		}
	}
}

func TestASlowFirstLaunchIsNoWarmUp(t *testing.T) {
	data := dataset.Prepare(unrepeated(300, 0.05, []float64{1.15, 1, 1}), true)
	if notes := strings.Join(data.Remarks, "\n"); data.WarmUp > 0 || strings.Contains(notes, "warm-up") {
		t.Errorf("%d rows were left out: %s", data.WarmUp, notes)
	}
}

func TestWhatARegressionMissesOfRepeatedInputsIsNoLaunch(t *testing.T) {
	// Three exact measurements of each input, of three ciphers that cost otherwise.
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(1, seed))
		table := &model.Table{Target: model.Column{Kind: model.Number}, Columns: []model.Column{
			{Variable: model.Variable{Name: "cipher", Char: model.ValueOf}, Kind: model.Text, Levels: []string{"a", "b", "c"}},
			{Variable: model.Variable{Name: "bytes", Char: model.ValueOf}, Kind: model.Number},
		}}
		for range 17 {
			cipher, bytes := float64(r.IntN(3)), math.Floor(math.Exp(3+11*r.Float64()))
			for range 3 {
				table.Columns[0].Num, table.Columns[1].Num = append(table.Columns[0].Num, cipher), append(table.Columns[1].Num, bytes)
				table.Target.Num = append(table.Target.Num, 2e-6+(1+0.4*cipher)*1e-9*bytes)
			}
		}
		data := dataset.Prepare(table, true)
		if notes := strings.Join(data.Notes, "\n"); strings.Contains(notes, "stretches") {
			t.Errorf("table %d: %s", seed, notes)
		}
	}
}
