package launches

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"beagle/statistics/robust"
)

// Scatter is how far launches of the program agree on a noisy quantity. The
// same program with the same inputs takes other times in another launch: its
// compiler decides once a launch, and memory lies elsewhere (Georges et al.,
// "Statistically Rigorous Java Performance Evaluation", 2007; Kalibera and
// Jones, "Rigorous Benchmarking in Reasonable Time", 2013). More executions in
// one launch say nothing about that; only more launches do.
type Scatter struct {
	Launches int     // that observed the element
	Between  float64 // relative standard deviation between launches; NaN: unknown
	Levelled float64 // as much of it was taken out of the values; the rest may be chance
	// HalfWidth is the relative half width of the 95 % interval of the level that
	// launches share; NaN: unknown, as with fewer than two comparable launches.
	HalfWidth float64
	Kinds     float64 // where launches are of two kinds: how many times as long the slower one takes; else 0
	Slower    int     // launches of the slower kind
	Outliers  int     // launches so far off the others that their influence was bounded
	WarmUp    int     // kept measurements left out of the table because the launch was warming up
	// Late are launches that were warming up for half of their measurements or longer, and may be
	// still at their end; MayFall is by how much at most, as a share, their values may fall yet; 0: unknown.
	Late    int
	MayFall float64
}

// Unknown is the scatter of what no launch or only one launch has measured.
var Unknown = Scatter{Between: math.NaN(), HalfWidth: math.NaN()}

// Hidden is the relative half width of the 90 % interval of the shared level that
// levelled values no longer show: it belongs beside what their own scatter says.
func (s Scatter) Hidden() float64 {
	if s.Launches < 2 || !(s.Levelled > 0) || math.IsNaN(s.HalfWidth) {
		return 0
	}
	t := distuv.StudentsT{Sigma: 1, Nu: float64(s.Launches - 1)}
	return s.HalfWidth * min(s.Levelled/s.Between, 1) * t.Quantile(0.95) / t.Quantile(0.975)
}

// outlierFactor bounds the influence of one launch: compilers decide between
// variants that differ by less, while a launch beside a backup does not.
const outlierFactor = 2

// bounded is the mean of effects, each one's influence bounded, and how many reached the
// bound. A mean, since compilers that decide one way or the other make two humps, between
// which a median jumps. The bound is a factor of two, or three robust deviations where
// that is more.
func bounded(effects []float64) (mean float64, outliers int) {
	middle := robust.Median(slices.Clone(effects))
	away := make([]float64, len(effects))
	for i, e := range effects {
		away[i] = math.Abs(e - middle)
	}
	limit := max(math.Log(outlierFactor), 3*robust.ToDeviation*robust.Median(away))
	for _, e := range effects {
		off := e - middle
		if math.Abs(off) > limit {
			outliers++
			off = math.Copysign(limit, off)
		}
		mean += off / float64(len(effects))
	}
	return middle + mean, outliers
}
