// Package launches says what repeated launches of a program tell of a noisy quantity: the
// level that they share, how far they scatter, whether they are of two kinds, and which
// measurements were made while a launch was warming up. It knows tables only: rows with a
// launch and a sequence number.
//
// What goes in is a model.Table; what comes out is a table of its own at the common
// level, and a Scatter that says how sure that level is. dataset.Prepare calls it before
// anything is learnt, the judge and measure/campaign read Scatter to decide whether
// further launches are needed. Effects are differences of logarithms throughout: an
// effect of 0.1 is a launch that takes a tenth longer, whatever the size of the input.
//
// It never asks what an expression says: levels are known before any is learnt.
//
// Launches that measured equal inputs are compared by median polish, others by a small regression.
// Findings are held against shuffled rows, since the largest of many differences is always large.
package launches

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"beagle/model"
)

// Level is a table of a noisy quantity without the launches' own effects and without
// warm-up, each launch at the level that all share. The table that it is given stays as
// it is; it is returned itself, with Unknown, where it knows no launches or the target is
// no number.
//
// What chance alone would make of the effects stays in the values, and so do the effects
// of launches that compare in one cell only, as of a program that is launched with a
// size: taken out, they would hide by how much the launches of a size may all be off.
//
// The model is log(value) = parameterisation + launch. Where launches measured inputs
// that are alike, it is solved in the manner of median polish (Tukey, Exploratory Data
// Analysis, 1977), so that neither single measurements nor the form of the dependency
// matter; launches that share nothing with others stay as they are. Where most inputs are
// of one launch only, a small regression over the inputs stands for the
// parameterisations.
func Level(t *model.Table) (*model.Table, Scatter) { return level(t, false) }

// LevelWarm is Level of a table that has no warm-up any more: what is left after it was taken out
// once, a program that gets faster for long would be cut further each time.
func LevelWarm(t *model.Table) (*model.Table, Scatter) { return level(t, true) }

func level(t *model.Table, warm bool) (*model.Table, Scatter) {
	if len(t.Launch) == 0 || t.Target.Kind != model.Number {
		return t, Unknown
	}
	// Warm-up goes first: a launch that was cold for longer would look like a slow
	// launch.
	t = copied(t)
	cells, s := cellsOf(t), Scatter{}
	if !warm {
		cold, still := warmUp(t, cells)
		s.WarmUp = leaveOut(t, cold)
		s.Late, s.MayFall = still.told()
	}
	if s.WarmUp > 0 {
		cells = cellsOf(t)
	}
	// The effect of each launch, and the variance that chance alone would give it.
	medians, launches := mediansOf(t, cells)
	s.Launches = len(launches)
	effect, chance := medianPolish(medians, len(launches))
	groups := components(medians, len(launches))
	compared := cellsIn(medians, groups)
	// Too few inputs are shared: a regression in the inputs takes the place of the cells.
	if several(t) && !shared(t.Launch, cells) {
		if e, c := regressionEffects(t, launches); e != nil {
			effect, chance, groups, compared = e, c, [][]int{everyone(len(launches))}, []int{t.Rows()}
		}
	}
	// take shrinks the effects to what is not chance; what is left of them is divided out
	// of the values.
	s.take(effect, chance, groups, compared)
	number := map[int32]int{}
	for i, l := range launches {
		number[l] = i
	}
	for i := range t.Target.Num {
		t.Target.Num[i] *= math.Exp(-effect[number[t.Launch[i]]])
	}
	return t, s
}

// take works out from the launches' effects how far they scatter, and leaves of each effect
// what is to be taken out. Launches are compared within groups, over so many cells each.
// chance are the variances of the effects by chance; both slices are by launch, and effect is
// changed.
func (s *Scatter) take(effect, chance []float64, groups [][]int, cells []int) {
	sum, freedom, spread, largest, taken := 0.0, 0, 0.0, 0, 0.0
	for g, group := range groups {
		spread += 1 / float64(len(group)) / float64(len(groups))
		effects, errors := make([]float64, len(group)), make([]float64, len(group))
		for i, l := range group {
			effects[i], errors[i] = effect[l], chance[l]
		}
		if len(group) > largest {
			largest = len(group)
			s.Kinds, s.Slower = kinds(effects)
		}
		center, outliers := bounded(effects)
		s.Outliers += outliers
		for i := range effects {
			effects[i] -= center
			off := max(-math.Log(outlierFactor), min(effects[i], math.Log(outlierFactor)))
			sum += off * off
		}
		shrink(effects, errors)
		for i, l := range group {
			if effect[l] = effects[i]; cells[g] == 1 {
				effect[l] = 0
			}
			taken += effect[l] * effect[l]
		}
		freedom += len(group) - 1
	}
	s.Between, s.HalfWidth = math.NaN(), math.NaN()
	if freedom > 0 {
		s.Between = math.Sqrt(sum / float64(freedom))
		s.Levelled = math.Sqrt(taken / float64(freedom))
		// A curve through several groups has two coefficients, about, that they
		// decide together: the mean variance of a fit with p coefficients at its
		// n points is p/n of one point's.
		p := min(float64(len(groups)), 2) / float64(len(groups))
		s.HalfWidth = distuv.StudentsT{Sigma: 1, Nu: float64(freedom)}.Quantile(0.975) * s.Between * math.Sqrt(spread*p)
	}
}

// everyone are the numbers of n launches.
func everyone(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// copied is a table of its own, with the weights and the order of its rows: weights of 1
// and sequence numbers are made where the table has none.
func copied(t *model.Table) *model.Table {
	c := &model.Table{
		Columns: slices.Clone(t.Columns), Target: t.Target,
		Weight: slices.Clone(t.Weight), Launch: slices.Clone(t.Launch), Seq: slices.Clone(t.Seq),
	}
	c.Target.Num = slices.Clone(t.Target.Num)
	for i := range c.Columns {
		c.Columns[i].Num = slices.Clone(c.Columns[i].Num)
	}
	for i := range c.Target.Num {
		if t.Weight == nil {
			c.Weight = append(c.Weight, 1)
		}
		if t.Seq == nil {
			c.Seq = append(c.Seq, int64(i))
		}
	}
	return c
}

// shrink takes from the effects of launches, which are around zero, what chance would
// make of them: each by its own variance by chance, for few measurements say little of a
// launch (James and Stein, "Estimation with quadratic loss", 1961; the best linear
// unbiased prediction of a random effect, Robinson, "That BLUP is a good thing", 1991).
func shrink(effects, chance []float64) {
	if len(effects) < 2 {
		return
	}
	between := 0.0
	for i, e := range effects {
		between += e*e/float64(len(effects)-1) - chance[i]/float64(len(effects))
	}
	between = max(between, 0)
	for i := range effects {
		if between+chance[i] > 0 {
			effects[i] *= between / (between + chance[i])
		}
	}
}
