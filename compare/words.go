package compare

import (
	"cmp"
	"fmt"

	"beagle/internal/quantity"
	"beagle/model"
	"beagle/run"
)

// Words is the outcome in a line.
func (c *Comparison) Words() string {
	return fmt.Sprintf("%d worse by more than %s, %d better, %s to another form, of %s",
		c.Worse, quantity.Percent(c.By), c.Better, quantity.Plural(c.Changed, "change", "changes"), quantity.Plural(len(c.Elements), "element", "elements"))
}

// Title names an element for people.
func (e *Element) Title() string {
	if e.Kind == model.InternalAction && e.Resource != "" {
		return e.Name + " " + e.Resource
	}
	return e.Name
}

// Line is something to say of an element, with a label.
type Line struct {
	Name, Text string // the label, and one sentence
}

// Lines say what changed of an element.
func (e *Element) Lines() (lines []Line) {
	add := func(name, text string) {
		if text != "" {
			lines = append(lines, Line{name, text})
		}
	}
	add("why", e.Why)
	if e.Form == Equal {
		add("same", e.After.Expression)
	} else {
		add("before", cmp.Or(e.Before.Expression, "no expression"))
		add("now", cmp.Or(e.After.Expression, "no expression"))
		add("form", string(e.Form))
	}
	if e.Cost != nil {
		line := fmt.Sprintf("%.3g times the cost", e.Cost.Ratio)
		if e.Cost.Inputs > 1 {
			line += fmt.Sprintf(" over %d shared inputs, %.3g to %.3g times at each", e.Cost.Inputs, e.Cost.Smallest, e.Cost.Largest)
		}
		if e.Cost.Chance > 0 {
			line += "; chance alone: up to " + quantity.Percent(e.Cost.Chance)
		}
		add("cost", line)
	}
	for i, c := range e.Coefficients {
		if c.Before.Value == c.After.Value {
			continue
		}
		apart := "the intervals overlap"
		if c.Apart {
			apart = "the intervals are apart"
		}
		add(fmt.Sprintf("number %d", i+1), fmt.Sprintf("%s, then %s; %s", said(c.Before), said(c.After), apart))
	}
	if e.Time != nil {
		add("measured", fmt.Sprintf("mean %s, then %s, over all inputs of each run", quantity.Seconds(*e.Before.Mean), quantity.Seconds(*e.After.Mean)))
	}
	if e.Before.Error.Finite() && e.After.Error.Finite() {
		add("error", fmt.Sprintf("%s, then %s", quantity.Percent(float64(e.Before.Error)), quantity.Percent(float64(e.After.Error))))
	}
	add("samples", quantity.Count(e.Before.Samples)+", then "+quantity.Count(e.After.Samples))
	return lines
}

func said(i run.Interval) string { return fmt.Sprintf("%.4g (%.3g to %.3g)", i.Value, i.Low, i.High) }
