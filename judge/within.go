package judge

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"beagle/blackboard"
	"beagle/internal/quantity"
	"beagle/model/expression"
	"beagle/statistics/dataset"
)

// within is up to where an expression may be used that breaks a limit only by what nobody knows of
// larger inputs: its rivals, as far as the measurements hardly tell them from it, say the same up to there
// (alikeTotals; of the next one, safe). What was measured only, where it misses the largest inputs when it is fitted to the others, or where
// rivals say otherwise and the measurements say that it holds (holdsFifths). nil: not even there.
func (o *Opinion) within(data *dataset.Data, proposals []blackboard.Proposal, single []bool) *blackboard.Within {
	v := &o.Verdict
	chosen, until := proposals[v.Final].Expression, float64(dataset.ExtrapolationFactor)
	if v.Outer != nil {
		until = 1
	}
	if v.Undecided != nil {
		if v.Undecided.Cause != blackboard.TwoForms && v.Undecided.Safe < 1 { // two parameters explain it alike
			return nil
		}
		until = min(until, v.Undecided.Safe)
	}
	for i := range o.Grades {
		if until >= 1 && o.closeRival(proposals, single, i) {
			until = min(until, alikeTotals(data, chosen, proposals[i].Expression))
		}
	}
	if until < 1 {
		if !holdsFifths(data, chosen) {
			return nil
		}
		until = 1
	}
	w := &blackboard.Within{Factor: until}
	for _, c := range data.Columns {
		if dataset.Grows(c) && slices.Contains(expression.Variables(chosen), c.Variable) {
			w.Most = append(w.Most, blackboard.Assigned{Variable: c.Variable, Value: dataset.Grown(c, slices.Max(c.Num), until)})
		}
	}
	if w.Most == nil {
		return nil
	}
	return w
}

// holdsFifths reports whether what was measured says for sure (two standard errors) that an expression holds its
// totals, in each fifth of the inputs by what it says of them, as nearly as matters (safeApart): then no rival that says
// otherwise there is right. Its level is another matter (totalsWithin).
func holdsFifths(data *dataset.Data, n expression.Node) bool {
	table, said := data.Table, saidOf(n, data.Table)
	if said == nil {
		return false
	}
	modelled, measured := 0.0, 0.0
	for _, row := range data.Rows {
		modelled, measured = modelled+table.WeightOf(row)*said[row], measured+table.WeightOf(row)*table.Target.Num[row]
	}
	level := measured / modelled
	rows := slices.Clone(data.Rows)
	slices.SortFunc(rows, func(a, b int) int { return cmp.Or(cmp.Compare(said[a], said[b]), a-b) })
	for part := range fifths {
		modelled, beside, variance := 0.0, 0.0, 0.0
		for _, row := range rows[part*len(rows)/fifths : (part+1)*len(rows)/fifths] {
			away := table.WeightOf(row) * (table.Target.Num[row] - level*said[row])
			modelled, beside, variance = modelled+table.WeightOf(row)*level*said[row], beside+away, variance+away*away
		}
		if !(math.Abs(beside)+2*math.Sqrt(variance) < safeApart*modelled) {
			return false
		}
	}
	return true
}

// fifths are the parts of a range that are compared by themselves: a load of the largest inputs only is a load, a
// single input is none.
const fifths = 5

// alikeTotals is up to how many times the measured range the totals of two expressions differ by no more than
// does not matter (safeApart), in each fifth of the inputs by what the first says of them.
func alikeTotals(data *dataset.Data, a, b expression.Node) float64 {
	return alikeUpTo(data, a, b, func(fa, fb []float64) bool {
		order := dataset.Order(fa)
		for part := range fifths {
			one, other := 0.0, 0.0
			for _, i := range order[part*len(order)/fifths : (part+1)*len(order)/fifths] {
				one, other = one+fa[i], other+fb[i]
			}
			if !(gapOf(one, other, data.Level()) < safeApart) {
				return false
			}
		}
		return true
	})
}

// closeRival reports whether the i-th proposal is another form than the chosen one and little enough
// behind it (closeBehind) to be the true one, by more than one observation.
func (o *Opinion) closeRival(proposals []blackboard.Proposal, single []bool, i int) bool {
	final := o.Verdict.Final
	return o.Grades[i].Fitness-o.Grades[final].Fitness < closeBehind && !Same(proposals[i], proposals[final]) && !(i < len(single) && single[i])
}

// settle tells limits that an expression does not keep from those that it does not keep beyond what was measured.
// The second kind alone does not keep it from being written where it holds the totals of launches that
// were left out, and nothing that is as likely says otherwise there: then what stands is a range. What keeps all
// limits has one, too, where it is open which of two forms is the true one: as far as they say the same.
func (o Options) settle(v *blackboard.Verdict) {
	w := v.Within
	v.Below, v.Within = o.below(v), nil
	within := func(b blackboard.Below) bool {
		return b.What != blackboard.FormLimit && b.What != blackboard.PowerLimit && b.What != blackboard.OuterLimit
	}
	if w == nil {
		return
	}
	if len(v.Below) == 0 {
		if v.Undecided != nil && v.Undecided.Cause == blackboard.TwoForms && w.Factor < dataset.ExtrapolationFactor {
			w.Beyond = []blackboard.Below{}
			v.Within = w
		}
		return
	}
	if slices.ContainsFunc(v.Below, within) || !totalsWithin(v.HeldOut, MeanLimit) {
		return
	}
	w.Beyond = v.Below
	v.Below, v.Within = nil, w
}

// Within says up to where an expression may be used, and why no further; empty: its verdict sets no bound, or
// one that Undecided says.
func Within(v *blackboard.Verdict) string {
	switch {
	case v.Within == nil, len(v.Within.Beyond) == 0 && v.Undecided != nil && v.Undecided.Safe <= v.Within.Factor:
		return ""
	case len(v.Within.Beyond) == 0:
		return Bound(v.Within) + ": beyond, another form that the measurements hardly tell from it says something else; measure larger ones to use it there"
	}
	return fmt.Sprintf("%s, where it holds the totals of launches left out; beyond, %s: measure larger ones to use it there", Bound(v.Within), strings.Join(limits(v, v.Within.Beyond), "; "))
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
		times = fmt.Sprintf("%g times what was measured", w.Factor)
	}
	return fmt.Sprintf("to be used up to %s only (%s)", strings.Join(most, ", "), times)
}
