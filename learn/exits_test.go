package learn_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
)

// compared is a table of two launches. The method compares two texts; if one has fewer than three characters, it
// returns at once, and the clock, which ticks every 300 ns, shows zero.
func compared(seed uint64) *model.Table {
	r := rand.New(rand.NewPCG(seed, 71))
	table := twoTexts()
	size := func() float64 { return 2 * math.Round(math.Exp(11*r.Float64())) }
	for place := range 24 {
		left, right := size(), size()
		switch place {
		case 0:
			left = 2
		case 1:
			right = 4
		}
		content := math.Exp(0.2 * r.NormFloat64())
		for seq := range int64(6) {
			y := 0.0
			if left >= 6 && right >= 6 {
				y = (4e-8*left + 3e-8*right) * content * math.Exp(0.1*r.NormFloat64())
			}
			table.Columns[0].Num, table.Columns[1].Num = append(table.Columns[0].Num, left), append(table.Columns[1].Num, right)
			table.Target.Num = append(table.Target.Num, math.Floor(y/3e-7)*3e-7)
			table.Launch, table.Seq = append(table.Launch, int32(seq%2)), append(table.Seq, seq)
		}
	}
	return table
}

// What returns at once where one of two inputs is small is a condition on the smaller of both, and a sum for the rest:
// not a product or a quotient of both, which are small there, too.
func TestCallsThatReturnAtOnceAreACaseOfTheirOwn(t *testing.T) {
	const campaigns, enough = 10, 8
	places := [][2]float64{{2, 1e5}, {1e5, 4}, {14, 14}, {50, 1e5}, {1e5, 50}, {1e4, 1e4}}
	found, said := 0, ""
	for seed := range uint64(campaigns) {
		table := compared(seed)
		n := learnt(t, table, model.InternalAction).Proposals[0].Expression
		text := expression.String(n)
		said += "\n" + text
		at := slices.Clone(table.Columns)
		for c := range at {
			at[c].Num = nil
			for _, p := range places {
				at[c].Num = append(at[c].Num, p[c])
			}
		}
		got, err := dataset.Evaluate(n, at)
		if err != nil {
			t.Fatal(err)
		}
		right := strings.HasPrefix(text, "Min(left.BYTESIZE, right.BYTESIZE) <")
		for i, p := range places {
			want := 0.0
			if min(p[0], p[1]) >= 6 {
				want = 4e-8*p[0] + 3e-8*p[1]
			}
			right = right && math.Abs(got[i]-want) <= 0.4*want+3e-7
		}
		if right {
			found++
		}
	}
	if found < enough {
		t.Errorf("%d of %d campaigns found the condition and the sum:%s", found, campaigns, said)
	}
}

// A call that is shorter than a tick of the clock whatever it is given costs nothing, and no analyser fails on it.
func TestWhatIsMeasuredAsNothingThroughoutCostsNothing(t *testing.T) {
	table := compared(1)
	clear(table.Target.Num)
	result := learnt(t, table, model.InternalAction)
	if n := result.Proposals[0].Expression; n != expression.Node(expression.Constant(0)) {
		t.Errorf("%s", expression.String(n))
	}
}
