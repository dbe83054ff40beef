package judge

import (
	"math"

	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
)

// closeBehind is by how many nats a form may be behind the best and still be true.
// As probabilities that would be 1 in 20,000, but nats count observations as if they
// were independent of each other, and those of a launch are not. It was chosen on
// half of the sections of bench/learning's suite R, of which it parts what goes
// wrong beyond the data from what does not better than 5 or 20 do.
const closeBehind = 10

// apartBeyond is by how much the totals on four times the range of forms that are close
// behind are beside that of the chosen one, relative to the larger: the most that is
// known to be open about what lies beyond the data. It is a share from 0 to 1; 0 where
// there is no rival, or no total of the chosen one there. single are proposals that one
// observation supports: that is said, and stops nothing.
func (o *Opinion) apartBeyond(data *dataset.Data, proposals []blackboard.Proposal, single []bool) (most model.Figure) {
	beyond := dataset.Beyond(data, dataset.ExtrapolationFactor)
	final := o.Verdict.Final
	chosen, ok := totalOf(proposals[final].Expression, beyond)
	if !ok {
		return 0
	}
	for i := range o.Grades {
		if !o.closeRival(proposals, single, i) {
			continue
		}
		if total, ok := totalOf(proposals[i].Expression, beyond); ok {
			most = max(most, model.Figure(1-min(total, chosen)/max(total, chosen)))
		}
	}
	return most
}

// totalOf is the sum of what an expression says over the rows of columns, where that is
// positive and finite.
func totalOf(n expression.Node, columns []model.Column) (total float64, ok bool) {
	values, err := dataset.Evaluate(n, columns)
	for _, x := range values {
		total += x
	}
	return total, err == nil && total > 0 && !math.IsInf(total, 0)
}
