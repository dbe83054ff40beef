package probe

import (
	"testing"

	"beagle/measure"
	"beagle/measure/observed"
)

// What is of no class that is named, such as a test's own or a lambda's, is of those services that say so.
func TestAServiceIsOfTheClassesThatItsProbeNames(t *testing.T) {
	order := &measure.Order{Services: []measure.Service{{SEFF: "named"}, {SEFF: "all others"}, {SEFF: "of a class"}, {SEFF: "of any"}}}
	o := observed.New(order)
	if ending := follow(t, o, compileThreads(t), "Receives", nil); !ending.Complete {
		t.Fatalf("%+v", ending)
	}
	ran := map[string]float64{}
	for _, e := range o.Result().Entries {
		ran[e.SEFF] = e.Count
	}
	// Disk and its anonymous subclass; these two; none; the lambda.
	if len(ran) != 3 || ran["named"] != 2 || ran["all others"] != 2 || ran["of any"] != 1 {
		t.Errorf("services ran %v times", ran)
	}
}
