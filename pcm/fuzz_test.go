package pcm

import (
	"bytes"
	"testing"

	"beagle/model/adapter"
)

func FuzzRepository(f *testing.F) {
	f.Add([]byte(photos(f)))
	f.Add(large(2))
	f.Add([]byte(`<x:Repository xmlns:x="http://palladiosimulator.org/PalladioComponentModel/Repository/5.2"><components__Repository/></x:Repository>`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := Parse("fuzz.repository", data)
		if err != nil {
			return
		}
		r.Check()
		same, err := r.Apply(nil)
		if err != nil || !bytes.Equal(same, data) {
			t.Fatalf("reading and writing changed the file: %v", err)
		}
		for _, e := range r.Elements() {
			changed, err := r.Apply([]adapter.Change{something(e)})
			if err != nil {
				continue // refused, with a reason
			}
			again, err := Parse("fuzz.repository", changed)
			if err != nil {
				t.Fatalf("after a change of %s: %v", e.ID, err)
			}
			Diff(r, again)
		}
	})
}
