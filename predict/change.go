package predict

import (
	"fmt"
	"slices"
	"strings"

	"beagle/internal/quantity"
	"beagle/model"
	"beagle/pcm/instance"
	"beagle/pcm/stoex"
)

func (c *Change) apply(in *instance.Instance) error {
	for _, s := range in.Scenarios {
		switch {
		case c.Users > 0 && s.InterArrival == nil:
			s.Population = c.Users
		case c.Rate > 0 && s.InterArrival != nil:
			s.InterArrival = poisson(c.Rate)
		}
	}
	var known []string
	used := map[string]bool{}
	for _, container := range in.Containers {
		for _, r := range container.Resources {
			full := container.Name + "." + r.Name
			known = append(known, full)
			for _, name := range []string{container.Name, r.Name, full} {
				if factor, ok := c.Speed[name]; ok {
					used[name] = true
					r.Rate = scaled(r.Rate, factor)
				}
				if n, ok := c.Replicas[name]; ok {
					used[name] = true
					r.Replicas = n
				}
			}
		}
	}
	for name := range c.Speed {
		if !used[name] {
			return unknownResource(name, known)
		}
	}
	for name := range c.Replicas {
		if !used[name] {
			return unknownResource(name, known)
		}
	}
	return c.imagine(in)
}

func (c *Change) imagine(in *instance.Instance) error {
	var known []string
	used := map[string]bool{}
	for _, s := range in.Reached {
		for _, action := range internals(s.Body) {
			full := s.Assembly.Component + "." + s.Signature + "." + action.Name
			known = append(known, full)
			for _, name := range []string{action.Name, action.ID, full} {
				if factor, ok := c.Demand[name]; ok {
					used[name] = true
					for i := range action.Demands {
						amount := &action.Demands[i].Amount
						amount.X = scaled(*amount, factor).X // its text stays that which was learnt for a range of inputs
					}
				}
			}
		}
	}
	slices.Sort(known)
	for name := range c.Demand {
		if !used[name] {
			return model.Problem{Severity: model.Error, Rule: "action", Message: "the model has no internal action " + name, Hint: "it has " + strings.Join(quantity.Some(slices.Compact(known), 20), ", ")}
		}
	}
	return nil
}

func unknownResource(name string, known []string) error {
	slices.Sort(known)
	return model.Problem{Severity: model.Error, Rule: "resource", Message: "the model has no resource " + name, Hint: "it has " + strings.Join(known, ", ")}
}

func poisson(rate float64) *instance.Expression {
	text := "Exp(" + stoex.FormatDouble(rate) + ")"
	x, _ := stoex.Parse(text)
	return &instance.Expression{Element: instance.Element{Name: "--rate"}, Text: text, X: x, Place: stoex.Time}
}

func scaled(rate instance.Expression, factor float64) instance.Expression {
	if rate.X == nil {
		return rate
	}
	rate.Text = fmt.Sprintf("(%s) * %s", rate.Text, stoex.FormatDouble(factor))
	rate.X, _ = stoex.Parse(rate.Text)
	return rate
}
