package fit

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"

	"beagle/model"
)

// cells numbers the distinct parameterisations of rows in order of their first
// occurrence and returns each row's number.
func (d *Data) cells(table *model.Table, rows []int) []int32 {
	numbers := make([]int32, len(rows))
	if len(d.Columns) == 0 {
		d.Cells = 1
		return numbers
	}
	known := make(map[string]int32, min(len(rows), 1<<16))
	key := make([]byte, 8*len(d.Columns))
	for i, row := range rows {
		for c, column := range d.Columns {
			binary.LittleEndian.PutUint64(key[8*c:], math.Float64bits(column.Num[row]))
		}
		number, ok := known[string(key)]
		if !ok {
			number = int32(len(known))
			known[string(key)] = number
		}
		numbers[i] = number
	}
	d.Cells = len(known)
	return numbers
}

// fill makes the points. Rows of one parameterisation are replicates: the
// noise comes from them, and a noisy quantity's point is their median. A
// quantity without noise keeps every distinct value of a parameterisation.
func (d *Data) fill(table *model.Table, rows []int, cells []int32) {
	byCell := make([][]int, d.Cells)
	for i, row := range rows {
		byCell[cells[i]] = append(byCell[cells[i]], row)
	}
	byCell = slices.DeleteFunc(byCell, func(c []int) bool { return len(c) == 0 })
	d.Cells = len(byCell)
	noise := replicates{}
	d.Exact = true
	columns := d.Columns
	d.Columns = make([]model.Column, len(columns))
	for c := range columns {
		d.Columns[c] = model.Column{Variable: columns[c].Variable, Kind: columns[c].Kind, Levels: columns[c].Levels}
	}
	add := func(row int, y, weight float64) {
		for c := range columns {
			d.Columns[c].Num = append(d.Columns[c].Num, columns[c].Num[row])
		}
		d.Y = append(d.Y, y)
		d.Weight = append(d.Weight, weight)
	}
	weightOf := func(row int) float64 {
		if table.Weight == nil {
			return 1
		}
		return table.Weight[row]
	}
	quiet := d.Noisy && contended(byCell, table.Target.Num)
	share, near, all := 0.5, 0, 0
	if quiet {
		share = quietShare(byCell, table.Target.Num)
	}
	count := min(len(byCell), maxPoints)
	for i := range count {
		cell := byCell[i*len(byCell)/count]
		noise.differences(cell, table.Target.Num)
		slices.SortStableFunc(cell, func(a, b int) int {
			return cmp.Compare(table.Target.Num[a], table.Target.Num[b])
		})
		if lo, hi := table.Target.Num[cell[0]], table.Target.Num[cell[len(cell)-1]]; lo != hi {
			d.Exact = false
		}
		if d.Noisy {
			y, weight := middle(cell, table.Target.Num, weightOf)
			if quiet {
				y = at(cell, table.Target.Num, share)
				all += len(cell)
				for _, row := range cell {
					if math.Abs(table.Target.Num[row]-y) <= 0.05*y {
						near++
					}
				}
			}
			add(cell[0], y, weight)
			if shares := sharesOf(table, cell); shares != nil {
				d.shares = append(d.shares, shares)
			}
			continue
		}
		for from := 0; from < len(cell); {
			to, weight := from, 0.0
			for to < len(cell) && table.Target.Num[cell[to]] == table.Target.Num[cell[from]] {
				weight += weightOf(cell[to])
				to++
			}
			add(cell[from], table.Target.Num[cell[from]], weight)
			from = to
		}
	}
	if quiet {
		d.note("equal inputs scatter far upwards, as under contention: of each the lowest %.0f %% were taken to be quiet, not the median; %.0f %% of all lie within 5 %% of that", 100*share, 100*float64(near)/float64(all))
	}
	if len(byCell) > maxPoints {
		d.note("%d of %d parameterisations were sampled evenly for the search", maxPoints, len(byCell))
	}
	d.Target.Num = d.Y
	d.Noise, d.NoiseFreedom = noise.deviation()
}

// contended reports whether replicates scatter far more upwards than downwards:
// others used the machine, and the lower values are what the code itself takes.
// It takes many replicates to see that.
func contended(byCell [][]int, values []float64) bool {
	const replicates, most = 10, 500
	var up, down []float64
	small := 0
	for i, cell := range byCell {
		if i == most {
			break
		}
		if len(cell) < replicates {
			small++
			continue
		}
		sorted := slices.Clone(cell)
		slices.SortFunc(sorted, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
		if middle := at(sorted, values, 0.5); middle > 0 {
			up = append(up, at(sorted, values, 0.9)/middle-1)
			down = append(down, 1-at(sorted, values, 0.1)/middle)
		}
	}
	if len(up) < 3 || small > len(up) {
		return false
	}
	slices.Sort(up)
	slices.Sort(down)
	return Quantile(up, 0.5) > 0.25 && Quantile(up, 0.5) > 3*Quantile(down, 0.5)
}

// quietShare is the quantile that is taken for the quiet machine: a fifth, or a
// twentieth where hardly a fifth was quiet.
func quietShare(byCell [][]int, values []float64) float64 {
	quiet, all := 0, 0
	for _, cell := range byCell {
		if len(cell) < 30 {
			continue
		}
		sorted := slices.Clone(cell)
		slices.SortFunc(sorted, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
		low := at(sorted, values, 0.05)
		all += len(cell)
		for _, row := range sorted {
			if values[row] <= 1.1*low {
				quiet++
			}
		}
	}
	if all > 0 && quiet*4 < all {
		return 0.05
	}
	return 0.2
}

// at interpolates a quantile of the values of sorted rows.
func at(sorted []int, values []float64, q float64) float64 {
	place := q * float64(len(sorted)-1)
	low := int(place)
	if low+1 >= len(sorted) {
		return values[sorted[len(sorted)-1]]
	}
	a, b := values[sorted[low]], values[sorted[low+1]]
	return a + (place-float64(low))*(b-a)
}

// middle is the weighted median of the sorted rows of a cell, and their weight.
func middle(cell []int, values []float64, weightOf func(int) float64) (median, total float64) {
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

// replicates gathers how much observations with equal inputs differ.
type replicates struct {
	found   []float64
	freedom int
}

// differences adds the relative differences of successive observations of a
// cell: slow drift does not count as noise.
func (r *replicates) differences(cell []int, values []float64) {
	r.freedom += len(cell) - 1
	for i := 1; i < len(cell); i++ {
		a, b := values[cell[i-1]], values[cell[i]]
		if size := (math.Abs(a) + math.Abs(b)) / 2; size > 0 {
			r.found = append(r.found, math.Abs(a-b)/size)
		} else {
			r.found = append(r.found, 0)
		}
	}
}

// deviation is the relative standard deviation of one observation, from the
// median of differences, which outliers do not move: the difference of two has
// the square root of two times the deviation (von Neumann 1941; Hampel 1974).
func (r *replicates) deviation() (sigma float64, freedom int) {
	if r.freedom < 5 {
		return math.NaN(), r.freedom
	}
	slices.Sort(r.found)
	return 1.4826 / math.Sqrt2 * Quantile(r.found, 0.5), r.freedom
}

// Quantile interpolates the q-quantile of sorted values; NaN where there are none.
func Quantile(sorted []float64, q float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	at := q * float64(len(sorted)-1)
	low := int(at)
	if low+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[low] + (at-float64(low))*(sorted[low+1]-sorted[low])
}
