package launches

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"beagle/model"
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
	// Half is the relative half width of the 95 % interval of the level that
	// launches share; NaN: unknown, as with fewer than two comparable launches.
	HalfWidth float64
	Kinds     float64 // where launches are of two kinds: how many times as long the slower one takes; else 0
	Slower    int     // launches of the slower kind
	Outliers  int     // launches so far off the others that their influence was bounded
	WarmUp    int     // kept measurements left out of the table because the launch was warming up
}

// outlierFactor bounds the influence of one launch: compilers decide between
// variants that differ by less, while a launch beside a backup does not.
const outlierFactor = 2

// level takes the launches' own effects out of a table of a noisy quantity, so
// that each has the level that they share, and leaves out warm-up. What chance
// alone would make of the effects stays, and so do those of launches that compare
// in one cell only, as of a program that is launched with a size: taken out, they
// would hide by how much the launches of a size may all be off.
//
// The model is log(value) = parameterisation + launch, solved in the manner of
// median polish (Tukey, Exploratory Data Analysis, 1977), so that neither single measurements
// nor the form of the dependency matter. Launches are compared over what they
// share; those that share nothing with others stay as they are.
func level(t *model.Table) Scatter {
	cells := cellsOf(t)
	s := Scatter{WarmUp: leaveOut(t, warmUp(t, cells))}
	if s.WarmUp > 0 {
		cells = cellsOf(t)
	}
	medians, launches := mediansOf(t, cells)
	s.Launches = len(launches)
	effect, chance := medianPolish(medians, len(launches))
	shared := components(medians, len(launches))
	saw := cellsIn(medians, shared)

	sum, freedom, spread, compared := 0.0, 0, 0.0, 0
	for g, group := range shared {
		spread += 1 / float64(len(group)) / float64(len(shared))
		effects := make([]float64, len(group))
		for i, l := range group {
			effects[i] = effect[l]
		}
		if len(group) > compared {
			compared = len(group)
			s.Kinds, s.Slower = kinds(effects)
		}
		center, odd := bounded(effects)
		s.Outliers += odd
		errors := make([]float64, len(group))
		for i, l := range group {
			effects[i] -= center
			errors[i] = chance[l]
			off := max(-math.Log(outlierFactor), min(effects[i], math.Log(outlierFactor)))
			sum += off * off
		}
		shrink(effects, errors)
		for i, l := range group {
			if effect[l] = effects[i]; saw[g] == 1 {
				effect[l] = 0
			}
		}
		freedom += len(group) - 1
	}
	s.Between, s.HalfWidth = math.NaN(), math.NaN()
	if freedom > 0 {
		s.Between = math.Sqrt(sum / float64(freedom))
		// A curve through several groups has two coefficients, about, that they
		// decide together: the mean variance of a fit with p coefficients at its
		// n points is p/n of one point's.
		p := min(float64(len(shared)), 2) / float64(len(shared))
		s.HalfWidth = distuv.StudentsT{Sigma: 1, Nu: float64(freedom)}.Quantile(0.975) * s.Between * math.Sqrt(spread*p)
	}
	number := map[int32]int{}
	for i, l := range launches {
		number[l] = i
	}
	for i := range t.Target.Num {
		t.Target.Num[i] *= math.Exp(-effect[number[t.Launch[i]]])
	}
	return s
}

// bounded is the mean of effects, each one's influence bounded. A mean, since
// compilers that decide one way or the other make two humps, between which a
// median jumps.
func bounded(effects []float64) (mean float64, odd int) {
	middle := robust.Median(slices.Clone(effects))
	away := make([]float64, len(effects))
	for i, e := range effects {
		away[i] = math.Abs(e - middle)
	}
	limit := max(math.Log(outlierFactor), 3*robust.ToDeviation*robust.Median(away))
	for _, e := range effects {
		off := e - middle
		if math.Abs(off) > limit {
			odd++
			off = math.Copysign(limit, off)
		}
		mean += off / float64(len(effects))
	}
	return middle + mean, odd
}
