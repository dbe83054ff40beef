package judge

import (
	"math"
	"math/rand/v2"
	"testing"

	"beagle/model"
	"beagle/model/expression"
)

// What nobody writes seldom wins over what people write, where both say the same.
func TestAUsualFormWinsAgainstAFractionalPowerThatSaysTheSame(t *testing.T) {
	usual := bin(expression.Add, expression.Constant(2.488e-7), bin(expression.Mul, times(1.953e-9, n), bin(expression.Log, expression.Constant(2), n)))
	fractional := bin(expression.Mul, expression.Constant(9.85e-9), bin(expression.Pow, n, expression.Constant(1.1)))
	const seeds = 5
	wins := 0
	for seed := range uint64(seeds) {
		r := rand.New(rand.NewPCG(seed, 5))
		table := &model.Table{Columns: []model.Column{{Variable: n.Variable, Kind: model.Number}}, Target: model.Column{Kind: model.Number}}
		for launch := range int32(3) {
			for seq := range int64(80) {
				x := math.Exp2(float64(6 + r.IntN(7)))
				table.Columns[0].Num = append(table.Columns[0].Num, x)
				table.Target.Num = append(table.Target.Num, (2.488e-7+1.953e-9*x*math.Log2(x))*math.Exp(0.08*r.NormFloat64()))
				table.Launch, table.Seq = append(table.Launch, launch), append(table.Seq, seq)
			}
		}
		if o := assessed(model.InternalAction, table, propose(fractional, usual), nil); o.Verdict.Final == 1 {
			wins++
		} else {
			t.Logf("seed %d: %+v", seed, o.Grades)
		}
	}
	if wins < seeds-1 {
		t.Errorf("the usual form won in %d of %d tables", wins, seeds)
	}
}
