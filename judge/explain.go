package judge

import (
	"context"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/calibration"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
	"beagle/statistics/resampling"
	"beagle/statistics/robust"
	"beagle/statistics/selection"
)

// Explanation is what a person needs to trust or distrust an expression.
// Errors are medians of relative errors, of exact quantities their means; NaN where there were too few points.
type Explanation struct {
	Observations  int        // used, without warm-up and holes
	Points        int        // distinct parameterisations
	Training      float64    // on the points that it was fitted to
	Validation    float64    // points predicted by fits to other points, five parts
	Extrapolation float64    // the fifth with the largest predictions, predicted from the rest
	Intervals     []Interval // of the fitted numbers, in the order of the text
	Residual      Residual   // of single observations, from what is written
	// Mean is how measured totals relate to the expression; what is written has
	// them, and Intervals are of its numbers. nil: nobody knows.
	Mean *calibration.Mean

	// Of decisions, whose errors are the shares that are said wrongly.
	Transitions []Transition
	Frequent    *Errors // of always saying the most frequent choice
	Brier       *Errors // of probabilities: how far they are from what was decided
}

// Interval is where an estimated number lies with a probability of 90 %.
type Interval struct {
	Value, Low, High float64 // in the unit of the number; Low <= Value <= High but for rounding
	Gap              bool    // a threshold: Low and High are the measured values next to it
}

// Explain examines an expression for a number on its measurements. Its form is taken as
// given; its numbers are fitted anew to parts of the data. It is the same for the same
// data, unless the context ends before: then what is missing stays unknown. The error is
// that of evaluating the expression, where a variable was not observed.
func Explain(ctx context.Context, d *dataset.Data, n expression.Node) (Explanation, error) {
	e := Explanation{Observations: d.Observations, Points: d.Points(), Training: math.NaN(), Validation: math.NaN(), Extrapolation: math.NaN()}
	if d.Points() == 0 {
		return e, nil
	}
	if d.Target.Kind != model.Number {
		err := explainLabels(ctx, &e, d, n)
		return e, err
	}
	f, err := d.Evaluate(n)
	if err != nil {
		return e, err
	}
	e.Training = dataset.RelativeError(d, f)
	e.Mean, e.Residual = calibration.Of(d, n), Scatter(d, n)
	// Where all is met, there is nothing that other data would say otherwise.
	if e.Training == 0 && (d.Points() > 1 || !d.Noisy) {
		e.Validation, e.Extrapolation = e.Training, e.Training
		return e, nil
	}
	// The noise of this expression alone, by which intervals and refits weigh residuals.
	c := selection.Compare(d, []expression.Node{n}, true)
	if c.Reference < 0 {
		return e, nil
	}
	x := examiner{d, n, c.Noise}
	e.Intervals = x.intervals()
	// A constant is an order statistic, of counts a mean: its interval needs no form.
	if value, ok := n.(expression.Constant); ok && e.Intervals == nil {
		if mean := e.Mean; d.Counted {
			if mean != nil {
				e.Intervals = []Interval{meanInterval(float64(value), mean)}
			}
		} else if low, high, ok := resampling.MedianInterval(d.Table, d); ok && low <= float64(value) && float64(value) <= high {
			e.Intervals = []Interval{{Value: float64(value), Low: low, High: high}}
		}
	}
	// What is written has the level of the mean, so intervals move and widen with it.
	e.Intervals = calibratedIntervals(e.Intervals, n, e.Mean)
	if least := d.Points() * 4 / 5; d.Points() < fewest || least <= len(regression.EstimatesOf(d, n).Places) {
		return e, nil // the rest would not show the numbers
	}
	// The slow part, cut short when nobody waits any more.
	for _, examine := range []func(){
		func() { e.Validation = x.validation() },
		func() { e.Extrapolation = x.extrapolation(f) },
	} {
		if ctx.Err() == nil {
			examine()
		}
	}
	return e, nil
}

// meanInterval is that of a constant mean. Where the level was corrected its whole interval is put around the
// new one (calibratedIntervals), so that nothing is said of it here.
func meanInterval(value float64, mean *calibration.Mean) Interval {
	if mean.Calibrated {
		return Interval{Value: value, Low: value, High: value}
	}
	return Interval{Value: value, Low: value * mean.Low / mean.Ratio, High: value * mean.High / mean.Ratio}
}

// fewest are the points below which leaving some of them out says nothing.
const fewest = 5

