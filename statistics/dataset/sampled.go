package dataset

import "beagle/internal/strata"

// fewAlike is how many points with alike values stay at least: a decision that is taken once in a thousand
// times is not to be lost, nor the largest counts.
const fewAlike = maxPoints / 16

// samplePoints leaves of more cells than maxPoints every so-manieth, and of values that are rare (strata.Number) their points,
// too. What is left stands for the others with alike values: totals of decisions stay exact. cellOf is the cell of each point,
// in their order; it returns how many of these have points left.
func (p *preparing) samplePoints(cellOf []int, cells int) (left int) {
	var sizes, taken [strata.Count]int
	var all, kept [strata.Count]float64
	for i, y := range p.Y {
		class := strata.Number(y)
		sizes[class]++
		all[class] += p.Weight[i]
	}
	rare, extra := 0, 0
	frequent := func(class int) bool { return sizes[class]*maxPoints/cells > fewAlike }
	for class, n := range sizes {
		if n > 0 && !frequent(class) {
			rare++
			extra += min(n, fewAlike)
		}
	}
	few := fewAlike
	if extra > maxPoints/2 {
		few = max(1, maxPoints/2/rare)
		extra = min(extra, few*rare)
	}
	room := max(maxPoints-extra, 1)
	var points []int
	last := -1
	for i, y := range p.Y {
		class, cell := strata.Number(y), cellOf[i]
		stays := cell*room/cells != (cell+1)*room/cells // every so-manieth
		if n := sizes[class]; !frequent(class) {
			stays = n <= few || taken[class]*few/n != (taken[class]+1)*few/n
			taken[class]++
		}
		if !stays {
			continue
		}
		points = append(points, i)
		kept[class] += p.Weight[i]
		if cell != last {
			left, last = left+1, cell
		}
	}
	for c := range p.Columns {
		p.Columns[c].Num = Pick(p.Columns[c].Num, points)
	}
	if len(p.ByLaunch) == len(p.Y) {
		byLaunch := make([][]Share, len(points))
		for k, i := range points {
			byLaunch[k] = p.ByLaunch[i]
		}
		p.ByLaunch = byLaunch
	}
	p.Y, p.Weight, p.Places = Pick(p.Y, points), Pick(p.Weight, points), Pick(p.Places, points)
	for i, y := range p.Y {
		class := strata.Number(y)
		p.Weight[i] *= all[class] / kept[class]
	}
	return left
}
