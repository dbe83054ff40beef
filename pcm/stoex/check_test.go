package stoex

import (
	"slices"
	"testing"
)

func TestDivisionsOfWholeNumbersAreWarnedOfWhereTheFractionCounts(t *testing.T) {
	for _, c := range []struct {
		text  string
		place Place
		warns bool
	}{
		{"1.0E-9 * (content.BYTESIZE / 1024)", Demand, true},
		{"1.0E-9 * (content.BYTESIZE / 1024.0)", Demand, false},
		{"1.0E-9 * Trunc(content.BYTESIZE / 1024)", Demand, false},
		{"6 / 3", Demand, false},
		{"7 / 3", Time, true},
		{"x.VALUE / 3", Demand, false}, // nobody knows what a VALUE is
		{"content.BYTESIZE / 1024", Iterations, false},
		{"Ceil(content.BYTESIZE / 1024)", Iterations, true},
		{"Ceil(content.BYTESIZE / 1024.0)", Iterations, false},
	} {
		var rules []string
		for _, p := range Check(c.text, c.place, nil) {
			rules = append(rules, p.Rule)
		}
		if slices.Contains(rules, "stoex-division") != c.warns {
			t.Errorf("%s as %s: %v", c.text, c.place, rules)
		}
	}
}
