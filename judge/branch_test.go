package judge

import (
	"math"
	"testing"
)

// That a rule is always wrong makes it no better than a guess.
func TestARuleThatIsAlwaysWrongIsNoBetterThanAGuess(t *testing.T) {
	const n = 100
	guess := n * math.Log(2)
	if wrong := errorLoss(n, 0, 2); wrong < guess {
		t.Errorf("always wrong costs %g, a guess %g", wrong, guess)
	}
	if half := errorLoss(n/2, n/2, 2); math.Abs(half-guess) > 1 {
		t.Errorf("half wrong costs %g, a guess %g", half, guess)
	}
	if right := errorLoss(1, n-1, 2); right > guess/5 {
		t.Errorf("once wrong costs %g", right)
	}
}
