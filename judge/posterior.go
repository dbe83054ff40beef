package judge

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"beagle/model/expression"
	"beagle/statistics/calibration"
	"beagle/statistics/codelength"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
	"beagle/statistics/robust"
	"beagle/statistics/selection"
)

// The prior of what is not in a form. temperature was set by an experiment on 755 tables and shown on as many others; the
// others were set while looking at exam seeds 90119 to 90121 and suite R, so that figures of these are no independent proof.
const (
	// temperature divides nats before they become probabilities: they count points as if these were independent of each other
	// and one of the forms the true one (Grünwald and van Ommen, "Inconsistency of Bayesian inference for misspecified
	// linear models", 2017).
	temperature = 3
	// launchSpread is the standard deviation, relative, by which launches of a program are expected to differ before any was
	// measured, and priorWeight how many launches, or fifths of the points, that counts as.
	launchSpread = 0.1
	priorWeight  = 2
	// bend is the standard deviation of what caches and compilers make of a form, relative, for each fifth of the values; it
	// grows by itself with each doubling of the range.
	bend = regression.Systematic
	// slight is the probability of a form, relative to the likeliest, below which it changes no interval of 90 %.
	slight = 0.01
	// fifths are the parts of the points, by what a form says of them, that are compared by themselves.
	fifths = 5
)

// Form is an expression and the probability that it is the true one of those that were proposed.
type Form struct {
	Node   expression.Node
	Weight float64
}

// Posterior are the forms that the measurements leave open, with their probabilities: by their description lengths in
// nats, +Inf where they were refused (Hoeting et al., "Bayesian model averaging: a tutorial", 1999). The chosen one is the first.
// Of expressions that differ in their numbers only the likeliest stands for all.
func Posterior(nodes []expression.Node, lengths []float64, chosen int) []Form {
	order := dataset.Order(lengths)
	order = slices.Insert(slices.DeleteFunc(order, func(i int) bool { return i == chosen }), 0, chosen)
	least := slices.Min(lengths)
	shapes := map[expression.Node]bool{}
	var forms []Form
	sum := 0.0
	for _, i := range order {
		weight := math.Exp((least - lengths[i]) / temperature)
		if nodes[i] == nil || !(weight >= slight) && i != chosen {
			continue
		}
		if shape := codelength.Shape(nodes[i]); !shapes[shape] {
			shapes[shape] = true
			forms = append(forms, Form{nodes[i], weight})
			sum += weight
		}
	}
	for i := range forms {
		forms[i].Weight /= sum
	}
	return forms
}

// predictive is what one form says of the mean at some places: a distribution about a middle, of logarithms where the form is
// positive there.
type predictive struct {
	node              expression.Node
	weight            float64
	middle, deviation []float64 // in the unit of the measured value; the deviation relative to the middle
}

// predicted is the distribution of the mean by one form: what its numbers may be off by, the level of its totals, what
// another launch differs by, and what a machine bends. The parts are independent, so their variances add up. level is the
// logarithm of measured by modelled totals and its standard deviation.
func predicted(d *dataset.Data, form Form, noise *regression.Noise, at *dataset.Data, another bool, level, unsure float64) *predictive {
	places := regression.EstimatesOf(d, form.Node).Places
	node := regression.TuneEstimates(d, form.Node, noise, 12)
	here, err := d.Evaluate(node)
	if err != nil {
		return nil
	}
	said, err := dataset.Evaluate(node, at.Columns)
	if err != nil {
		return nil
	}
	p := &predictive{node: form.Node, weight: form.Weight, middle: make([]float64, len(said)), deviation: make([]float64, len(said))}
	numbers := variancesOf(d, node, noise, places, at)
	beyond := beyondOf(d, node, at)
	missed := bendOf(d, noise, here) + betweenSizes(d, node, noise.Sigma*noise.Relative(here), another)
	for i, f := range said {
		p.middle[i] = f * math.Exp(level)
		variance := unsure*unsure + missed*beyond[i]*beyond[i]
		if numbers != nil && f != 0 {
			variance += numbers[i] / (f * f)
		}
		p.deviation[i] = math.Sqrt(variance)
	}
	return p
}

// variancesOf are the variances of what an expression says at some places, by its numbers' covariance; of few points as much
// wider as Student's distribution is. nil: nothing was estimated, or nothing is known of it.
func variancesOf(d *dataset.Data, n expression.Node, noise *regression.Noise, places []int, at *dataset.Data) []float64 {
	if len(places) == 0 {
		return nil
	}
	c := regression.Covary(d, n, noise, places)
	if c == nil {
		return nil
	}
	fit := c.Information.At(at)
	if fit == nil || !fit.Differentiate() {
		return nil
	}
	wider := square(student(c.Freedom))
	out, slopes := make([]float64, len(fit.Values)), mat.NewVecDense(len(places), nil)
	for row := range fit.Values {
		for j := range places {
			slopes.SetVec(j, fit.Slopes[j][row])
		}
		out[row] = wider * c.Variance(slopes)
	}
	return out
}

