package judge

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"beagle/model/expression"
	"beagle/statistics/dataset"
)

// Limits of comparing launches.
const (
	mostSizes = 5 // groups of observations by what is said of them
	eachSize  = 6 // observations of a launch in a group, at least
)

// launchFactorKey is the key under which data keep how far launches lie from an expression.
type launchFactorKey struct{ node expression.Node }

// launchFactor is the logarithm of the factor within which, with a probability of 90 %,
// the mean of another launch lies about an expression's, for inputs of like sizes:
// what launches differ by as a whole, what they differ by for some sizes only, and
// what the form itself misses there; 0 where fewer than two launches are known.
//
// It is the prediction interval of a mean of ratios, of launches and sizes, whose
// degrees of freedom are those of launches where whole launches differ and of all
// ratios where they do not (Satterthwaite, "An approximate distribution of estimates
// of variance components", 1946).
func launchFactor(d *dataset.Data, n expression.Node) float64 {
	return d.Memo(launchFactorKey{n}, func() any { //nolint:forcetypeassert // this function alone knows the key
		ratios := ratiosOf(d, n)
		if len(ratios) < 2 {
			return 0.0
		}
		launches, sizes := float64(len(ratios)), float64(len(ratios[0]))
		levels, within := 0.0, 0.0
		for _, of := range ratios {
			mean := 0.0
			for _, r := range of {
				mean += r / sizes
			}
			levels += mean * mean / (launches - 1)
			for _, r := range of {
				within += (r - mean) * (r - mean) / (launches - 1) / sizes
			}
		}
		variance := levels + within
		if variance == 0 {
			return 0.0
		}
		freedom := variance * variance / (levels*levels/(launches-1) + within*within/((launches-1)*max(sizes-1, 1)))
		t := distuv.StudentsT{Sigma: 1, Nu: freedom}.Quantile(0.95)
		return t * math.Sqrt(variance*(1+1/launches))
	}).(float64)
}

// ratiosOf are the logarithms of measured by modelled totals, by launch and size; nil
// where launches are not known, or one has no mean.
func ratiosOf(d *dataset.Data, n expression.Node) (all [][]float64) {
	t := d.Measured
	if t == nil || t.Launch == nil {
		return nil
	}
	rows := measuredRows(d)
	said := saidOf(n, t)
	if said == nil {
		return nil
	}
	of := map[int32][]int{}
	fewest := len(rows)
	for _, row := range rows {
		of[t.Launch[row]] = append(of[t.Launch[row]], row)
	}
	for _, rows := range of {
		fewest = min(fewest, len(rows))
	}
	sizes := max(1, min(mostSizes, fewest/eachSize))
	for _, launch := range slices.Sorted(maps.Keys(of)) {
		rows := of[launch]
		slices.SortStableFunc(rows, func(a, b int) int { return cmp.Compare(said[a], said[b]) })
		ratios := make([]float64, sizes)
		for i := range ratios {
			measured, modelled := 0.0, 0.0
			for _, row := range rows[i*len(rows)/sizes : (i+1)*len(rows)/sizes] {
				measured, modelled = measured+t.Target.Num[row], modelled+said[row]
			}
			if ratios[i] = math.Log(measured / modelled); math.IsNaN(ratios[i]) || math.IsInf(ratios[i], 0) {
				return nil
			}
		}
		all = append(all, ratios)
	}
	return all
}
