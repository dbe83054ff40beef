package blackboard

import (
	"math"

	"beagle/model"
)

// The random decisions of the board (which observation a full reservoir gives
// up) are hashes of seed and position, so that there is no state to keep and a
// rebuilt board goes on exactly as the lost one would have.

// mix combines two words: the finalizer of SplitMix64 (Steele, Lea, Flood:
// Fast splittable pseudorandom number generators, OOPSLA 2014).
func mix(a, b uint64) uint64 {
	z := a + 0x9e3779b97f4a7c15*(b+1)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// hashText is FNV-1a (Fowler, Noll, Vo).
func hashText(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h
}

func hashValue(v model.Value) uint64 {
	if v.Kind == model.Text {
		return mix(uint64(v.Kind), hashText(v.Str))
	}
	return mix(uint64(v.Kind), math.Float64bits(v.Num))
}
