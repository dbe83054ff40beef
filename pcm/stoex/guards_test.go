package stoex

import "testing"

func TestGapsBetweenGuardsAreFound(t *testing.T) {
	tests := []struct {
		guards       []string
		gap, overlap string
	}{
		{[]string{"n.VALUE < 10", "n.VALUE >= 10"}, "", ""},
		{[]string{"n.VALUE < 10", "n.VALUE > 10"}, "n.VALUE = 10", ""},
		{[]string{"n.VALUE < 10", "NOT (n.VALUE < 10)"}, "", ""},
		{[]string{"n.VALUE < 10", "true"}, "", "n.VALUE = 0"},
		{[]string{"n.VALUE <= 10.5", "n.VALUE >= 10.5"}, "", "n.VALUE = 10.5"},
		{[]string{`t.TYPE == "A"`, `t.TYPE == "B"`}, "t.TYPE = another", ""},
		{[]string{`t.TYPE == "A"`, `t.TYPE <> "A"`}, "", ""},
		{[]string{"b.VALUE", "NOT b.VALUE"}, "", ""},
		{[]string{"b.VALUE == true", "b.VALUE == false"}, "", ""},
		{[]string{"b.VALUE AND n.VALUE > 3", "NOT b.VALUE"}, "b.VALUE = true, n.VALUE = 0", ""},
		{[]string{"a.VALUE < b.VALUE", "a.VALUE >= b.VALUE"}, "", ""},
		{[]string{"BoolPMF[(true;0.5)(false;0.5)]", "true"}, "", ""},
		{[]string{"n.VALUE / 0 > 1", "true"}, "", ""},
		{nil, "", ""},
	}
	for _, test := range tests {
		var guards []Expr
		for _, text := range test.guards {
			x, err := Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			guards = append(guards, x)
		}
		gap, overlap := Gap(guards)
		if len(guards) > 0 && (gap != test.gap || overlap != test.overlap) {
			t.Errorf("%q: gap %q and overlap %q, want %q and %q", test.guards, gap, overlap, test.gap, test.overlap)
		}
	}
}
