package words

import (
	"math"
	"testing"

	"beagle/internal/quantity"
	"beagle/model"
	"beagle/run"
)

func TestARefusedProposalHasAWordInsteadOfNumbers(t *testing.T) {
	p := &run.Proposed{Fitness: model.Figure(math.Inf(1)), Error: model.Unknown(), Refused: "it is negative"}
	if Fitness(p) != "refused" || ErrorOf(p) != quantity.None {
		t.Errorf("fitness %q, error %q", Fitness(p), ErrorOf(p))
	}
}
