package judge

import (
	"slices"

	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
	"beagle/statistics/selection"
)

// What two inputs that vary together may hide.
const (
	mostSwaps    = 6   // pairs that are looked at
	goTogether   = 100 // least ratio of an input's variance to that of the part that does not follow the other
	oddsOfTwenty = 3   // nats by which the one has to be likelier to be told from the other
)

// undecidedSwapped is the ambiguity where an expression depends on a parameter that
// varied together with another one, and says the measurements nearly as well of that
// one: the same form, its numbers fitted anew. What decides is to measure the other
// one beyond its range while this one stays. A number may go together with a flag or with names, too, which then ask for
// it, or it for them.
func undecidedSwapped(data *dataset.Data, n expression.Node) *blackboard.Undecided {
	if !data.Noisy {
		return nil
	}
	swaps := 0
	for _, v := range expression.Variables(n) {
		kept := data.Column(v)
		if kept == nil {
			continue
		}
		for i := range data.Columns {
			other := &data.Columns[i]
			if other.Variable.Name == v.Name || swaps == mostSwaps {
				continue
			}
			rival := instead(data, n, kept, other)
			if rival == nil {
				continue
			}
			swaps++
			if u := swapped(data, n, expression.Simplify(rival), kept, other); u != nil {
				return u
			}
		}
	}
	return nil
}

// instead is an expression that asks for another input in the place of one that goes together with it; nil where they do not.
func instead(data *dataset.Data, n expression.Node, kept, other *model.Column) expression.Node {
	v := expression.Variable{Variable: kept.Variable}
	switch {
	case kept.Kind == model.Number && other.Kind == model.Number:
		if by := dataset.Follows(kept.Num, other, goTogether); by != nil {
			return expression.Replace(n, v, by)
		}
	case kept.Kind == model.Number:
		if levels := data.Levels(kept, other, goTogether); levels != nil {
			return expression.Replace(n, v, dataset.ByName(levels))
		}
	case other.Kind == model.Number:
		if levels := data.Levels(other, kept, goTogether); levels != nil {
			return dataset.ByNumber(n, levels, kept.Variable, other.Variable)
		}
	}
	return nil
}

// swapped is the ambiguity between an expression and the same of another parameter;
// nil where the data tell them apart or both say the same where they part.
func swapped(data *dataset.Data, n, rival expression.Node, kept, other *model.Column) *blackboard.Undecided {
	c := selection.Compare(data, []expression.Node{n, rival}, true)
	if c.Reference < 0 || c.Refused[0] != "" {
		return nil
	}
	rival = regression.TuneEstimates(data, rival, c.Noise, 6)
	c = selection.Compare(data, []expression.Node{n, rival}, true)
	if c.Reference < 0 || c.Refused[1] != "" || c.Unexplained(1)-c.Unexplained(0) >= oddsOfTwenty {
		return nil
	}
	at, there, gap := parting(data, n, rival, kept, other)
	if !(gap >= apart) {
		return nil
	}
	u := between(n, rival)
	u.Cause, u.Gap = blackboard.TwoTogether, gap
	u.Place = []blackboard.Assigned{assigned(kept, kept.Num[at]), assigned(other, there)}
	return u
}

// parting is a place where two expressions part that ask for one of two inputs each: a point, as it was measured, but for
// the other input. That one is beyond its range, where this says something else; else the least that was measured
// where the kept one is largest, or, of flags and names, another one.
func parting(data *dataset.Data, n, rival expression.Node, kept, other *model.Column) (at int, there, gap float64) {
	type place struct {
		at    int
		there float64
	}
	var places []place
	if other.Kind == model.Number {
		most, least := farthest(other.Num), farthest(kept.Num)
		places = append(places, place{most, dataset.Grown(*other, other.Num[most], dataset.ExtrapolationFactor)}, place{least, slices.Min(other.Num)})
	} else {
		for _, value := range slices.Compact(slices.Sorted(slices.Values(other.Num))) {
			places = append(places, place{farthest(kept.Num), value})
		}
	}
	for _, p := range places {
		columns := make([]model.Column, 0, len(data.Columns))
		for _, column := range data.Columns {
			x := column.Num[p.at]
			if column.Variable == other.Variable {
				x = p.there
			}
			columns = append(columns, model.Column{Variable: column.Variable, Kind: column.Kind, Levels: column.Levels, Num: []float64{x}})
		}
		f, err := dataset.Evaluate(n, columns)
		g, err2 := dataset.Evaluate(rival, columns)
		if err != nil || err2 != nil {
			continue
		}
		if by := gapOf(f[0], g[0], 0); by > gap {
			at, there, gap = p.at, p.there, by
		}
		if gap >= apart && other.Kind == model.Number {
			break
		}
	}
	return at, there, gap
}

// assigned is a value of a column as people read it.
func assigned(c *model.Column, value float64) blackboard.Assigned {
	if c.Kind == model.Text {
		return blackboard.Assigned{Variable: c.Variable, Text: c.Levels[int(value)]}
	}
	return blackboard.Assigned{Variable: c.Variable, Value: value}
}
