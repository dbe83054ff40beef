package learn_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"beagle/model"
	"beagle/model/expression"
)

// sortings is a sort that is launched with a size: forty calls a launch, launches
// 4 % apart.
type sortings struct {
	model.Table
	random *rand.Rand
	launch int32
}

func (s *sortings) measure(n float64) {
	s.launch++
	level := math.Exp(0.04 * s.random.NormFloat64())
	for seq := range int64(40) {
		s.Columns[0].Num = append(s.Columns[0].Num, n)
		s.Target.Num = append(s.Target.Num, 5.4e-9*n*math.Log2(n)*level*math.Exp(0.03*s.random.NormFloat64()))
		s.Launch, s.Seq = append(s.Launch, s.launch), append(s.Seq, seq)
	}
}

// Between n and n log n a few sizes side by side do not decide; the judge says which
// size would, and there it is decided.
func TestTheSizeThatTheJudgeAsksForDecides(t *testing.T) {
	asked, decided := 0, 0
	for seed := range uint64(10) {
		s := &sortings{random: rand.New(rand.NewPCG(seed, 8))}
		n := model.Variable{Name: "n", Char: model.ValueOf}
		s.Columns = []model.Column{{Variable: n, Kind: model.Number}}
		s.Target.Kind = model.Number
		for range 2 {
			for _, size := range []float64{500, 700, 1000, 1500} {
				s.measure(size)
			}
		}
		for round := range 3 {
			result := learnt(t, &s.Table, model.InternalAction)
			undecided := result.Verdict.Undecided
			if undecided == nil || round == 2 {
				if strings.Contains(expression.String(result.Proposals[0].Expression), "n.VALUE * Log(2, n.VALUE)") {
					decided++
				} else {
					t.Log(expression.String(result.Proposals[0].Expression), result.Verdict)
				}
				break
			}
			if round == 0 {
				asked++
			}
			for range 2 {
				s.measure(undecided.Place[0].Value)
			}
		}
	}
	if asked < 8 || decided < 8 {
		t.Errorf("of 10 campaigns the judge asked in %d for another size, and %d were learnt as n log n", asked, decided)
	}
}
