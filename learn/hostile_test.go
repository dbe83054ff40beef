package learn_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"beagle/judge"

	"beagle/analysers/csvtable"
	"beagle/model"
	"beagle/model/expression"
)

// TestStrangeTablesHaveSensibleWords feeds what people will feed it.
func TestStrangeTablesHaveSensibleWords(t *testing.T) {
	rows := func(header string, count int, row func(i int) string) string {
		var b strings.Builder
		b.WriteString(header + "\n")
		for i := range count {
			b.WriteString(row(i+1) + "\n")
		}
		return b.String()
	}
	for _, test := range []struct{ name, text, best, words string }{
		{"one row", "n,y\n3,4\n", "4", "only one observation"},
		{"constant", rows("n,y", 30, func(i int) string { return fmt.Sprint(i, ",7") }), "7", "exact on all 30"},
		{"no value", "n,y\n1,NaN\n2,\n", "", "no usable measurement"},
		{"infinite", rows("n,y", 30, func(i int) string { return fmt.Sprint(i, ",", []string{"inf", fmt.Sprint(2 * i)}[i%2]) }), "2 * n.VALUE", "15 of 30 observations were left out"},
		{"absurd sizes", rows("n,y", 30, func(i int) string { return fmt.Sprintf("%d,%de300", i, i) }), "", "of no sensible size"},
		{"tiny", rows("n,y", 30, func(i int) string { return fmt.Sprintf("%d,%de-200", i, i) }), "", "of no sensible size"},
		{"absurd inputs", rows("n,m,y", 30, func(i int) string { return fmt.Sprintf("%d,%de300,%d", i, i*i%7, 3*i) }), "3 * n.VALUE", "exact"},
		{"zero", rows("n,y", 30, func(i int) string { return fmt.Sprint(i, ",0") }), "0", "exact"},
		{"copies", rows("n,copy,y", 30, func(i int) string { return fmt.Sprint(i, ",", i, ",", 2*i) }), "2 * n.VALUE", "n.VALUE and copy.VALUE cannot be told apart"},
		{"a flag as a number", rows("on,number,y", 30, func(i int) string { return fmt.Sprint(i%2 == 0, ",", 5*(i%2), ",", 9-4*(i%2)) }), "on.VALUE ? 9 : 5", "cannot be told apart"},
		{"many names", rows("id,n,y", 3000, func(i int) string { return fmt.Sprint("user", i, ",", i%50, ",", 4*(i%50)) }), "4 * n.VALUE", "too many to tell apart"},
		{"decimal commas", rows("größe (MB);y", 30, func(i int) string { return fmt.Sprintf("%d,5;%d,5", i, 2*i+1) }), "0.5 + 2 * gr__e__MB_.VALUE", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			table, err := csvtable.Read(strings.NewReader(test.text), csvtable.Columns{Target: "y"})
			if err != nil {
				t.Fatal(err)
			}
			result, _ := learntAny(t, &table.Table)
			best := ""
			if result.Verdict.Final >= 0 {
				best = expression.String(result.Proposals[0].Expression)
			}
			if best != test.best {
				t.Errorf("learnt %q, want %q", best, test.best)
			}
			if words := judge.Reason(&result.Verdict) + strings.Join(judge.Warnings(&result.Verdict), "; "); !strings.Contains(words, test.words) {
				t.Errorf("%q is not said: %s", test.words, words)
			}
		})
	}
}

// A collinear input must not be chosen in silence.
func TestWhatCannotBeToldApartIsSaid(t *testing.T) {
	r := random(1, "twin")
	table := &model.Table{Columns: []model.Column{column("n", model.ValueOf), column("twin", model.ValueOf)}, Target: model.Column{Kind: model.Number}}
	for range 60 {
		x := math.Round(math.Exp(3 + 4*r.Float64()))
		table.Columns[0].Num = append(table.Columns[0].Num, x)
		table.Columns[1].Num = append(table.Columns[1].Num, math.Round(2000*x*math.Exp(0.005*r.NormFloat64())))
		table.Target.Num = append(table.Target.Num, (1e-6+2e-8*x)*math.Exp(0.1*r.NormFloat64()))
	}
	result := learnt(t, table, model.InternalAction)
	words := strings.Join(judge.Warnings(&result.Verdict), "\n")
	if !strings.Contains(words, "vary together") || !strings.Contains(words, "undecided between") || !strings.Contains(judge.Reason(&result.Verdict), "two inputs explain it equally well") || result.Verdict.Optimal() {
		t.Errorf("%s; %s: %s", expression.String(result.Proposals[0].Expression), judge.Reason(&result.Verdict), words)
	}
}
