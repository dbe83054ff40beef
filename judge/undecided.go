package judge

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/decimal"
)

// taste is by how many nats a form may be behind the best only because it is
// longer to write down, and still be its rival: a line is shorter than n log n.
const taste = 5

// How far forms that the data cannot tell apart have to differ, relatively and
// somewhere on four times the measured range, to be worth a measurement.
const (
	apart     = 0.1  // of those that are about as long
	apartMost = 0.15 // of those that taste decides, 1.5 times the noise but no more than this
)

// undecidedForms says so where the data do not tell the best form from another one:
// two forms that are alike are a result of their own. Either their lengths hardly
// differ, or one is behind by taste alone. tells reports whether data tell one
// proposal from another.
func (o *Opinion) undecidedForms(data *dataset.Data, proposals []blackboard.Proposal, spread float64, tells func(i, other int) bool) {
	v := &o.Verdict
	best := proposals[v.Final].Expression
	rivals := make([]int, 0, len(proposals))
	for i, g := range o.Grades {
		if i != v.Final && g.Fitness-o.Grades[v.Final].Fitness < taste && !Same(proposals[i], proposals[v.Final]) {
			rivals = append(rivals, i)
		}
	}
	slices.SortStableFunc(rivals, func(a, b int) int { return cmp.Compare(o.Grades[a].Fitness, o.Grades[b].Fitness) })
	for _, i := range rivals {
		least, typical := apart, 0.0
		if i != o.RunnerUp || o.Distance >= hardly {
			if tells(v.Final, i) || len(expression.Variables(proposals[i].Expression)) > len(expression.Variables(best)) {
				continue
			}
			least, typical = max(apart, min(1.5*spread, apartMost)), data.Level()
		}
		if text, place, ok := undecided(data, best, proposals[i].Expression, least, typical); ok {
			v.Optimal, o.Where = false, place
			v.Reason = strings.Replace(v.Reason, "nothing left to learn", "two forms explain it alike", 1)
			v.Warnings = append(slices.Clone(v.Warnings), text)
			return
		}
	}
}

// undecided says where two expressions that the data cannot tell apart differ
// most on four times the measured range: the place to measure next. It is false
// where they differ by less than the least there, relative to what they say, or to
// a typical value where that is more.
func undecided(data *dataset.Data, a, b expression.Node, least, typical float64) (words string, place []blackboard.Assigned, ok bool) {
	beyond := dataset.Beyond(data, dataset.Far)
	fa, errA := dataset.Evaluate(a, beyond)
	fb, errB := dataset.Evaluate(b, beyond)
	if errA != nil || errB != nil || len(fa) == 0 {
		return "", nil, false
	}
	at, most := 0, 0.0
	for i := range fa {
		gap := math.Abs(fa[i]-fb[i]) / max(math.Abs(fa[i]), math.Abs(fb[i]), typical, 1e-300)
		if gap > most {
			at, most = i, gap
		}
	}
	if most < least {
		return "", nil, false
	}
	var where []string
	used := slices.Concat(expression.Variables(a), expression.Variables(b))
	for _, c := range beyond {
		if !slices.Contains(used, c.Variable) {
			continue // it may be anything
		}
		switch c.Kind {
		case model.Text:
			where = append(where, fmt.Sprintf("%s = %q", c.Variable, c.Levels[int(c.Num[at])]))
		default:
			place = append(place, blackboard.Assigned{Variable: c.Variable, Value: c.Num[at]})
			where = append(where, place[len(place)-1].String())
		}
	}
	return undecidedWords(a, b, where, most), place, true
}

func undecidedWords(a, b expression.Node, where []string, gap float64) string {
	return blackboard.UndecidedBetween + fmt.Sprintf("%s and %s: measure at %s, where they differ by %s",
		expression.String(decimal.Rounded(a)), expression.String(decimal.Rounded(b)), strings.Join(where, ", "), percent(gap))
}

