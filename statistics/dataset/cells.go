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

// byCell are the rows of each parameterisation, in the order of measuring. It sets Cells.
func (p *preparing) byCell() [][]int {
	cells := p.cells()
	byCell := make([][]int, p.Cells)
	for i, row := range p.Rows {
		byCell[cells[i]] = append(byCell[cells[i]], row)
	}
	byCell = slices.DeleteFunc(byCell, func(c []int) bool { return len(c) == 0 })
	p.Cells = len(byCell)
	return byCell
}

// fill makes the points. It sets Columns, Y, Weight, ByLaunch, Noise, Exact, Cells and Contended;
// p.Columns holds columns by row before and by point afterwards. byOthers tells that values may hold
// what others do to the machine.
//
// Rows of one parameterisation are replicates: the noise comes from them. Of a noisy quantity their
// median is one point, with the number of its observations as weight; of counts that scatter their mean, and
// of counts with a few exceptions the most frequent one. Decisions and texts keep each distinct value of a
// parameterisation as a point of its own, so that contradictions stay visible.
func (p *preparing) fill(byOthers bool) {
	byCell := p.byCell()
	if p.Noisy && !p.Counted {
		p.pool(byCell)
	}
	values, columns := p.table.Target.Num, p.Columns
	p.Columns = make([]model.Column, len(columns))
	for c := range columns {
		p.Columns[c] = model.Column{Variable: columns[c].Variable, Kind: columns[c].Kind, Levels: columns[c].Levels}
	}
	low := quiet{values: values}
	if p.Contended = p.Noisy && byOthers && contended(byCell, values); p.Contended {
		low.share = quietShare(byCell, values)
	}
	p.Exact = true
	count := len(byCell)
	if times := p.Noisy && !p.Counted; times {
		count = min(count, maxPoints)
	}
	var cellOf []int // of each point, where these are sampled
	for i := range count {
		// Of times of more parameterisations than maxPoints every so-manieth is taken, so that the whole range stays.
		cell := byCell[i*len(byCell)/count]
		if p.Counted && p.Noisy {
			p.differCounts(cell, values, p.table.WeightOf)
		} else {
			p.differ(cell, values, p.table.WeightOf) // needs the order of measuring
		}
		slices.SortStableFunc(cell, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
		if values[cell[0]] != values[cell[len(cell)-1]] {
			p.Exact = false
		}
		switch {
		case p.Counted && !p.Noisy:
			y, _, weight := mode(cell, values, p.table.WeightOf)
			p.point(columns, cell[0], y, weight)
		case !p.Noisy:
			p.distinct(columns, cell)
		default:
			p.replicated(columns, cell, low)
		}
		for len(cellOf) < p.Points() {
			cellOf = append(cellOf, i)
		}
	}
	if p.Contended {
		p.note("%s", low.String())
	}
	if len(byCell) > maxPoints {
		if count > maxPoints {
			count = p.samplePoints(cellOf, count)
		}
		p.remark("%d of %d parameterisations were sampled evenly for the search", count, len(byCell))
	}
	p.Target.Num = p.Y
	p.Noise = p.NoiseBy(func(size float64) float64 { return size })
}

// replicated adds the point of a cell of a noisy quantity, whose rows are sorted.
func (p *preparing) replicated(columns []model.Column, cell []int, low quiet) {
	values := p.table.Target.Num
	y, weight := weightedMedian(cell, values, p.table.WeightOf)
	switch {
	case p.Contended:
		y = low.of(cell)
	case p.Counted:
		y = weightedMean(cell, values, p.table.WeightOf)
	}
	p.point(columns, cell[0], y, weight)
	if !p.Counted {
		p.places(cell)
	}
	if shares := sharesOf(p.table, cell); shares != nil {
		p.ByLaunch = append(p.ByLaunch, shares)
	}
}

// point adds a point with the inputs of a row.
func (p *preparing) point(columns []model.Column, row int, y, weight float64) {
	for c := range columns {
		p.Columns[c].Num = append(p.Columns[c].Num, columns[c].Num[row])
	}
	p.Y = append(p.Y, y)
	p.Weight = append(p.Weight, weight)
	p.Places = append(p.Places, weight)
}

// places sets at how many places in the order of their launches the rows of the last point stand. Launches of a
// program that does the same each time have an input at the same place, at which code is compiled or memory
// collected each time: what they all say may be of the place and not of the input. Of rows that are means of unequally many
// executions fewer count (Kish, Survey Sampling, 1965).
func (p *preparing) places(cell []int) {
	total, squares := 0.0, 0.0
	seen := make(map[int64]bool, len(cell))
	for _, row := range cell {
		w := p.table.WeightOf(row)
		total, squares = total+w, squares+w*w
		if p.table.Seq != nil {
			seen[p.table.Seq[row]] = true
		}
	}
	rows := min(total, total*total/squares)
	if p.table.Seq != nil && p.table.Launch != nil {
		rows *= float64(len(seen)) / float64(len(cell))
	}
	p.Places[len(p.Places)-1] = rows
}

// distinct adds a point for each distinct value of a cell, whose rows are sorted.
func (p *preparing) distinct(columns []model.Column, cell []int) {
	values := p.table.Target.Num
	for from := 0; from < len(cell); {
		to, weight := from, 0.0
		for to < len(cell) && values[cell[to]] == values[cell[from]] {
			weight += p.table.WeightOf(cell[to])
			to++
		}
		p.point(columns, cell[from], values[cell[from]], weight)
		from = to
	}
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
