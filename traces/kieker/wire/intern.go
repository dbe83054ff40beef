package wire

import "beagle/traces/kieker"

// interner gives the strings of a text log ids, so that a repeated string costs a comparison.
type interner struct {
	table table
	ids   map[string]int32
	// recent holds the last string seen at each hash of its length and ends: the few signatures of a log are found
	// here.
	recent [1 << 10]int32
}

const (
	maxInterned      = 1 << 16 // strings remembered; more are kept for one batch only
	maxInternedBytes = 32 << 20
)

// id is the number of a text.
func (in *interner) id(text []byte) int32 {
	slot := recentSlot(text)
	if id := in.recent[slot] - 1; id >= 0 && in.table.texts[id] == string(text) {
		return id
	}
	if id, ok := in.ids[string(text)]; ok {
		in.recent[slot] = id + 1
		return id
	}
	if in.ids == nil {
		in.ids = map[string]int32{}
	}
	kept := ToValid(string(text))
	if in.table.count >= maxInterned || in.table.bytes > maxInternedBytes {
		in.table.transient = append(in.table.transient, kept)
		return kieker.FirstTransient + int32(len(in.table.transient)) - 1
	}
	id := int32(in.table.count)
	in.table.set(id, kept)
	in.ids[string(text)] = id
	if kept == string(text) {
		in.recent[slot] = id + 1
	}
	return id
}

func (in *interner) forget() {
	clear(in.table.transient)
	in.table.transient = in.table.transient[:0]
}

// recentSlot mixes the length and five bytes of a text.
func recentSlot(text []byte) int {
	n := len(text)
	if n == 0 {
		return 0
	}
	h := uint32(n) * 0x9e3779b1
	h ^= uint32(text[0])<<24 ^ uint32(text[n-1])<<16 ^ uint32(text[n/2])<<8 ^ uint32(text[n/4])
	h ^= uint32(text[3*n/4]) * 0x85ebca6b
	h *= 0xc2b2ae35
	return int(h >> 22)
}