// examiner is an expression with the data that it is examined on and its noise.
type examiner struct {
	data  *dataset.Data
	node  expression.Node
	noise *regression.Noise
}

// refit fits the numbers to some points, beginning with what they are.
func (x examiner) refit(points []int) expression.Node {
	return regression.TuneEstimates(x.data.Part(points), x.node, x.noise.Part(points), 6)
}

// errors are the relative ones of a fit to some points on others; nil where the fit
// cannot be evaluated there.
func (x examiner) errors(train, test []int) []float64 {
	f, err := x.data.Part(test).Evaluate(x.refit(train))
	if err != nil {
		return nil
	}
	level := x.data.Level()
	out := make([]float64, len(test))
	for i, p := range test {
		y := x.data.Y[p]
		out[i] = math.Abs(f[i]-y) / max(math.Abs(y), 1e-6*level)
	}
	return out
}

// validation is the median relative error of points predicted by fits to other points, in as many parts as
// parts says: k-fold cross-validation (Stone, "Cross-validatory choice and assessment of statistical
// predictions", 1974). Points are dealt out in turn, so that each part covers the range.
func (x examiner) validation() float64 {
	var all []float64
	for part := range parts {
		var train, test []int
		for i := range x.data.Y {
			if i%parts == part {
				test = append(test, i)
			} else {
				train = append(train, i)
			}
		}
		all = append(all, x.errors(train, test)...)
	}
	return x.typical(all)
}

// typical is the median of errors, and of exact quantities their mean, as dataset.RelativeError has it.
func (x examiner) typical(errors []float64) float64 {
	if !x.data.Noisy {
		return stat.Mean(errors, nil)
	}
	slices.Sort(errors)
	return robust.Quantile(errors, 0.5)
}

// extrapolation is the median relative error on the fifth of the points with the largest predictions, by a
// fit to the others.
func (x examiner) extrapolation(f []float64) float64 {
	order := dataset.Order(f)
	cut := len(order) * 4 / 5
	return x.typical(x.errors(order[:cut], order[cut:]))
}

// calibratedIntervals are intervals of an expression's numbers as they are after
// calibration: as wide relative to the number as before, and wider by what is not
// known of the level. Independent errors add in squares.
func calibratedIntervals(all []Interval, n expression.Node, mean *calibration.Mean) []Interval {
	if mean == nil || !mean.Calibrated {
		return all
	}
	before, after := regression.Numbers(n), regression.Numbers(mean.Expression)
	if len(before) != len(after) {
		return nil // a number was put before what had none
	}
	down, up := 1-mean.Low/mean.Ratio, mean.High/mean.Ratio-1
	for i, v := range all {
		at := slices.Index(before, v.Value)
		if v.Gap || at < 0 || v.Value == 0 || before[at] == after[at] {
			continue
		}
		by := after[at] / before[at]
		all[i] = Interval{
			Value: after[at],
			Low:   after[at] - math.Hypot((v.Value-v.Low)*by, math.Abs(after[at])*down),
			High:  after[at] + math.Hypot((v.High-v.Value)*by, math.Abs(after[at])*up),
		}
	}
	return all
}

// intervals of the estimated numbers, by bootstrap around a fit to the data. nil: nothing was
// estimated, or the expression has other numbers than the data, as one that a person wrote may:
// an interval that does not hold its own number says nothing of it.
func (x examiner) intervals() []Interval {
	sure := resampling.NewBootstrap(x.data, x.node, x.noise)
	if sure == nil {
		return nil
	}
	said := regression.Numbers(x.node)
	at := map[int]Interval{}
	for i, place := range sure.Places {
		below, above := sure.Number(i)
		// All coefficients of a demand stretch with the launches' level; independent
		// errors add in squares.
		level := math.Abs(sure.Numbers[i]) * x.data.Scatter.Hidden()
		in := Interval{said[place], sure.Numbers[i] - math.Hypot(below, level), sure.Numbers[i] + math.Hypot(above, level), false}
		if in.Value < in.Low || in.Value > in.High {
			return nil
		}
		at[place] = in
	}
	for _, gap := range sure.Gaps {
		at[gap.Place] = Interval{said[gap.Place], gap.Low, gap.High, true}
	}
	var out []Interval
	for _, place := range slices.Sorted(maps.Keys(at)) {
		out = append(out, at[place])
	}
	return out
}
