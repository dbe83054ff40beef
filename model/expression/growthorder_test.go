package expression

import "testing"

func TestGrowthsAreOrdered(t *testing.T) {
	order := []string{"1", "log n", "(log n)^2", "sqrt n", "n", "n log n", "n^1.5", "n * n", "n^2 log n", "n^3", "1.6^n", "2^n", "2^n n"}
	for i, slower := range order {
		a, err := ParseGrowth(slower)
		if err != nil {
			t.Fatal(err)
		}
		for j, faster := range order {
			b, err := ParseGrowth(faster)
			if err != nil {
				t.Fatal(err)
			}
			if b.Exceeds(a) != (j > i) {
				t.Errorf("%s exceeds %s: %t", faster, slower, b.Exceeds(a))
			}
		}
	}
}

func TestWhatIsNoGrowthIsRefused(t *testing.T) {
	for _, text := range []string{"", "linear", "n n m", "log", "n^x", "-2^n", "O(n)", "1 1", "(log n"} {
		if g, err := ParseGrowth(text); err == nil {
			t.Errorf("%q is %+v", text, g)
		}
	}
}
