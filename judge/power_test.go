package judge

import (
	"strings"
	"testing"

	"beagle/blackboard"
	"beagle/model"
)

// n^1.3 stands for what caches make of a usual form: where the measurements leave that
// open, it is not written; where they decide, it is.
func TestAFractionalPowerIsWrittenOnlyWhereTheMeasurementsDecide(t *testing.T) {
	open := &blackboard.Undecided{Cause: blackboard.TwoForms, Gap: 0.3, Safe: 1.25}
	alike := &blackboard.Undecided{Cause: blackboard.TwoForms, Gap: 0.3, Safe: 1.5} // it does not matter which goes on
	for _, test := range []struct {
		fractional bool
		undecided  *blackboard.Undecided
		below      bool
	}{{true, open, true}, {true, alike, false}, {true, nil, false}, {false, open, false}} {
		v := &blackboard.Verdict{Fractional: test.fractional, Undecided: test.undecided}
		v.Below = (Options{}).below(v)
		if said := Below(v); (said != "") != test.below || test.below && !strings.Contains(said, "fractional power") {
			t.Errorf("%+v: %q", test, said)
		}
	}
}

// Totals of close rivals that are a quarter beside on four times the range stop what is undecided by
// three tenths anywhere there; what is decided they stop from four tenths on.
func TestWhatIsUndecidedIsWrittenOnlyWhereItsRivalsTotalAboutTheSame(t *testing.T) {
	for _, test := range []struct {
		gap   float64 // 0: decided
		safe  float64 // up to how many times the range both say the same
		apart model.Figure
		below bool
	}{{0, 0, 0.39, false}, {0, 0, 0.41, true}, {0.29, 0, 0.39, false}, {0.31, 0, 0.24, false}, {0.31, 1.25, 0.26, true}, {0.31, 1.5, 0.26, false}, {0.31, 1.5, 0.41, true}} {
		v := &blackboard.Verdict{Apart: test.apart}
		if test.gap > 0 {
			v.Undecided = &blackboard.Undecided{Cause: blackboard.TwoForms, Gap: test.gap, Safe: test.safe}
		}
		v.Below = (Options{}).below(v)
		if said := Below(v); (said != "") != test.below || test.below && !strings.Contains(said, "in total on four times their range") {
			t.Errorf("%+v: %q", test, said)
		}
	}
}
