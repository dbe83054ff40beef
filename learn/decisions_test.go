package learn_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"beagle/blackboard"
	"beagle/judge"
	"beagle/model"
)

// decided is a table of decisions on n and m.
func decided(rows int, seed uint64, decide func(r *rand.Rand, n, m float64) bool) *model.Table {
	r := rand.New(rand.NewPCG(seed, 3))
	n, m, y := make([]float64, rows), make([]float64, rows), make([]float64, rows)
	for i := range rows {
		n[i], m[i] = float64(1+r.IntN(anyInt(r, 50, 400, 5000))), float64(1+r.IntN(40))
		if decide(r, n[i], m[i]) {
			y[i] = 1
		}
	}
	return &model.Table{Columns: []model.Column{column("n", model.ValueOf, n...), column("m", model.ValueOf, m...)}, Target: model.Column{Kind: model.Bool, Num: y}}
}

func TestADecisionByWhatIsNotSeenIsOneOfShares(t *testing.T) {
	scrambled := func(_ *rand.Rand, n, _ float64) bool { return (uint64(n)*2654435761>>7)%5 == 0 }
	guarded := 0
	for seed := range uint64(5) {
		r := learnt(t, decided(300, seed, scrambled), model.Branch)
		if r.Proposals[0].Branches[0].Guard != nil {
			guarded++
		}
	}
	if guarded > 1 { // of chance one may be left
		t.Errorf("%d of 5 have guards", guarded)
	}
}

// A transition that is only likelier for large inputs is said for all of them: what it leads to is modelled too often.
func TestHowOftenATransitionIsTakenIsHeldAgainstGuards(t *testing.T) {
	likelier := func(r *rand.Rand, n, _ float64) bool { return r.Float64() < min(0.9, n/600) }
	warned := 0
	for seed := range uint64(5) {
		r := learnt(t, decided(400, seed, likelier), model.Branch)
		taken, said := 0.0, strings.Join(judge.Warnings(&r.Verdict), "; ")
		if v := r.Verdict.Taken; v != nil {
			taken = math.Abs(float64(v.Beside))
		}
		if (taken > 0.1) != strings.Contains(said, "but in ") {
			t.Errorf("table %d: %.0f %% beside, said %q", seed, 100*taken, said)
		}
		far := false
		for _, b := range r.Verdict.Below {
			far = far || b.What == blackboard.TakenLimit
		}
		if far != (taken > judge.TotalLimit) {
			t.Errorf("table %d: %.0f %% beside, below %v", seed, 100*taken, r.Verdict.Below)
		}
		if taken > 0.1 {
			warned++
		}
	}
	if warned == 0 {
		t.Error("no transition was beside")
	}
	exact := learnt(t, decided(400, 1, func(_ *rand.Rand, n, m float64) bool { return n > 10*m }), model.Branch)
	if exact.Verdict.Taken != nil {
		t.Errorf("a condition that is always right: %+v", exact.Verdict.Taken)
	}
}
