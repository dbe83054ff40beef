package wire

import (
	"encoding/binary"
	"slices"
	"testing"

	"beagle/traces/kieker"
	"beagle/traces/kieker/kiekertest"
)

// takesPlain takes records without arrays from the bytes, up to three at once.
type takesPlain struct {
	kiekertest.Keeper
	taken int
}

func (k *takesPlain) Run(data []byte, classes []*kieker.Class) (used, records int) {
	for records < 3 && len(data)-used >= 4 {
		id := binary.BigEndian.Uint32(data[used:])
		if uint(id) >= uint(len(classes)) || classes[id] == nil {
			break
		}
		size := classes[id].Size()
		if size == 0 || len(data)-used < size {
			break
		}
		k.Records([]kieker.Record{{Class: classes[id], Data: data[used+4 : used+size]}})
		used += size
		records++
	}
	k.taken += records
	return used, records
}

func TestARunnerAndBatchesTogetherKeepTheOrder(t *testing.T) {
	data := append(kiekertest.Small(), kiekertest.Small()...) // strings come again in between
	for _, size := range []int{1, 7, 50, 1 << 20} {
		want, got := &kiekertest.Keeper{}, &takesPlain{}
		counts := map[kieker.Handler]int64{}
		for _, handler := range []kieker.Handler{want, got} {
			dec := NewStream(nil, handler)
			var buf []byte
			for part := range slices.Chunk(data, size) {
				buf = append(buf, part...)
				buf = buf[dec.Decode(buf, false):]
			}
			dec.Decode(buf, true)
			counts[handler] = dec.Report().Records
		}
		if !slices.Equal(got.Lines, want.Lines) || counts[got] != counts[want] || len(want.Lines) != 24 {
			t.Errorf("pieces of %d: %d and %d records, %d and %d counted", size, len(got.Lines), len(want.Lines), counts[got], counts[want])
		}
		if got.taken == 0 {
			t.Error("the runner took nothing")
		}
	}
}