// student is how many times as wide as the normal distribution Student's is, by its quantile of 95 %.
func student(freedom float64) float64 {
	return distuv.StudentsT{Sigma: 1, Nu: freedom}.Quantile(0.95) / distuv.UnitNormal.Quantile(0.95)
}

func square(x float64) float64 { return x * x }

// launchVariance is what is not known, relative, of the level that launches share, by what they differ by, shrunk towards what
// they usually do (empirical Bayes); of another launch's mean that difference, too. 0 where launches are not known.
func launchVariance(d *dataset.Data, another bool) float64 {
	if d.Scatter.Launches < 2 {
		return 0
	}
	between, launches := d.Scatter.Between, float64(d.Scatter.Launches)
	if math.IsNaN(between) {
		between = 0
	}
	of := 0.0
	if another {
		of = 1
	}
	freedom := priorWeight + launches - 1
	return (priorWeight*launchSpread*launchSpread + (launches-1)*between*between) / freedom * (of + 1/launches) * square(student(freedom))
}

// bendOf is the variance, relative, by which a form misses each fifth of the values beyond what noise makes of it, shrunk
// towards what machines bend: the discrepancy of Kennedy and O'Hagan ("Bayesian calibration of computer models", 2001), with
// fifths in place of a Gaussian process. The more noise there is in a fifth the less it says. Counts miss their form, too: what no
// form of the program says.
func bendOf(d *dataset.Data, noise *regression.Noise, said []float64) float64 {
	order := dataset.Order(said)
	sum, weight, prior := 0.0, 0.0, bend*bend
	parts := min(fifths, len(order)/fewest)
	for part := range parts {
		of := order[part*len(order)/parts : (part+1)*len(order)/parts]
		mean, squares, count := 0.0, 0.0, float64(len(of))
		for _, i := range of {
			limit := 2 * noise.Sigma
			r := max(-limit, min(limit, noise.Residual(d.Y[i], said[i])))
			if said[i] != 0 {
				r *= noise.Scale(said[i]) / math.Abs(said[i])
			}
			mean, squares = mean+r/count, squares+r*r
		}
		noise := (squares - count*mean*mean) / (count * max(count-1, 1))
		says := square(prior / (prior + noise))
		sum, weight = sum+says*max(0, mean*mean-noise), weight+says
	}
	return (priorWeight*prior + sum) / (priorWeight + weight)
}

// betweenSizes is the variance, relative, by which launches differ from each other for some sizes only, of the mean of all launches or
// of another one: of what each launch's fifths, by what is said of them, took beside the launch's own level, less what chance makes of
// so few observations. Observations that stand out are no launch's way, so they count as two standard deviations. 0 where launches are
// not known or were measured too seldom.
func betweenSizes(d *dataset.Data, n expression.Node, sigma float64, another bool) float64 {
	said := saidOf(n, d.Table)
	if d.Scatter.Launches < 2 || said == nil || d.Table.Launch == nil {
		return 0
	}
	of := map[int32][]int{}
	for _, row := range d.Rows {
		of[d.Table.Launch[row]] = append(of[d.Table.Launch[row]], row)
	}
	sum, freedom := 0.0, 0.0
	for _, launch := range slices.Sorted(maps.Keys(of)) { // sums of floating-point numbers depend on their order
		rows := of[launch]
		slices.SortStableFunc(rows, func(a, b int) int { return cmp.Compare(said[a], said[b]) })
		parts := min(fifths, len(rows)/fewest)
		if parts < 2 {
			continue
		}
		away := make([]float64, len(rows))
		for i, row := range rows {
			away[i] = math.Log(d.Table.Target.Num[row] / said[row])
		}
		level := robust.Median(slices.Clone(away))
		for i, r := range away {
			if away[i] = max(-2*sigma, min(2*sigma, r-level)); math.IsNaN(r) {
				away[i] = 0
			}
		}
		for part := range parts {
			mean, variance := stat.MeanVariance(away[part*len(rows)/parts:(part+1)*len(rows)/parts], nil)
			sum += square(mean) - variance/float64(len(rows)/parts)
		}
		freedom += float64(parts - 1)
	}
	if freedom == 0 {
		return 0
	}
	variance := max(0, sum/freedom)
	if another {
		return variance
	}
	return variance / float64(d.Scatter.Launches)
}

