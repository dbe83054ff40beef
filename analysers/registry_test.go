package analysers

import (
	"testing"

	"beagle/analysers/analyser"
)

// What an extension proposes from measurements is refined like what is compiled in, and nobody has to be told of it.
func TestRefineReadsNewAnalysers(t *testing.T) {
	const name = "tried-by-a-test"
	Added.Register(name, &analyser.Analyser{Name: name})
	for _, x := range All() {
		if reads := x.Reads(name); reads != (x.Name == "refine") {
			t.Errorf("%s reads it: %v", x.Name, reads)
		}
	}
}
