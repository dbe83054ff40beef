package measure

import (
	"math"

	"beagle/model"
)

// mix combines hashes; finish is the finaliser of splitmix64 (Steele, Lea and
// Flood, Fast Splittable Pseudorandom Number Generators, 2014). The hashes are
// the same in every run, so that the same events keep the same samples.
func mix(hash, a, b uint64) uint64 {
	return finish(finish((hash+0x9e3779b97f4a7c15)^a) ^ b)
}

func finish(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// hashText is FNV-1a.
func hashText(text string) uint64 {
	hash := uint64(14695981039346656037)
	for i := range len(text) {
		hash = (hash ^ uint64(text[i])) * 1099511628211
	}
	return hash
}

func hashVariable(v model.Variable) uint64 { return hashText(v.Name) + uint64(v.Char) }

func hashValue(v model.Value) uint64 {
	if v.Kind == model.Text {
		return hashText(v.Str)
	}
	return math.Float64bits(v.Num) + uint64(v.Kind)
}
