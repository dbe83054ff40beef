package dataset

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"

	"beagle/model"
)

// cells numbers the distinct parameterisations of rows in order of their first
// occurrence and returns each row's number.
func (p *preparing) cells() []int32 {
	numbers := make([]int32, len(p.Rows))
	if len(p.Columns) == 0 {
		p.Cells = 1
		return numbers
	}
	known := make(map[string]int32, min(len(p.Rows), 1<<16))
	key := make([]byte, 8*len(p.Columns))
	for i, row := range p.Rows {
		for c, column := range p.Columns {
			binary.LittleEndian.PutUint64(key[8*c:], math.Float64bits(column.Num[row]))
		}
		number, ok := known[string(key)]
		if !ok {
			number = int32(len(known))
			// A key is the bits of all values of the row: equal inputs have equal keys, also where
			// a value is NaN.
			known[string(key)] = number
		}
		numbers[i] = number
	}
	p.Cells = len(known)
	return numbers
}

// fill makes the points. Rows of one parameterisation are replicates: the
// noise comes from them, and a noisy quantity's point is their median. A
// quantity without noise keeps every distinct value of a parameterisation. byOthers
// tells that values may hold what others do to the machine.
func (p *preparing) fill(byOthers bool) {
	table, cells := p.table, p.cells()
	byCell := make([][]int, p.Cells)
	for i, row := range p.Rows {
		byCell[cells[i]] = append(byCell[cells[i]], row)
	}
	// fill makes the points. Rows of one parameterisation are replicates: the noise comes from
	// them, and a noisy quantity's point is their median. A quantity without noise keeps every
	// distinct value of a parameterisation. byOthers tells that values may hold what others do to
	// the machine.
	//
	// It sets Columns, Y, Weight, ByLaunch, Noise, Exact, Cells and Contended; p.Columns holds
	// columns by row before and by point afterwards.
	byCell = slices.DeleteFunc(byCell, func(c []int) bool { return len(c) == 0 })
	p.Cells = len(byCell)
	noise := replicates{}
	p.Exact = true
	columns := p.Columns
	p.Columns = make([]model.Column, len(columns))
	// Rows by parameterisation, each in the order of measuring: differences below needs that order.
	for c := range columns {
		p.Columns[c] = model.Column{Variable: columns[c].Variable, Kind: columns[c].Kind, Levels: columns[c].Levels}
	}
	add := func(row int, y, weight float64) {
		for c := range columns {
			p.Columns[c].Num = append(p.Columns[c].Num, columns[c].Num[row])
		}
		p.Y = append(p.Y, y)
		p.Weight = append(p.Weight, weight)
	}
	quiet := p.Noisy && byOthers && contended(byCell, table.Target.Num)
	share, near, all := 0.5, 0, 0
	if quiet {
		share = quietShare(byCell, table.Target.Num)
	}
	count := min(len(byCell), maxPoints)
	for i := range count {
		cell := byCell[i*len(byCell)/count]
		noise.differences(cell, table.Target.Num)
		slices.SortStableFunc(cell, func(a, b int) int {
			// Where others used the machine, the lower values are what the code takes: a low
			// quantile stands for the median.
			return cmp.Compare(table.Target.Num[a], table.Target.Num[b])
		})
		if lo, hi := table.Target.Num[cell[0]], table.Target.Num[cell[len(cell)-1]]; lo != hi {
			p.Exact = false
		}
		// Of more parameterisations than maxPoints every so-manieth is taken, so that the whole
		// range stays.
		if p.Noisy {
			y, weight := weightedMedian(cell, table.Target.Num, table.WeightOf)
			if quiet {
				y = at(cell, table.Target.Num, share)
				all += len(cell)
				for _, row := range cell {
					if math.Abs(table.Target.Num[row]-y) <= 0.05*y {
						near++
					}
				}
				// Noise: one point a parameterisation, with the number of its observations as weight.
			}
			add(cell[0], y, weight)
			if shares := sharesOf(table, cell); shares != nil {
				p.ByLaunch = append(p.ByLaunch, shares)
			}
			continue
		}
		for from := 0; from < len(cell); {
			to, weight := from, 0.0
			for to < len(cell) && table.Target.Num[cell[to]] == table.Target.Num[cell[from]] {
				weight += table.WeightOf(cell[to])
				to++
			}
			add(cell[from], table.Target.Num[cell[from]], weight)
			from = to
		}
	}
	// No noise: each distinct value of the parameterisation is a point of its own, so that
	// contradictions stay visible.
	if p.Contended = quiet; quiet {
		p.note("equal inputs scatter far upwards, as under contention: of each the lowest %.0f %% were taken to be quiet, not the median; %.0f %% of all lie within 5 %% of that", 100*share, 100*float64(near)/float64(all))
	}
	if len(byCell) > maxPoints {
		p.remark("%d of %d parameterisations were sampled evenly for the search", maxPoints, len(byCell))
	}
	p.Target.Num = p.Y
	p.Noise, p.NoiseFreedom = noise.deviation()
}

// at interpolates a quantile of the values of sorted rows, as robust.Quantile does of values.
func at(sorted []int, values []float64, q float64) float64 {
	place := q * float64(len(sorted)-1)
	low := int(place)
	if low+1 >= len(sorted) {
		return values[sorted[len(sorted)-1]]
	}
	a, b := values[sorted[low]], values[sorted[low+1]]
	return a + (place-float64(low))*(b-a)
}

// weightedMedian is the weighted median of the sorted rows of a cell, and their weight:
// the value below and above which half of the weight lies; between two of them where
// the halves are equal.
func weightedMedian(cell []int, values []float64, weightOf func(int) float64) (median, total float64) {
	for _, row := range cell {
		total += weightOf(row)
	}
	half := 0.0
	for i, row := range cell {
		half += weightOf(row)
		if half == total/2 && i+1 < len(cell) {
			return (values[row] + values[cell[i+1]]) / 2, total
		}
		if half >= total/2 {
			return values[row], total
		}
	}
	return values[cell[len(cell)-1]], total
}
