package resampling

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"beagle/model"
	"beagle/statistics/dataset"
)

// MedianInterval is where the true median of a table's only parameterisation
// lies with a probability of 90 %, whatever the distribution: between two order
// statistics (Thompson, "On confidence ranges for the median", 1936). Where
// launches are known it holds what they differ by, too, by Student's t for their
// medians. false: there are other parameterisations, or too few observations.
func MedianInterval(table *model.Table, d *dataset.Data) (low, high float64, ok bool) {
	const fewest = 8
	if d.Points() != 1 || len(d.Rows) < fewest {
		return 0, 0, false
	}
	values := make([]float64, 0, len(d.Rows))
	for _, row := range d.Rows {
		values = append(values, table.Target.Num[row])
	}
	slices.Sort(values)
	n := float64(len(values))
	// The number of values below the median is binomial(n, 1/2); 1.645 standard deviations hold 90
	// % of it.
	away := 1.645 * math.Sqrt(n) / 2
	low = values[max(int(math.Floor(n/2-away))-1, 0)]
	high = values[min(int(math.Ceil(n/2+1+away))-1, len(values)-1)]
	if len(d.ByLaunch) != 1 || len(d.ByLaunch[0]) < 2 {
		return low, high, true
	}
	// Launches as a random effect: the mean of their medians with the t quantile of one fewer than
	// their number.
	var medians []float64
	for _, s := range d.ByLaunch[0] {
		medians = append(medians, s.Median)
	}
	mean, deviation := stat.MeanStdDev(medians, nil)
	half := student(float64(len(medians)-1)) * deviation / math.Sqrt(float64(len(medians)))
	return min(low, mean-half), max(high, mean+half), true
}

// student is the 95 % quantile of Student's t distribution, for intervals of 90 % with 5 % on each
// side; freedom below 1 counts as 1.
func student(freedom float64) float64 {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: max(freedom, 1)}.Quantile(0.95)
}
