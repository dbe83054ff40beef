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
		groups := cell[:0]
		for from := 0; from < len(cell); {
			to := p.group(cell, from, size)
			mean, first := weightedMean(cell[from:to], t.Target.Num, t.WeightOf), cell[from]
			pooled.Target.Num[first], pooled.Weight[first] = mean, p.behind(cell[from:to])/size
			groups = append(groups, first)
			from = to
		}
		byCell[i] = groups
	}
	p.table = &pooled
}

// group is where the group of successive rows of a cell ends that begins at one of them: it is large enough, or what is left of its
// launch is too little for another one.
func (p *preparing) group(cell []int, from int, size float64) (to int) {
	t, weight := p.table, 0.0
	end := from + 1
	for end < len(cell) && (t.Launch == nil || t.Launch[cell[end]] == t.Launch[cell[from]]) {
		end++
	}
	for to = from; to < end && weight < size; to++ {
		weight += t.WeightOf(cell[to])
	}
	if p.behind(cell[to:end]) < size {
		return end
	}
	return to
}

// medianRow is the weight of the row in which the median execution is.
func (p *preparing) medianRow() float64 {
	rows := slices.Clone(p.Rows)
	slices.SortFunc(rows, func(a, b int) int { return cmp.Compare(p.table.Weight[a], p.table.Weight[b]) })
	size, _ := weightedMedian(rows, p.table.Weight, p.table.WeightOf)
	return size
}
