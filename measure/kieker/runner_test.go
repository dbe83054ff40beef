package kieker

import (
	"encoding/binary"
	"slices"
	"testing"
)

// takesPlain takes records without arrays from the bytes, up to three at once.
type takesPlain struct {
	keeper
	taken int
}

func (k *takesPlain) Run(data []byte, classes []*Class) (used, records int) {
	for records < 3 && len(data)-used >= 4 {
		id := binary.BigEndian.Uint32(data[used:])
		if uint(id) >= uint(len(classes)) || classes[id] == nil {
			break
		}
		size := classes[id].Size()
		if size == 0 || len(data)-used < size {
			break
		}
		k.Records([]Record{{Class: classes[id], Data: data[used+4 : used+size]}})
		used += size
		records++
	}
	k.taken += records
	return used, records
}

func TestARunnerAndBatchesTogetherKeepTheOrder(t *testing.T) {
	data := append(small(), small()...) // strings come again in between
	for _, size := range []int{1, 7, 50, 1 << 20} {
		want, got := &keeper{}, &takesPlain{}
		counts := map[Handler]int64{}
		for _, handler := range []Handler{want, got} {
			dec := NewDecoder(nil, handler)
			var buf []byte
			for part := range slices.Chunk(data, size) {
				buf = append(buf, part...)
				buf = buf[dec.Decode(buf, false):]
			}
			dec.Decode(buf, true)
			counts[handler] = dec.Report().Records
		}
		if !slices.Equal(got.lines, want.lines) || counts[got] != counts[want] || len(want.lines) != 24 {
			t.Errorf("pieces of %d: %d and %d records, %d and %d counted", size, len(got.lines), len(want.lines), counts[got], counts[want])
		}
		if got.taken == 0 {
			t.Error("the runner took nothing")
		}
	}
}
