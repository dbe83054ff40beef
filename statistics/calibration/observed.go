package calibration

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/robust"
)

// observed are single observations and what an expression says of them. All slices have
// one value an observation, in the order in which they were measured, launch by launch.
type observed struct {
	rows   []int // of the table
	y, f   []float64
	weight []float64
	launch []int32 // nil: not known
	late   []bool  // in the second half of their launch; nil: not known
	// counted: these are counts, which no compiler makes larger at first, and no pause of a collector now and then.
	counted bool

	segment []int // part of the measurements, that ratios are compared between
}

// observe evaluates an expression on the observations; nil where there are too few, it
// says nothing positive of one, or there is nothing that could part the mean from what is said: counts
// that are all met. Of more than mostObserve observations every so-manieth is taken.
func observe(d *dataset.Data, n expression.Node) *observed {
	t := d.Table
	if !d.Noisy && !d.Counted || n == nil || !d.Relative() || t == nil || len(d.Rows) < fewest {
		return nil
	}
	said, err := dataset.EvaluateRows(n, t)
	if err != nil {
		return nil
	}
	o := &observed{counted: d.Counted}
	stride := (len(d.Rows) + mostObserve - 1) / mostObserve
	for i := 0; i < len(d.Rows); i += stride {
		row := d.Rows[i]
		if !(said[row] > 0) && !(d.Counted && said[row] == 0) || math.IsInf(said[row], 0) {
			return nil
		}
		o.rows, o.y, o.f, o.weight = append(o.rows, row), append(o.y, t.Target.Num[row]), append(o.f, said[row]), append(o.weight, t.WeightOf(row))
		if t.Launch != nil {
			o.launch = append(o.launch, t.Launch[row])
		}
	}
	if d.Counted && slices.Equal(o.y, o.f) {
		return nil
	}
	if late, _ := d.Memo(lateKey{}, func() any { return lateIn(d) }).([]bool); late != nil {
		for _, row := range o.rows {
			o.late = append(o.late, late[row])
		}
	}
	return o.divide()
}

// settled are the observations of each launch's second half, where the first took longer
// with the same inputs: a compiler was still at work, and what it did not have to compile
// any more is what the program takes. A compiler makes most observations slower: where
// the first half is slower only by a few that stand out, these are what the program does
// now and then, and all observations count.
//
// It also says how many times as long the first half took; 1: less than a tenth longer,
// which nobody is told of. Where launches are known the second half counts from some
// hundredths on that are no chance: on 940 tables of real code means of later launches were
// 4 % lower in the median than those of whole launches, and as those of second halves.
func (o *observed) settled() (*observed, float64) {
	if o.counted {
		return o, 1
	}
	first, second := o.halves()
	if len(second) < fewest || len(first) < fewest {
		return o, 1
	}
	const slower, longer, surely = 1.1, 1.02, 2
	limit := o.outstanding()
	typical := o.typical(first, limit) / o.typical(second, limit)
	if !(typical > longer) {
		return o, 1
	}
	late := o.part(second)
	if early := o.part(first).ratio() / late.ratio(); early >= slower && typical >= slower {
		return late, early
	}
	if o.launches() > 1 && math.Log(typical) > surely*o.scatter()*math.Sqrt(1/float64(len(first))+1/float64(len(second))) {
		return late, 1
	}
	return o, 1
}

// scatter is the standard deviation of the logarithm of what one observation took by what is
// said of it, robustly.
func (o *observed) scatter() float64 {
	logs := make([]float64, len(o.y))
	for i := range o.y {
		logs[i] = math.Log(o.y[i] / o.f[i])
	}
	return robust.Deviation(logs)
}

// typical is the ratio of totals of those observations for which the ratio does not
// stand out: that is not above a limit (outstanding).
func (o *observed) typical(at []int, limit float64) float64 {
	measured, modelled := 0.0, 0.0
	for _, i := range at {
		if o.y[i] <= limit*o.f[i] {
			measured += o.weight[i] * o.y[i]
			modelled += o.weight[i] * o.f[i]
		}
	}
	return measured / modelled
}

// StandsOut is how many times as long as usual an observation takes, relative to what is said of it, from which it stands out.
const StandsOut = 5

// outstanding is the ratio of what was measured to what is said above which an
// observation stands out: many times the median.
func (o *observed) outstanding() float64 {
	ratios := make([]float64, len(o.y))
	for i := range o.y {
		ratios[i] = o.y[i] / o.f[i]
	}
	slices.Sort(ratios)
	return StandsOut * robust.Quantile(ratios, 0.5)
}

