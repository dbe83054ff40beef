package model

import (
	"testing"

	"beagle/internal/hash"
)

func TestTheHashOfAValueIsTheSameInEveryRun(t *testing.T) {
	// Stored analyses hold samples that it chose.
	if got, want := NumberValue(0).Hash(), hash.Mix(uint64(Number), 0); got != want {
		t.Errorf("%#x, want %#x", got, want)
	}
}

func TestEqualNumbersOfDifferentKindsDiffer(t *testing.T) {
	if NumberValue(1).Hash() == BoolValue(true).Hash() {
		t.Error("1 and true have one hash")
	}
	size, count := Variable{Name: "f", Char: ByteSize}, Variable{Name: "f", Char: NumberOfElements}
	if size.Hash() == count.Hash() {
		t.Error("two characterisations of a parameter have one hash")
	}
}

// The lowest bits decide whether a parameterisation is kept, so neighbouring
// inputs must spread over them evenly.
func TestTheLowestBitsOfNeighboursAreEven(t *testing.T) {
	var bucket [8]int
	for i := range 8000 {
		bucket[hash.Mix(hash.Mix(0, 7), NumberValue(float64(i)).Hash())&7]++
	}
	for i, n := range bucket {
		if n < 850 || n > 1150 { // 1000 expected, standard deviation 30
			t.Errorf("bucket %d holds %d of 8000", i, n)
		}
	}
}
