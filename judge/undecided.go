package judge

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"beagle/analysers/fit"
	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
)

// undecided says where two expressions that the data cannot tell apart differ
// most on four times the measured range: the place to measure next. It is
// false where they hardly differ there.
func undecided(data *fit.Data, a, b expression.Node) (words string, place []blackboard.Assigned, ok bool) {
	beyond := fit.Beyond(data, fit.Far)
	fa, errA := fit.Evaluate(a, beyond)
	fb, errB := fit.Evaluate(b, beyond)
	if errA != nil || errB != nil || len(fa) == 0 {
		return "", nil, false
	}
	at, most := 0, 0.0
	for i := range fa {
		gap := math.Abs(fa[i]-fb[i]) / max(math.Abs(fa[i]), math.Abs(fb[i]), 1e-300)
		if gap > most {
			at, most = i, gap
		}
	}
	if most < 0.1 {
		return "", nil, false
	}
	var where []string
	for _, c := range beyond {
		switch c.Kind {
		case model.Text:
			where = append(where, fmt.Sprintf("%s = %q", c.Variable, c.Levels[int(c.Num[at])]))
		default:
			place = append(place, blackboard.Assigned{Variable: c.Variable, Value: c.Num[at]})
			where = append(where, c.Variable.String()+" = "+strconv.FormatFloat(c.Num[at], 'g', 4, 64))
		}
	}
	return fmt.Sprintf("undecided between %s and %s: measure at %s, where they differ by %s",
		expression.String(fit.Rounded(a)), expression.String(fit.Rounded(b)), strings.Join(where, ", "), percent(most)), place, true
}