// earlyAndLate are each launch's first and second half of the observations, by index.
// Rows stand in the order in which they were measured, launch by launch; unknown launches
// count as one.
func (o *observed) earlyAndLate() (early, late []int) {
	for from := 0; from < len(o.y); {
		to := from + 1
		for to < len(o.y) && (o.launch == nil || o.launch[to] == o.launch[from]) {
			to++
		}
		for i := from; i < to; i++ {
			if i < (from+to)/2 {
				early = append(early, i)
			} else {
				late = append(late, i)
			}
		}
		from = to
	}
	return early, late
}

// halves are the observations of the launches' first and second halves, by index.
func (o *observed) halves() (early, late []int) {
	if o.late == nil {
		return o.earlyAndLate()
	}
	for i := range o.late {
		if o.late[i] {
			late = append(late, i)
		} else {
			early = append(early, i)
		}
	}
	return early, late
}

// lateKey is under what the data remember lateIn.
type lateKey struct{}

// lateIn tells which rows of a table lie in the second halves of their launches; nil: it does not know.
// What was left out of a launch since it was warming up belongs to its first half: the second half of the
// rest would be its last quarter or less, and launches that are held against this count by their
// second halves.
func lateIn(d *dataset.Data) []bool {
	t, whole := d.Table, d.Measured
	if t.Launch == nil || t.Seq == nil {
		return nil
	}
	if whole == nil || whole.Launch == nil || whole.Seq == nil {
		whole = t
	}
	first, last := map[int32]int64{}, map[int32]int64{}
	for i, launch := range whole.Launch {
		seq := whole.Seq[i]
		if from, known := first[launch]; !known || seq < from {
			first[launch] = seq
		}
		last[launch] = max(last[launch], seq)
	}
	late := make([]bool, t.Rows())
	for row, launch := range t.Launch {
		late[row] = t.Seq[row]-first[launch] > (last[launch]-first[launch])/2
	}
	return late
}

// part is some of the observations, divided anew into regions.
func (o *observed) part(at []int) *observed {
	p := &observed{counted: o.counted, y: dataset.Pick(o.y, at), f: dataset.Pick(o.f, at), weight: dataset.Pick(o.weight, at)}
	for _, i := range at {
		p.rows = append(p.rows, o.rows[i])
		if o.launch != nil {
			p.launch = append(p.launch, o.launch[i])
		}
	}
	return p.divide()
}

// launches is how many launches the observations come from; 0: not known.
func (o *observed) launches() int {
	return len(slices.Compact(slices.Sorted(slices.Values(o.launch))))
}

// largest is the share of the measured total that one observation holds.
func (o *observed) largest() float64 {
	total, most := 0.0, 0.0
	for i, y := range o.y {
		total += o.weight[i] * y
		most = max(most, y)
	}
	return most / total
}

// Limits of resampling.
const (
	resamples = 199
	blocks    = 500 // of successive observations, that stay together
)

// ratio is the measured total by the modelled one.
func (o *observed) ratio() float64 {
	measured, modelled := 0.0, 0.0
	for i, w := range o.weight {
		measured += w * o.y[i]
		modelled += w * o.f[i]
	}
	return measured / modelled
}

// interval is the ratio of totals over some observations, nil: all, with where it lies
// with a probability of 90 %: by resampling blocks of successive observations (Künsch,
// "The jackknife and the bootstrap for general stationary observations", 1989), and by
// Student's t for the launches' ratios where that is wider, for launches are independent
// and observations in them need not be.
//
// Unlike Künsch's the blocks do not overlap, which makes a resample a sum over at most
// 500 blocks. The lower end is never below 0.
func (o *observed) interval(at []int) (ratio, low, high float64) {
	if at == nil {
		at = make([]int, len(o.y))
		for i := range at {
			at[i] = i
		}
	}
	// Totals of each block: a resample then needs sums over blocks only.
	count := min(len(at), blocks)
	measured, modelled := make([]float64, count), make([]float64, count)
	for i, j := range at {
		b := i * count / len(at)
		measured[b] += o.weight[j] * o.y[j]
		modelled[b] += o.weight[j] * o.f[j]
	}
	var all, said float64
	for b := range measured {
		all += measured[b]
		said += modelled[b]
	}
	ratio = all / said
	// The seed depends on the number of observations alone, so that the same data have
	// the same interval.
	r := rand.New(rand.NewPCG(uint64(len(at)), 1))
	drawn := make([]float64, resamples)
	for i := range drawn {
		y, f := 0.0, 0.0
		for range count {
			b := r.IntN(count)
			y += measured[b]
			f += modelled[b]
		}
		drawn[i] = y / f
	}
	slices.Sort(drawn)
	low, high = robust.Quantile(drawn, (1-confidence)/2), robust.Quantile(drawn, (1+confidence)/2)
	if half := o.between(at, ratio); half >= 0 {
		low, high = min(low, ratio-half), max(high, ratio+half)
	}
	return ratio, max(low, 0), high
}

