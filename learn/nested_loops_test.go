package learn_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"beagle/learn"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/decimal"
)

// twoTexts is an empty table of what was measured of a method, by the sizes of the two texts that it is given.
func twoTexts() *model.Table {
	return &model.Table{Target: model.Column{Kind: model.Number}, Columns: []model.Column{
		{Variable: model.Variable{Name: "left", Char: model.ByteSize}, Kind: model.Number},
		{Variable: model.Variable{Name: "right", Char: model.ByteSize}, Kind: model.Number},
	}}
}

// editDistance is what four launches measured of two nested loops over the lengths of
// two texts, in half of the launches beside a neighbour.
func editDistance(seed uint64) *model.Table {
	r := rand.New(rand.NewPCG(seed, 33))
	table := twoTexts()
	bend := 0.08 * (2*r.Float64() - 1) // what caches do
	for launch := range int32(4) {
		level, disturbed := math.Exp(0.05*r.NormFloat64()), r.IntN(2) == 0
		for seq := range int64(60) {
			left, right := math.Round(8*math.Exp(4.5*r.Float64())), math.Round(8*math.Exp(4.5*r.Float64()))
			y := (1.5e-7 + 3e-9*left + 4e-9*right + 4.2e-10*left*right) * level * math.Exp(0.04*r.NormFloat64()+bend*math.Tanh(math.Log(left*right/1e4)))
			if disturbed && r.IntN(3) == 0 {
				y *= 1.2 + r.ExpFloat64()
			}
			table.Columns[0].Num, table.Columns[1].Num = append(table.Columns[0].Num, left), append(table.Columns[1].Num, right)
			table.Target.Num = append(table.Target.Num, math.Round(y*1e9)/1e9)
			table.Launch, table.Seq = append(table.Launch, launch), append(table.Seq, seq)
		}
	}
	return table
}

func TestNestedLoopsAreAProductAndLines(t *testing.T) {
	const campaigns, enough = 10, 6
	const want = "0 + 0 * left.BYTESIZE + 0 * right.BYTESIZE + 0 * left.BYTESIZE * right.BYTESIZE"
	found, said := 0, ""
	for seed := range uint64(campaigns) {
		result, err := learn.Table(context.Background(), editDistance(seed), model.InternalAction, learn.Options{Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		n := result.Proposals[0].Expression
		form := expression.Map(n, func(n expression.Node) expression.Node {
			if _, number := n.(expression.Constant); number {
				return expression.Constant(0)
			}
			return n
		})
		if expression.String(form) == want {
			found++
		} else {
			said += "\n" + expression.String(decimal.Rounded(n))
		}
	}
	if found < enough {
		t.Errorf("%d of %d campaigns say a product and a line in each size; others:%s", found, campaigns, said)
	}
}
