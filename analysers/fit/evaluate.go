package fit

import (
	"math"
	"slices"
	"strconv"

	"beagle/model"
	"beagle/model/expression"
)

// Evaluate is an expression's value on each row of columns.
func Evaluate(n expression.Node, columns []model.Column) ([]float64, error) {
	program, err := expression.Compile(n, columns)
	if err != nil {
		return nil, err
	}
	rows := 1
	if len(columns) > 0 {
		rows = len(columns[0].Num)
	}
	out := make([]float64, rows)
	program.Eval(out, 0)
	return out, nil
}

// Evaluate is an expression's value at each point.
func (d *Data) Evaluate(n expression.Node) ([]float64, error) {
	program, err := expression.Compile(d.logs.known(d, n))
	if err != nil {
		return nil, err
	}
	out := make([]float64, d.Points())
	program.Eval(out, 0)
	return out, nil
}

// RelativeError is the median of |y - f| / |y|, in units of the typical value
// where y is zero; observations of no noise are averaged instead, so that the
// error is zero only where all of them are said exactly.
func RelativeError(d *Data, f []float64) float64 {
	level := d.Level()
	errors := make([]float64, len(f))
	sum := 0.0
	for i, y := range d.Y {
		size := math.Abs(y)
		if size == 0 {
			size = level
		}
		errors[i] = math.Abs(y-f[i]) / size
		if math.IsNaN(errors[i]) {
			return math.NaN()
		}
		if errors[i] < 1e-9 {
			errors[i] = 0
		}
		sum += errors[i] / float64(len(f))
	}
	if !d.Noisy {
		return sum
	}
	return middling(errors)
}

// commonNoise is the noise by which several models are compared: scaled by the
// reference's predictions, with the spread of the model that leaves least over,
// and never less than the replicates show. Those that are nil are out of the race.
func commonNoise(d *Data, models []*appraisal, reference int) *Noise {
	best := models[reference]
	noise := Calibrate(d, best.values, best.constants)
	for _, m := range models {
		if m != nil {
			noise.Sigma = min(noise.Sigma, m.under(d, noise).spread)
		}
	}
	if d.Noisy && d.NoiseFreedom >= 5 {
		noise.Sigma = max(noise.Sigma, d.Noise/noise.Relative(best.values))
		if d.Noise > 100*Floor {
			noise.Sigma = max(noise.Sigma, bias/noise.Relative(best.values))
			noise.Slack = systematic / noise.Relative(best.values)
		}
	}
	noise.Sigma = max(noise.Sigma, Floor)
	return noise
}

// Beyond is points on up to factor times the observed range: a bounded choice
// of the observed points with each number alone, and all of them, grown.
func Beyond(d *Data, factor float64) []model.Column {
	points := max(4, 256/(len(d.Columns)+1))
	n := d.Points()
	if n == 0 || len(d.Columns) == 0 {
		return nil
	}
	rows := make([]int, 0, points)
	for i := range min(points, n) {
		rows = append(rows, i*n/min(points, n))
	}
	out := make([]model.Column, len(d.Columns))
	for c := range out {
		out[c] = model.Column{Variable: d.Columns[c].Variable, Kind: d.Columns[c].Kind, Levels: d.Columns[c].Levels}
	}
	grow := func(which int) {
		for _, row := range rows {
			for c := range out {
				x := d.Columns[c].Num[row]
				if grows(d.Columns[c]) && (which == c || which == len(out)) {
					x *= factor
				}
				out[c].Num = append(out[c].Num, x)
			}
		}
	}
	for c := range out {
		if grows(d.Columns[c]) {
			grow(c)
		}
	}
	grow(len(out))
	for c := range out { // the largest of everything at once
		largest := slices.Max(d.Columns[c].Num)
		if grows(d.Columns[c]) {
			largest *= factor
		}
		out[c].Num = append(out[c].Num, largest)
	}
	return out
}

// grows reports whether a column may have larger values than were seen.
func grows(c model.Column) bool { return c.Kind == model.Number && !Flag(c) }

// Rounded shows constants with few digits, for messages.
func Rounded(n expression.Node) expression.Node {
	return expression.Map(n, func(n expression.Node) expression.Node {
		if c, ok := n.(expression.Constant); ok && (float64(c) != math.Trunc(float64(c)) || math.Abs(float64(c)) > 1<<24) { // 65536 is no estimate
			short, _ := strconv.ParseFloat(strconv.FormatFloat(float64(c), 'g', 4, 64), 64)
			return expression.Constant(short)
		}
		return n
	})
}
