package probe

import (
	"math"
	"testing"

	"beagle/measure"
	"beagle/measure/observed"
)

// Each service is sampled by itself. One that is recorded where its caller is not was called by
// that one all the same, and not by the one around it that is recorded: else hot services would
// seem to be called by all that stand far above them.
func TestACallerThatIsNotRecordedIsTheCallerAllTheSame(t *testing.T) {
	order := &measure.Order{Services: []measure.Service{{SEFF: "outer"}, {SEFF: "middle"}, {SEFF: "inner"}, {SEFF: "rare"}}}
	o := observed.New(order)
	if ending := follow(t, o, compileThreads(t), "Callers", []string{EnvFull + "=50"}); !ending.Complete {
		t.Fatalf("%+v", ending)
	}
	want := map[[2]string]float64{{"outer", "middle"}: 20000, {"middle", "inner"}: 60000, {"rare", "inner"}: 100}
	did := o.Result()
	for _, n := range did.Nested {
		times, made := want[[2]string{n.Outer, n.Inner}]
		if !made {
			t.Errorf("%s was seen to call %s %v times, and never does", n.Outer, n.Inner, n.Count)
		} else if times >= 1000 && math.Abs(n.Count-times) > 0.5*times {
			t.Errorf("%s was seen to call %s %v times, which it does %v times", n.Outer, n.Inner, n.Count, times)
		}
		delete(want, [2]string{n.Outer, n.Inner})
	}
	delete(want, [2]string{"rare", "inner"}) // a hundred of sixty thousand may be left out
	if len(want) > 0 || len(did.Entries) != 2 {
		t.Errorf("not seen were %v; entered from outside were %d services, not 2", want, len(did.Entries))
	}
}
