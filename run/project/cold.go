package project

import (
	"math"

	"beagle/model"
	"beagle/run"
	"beagle/statistics/robust"
)

// Means is what demands took on average in their later executions in a trial, in seconds. A
// launch is tried in a JVM of its own, and most of a large program runs in it once or twice: code that
// is loaded and interpreted, and takes many times as long as later. How many times, demands say
// that ran often in the same trial (coldness), and by that the others' means are divided.
func Means(tried []Tried) map[model.ElementID]run.MeasuredMean {
	cold := coldnessOf(tried)
	means := map[model.ElementID]run.MeasuredMean{}
	for _, one := range tried {
		for id, all := range one.timed {
			for i := range all {
				t := &all[i]
				times := cold.of(t.Times())
				mean := run.MeasuredMean{Mean: t.Later.Took / t.Later.Times / 1e9 / times, Times: t.Later.Times, From: run.FromTrial}
				if times > 1 {
					mean.Cold = times
				}
				means[id] = mean.With(means[id])
			}
		}
	}
	return means
}

// coldness is how many times as long demands that ran often took early on as they took in the
// end: by the logarithm to base two of how often they had run. Medians, since some do other things at first; 1
// where too few tell.
type coldness [40]float64

// Limits of what is learnt from and said.
const (
	oftenRun     = 512 // executions after which code is warm
	fewestToTell = 5   // demands that say how cold code is
)

// coldnessOf is what the demands of a trial tell that ran often.
func coldnessOf(tried []Tried) (c coldness) {
	var ratios [len(c)][]float64
	for _, one := range tried {
		for _, all := range one.timed {
			for i := range all {
				t := &all[i]
				if t.Times() < oftenRun || !(t.Later.Took > 0) {
					continue
				}
				warm, until := t.Later.Took/t.Later.Times, 0.0
				for _, p := range t.Parts {
					until += p.Times
					ratios[place(until)] = append(ratios[place(until)], p.Took/p.Times/warm)
				}
			}
		}
	}
	for at, told := range ratios {
		if c[at] = 1; len(told) >= fewestToTell {
			c[at] = max(1, robust.Median(told))
		}
	}
	return c
}

// of is how many times as long a demand's later executions took, of so many, as they will take once it is warm;
// 1: no longer, or too few demands tell.
func (c *coldness) of(times float64) float64 {
	if times >= oftenRun {
		return 1
	}
	return c[place(times)]
}

// place is where so many executions stand.
func place(times float64) int {
	return min(max(int(math.Log2(max(times, 1))), 0), len(coldness{})-1)
}
