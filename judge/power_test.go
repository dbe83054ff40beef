package judge

import (
	"strings"
	"testing"

	"beagle/blackboard"
)

// n^1.3 stands for what caches make of a usual form: where the measurements leave that
// open, it is not written; where they decide, it is.
func TestAFractionalPowerIsWrittenOnlyWhereTheMeasurementsDecide(t *testing.T) {
	open := &blackboard.Undecided{Cause: blackboard.TwoForms, Gap: 0.3}
	for _, test := range []struct {
		fractional bool
		undecided  *blackboard.Undecided
		below      bool
	}{{true, open, true}, {true, nil, false}, {false, open, false}} {
		v := &blackboard.Verdict{Fractional: test.fractional, Undecided: test.undecided}
		v.Below = (Options{}).below(v)
		if said := Below(v); (said != "") != test.below || test.below && !strings.Contains(said, "fractional power") {
			t.Errorf("%+v: %q", test, said)
		}
	}
}
