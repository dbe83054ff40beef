package probe

import (
	"testing"

	"beagle/measure"
	"beagle/model"
)

// Classes of lambdas and proxies have other names in every launch: what is learnt of one would be true of none.
// StoEx has no dots or dollar signs in texts, so names of classes have _ there.
func TestObjectsOfClassesThatAreMadeAreOfWhatTheyStandFor(t *testing.T) {
	sink := &collect{}
	if ending := follow(t, sink, compileThreads(t), "Made", nil); !ending.Complete {
		t.Fatalf("%+v", ending)
	}
	types := map[int32]model.Value{}
	for _, e := range sink.events {
		if e.Kind == measure.ParameterCaptured && e.Char == model.TypeOf {
			types[e.Index] = e.Value
		}
	}
	for index, want := range []string{"Made_Store", "Made_Store", "Made_Disk"} {
		if types[int32(index)] != model.TextValue(want) {
			t.Errorf("parameter %d is of %v, not of %s", index, types[int32(index)], want)
		}
	}
}
