package scratch_test

import (
	"testing"

	"beagle/internal/scratch"
)

func TestLoansHaveTheLengthThatWasAskedFor(t *testing.T) {
	for _, n := range []int{0, 1, 2, 3, 500, 512, 513} {
		first := scratch.Take(n)
		first.Give()
		second := scratch.Take(n)
		if len(first.Values) != n || len(second.Values) != n {
			t.Errorf("%d numbers were asked for; there were %d and %d", n, len(first.Values), len(second.Values))
		}
	}
}

func TestWhatIsOnLoanIsLentToNobodyElse(t *testing.T) {
	first, second := scratch.Take(100), scratch.Take(70)
	first.Values[0], second.Values[0] = 1, 2
	if first.Values[0] != 1 {
		t.Error("two loans share their memory")
	}
}
