package analysers

import (
	"slices"
	"testing"

	"beagle/analysers/analyser"
)

// What an extension proposes from measurements is refined like what is compiled in, and nobody has to be told of it.
func TestRefineAndGeneticSearchReadNewAnalysers(t *testing.T) {
	const name = "tried-by-a-test"
	Added.Register(name, &analyser.Analyser{Name: name})
	for _, x := range All() {
		if reads := x.Reads(name); reads != slices.Contains([]string{"refine", "genetic"}, x.Name) {
			t.Errorf("%s reads it: %v", x.Name, reads)
		}
		if x.Name == "genetic" && x.Reads("refine") {
			t.Error("genetic and refine would wait for each other")
		}
	}
}
