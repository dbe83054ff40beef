package dataset

import "math"

// Limits of what counts as an exception: which share of the observations may have another value than most
// with the same inputs have, and by how much their total may differ for that, relative, so that a count
// still is what its inputs say.
const (
	mostExceptions = 0.1
	exceptionsLose = 0.03
)

// scattered reports whether a count takes different values where inputs are equal, by more than
// exceptions: it is decided by chance, or by what was not measured, and what can be learnt of it is
// its mean. It sets Exceptions where there are only such.
func (p *preparing) scattered() bool {
	values, apart, repeated, beside, size := p.table.Target.Num, 0.0, 0.0, 0.0, 0.0
	for _, cell := range p.byCell() {
		y, most, all := mode(cell, values, p.table.WeightOf)
		if len(cell) > 1 {
			repeated, apart = repeated+all, apart+all-most
		}
		mean := weightedMean(cell, values, p.table.WeightOf)
		beside += all * (mean - y)
		size += all * math.Abs(mean) // of what has both signs, too
	}
	beside = math.Abs(beside)
	if apart > mostExceptions*repeated || beside > exceptionsLose*size {
		return true
	}
	if apart > 0 {
		p.Exceptions = apart / p.behind(p.Rows)
		p.remark("%.2g %% of the observations have another value than most with the same inputs: they were left out of the search, and change the total by %.2g %%", 100*p.Exceptions, 100*beside/size)
	}
	return false
}

// mode is the most frequent value of the rows of a cell, of equally frequent ones the first, and how much
// weight it and all of them have.
func mode(cell []int, values []float64, weightOf func(int) float64) (value, most, all float64) {
	weights := make(map[float64]float64, 1)
	for _, row := range cell {
		w := weightOf(row)
		all += w
		if weights[values[row]] += w; weights[values[row]] > most {
			value, most = values[row], weights[values[row]]
		}
	}
	return value, most, all
}

// weightedMean is the weighted mean of the rows of a cell.
func weightedMean(cell []int, values []float64, weightOf func(int) float64) float64 {
	sum, total := 0.0, 0.0
	for _, row := range cell {
		sum += weightOf(row) * values[row]
		total += weightOf(row)
	}
	return sum / total
}
