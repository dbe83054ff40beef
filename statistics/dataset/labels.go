package dataset

import (
	"fmt"
	"slices"

	"beagle/model"
	"beagle/model/expression"
)

// Labels is what an expression that yields a text or a truth value says at each point, in the words
// of the target: the place in its levels, or 0 and 1. What the target never was is -1. The error
// wraps model.ErrUndefined where a variable was not observed; an expression that yields a number
// where texts are meant is an error, too.
func Labels(n expression.Node, d *Data) ([]float64, error) {
	if d.Target.Kind != model.Text {
		return d.Evaluate(n)
	}
	out := make([]float64, d.Points())
	switch n := n.(type) {
	case expression.Text:
		place := float64(slices.Index(d.Target.Levels, string(n)))
		for i := range out {
			out[i] = place
		}
		return out, nil
	case expression.Variable:
		c := d.Column(n.Variable)
		if c == nil {
			return nil, fmt.Errorf("%w: there is no column for %s", model.ErrUndefined, n)
		}
		if c.Kind != model.Text {
			return nil, fmt.Errorf("%s is no text", n)
		}
		for i, x := range c.Num {
			out[i] = float64(slices.Index(d.Target.Levels, c.Levels[int(x)]))
		}
		return out, nil
	case expression.If:
		cond, err := d.Evaluate(n.Cond)
		if err != nil {
			return nil, err
		}
		then, err := Labels(n.Then, d)
		if err != nil {
			return nil, err
		}
		otherwise, err := Labels(n.Else, d)
		if err != nil {
			return nil, err
		}
		for i := range out {
			out[i] = otherwise[i]
			if cond[i] != 0 {
				out[i] = then[i]
			}
		}
		return out, nil
	}
	return nil, fmt.Errorf("%s is no text", expression.String(n))
}
