package main

import (
	"strings"
	"testing"
	"time"

	"beagle/model/expression"
)

// A pause in one of twenty observations is no fourth power of the size, which is off by a
// factor of hundreds on four times the range.
func TestOnePauseIsNoPowerOfTheSize(t *testing.T) {
	o := options{
		suites: []string{"W"}, designs: []string{"random"}, noises: []float64{0.1},
		seeds: 10, rows: 200, only: "every tenth flushes",
	}
	tables, err := o.tables()
	if err != nil || len(tables) != 10 {
		t.Fatalf("%d tables, %v", len(tables), err)
	}
	o.only = "" // which prints candidates
	learn := beagle(o)
	for _, table := range tables {
		if a := learn(t.Context(), table, "", time.Hour); strings.Contains(expression.String(a.formula), "^") {
			t.Errorf("table %d: %s", table.seed, expression.String(a.formula))
		}
	}
}