// between is half the interval that the ratios of parts of the measurements have: of
// launches, each in two, or of six stretches of rows. What the program does comes again
// in all of them; a compiler or a neighbour is at work in some. It is the standard error
// of a ratio estimator (Cochran, Sampling Techniques, 1977, 6.4) times Student's t; 0
// where there is one part only.
func (o *observed) between(at []int, ratio float64) float64 {
	measured, modelled := map[int]float64{}, map[int]float64{}
	for _, j := range at {
		measured[o.segment[j]] += o.weight[j] * o.y[j]
		modelled[o.segment[j]] += o.weight[j] * o.f[j]
	}
	n := float64(len(modelled))
	if n < 2 {
		return 0
	}
	total, squares := 0.0, 0.0
	for _, k := range slices.Sorted(maps.Keys(modelled)) { // sums depend on their order
		f := modelled[k]
		off := measured[k]/f - ratio
		total += f
		squares += f * f * off * off
	}
	return distuv.StudentsT{Sigma: 1, Nu: n - 1}.Quantile((1+confidence)/2) * math.Sqrt(squares*n/(n-1)) / total
}

// divide numbers the parts that between compares: launch by launch, first and second
// half, or six stretches of equal length where fewer than two launches are known.
func (o *observed) divide() *observed {
	const parts = 6
	o.segment = make([]int, len(o.y))
	if o.launches() < 2 {
		for i := range o.segment {
			o.segment[i] = i * parts / len(o.y)
		}
		return o
	}
	early, late := o.earlyAndLate()
	for _, i := range early {
		o.segment[i] = 2 * int(o.launch[i])
	}
	for _, i := range late {
		o.segment[i] = 2*int(o.launch[i]) + 1
	}
	return o
}

// Limits of regions.
const (
	mostRegions  = 5
	inRegion     = 40    // observations of each
	chanceOnly   = 0.001 // probability of ratios that differ as much by chance
	regionsApart = 1.25  // times as much: less is not worth another shape
)

// regions are the ratios by size of the modelled value, and whether they differ by more
// than chance (Cochran's Q of their logarithms, "The combination of estimates from
// different experiments", 1954). There are at most five, of about equally many
// observations; nil where there are too few or all modelled values are equal.
func (o *observed) regions(ratio float64) (all []Region, varies bool) {
	count := min(mostRegions, len(o.f)/inRegion)
	if count < 2 {
		return nil, false
	}
	order := dataset.Order(o.f)
	if o.f[order[0]] == o.f[order[len(order)-1]] {
		return nil, false
	}
	// Cut the observations, in the order of what is said of them, into parts of about
	// equal size.
	for from := 0; from < len(order); {
		to := min(from+(len(order)+count-1)/count, len(order))
		for to < len(order) && o.f[order[to]] == o.f[order[to-1]] {
			to++ // equal values stay together
		}
		if len(order)-to < inRegion/2 {
			to = len(order)
		}
		part := slices.Clone(order[from:to])
		slices.Sort(part) // in the order in which they were measured
		r := Region{From: o.f[order[from]], To: o.f[order[to-1]], Observations: to - from}
		r.Ratio, r.Low, r.High = o.interval(part)
		all = append(all, r)
		from = to
	}
	// Compare the ratios on the scale of logarithms, each with the deviation that its
	// interval of 90 % says: 1.645 of a normal distribution's to each side.
	var logs, weights []float64
	least, most := math.Inf(1), 0.0
	for _, r := range all {
		if !(r.Low > 0) {
			return all, false
		}
		deviation := math.Log(r.High/r.Low) / (2 * 1.645)
		logs, weights = append(logs, math.Log(r.Ratio)), append(weights, 1/max(deviation*deviation, 1e-6))
		least, most = min(least, r.Ratio), max(most, r.Ratio)
	}
	mean, q := stat.Mean(logs, weights), 0.0
	for i, x := range logs {
		q += weights[i] * (x - mean) * (x - mean)
	}
	return all, len(all) > 1 && most > regionsApart*least && q > (distuv.ChiSquared{K: float64(len(all) - 1)}).Quantile(1-chanceOnly)
}
