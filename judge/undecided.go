package judge

import (
	"math"
	"slices"

	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/decimal"
)

// apart is by how much two expressions have to differ, relatively to the larger one and somewhere on four times the measured range, to
// be worth a measurement: what "trust" promises inside.
const apart = blackboard.SureInside

// undecided is the place where two expressions that the data cannot tell apart
// differ most on four times the measured range: the place to measure next. It is
// nil where they differ by less than the least there, relative to what they say,
// or to a typical value where that is more.
func undecided(data *dataset.Data, a, b expression.Node, least, typical float64) *blackboard.Undecided {
	beyond := dataset.Beyond(data, dataset.ExtrapolationFactor)
	fa, errA := dataset.Evaluate(a, beyond)
	fb, errB := dataset.Evaluate(b, beyond)
	if errA != nil || errB != nil || len(fa) == 0 {
		return nil
	}
	at, most := widest(fa, fb, typical)
	if most < least {
		return nil
	}
	u := between(a, b)
	u.Gap = most
	used := slices.Concat(expression.Variables(a), expression.Variables(b))
	for _, c := range beyond {
		if slices.Contains(used, c.Variable) { // any other may be anything
			u.Place = append(u.Place, assigned(&c, c.Num[at]))
		}
	}
	return u
}

// widest is where two expressions differ most, and by how much, relative to what they
// say or to a typical value where that is more.
func widest(fa, fb []float64, typical float64) (at int, most float64) {
	for i := range fa {
		if gap := gapOf(fa[i], fb[i], typical); gap > most {
			at, most = i, gap
		}
	}
	return at, most
}

// gapOf is by how much two values differ, relative to the larger one or to a typical value
// where that is more.
func gapOf(a, b, typical float64) float64 {
	return math.Abs(a-b) / max(math.Abs(a), math.Abs(b), typical, 1e-300)
}

// farthest is the place of the value that is farthest from zero; 0 where there are none.
func farthest(values []float64) (at int) {
	for i, x := range values {
		if math.Abs(x) > math.Abs(values[at]) {
			at = i
		}
	}
	return at
}

// between is an ambiguity between two expressions, with their numbers rounded for people.
func between(chosen, rival expression.Node) *blackboard.Undecided {
	return &blackboard.Undecided{Chosen: expression.String(decimal.Rounded(chosen)), Rival: expression.String(decimal.Rounded(rival))}
}

// undecidedValues is the ambiguity where a number that the expression depends on took two
// values only: through two values goes every form, and that the shorter one was
// written down says nothing. The rival is the square instead of a line, and the line
// instead of anything else. Flags, which are 0 or 1, have no form.
func undecidedValues(data *dataset.Data, n expression.Node) *blackboard.Undecided {
	for _, c := range data.Columns {
		if c.Kind != model.Number || !slices.Contains(expression.Variables(n), c.Variable) {
			continue
		}
		low, high := slices.Min(c.Num), slices.Max(c.Num)
		if low == 0 && high == 1 || slices.ContainsFunc(c.Num, func(x float64) bool { return x != low && x != high }) {
			continue
		}
		at := func(x float64) expression.Node {
			return expression.Replace(n, expression.Variable{Variable: c.Variable}, expression.Constant(x))
		}
		slope := binary(expression.Sub, at(high), at(low))
		rival := binary(expression.Add, at(low), binary(expression.Mul, slope, expression.Binary{
			Op: expression.Div, Left: binary(expression.Sub, expression.Variable{Variable: c.Variable}, expression.Constant(low)), Right: expression.Constant(high - low),
		}))
		rival = expression.Simplify(rival)
		u := undecided(data, n, rival, apart, 0)
		if u == nil { // it is the line
			v := expression.Variable{Variable: c.Variable}
			square := dataset.Line{Intercept: low * high / (low + high), Slope: 1 / (low + high)}.Times(binary(expression.Mul, v, v))
			rival = expression.Simplify(expression.Replace(n, v, square))
			if u = undecided(data, n, rival, apart, 0); u == nil {
				continue
			}
		}
		u.Cause, u.Variable, u.Values = blackboard.TwoValues, c.Variable.String(), [2]float64{low, high}
		return u
	}
	return nil
}

func binary(op expression.Op, left, right expression.Node) expression.Node {
	return expression.Binary{Op: op, Left: left, Right: right}
}

// undecidedTogether is the ambiguity where an expression depends on a parameter of which
// another one was a line in all observations: it says as much of that one. What
// decides is to measure the other one beyond its range while this one stays.
// Characterisations of one parameter, such as the number of its elements and its
// bytes, are no such question: nobody could vary them separately.
func undecidedTogether(data *dataset.Data, n expression.Node) *blackboard.Undecided {
	for _, twin := range data.Collinear {
		kept := data.Column(twin.Kept)
		if kept == nil || twin.Kept.Name == twin.Left.Variable.Name || !slices.Contains(expression.Variables(n), twin.Kept) {
			continue
		}
		at := farthest(twin.Left.Num)
		here, there := kept.Num[at], dataset.Grown(twin.Left, twin.Left.Num[at], dataset.ExtrapolationFactor)
		// Both at the place: the twin says what the expression says where the
		// kept parameter has the value that belongs to the twin's.
		line := dataset.LineOf(twin.Left.Num, kept.Num)
		place := []model.Column{}
		for _, c := range data.Columns {
			x := c.Num[at]
			both := []float64{x, x}
			if c.Variable == twin.Kept {
				both[1] = line.Intercept + line.Slope*there
			}
			place = append(place, model.Column{Variable: c.Variable, Kind: c.Kind, Levels: c.Levels, Num: both})
		}
		f, err := dataset.Evaluate(n, place)
		if err != nil {
			continue
		}
		gap := gapOf(f[0], f[1], 0)
		if !(gap >= apart) {
			continue
		}
		other := expression.Simplify(expression.Replace(n, expression.Variable{Variable: twin.Kept}, line.Of(twin.Left.Variable)))
		u := between(n, other)
		u.Cause, u.Gap = blackboard.TwoTogether, gap
		u.Place = []blackboard.Assigned{{Variable: twin.Kept, Value: here}, {Variable: twin.Left.Variable, Value: there}}
		return u
	}
	return nil
}
