package probe

import (
	"testing"

	"beagle/measure"
	"beagle/measure/observed"
)

// A service that runs inside itself is recorded once, as one execution, and so are its sections, however
// deep it goes. A stack that ends within a probe stops neither.
func TestRecursionIsOneExecution(t *testing.T) {
	order := &measure.Order{Services: []measure.Service{{SEFF: "down"}, {SEFF: "up"}, {SEFF: "leaf"}, {SEFF: "none"}}, Sections: make([]measure.Section, 4)}
	for i := range order.Sections {
		order.Sections[i].Service = i
	}
	o := observed.New(order)
	if ending := follow(t, o, compileThreads(t), "Recursive", []string{EnvFull + "=2000"}); !ending.Complete {
		t.Fatalf("%+v", ending)
	}
	did := o.Result()
	counts := map[string]float64{}
	for _, e := range did.Entries {
		counts[e.SEFF] = e.Count
	}
	for _, n := range did.Nested {
		counts[n.Inner+" in "+n.Outer] = n.Count
	}
	if counts["down"] != 1000 || counts["up in down"] != 1000 || counts["leaf in up"] < 19_000 || counts["leaf"] < 1000 {
		t.Errorf("executions: %v", counts)
	}
	for i, want := range []float64{1000, 1000} {
		if times := did.Timed[i].All.Times; times != want {
			t.Errorf("section %d was timed %v times, want %v", i, times, want)
		}
	}
}
