package validation

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"beagle/model"
)

type weighted struct{ value, weight float64 }

func sorted(values []weighted) []weighted {
	out := slices.Clone(values)
	slices.SortFunc(out, func(a, b weighted) int { return cmp.Compare(a.value, b.value) })
	return out
}

// quantile of weighted values: the smallest below or at which lies the share q of the weight.
func quantile(values []weighted, q float64) float64 {
	list, total := sorted(values), 0.0
	for _, v := range list {
		total += v.weight
	}
	below := 0.0
	for _, v := range list {
		if below += v.weight; below >= q*total {
			return v.value
		}
	}
	return math.NaN()
}

func mean(values []weighted) float64 {
	sum, weight := 0.0, 0.0
	for _, v := range values {
		sum, weight = sum+v.value*v.weight, weight+v.weight
	}
	return sum / weight
}

// halfWidth is that of the interval of 95 % of the mean of values, by how far these lie apart.
func halfWidth(values []weighted) float64 {
	middle, sum, weight := mean(values), 0.0, 0.0
	for _, v := range values {
		sum += v.weight * v.weight * (v.value - middle) * (v.value - middle)
		weight += v.weight
	}
	return 1.96 * math.Sqrt(sum) / weight
}

// distances of two samples.
func distances(a, b []weighted) (ks, wasserstein float64) {
	a, b = sorted(a), sorted(b)
	total := func(list []weighted) (sum float64) {
		for _, v := range list {
			sum += v.weight
		}
		return sum
	}
	wholeA, wholeB := total(a), total(b)
	if wholeA == 0 || wholeB == 0 {
		return math.NaN(), math.NaN()
	}
	shareA, shareB, i, k := 0.0, 0.0, 0, 0
	for i < len(a) || k < len(b) {
		at := math.Inf(1)
		if i < len(a) {
			at = a[i].value
		}
		if k < len(b) {
			at = min(at, b[k].value)
		}
		for ; i < len(a) && a[i].value == at; i++ {
			shareA += a[i].weight / wholeA
		}
		for ; k < len(b) && b[k].value == at; k++ {
			shareB += b[k].weight / wholeB
		}
		apart := math.Abs(shareA - shareB)
		ks = max(ks, apart)
		next := math.Inf(1)
		if i < len(a) {
			next = a[i].value
		}
		if k < len(b) {
			next = min(next, b[k].value)
		}
		if !math.IsInf(next, 1) {
			wasserstein += apart * (next - at)
		}
	}
	return ks, wasserstein
}

// between is Student's 95 % interval of the mean of what several launches say.
func between(launches []float64) (low, high model.Figure) {
	n := len(launches)
	if n < 2 {
		return model.Unknown(), model.Unknown()
	}
	middle, deviation := stat.MeanStdDev(launches, nil)
	half := distuv.StudentsT{Sigma: 1, Nu: float64(n - 1)}.Quantile(0.975) * deviation / math.Sqrt(float64(n))
	return model.Figure(middle - half), model.Figure(middle + half)
}
