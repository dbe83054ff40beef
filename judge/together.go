package judge

import (
	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
	"beagle/statistics/selection"
)

// Limits of what two parameters that vary together may hide.
const (
	oddsOfTwenty = 3   // nats by which the one has to be likelier to be told from the other
	mostSwaps    = 6   // pairs that are looked at
	alikeInputs  = 100 // least ratio of a parameter's variance to that of the other's part that it does not follow
)

// undecidedSwapped is the ambiguity where an expression depends on a parameter that
// varied together with another one, and says the measurements nearly as well of that
// one: the same form, its numbers fitted anew. What decides is to measure the other
// one beyond its range while this one stays.
func undecidedSwapped(data *dataset.Data, n expression.Node) *blackboard.Undecided {
	if !data.Noisy {
		return nil
	}
	swaps := 0
	for _, v := range expression.Variables(n) {
		kept := data.Column(v)
		if kept == nil || kept.Kind != model.Number {
			continue
		}
		for i := range data.Columns {
			other := &data.Columns[i]
			if other.Kind != model.Number || other.Variable.Name == v.Name || swaps == mostSwaps {
				continue
			}
			by := dataset.Follows(kept.Num, other, alikeInputs)
			if by == nil {
				continue
			}
			swaps++
			if u := swapped(data, n, kept, other, by); u != nil {
				return u
			}
		}
	}
	return nil
}

// swapped is the ambiguity between an expression and the same of another parameter;
// nil where the data tell them apart or both say the same beyond them.
func swapped(data *dataset.Data, n expression.Node, kept, other *model.Column, by expression.Node) *blackboard.Undecided {
	rival := expression.Simplify(expression.Replace(n, expression.Variable{Variable: kept.Variable}, by))
	c := selection.Compare(data, []expression.Node{n, rival}, true)
	if c.Reference < 0 || c.Refused[0] != "" {
		return nil
	}
	rival = regression.TuneEstimates(data, rival, c.Noise, 6)
	c = selection.Compare(data, []expression.Node{n, rival}, true)
	if c.Reference < 0 || c.Refused[1] != "" || c.Unexplained(1)-c.Unexplained(0) >= oddsOfTwenty {
		return nil
	}
	at := farthest(other.Num)
	there := dataset.ExtrapolationFactor * other.Num[at]
	place := make([]model.Column, 0, len(data.Columns))
	for _, column := range data.Columns {
		x := column.Num[at]
		if column.Variable == other.Variable {
			x = there
		}
		place = append(place, model.Column{Variable: column.Variable, Kind: column.Kind, Levels: column.Levels, Num: []float64{x}})
	}
	f, err := dataset.Evaluate(n, place)
	g, err2 := dataset.Evaluate(rival, place)
	if err != nil || err2 != nil {
		return nil
	}
	gap := gapOf(f[0], g[0], 0)
	if !(gap >= apart) {
		return nil
	}
	u := between(n, rival)
	u.Cause, u.Gap = blackboard.TwoTogether, gap
	u.Place = []blackboard.Assigned{{Variable: kept.Variable, Value: kept.Num[at]}, {Variable: other.Variable, Value: there}}
	return u
}