// beyondOf is of each place how many times as much a form may bend there as within the range: once more for each doubling of the
// largest measured value of an input that it depends on.
func beyondOf(d *dataset.Data, n expression.Node, at *dataset.Data) []float64 {
	out := make([]float64, len(at.Y))
	for i := range out {
		out[i] = 1
	}
	for _, v := range expression.Variables(n) {
		c, there := d.Column(v), at.Column(v)
		if c == nil || there == nil || !dataset.Grows(*c) {
			continue
		}
		largest := slices.Max(c.Num)
		for i, x := range there.Num {
			if x > largest && largest > 0 {
				out[i] = max(out[i], 1+math.Log2(x/largest))
			}
		}
	}
	return out
}

// levelOf is the logarithm of measured by modelled totals of the written expression, and its standard deviation: from what is
// typical to the mean (Duan 1983). Slow observations that come too seldom to be among so few are part of the mean, too: as if half
// of one had been seen, which took three times as long (Jeffreys' prior of a share). It is 0 where nobody knows it.
func levelOf(d *dataset.Data, n expression.Node) (level, unsure float64) {
	if !d.Counted {
		unsure = 1 / float64(max(1, d.Observations))
		level = unsure
	}
	mean := calibration.Of(d, n)
	if mean == nil || d.Contended || !(mean.Low > 0) || math.IsInf(mean.High, 0) {
		return level, unsure
	}
	return level + math.Log(mean.Ratio), math.Hypot(unsure, math.Log(mean.High/mean.Low)/(2*distuv.UnitNormal.Quantile(0.95)))
}

// mixture is the distribution of the mean by all forms.
type mixture []*predictive

// between is the variance between the forms of what they say at a place, relative to their mean.
func (m mixture) between(place int) (variance float64) {
	mean := 0.0
	for _, p := range m {
		mean += p.weight * p.middle[place]
	}
	for _, p := range m {
		variance += p.weight * square(p.middle[place]/mean-1)
	}
	return variance
}

// quantile is the value at a place below which the mean lies with a probability.
func (m mixture) quantile(place int, probability float64) float64 {
	low, high := math.Inf(1), math.Inf(-1)
	positive := true
	for _, p := range m {
		positive = positive && p.middle[place] > 0
	}
	z := distuv.UnitNormal.Quantile(probability)
	at := func(p *predictive, z float64) float64 {
		if positive {
			return math.Log(p.middle[place]) + z*p.deviation[place]
		}
		return p.middle[place] + z*p.deviation[place]*math.Abs(p.middle[place])
	}
	for _, p := range m { // the quantile of a mixture lies between those of its parts
		low, high = min(low, at(p, z)), max(high, at(p, z))
	}
	// Halved until there is no number between: one form may be as far away as numbers go.
	for len(m) > 1 && !math.IsInf(high-low, 0) {
		middle, below := (low+high)/2, 0.0
		if !(low < middle && middle < high) {
			break
		}
		for _, p := range m {
			deviation := at(p, 1) - at(p, 0)
			if deviation > 0 {
				below += p.weight * distuv.UnitNormal.CDF((middle-at(p, 0))/deviation)
			} else if at(p, 0) <= middle {
				below += p.weight
			}
		}
		if below < probability {
			low = middle
		} else {
			high = middle
		}
	}
	if positive {
		return math.Exp((low + high) / 2)
	}
	return (low + high) / 2
}

// mixtureOf is the distribution of the mean by all forms at some places.
func mixtureOf(d *dataset.Data, forms []Form, at *dataset.Data, another bool) (m mixture) {
	nodes := make([]expression.Node, len(forms))
	for i, f := range forms {
		nodes[i] = f.Node
	}
	c := selection.Compare(d, nodes, true)
	if c.Reference < 0 {
		return nil
	}
	level, unsure := levelOf(d, nodes[0])
	unsure = math.Hypot(unsure, math.Sqrt(launchVariance(d, another)))
	for i, f := range forms {
		if c.Refused[i] != "" {
			continue
		}
		if p := predicted(d, f, c.Noise, at, another, level, unsure); p != nil && !slices.ContainsFunc(p.middle, math.IsNaN) && !slices.ContainsFunc(p.deviation, math.IsNaN) {
			m = append(m, p)
		}
	}
	return m.scaled()
}

// scaled is a mixture whose weights add up to 1.
func (m mixture) scaled() mixture {
	sum := 0.0
	for _, p := range m {
		sum += p.weight
	}
	for _, p := range m {
		p.weight /= sum
	}
	return m
}