// undecidedForm says so where a number that the expression depends on took two
// values only: through two values goes every form, and that the shorter one was
// written down is taste. The rival is the square instead of a line, and the line
// instead of anything else. Flags, which are 0 or 1, have no form.
func (o *Opinion) undecidedForm(data *dataset.Data, n expression.Node) bool {
	for _, c := range data.Columns {
		if c.Kind != model.Number || !slices.Contains(expression.Variables(n), c.Variable) {
			continue
		}
		low, high := slices.Min(c.Num), slices.Max(c.Num)
		if low == 0 && high == 1 || slices.ContainsFunc(c.Num, func(x float64) bool { return x != low && x != high }) {
			continue
		}
		at := func(x float64) expression.Node { return replaced(n, c.Variable, expression.Constant(x)) }
		slope := binary(expression.Sub, at(high), at(low))
		rival := binary(expression.Add, at(low), binary(expression.Mul, slope, expression.Binary{
			Op: expression.Div, Left: binary(expression.Sub, expression.Variable{Variable: c.Variable}, expression.Constant(low)), Right: expression.Constant(high - low),
		}))
		rival = expression.Simplify(rival)
		text, place, ok := undecided(data, n, rival, apart, 0)
		if !ok { // it is the line
			v := expression.Variable{Variable: c.Variable}
			square := line{low * high / (low + high), 1 / (low + high)}.times(binary(expression.Mul, v, v))
			rival = expression.Simplify(replaced(n, c.Variable, square))
			if text, place, ok = undecided(data, n, rival, apart, 0); !ok {
				continue
			}
		}
		v := &o.Verdict
		v.Optimal, o.Where = false, place
		v.Reason = fmt.Sprintf("%s; but %s took only the values %g and %g, through which every form goes",
			strings.Replace(v.Reason, ": nothing left to learn", "", 1), c.Variable, low, high)
		v.Warnings = append(slices.Clone(v.Warnings), text)
		return true
	}
	return false
}

// replaced is an expression with something else for a variable.
func replaced(n expression.Node, v model.Variable, by expression.Node) expression.Node {
	return expression.Map(n, func(n expression.Node) expression.Node {
		if x, ok := n.(expression.Variable); ok && x.Variable == v {
			return by
		}
		return n
	})
}

func binary(op expression.Op, left, right expression.Node) expression.Node {
	return expression.Binary{Op: op, Left: left, Right: right}
}

// undecidedTwin says so where an expression depends on a parameter of which
// another one was a line in all observations: it says as much of that one. What
// decides is to measure the other one beyond its range while this one stays.
// Characterisations of one parameter, such as the number of its elements and its
// bytes, are no such question: nobody could vary them separately.
func (o *Opinion) undecidedTwin(data *dataset.Data, n expression.Node) bool {
	for _, twin := range data.Collinear {
		kept := data.Column(twin.Kept)
		if kept == nil || twin.Kept.Name == twin.Left.Variable.Name || !slices.Contains(expression.Variables(n), twin.Kept) {
			continue
		}
		at := 0
		for i, x := range twin.Left.Num {
			if math.Abs(x) > math.Abs(twin.Left.Num[at]) {
				at = i
			}
		}
		here, there := kept.Num[at], dataset.Far*twin.Left.Num[at]
		// Both at the place: the twin says what the expression says where the
		// kept parameter has the value that belongs to the twin's.
		line := lineOf(twin.Left.Num, kept.Num)
		place := []model.Column{}
		for _, c := range data.Columns {
			x := c.Num[at]
			both := []float64{x, x}
			if c.Variable == twin.Kept {
				both[1] = line.intercept + line.slope*there
			}
			place = append(place, model.Column{Variable: c.Variable, Kind: c.Kind, Levels: c.Levels, Num: both})
		}
		f, err := dataset.Evaluate(n, place)
		if err != nil {
			continue
		}
		gap := math.Abs(f[0]-f[1]) / max(math.Abs(f[0]), math.Abs(f[1]), 1e-300)
		if !(gap >= apart) {
			continue
		}
		other := expression.Simplify(replaced(n, twin.Kept, line.of(twin.Left.Variable)))
		o.Where = []blackboard.Assigned{{Variable: twin.Kept, Value: here}, {Variable: twin.Left.Variable, Value: there}}
		var where []string
		for _, to := range o.Where {
			where = append(where, to.String())
		}
		v := &o.Verdict
		v.Optimal = false
		v.Reason = strings.Replace(v.Reason, ": nothing left to learn", "", 1) + "; two parameters explain it alike"
		v.Warnings = append(slices.Clone(v.Warnings), undecidedWords(n, other, where, gap))
		return true
	}
	return false
}

// line is y = intercept + slope*x.
type line struct{ intercept, slope float64 }

// lineOf is the line through the points with the least and the greatest x.
func lineOf(x, y []float64) line {
	low, high := 0, 0
	for i := range x {
		if x[i] < x[low] {
			low = i
		}
		if x[i] > x[high] {
			high = i
		}
	}
	slope := (y[high] - y[low]) / (x[high] - x[low])
	l := line{y[low] - slope*x[low], slope}
	if math.Abs(l.intercept) < 1e-9*math.Abs(y[high]) {
		l.intercept = 0
	}
	return l
}

func (l line) of(v model.Variable) expression.Node { return l.times(expression.Variable{Variable: v}) }

func (l line) times(x expression.Node) expression.Node {
	return binary(expression.Add, expression.Constant(l.intercept), binary(expression.Mul, expression.Constant(l.slope), x))
}
