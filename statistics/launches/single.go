package launches

import (
	"math"
	"slices"

	"beagle/model"
	"beagle/statistics/robust"
)

// WarmUp is the number of rows at the start that are slower than later rows with the same
// kind of inputs: the code was not yet compiled. The inputs often grow or shrink during a
// run, so the trend in them is taken out first, by a regression in their logarithms that
// is fitted to the later half. The cut is the change point of the mean that explains most
// (least squares segmentation; Page, "A test for a change in a parameter occurring at an
// unknown point", 1955), and it must be both long-lasting and large: a tenth slower, at
// least five rows, at most two fifths of all.
//
// rows are indexes into the table in the order of measuring. Fewer than 40 are never cut.
//
// Tables that know several launches were looked at launch by launch before (Level): a
// slow first launch is no warm-up.
func WarmUp(table *model.Table, rows []int) int {
	n := len(rows)
	if n < 40 || several(table) {
		return 0
	}
	later := make([]float64, n)
	for i := n / 2; i < n; i++ {
		later[i] = 1
	}
	residual := detrended(table, rows, later)
	if residual == nil {
		return 0
	}
	var total float64
	for _, r := range residual {
		total += r
	}
	// The gain of a cut after k rows is k(n-k)/n times the squared difference of the
	// means before and after it.
	best, cut, sum := 0.0, 0, 0.0
	for i, r := range residual[:n*2/5] {
		sum += r
		k := float64(i + 1)
		early, late := sum/k, (total-sum)/(float64(n)-k)
		if gain := k * (float64(n) - k) / float64(n) * (early - late) * (early - late); early > late && gain > best && i >= 4 {
			best, cut = gain, i+1
		}
	}
	if cut == 0 {
		return 0
	}
	early, late := slices.Clone(residual[:cut]), slices.Clone(residual[cut:])
	slices.Sort(early)
	slices.Sort(late)
	spread := robust.Deviation(late)
	jump := robust.Quantile(early, 0.5) - robust.Quantile(late, 0.5)
	// The change must stand out of the noise by far (the segmentation looked
	// at n places: twice the logarithm and some), and be worth the rows.
	if spread == 0 {
		spread = 1e-9
	}
	if !covered(table, rows, cut) || jump < math.Log(1.1) || distinctShare(table, rows)*best/(spread*spread) < 4*math.Log(float64(n))+10 {
		return 0
	}
	return cut
}

// covered reports whether the rows after a cut were measured on all that the
// rows before it were: otherwise what looks like warm-up may be small inputs.
func covered(table *model.Table, rows []int, cut int) bool {
	for _, c := range table.Columns {
		early, late := make([]float64, 0, cut), make([]float64, 0, len(rows)-cut)
		for i, row := range rows {
			switch x := c.Num[row]; {
			case math.IsNaN(x):
			case i < cut:
				early = append(early, x)
			default:
				late = append(late, x)
			}
		}
		if len(early) == 0 || len(late) == 0 {
			continue
		}
		slices.Sort(early)
		slices.Sort(late)
		if robust.Quantile(early, 0.1) < late[0] || robust.Quantile(early, 0.9) > late[len(late)-1] {
			return false
		}
		// The rows of each side also have to be spread alike.
		if c.Kind == model.Number && robust.Quantile(early, 0.9) < robust.Quantile(late, 0.3) {
			return false
		}
	}
	return true
}

// distinctShare is the share of the rows that say something of their own: runs of rows
// with the same inputs count once.
func distinctShare(table *model.Table, rows []int) float64 {
	runs := 1
	for _, other := range fresh(table, rows) {
		if other {
			runs++
		}
	}
	return float64(runs) / float64(len(rows))
}

// fresh tells of each row whether its inputs differ from those of the row before; false
// for the first.
func fresh(table *model.Table, rows []int) []bool {
	out := make([]bool, len(rows))
	for i := 1; i < len(rows); i++ {
		out[i] = slices.ContainsFunc(table.Columns, func(c model.Column) bool { return c.Num[rows[i]] != c.Num[rows[i-1]] })
	}
	return out
}
