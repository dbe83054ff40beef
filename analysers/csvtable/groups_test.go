package csvtable

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

func TestSeparatorsOfThousandsAreNoFractions(t *testing.T) {
	for _, c := range []struct {
		text string
		want []float64
		note string
	}{
		{"n\ty\n1,234,567\t1\n5,000\t2\n12\t3\n", []float64{1234567, 5000, 12}, "groups thousands"},
		{"n;y\n12,345;1\n999;2\n1,000;3\n", []float64{12345, 999, 1000}, "groups thousands"},
		{"n;y\n1 234;1\n12 345 678,5;2\n7;3\n", []float64{1234, 12345678.5, 7}, ""},
		{"n;y\n1'234;1\n12’345’678.25;2\n7;3\n", []float64{1234, 12345678.25, 7}, ""},
		{"n;y\n1.234.567;1\n1.234.567,5;2\n7;3\n", []float64{1234567, 1234567.5, 7}, ""},
		{"n,y\n\"12,345\",1\n\"1,234,567\",2\n7,3\n", []float64{12345, 1234567, 7}, ""},
		{"n;y\n0,125;1\n12,345;2\n1;3\n", []float64{0.125, 12.345, 1}, ""},
		{"n;y\n12,345;1\n22,345;2\n99,999;3\n", []float64{12.345, 22.345, 99.999}, "could group thousands"},
		{"n;y\n12,345;1\n4000;2\n7;3\n", []float64{12.345, 4000, 7}, "could group thousands"},
		{"n;y\n12,345;1\n7,5;2\n7;3\n", []float64{12.345, 7.5, 7}, ""},
		{"n,y\n819.375,1\n1.641.694,2\n-12.001,3\n7,4\n", []float64{819375, 1641694, -12001, 7}, "the point of 2 values groups thousands, since others have several points: the first is 819375"},
		{"n,y\n819.375,1\n1.641.694,2\n0.5,3\n7,4\n", []float64{819.375, 1641694, 0.5, 7}, "write no mark"},
		{"n,y\n819.375,1\n12.345,2\n7,3\n", []float64{819.375, 12.345, 7}, ""},
	} {
		table, err := Read(strings.NewReader(c.text), Columns{Target: "y"})
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		for i, want := range c.want {
			if got := table.Columns[0].Num[i]; math.Abs(got-want) > 1e-9*math.Abs(want) {
				t.Errorf("%q: row %d is %g, want %g", c.text, i, got, want)
			}
		}
		if notes := strings.Join(table.Notes, "; "); (c.note == "") != (notes == "") || !strings.Contains(notes, c.note) {
			t.Errorf("%q: %q, want a note on %q", c.text, notes, c.note)
		}
	}
}

func TestNumbersThatDifferBeyondTheirDigitsAreSaid(t *testing.T) {
	var text strings.Builder
	text.WriteString("n,y\n")
	for i := range 30 {
		fmt.Fprintf(&text, "1000000000000000000000000000%03d,%d\n", i, i)
	}
	table, err := Read(strings.NewReader(text.String()), Columns{Target: "y"})
	if err != nil || !strings.Contains(strings.Join(table.Notes, "; "), "29 values differ from others only beyond the 16th digit") {
		t.Errorf("%v, %v", table, err)
	}
	table, err = Read(strings.NewReader("n,y\n0.10000000000000000001,1\n0.20000000000000000001,2\n0.10000000000000000001,3\n"), Columns{Target: "y"})
	if err != nil || len(table.Notes) > 0 {
		t.Errorf("%v, %v", table, err)
	}
}
