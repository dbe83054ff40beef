package parser

import (
	"testing"

	"beagle/measure"
	"beagle/model"
)

// Whatever a program or a broken tool sends: no panic, bounded memory, and
// every observation is either kept, with its weight, or counted as missed.
func FuzzEvents(f *testing.F) {
	f.Add([]byte{1, 0, 0, 0, 3, 0, 0, 9, 7, 1, 0, 5, 8, 1, 0, 0, 2, 0, 0, 0})
	f.Add([]byte{4, 4, 0, 0, 3, 4, 0, 7, 5, 4, 0, 0, 3, 4, 255, 1, 9, 1, 0, 200})
	f.Add([]byte{1, 0, 0, 0, 6, 0, 0, 3, 6, 0, 0, 4, 6, 0, 1, 4, 2, 1, 0, 0, 2, 0, 0, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		p := newTestParser(t, measure.CPUTime)
		for ; len(data) >= 4; data = data[4:] {
			kind, section, index, value := data[0], data[1], data[2], data[3]
			p.Events([]measure.Event{{
				Kind: measure.EventKind(kind % 12), Section: int32(int8(section)), Index: int32(int8(index)),
				Thread: int64(kind / 64), Char: model.Characterisation(section % 6),
				Wall: int64(value), CPU: int64(int8(value)), Count: int64(int8(value)), Weight: float64(value % 5),
				Value: model.Value{Kind: model.ValueKind(value % 5), Num: float64(int8(value)), Str: string(data[3:4])},
			}})
		}
		p.Flush()
		if len(p.threads) != 0 {
			t.Errorf("%d threads are left", len(p.threads))
		}
		samples := map[model.ElementID]int64{}
		for i, n := range p.Samples() {
			samples[p.elements[i]] = n
		}
		for _, r := range p.Results() {
			weight := float64(r.Missed)
			for _, o := range r.Observations {
				weight += o.Weight
			}
			if weight < float64(samples[r.Element])-0.5 {
				t.Errorf("%s: %d samples, but %g are kept or missed", r.Element, samples[r.Element], weight)
			}
		}
	})
}
