package launches

import (
	"slices"

	"beagle/model"
)

// Level is a copy of a table of a noisy quantity, which stands alone, without
// the launches' own effects and without warm-up, as tables of an analysis are.
// The table must know the launches.
func Level(t *model.Table) (*model.Table, Scatter) {
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
	return c, level(c)
}

// shrink takes from the effects of launches, which are around zero, what chance
// would make of them: each by its own variance by chance, for few measurements say
// little of a launch (James and Stein 1961). It returns the variance of effects
// that is left, 0 where chance explains them all.
func shrink(effects, chance []float64) (between float64) {
	if len(effects) < 2 {
		return 0
	}
	for i, e := range effects {
		between += e*e/float64(len(effects)-1) - chance[i]/float64(len(effects))
	}
	between = max(between, 0)
	for i := range effects {
		if between+chance[i] > 0 {
			effects[i] *= between / (between + chance[i])
		}
	}
	return between
}
