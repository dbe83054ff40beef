package hash

import (
	"hash/fnv"
	"testing"

	"beagle/model"
)

func TestTheHashIsTheSameInEveryRun(t *testing.T) {
	// Stored analyses hold samples that these chose; other numbers would let a
	// resumed analysis keep others than the one that was never interrupted.
	for got, want := range map[uint64]uint64{
		Mix(0, 0):                   0xe220a8397b1dcdaf, // the first number of SplitMix64 from 0
		Mix(Gamma, 0):               0x6e789e6aa1b965f4, // its second
		Text("files"):               fnvOf("files"),
		Value(model.NumberValue(0)): Mix(uint64(model.Number), 0),
	} {
		if got != want {
			t.Errorf("%#x, want %#x", got, want)
		}
	}
}

func fnvOf(s string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(s))
	return h.Sum64()
}

func TestEqualNumbersOfDifferentKindsDiffer(t *testing.T) {
	if Value(model.NumberValue(1)) == Value(model.BoolValue(true)) {
		t.Error("1 and true have one hash")
	}
	size, count := model.Variable{Name: "f", Char: model.ByteSize}, model.Variable{Name: "f", Char: model.NumberOfElements}
	if Variable(size) == Variable(count) {
		t.Error("two characterisations of a parameter have one hash")
	}
}

// The lowest bits decide whether a parameterisation is kept, so neighbouring
// inputs must spread over them evenly.
func TestTheLowestBitsOfNeighboursAreEven(t *testing.T) {
	var bucket [8]int
	for i := range 8000 {
		bucket[Mix(Mix(0, 7), Value(model.NumberValue(float64(i))))&7]++
	}
	for i, n := range bucket {
		if n < 850 || n > 1150 { // 1000 expected, standard deviation 30
			t.Errorf("bucket %d holds %d of 8000", i, n)
		}
	}
}
