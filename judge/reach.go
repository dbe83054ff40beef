package judge

import (
	"math"
	"slices"
	"strings"

	"beagle/blackboard"
	"beagle/internal/quantity"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/robust"
)

// rangeFactors are the multiples of the measured range up to which it is asked how well the mean is known.
var rangeFactors = []float64{1, 1.25, 1.5, 2, 2.5, 3, dataset.ExtrapolationFactor}

// reachOf says how well the mean and the mean total are known, by all forms that are left open: within the measured range, also
// between measured inputs, and on multiples of that range. It names the two forms between which the measurements do not decide. Nothing is
// undecided where the mean is known as well as it has to be to be written, or where forms differ by less than matters where they differ most.
func reachOf(d *dataset.Data, forms []Form) (reach []blackboard.Reach, open *blackboard.Undecided) {
	// All rows are asked for at once, since the numbers of each form are fitted and their covariance is worked out each time.
	var all []model.Column
	var ends []int
	few := some
	if exactBy(d, forms) { // there is no covariance, and a threshold is unsure in few rows
		few = slices.Clone[[]model.Column]
	}
	for _, factor := range rangeFactors {
		if factor > 1 {
			all = joined(all, few(dataset.Beyond(d, factor)))
		} else {
			all = joined(joined(all, few(d.Columns)), few(dataset.Between(d)))
		}
		ends = append(ends, rowsIn(all))
	}
	intervals, m, err := intervalsOf(d, forms, all, false)
	if err != nil {
		return []blackboard.Reach{{Factor: 1, Beside: model.Unknown()}}, nil
	}
	from, most := 0, 0.0
	for i, to := range ends {
		// What is known up to a multiple is known no better on more.
		if beside := max(halfWidthOfRows(intervals[from:to]), halfWidthOfTotal(intervals[from:to])); !(beside <= most) && !math.IsNaN(most) {
			most = beside
		}
		reach = append(reach, blackboard.Reach{Factor: rangeFactors[i], Beside: model.Figure(most), Most: mostOf(d, forms[0].Node, rangeFactors[i])})
		from = to
	}
	if most <= TotalLimit {
		return reach, nil
	}
	at, between := -1, 0.0
	for row := range intervals[:from] {
		if variance := m.between(row); variance > between {
			at, between = row, variance
		}
	}
	if at < 0 {
		return reach, nil
	}
	return reach, undecidedAt(all, m, at)
}

// undecidedAt is the ambiguity between the first form and the one that says something else in a row, likely and far enough beside.
func undecidedAt(columns []model.Column, m mixture, row int) *blackboard.Undecided {
	chosen, rival, most := m[0], m[0], 0.0
	for _, p := range m[1:] {
		if by := p.weight * square(p.middle[row]-chosen.middle[row]); by > most {
			rival, most = p, by
		}
	}
	gap := gapOf(chosen.middle[row], rival.middle[row], 0)
	if gap < apart {
		return nil
	}
	u := between(chosen.node, rival.node)
	u.Cause, u.Gap = blackboard.TwoForms, gap
	used := slices.Concat(expression.Variables(chosen.node), expression.Variables(rival.node))
	for i := range columns {
		if c := &columns[i]; slices.Contains(used, c.Variable) { // any other may be anything
			u.Place = append(u.Place, assigned(c, c.Num[row]))
		}
	}
	return u
}

// joined are the rows of some columns and those of the same columns elsewhere.
func joined(columns, more []model.Column) []model.Column {
	if columns == nil {
		columns = slices.Clone(more)
		for i := range columns {
			columns[i].Num = slices.Clone(more[i].Num)
		}
		return columns
	}
	for i := range columns {
		columns[i].Num = append(columns[i].Num, more[i].Num...)
	}
	return columns
}

func rowsIn(columns []model.Column) int {
	if len(columns) == 0 {
		return 0
	}
	return len(columns[0].Num)
}

// mostOf are the largest values on a multiple of the measured range, of each input that an expression depends on and that may grow.
func mostOf(d *dataset.Data, n expression.Node, factor float64) (most []blackboard.Assigned) {
	for _, c := range d.Columns {
		if dataset.Grows(c) && slices.Contains(expression.Variables(n), c.Variable) {
			most = append(most, blackboard.Assigned{Variable: c.Variable, Value: dataset.Grown(c, slices.Max(c.Num), factor)})
		}
	}
	return most
}

// settle says which limits an expression does not keep, and up to where it may be used: as far as the mean is known as well as totals
// have to be.
func (o Options) settle(v *blackboard.Verdict) {
	v.Below, v.Within = o.below(v), nil
	if len(v.Below) > 0 || o.Total == 0 {
		return
	}
	for i, r := range v.Reach {
		if i > 0 && !(float64(r.Beside) <= o.Total) && r.Most != nil {
			v.Within = &blackboard.Within{Factor: v.Reach[i-1].Factor, Most: v.Reach[i-1].Most}
			return
		}
	}
}

// Within says up to where an expression may be used; empty: its verdict sets no bound, or Undecided says it.
func Within(v *blackboard.Verdict) string {
	if v.Within == nil || v.Undecided != nil {
		return ""
	}
	return Bound(v.Within) + ": measure larger ones to use it there"
}

// Bound says the range alone, without why; empty: there is none.
func Bound(w *blackboard.Within) string {
	if w == nil {
		return ""
	}
	most := make([]string, len(w.Most))
	for i, a := range w.Most {
		most[i] = a.Variable.String() + " = " + quantity.Short(a.Value)
	}
	times := "what was measured"
	if w.Factor > 1 {
		times = quantity.Short(w.Factor) + " times what was measured"
	}
	return "to be used up to " + strings.Join(most, ", ") + " only (" + times + ")"
}

// halfWidthOfRows is what half the width of the intervals of nine rows in ten does not exceed, relative to what is said.
func halfWidthOfRows(intervals []Interval) float64 {
	var all []float64
	for _, v := range intervals {
		if v.Low < v.High {
			all = append(all, math.Abs((v.High-v.Low)/2/v.Value))
		} else {
			all = append(all, 0)
		}
	}
	slices.Sort(all)
	if len(all) == 0 {
		return 0
	}
	return robust.Quantile(all, 0.9)
}

// halfWidthOfTotal is half the width of the interval of the mean total over some rows, relative to the total of what is said, by the
// ends of their intervals: what is unsure of a number is unsure wherever it counts, so ends add up.
func halfWidthOfTotal(intervals []Interval) float64 {
	var low, high, total float64
	for _, v := range intervals {
		low, high, total = low+v.Low, high+v.High, total+v.Value
	}
	if low == high { // also of nothing
		return 0
	}
	return math.Abs((high - low) / 2 / total)
}
