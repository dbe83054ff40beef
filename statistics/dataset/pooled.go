package dataset

import (
	"cmp"
	"slices"
)

// pool makes rows comparable that are means of unequally many executions. Times have a long tail upwards: a mean of few executions
// seldom holds a slow one and that of many always does, so that medians of such means grow with their number. Successive rows of a
// launch with equal inputs become one row, until it stands for as many executions as the row in which the median execution is. Weights
// are in such rows afterwards: their scale is of no matter.
func (p *preparing) pool(byCell [][]int) {
	t := p.table
	if t.Weight == nil {
		return
	}
	size := p.medianRow()
	pooled := *t
	pooled.Weight, pooled.Target.Num = slices.Clone(t.Weight), slices.Clone(t.Target.Num)
	for i, cell := range byCell {
		starts := p.groups(cell, size)
		for g, from := range starts[:len(starts)-1] {
			rows := cell[from:starts[g+1]]
			pooled.Target.Num[rows[0]], pooled.Weight[rows[0]] = weightedMean(rows, t.Target.Num, t.WeightOf), p.behind(rows)/size
		}
		for g, from := range starts[:len(starts)-1] {
			cell[g] = cell[from]
		}
		byCell[i] = cell[:len(starts)-1]
	}
	p.table = &pooled
}

// groups are the places in a cell at which groups of successive rows of one launch begin, and the end of the cell. A group ends where it
// is large enough, unless what is left of its launch is too little for another one.
func (p *preparing) groups(cell []int, size float64) (starts []int) {
	t := p.table
	left := make([]float64, len(cell)+1) // weight of the rows of the same launch from here on
	for i := len(cell) - 1; i >= 0; i-- {
		left[i] = t.WeightOf(cell[i])
		if i+1 < len(cell) && (t.Launch == nil || t.Launch[cell[i+1]] == t.Launch[cell[i]]) {
			left[i] += left[i+1]
		}
	}
	weight := 0.0 // of the group so far
	for i, row := range cell {
		another := i == 0 || t.Launch != nil && t.Launch[row] != t.Launch[cell[i-1]]
		if another || weight >= size && left[i] >= size {
			starts, weight = append(starts, i), 0
		}
		weight += t.WeightOf(row)
	}
	return append(starts, len(cell))
}

// medianRow is the weight of the row in which the median execution is.
func (p *preparing) medianRow() float64 {
	rows := slices.Clone(p.Rows)
	slices.SortFunc(rows, func(a, b int) int { return cmp.Compare(p.table.Weight[a], p.table.Weight[b]) })
	size, _ := weightedMedian(rows, p.table.Weight, p.table.WeightOf)
	return size
}
