package launches

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"beagle/model"
	"beagle/statistics/leastsquares"
	"beagle/statistics/robust"
)

// mostInTrend bounds the regression that takes a trend out.
const mostInTrend = 16

// detrended is the logarithm of each row's value minus what a small regression in the
// logarithms of the inputs, fitted to the rows that count, expects; nil where values are
// not positive. Residuals are clipped: single outliers are no warm-up. rows are indexes
// into the table; counts, of the same length, is 1 for rows that the regression is fitted
// to and 0 for others.
func detrended(table *model.Table, rows []int, counts []float64) []float64 {
	logs := make([]float64, len(rows))
	for i, row := range rows {
		if y := table.Target.Num[row]; y > 0 {
			logs[i] = math.Log(y)
		} else {
			return nil
		}
	}
	design := trend(table, rows, counts)
	weight := slices.Clone(counts)
	residual, room := make([]float64, len(rows)), make([]float64, 0, len(rows))
	for range 4 { // robust against outliers: reweight by the size of the residual
		coef, _ := leastsquares.Solve(design, logs, weight)
		if coef == nil {
			return nil
		}
		copy(residual, logs)
		for j, c := range coef {
			floats.AddScaled(residual, -c, design[j])
		}
		spread := max(robust.Deviation(counted(room, residual, counts)), 1e-9)
		for i, count := range counts {
			weight[i] = count * robust.HuberWeight(residual[i]/spread)
		}
	}
	limit := max(4*robust.Deviation(counted(room, residual, counts)), 0.7)
	for i := range residual {
		residual[i] = max(-limit, min(limit, residual[i]))
	}
	return residual
}

// trend are columns that follow most costs closely: logarithms of numbers, their squares
// and products, flags and levels, each alone and with the numbers. Those that say nothing
// besides the ones before, where rows count, are left out. There are at most 16, and one
// for eight rows: more would follow the noise.
func trend(table *model.Table, rows []int, counts []float64) [][]float64 {
	most := min(mostInTrend, len(rows)/8)
	design, known := [][]float64{leastsquares.Ones(len(rows))}, [][]float64{unit(slices.Clone(counts))}
	add := func(column []float64) {
		if len(design) >= most {
			return
		}
		if rest := orthogonalised(known, column, counts); rest != nil {
			design, known = append(design, column), append(known, rest)
		}
	}
	var numbers, cases [][]float64
	for _, column := range table.Columns {
		if len(numbers)+len(cases) >= mostInTrend {
			break
		}
		switch column.Kind {
		case model.Text:
			for level := range min(len(column.Levels), 8) {
				cases = append(cases, each(rows, func(row int) float64 { return indicator(column.Num[row] == float64(level)) }))
			}
		case model.Bool:
			cases = append(cases, each(rows, func(row int) float64 { return indicator(column.Num[row] > 0) }))
		default:
			numbers = append(numbers, each(rows, func(row int) float64 {
				x := math.Log1p(math.Abs(column.Num[row]))
				if math.IsNaN(x) || math.IsInf(x, 0) {
					return 0
				}
				return x
			}))
		}
	}
	for _, x := range slices.Concat(numbers, cases) {
		add(x)
	}
	for i, x := range numbers {
		for _, y := range numbers[:i+1] {
			add(times(x, y))
		}
	}
	for _, c := range cases {
		for _, x := range numbers {
			add(times(c, x))
		}
	}
	for _, x := range numbers {
		add(times(x, times(x, x)))
	}
	return design
}

// each is a value for each row.
func each(rows []int, value func(int) float64) []float64 {
	out := make([]float64, len(rows))
	for i, row := range rows {
		out[i] = value(row)
	}
	return out
}

// indicator is 1 or 0.
func indicator(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// times is the product of two columns, in a new one.
func times(a, b []float64) []float64 {
	return floats.MulTo(make([]float64, len(a)), a, b)
}

// unit brings a column to length one.
func unit(column []float64) []float64 {
	floats.Scale(1/leastsquares.Norm(column), column)
	return column
}

// orthogonalised is the part of a column that orthonormal columns which are known already do
// not explain (Gram and Schmidt), over the rows that count, scaled to length one; nil where
// nothing is left of it.
func orthogonalised(known [][]float64, column, counts []float64) []float64 {
	const nothing = 1e-4
	out := times(column, counts)
	length := leastsquares.Norm(out)
	for _, k := range known {
		floats.AddScaled(out, -floats.Dot(out, k), k)
	}
	if !(leastsquares.Norm(out) > nothing*length) {
		return nil
	}
	return unit(out)
}

// counted puts the residuals of the rows that count into a room, which is emptied.
func counted(room, residual, counts []float64) []float64 {
	out := room[:0]
	for i, r := range residual {
		if counts[i] > 0 {
			out = append(out, r)
		}
	}
	return out
}
