package words

import (
	"math"
	"testing"

	"beagle/model"
	"beagle/run"
	"beagle/tui/text"
)

func TestARefusedProposalHasAWordInsteadOfNumbers(t *testing.T) {
	p := &run.Proposed{Fitness: model.Figure(math.Inf(1)), Error: model.Unknown(), Refused: "it is negative"}
	if Fitness(p) != "refused" || ErrorOf(p) != text.None {
		t.Errorf("fitness %q, error %q", Fitness(p), ErrorOf(p))
	}
}
