package measure

import (
	"slices"
	"strings"
	"testing"

	"beagle/internal/ranges"
)

func TestEachCombinationOfVariedValuesIsALaunch(t *testing.T) {
	plan := Plan([]Launch{
		{Name: "sort", Command: []string{"java", "Main", "--n={n}", "{kind}"}, Env: map[string]string{"N": "{n}"}, Vary: map[string][]string{"n": {"10", "100"}, "kind": {"a", "b"}}},
		{Name: "once", Command: []string{"java", "{n}"}},
	})
	var got []string
	for _, l := range plan {
		got = append(got, l.Name+": "+strings.Join(l.Command[1:], " ")+" "+l.Env["N"])
	}
	want := []string{
		"sort, kind = a, n = 10: Main --n=10 a 10", "sort, kind = a, n = 100: Main --n=100 a 100",
		"sort, kind = b, n = 10: Main --n=10 b 10", "sort, kind = b, n = 100: Main --n=100 b 100", "once: {n} ",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

func TestOfARangeAFewValuesAreLaunchedFirst(t *testing.T) {
	for _, test := range []struct{ values, first string }{
		{"10 100", "10 100"},
		{"10 20 10..5000", "10 20"},
		{"1..10000", "1 10 100 1000 10000"},
		{"0..2", "0 1 2"},
		{"0.1..0.5", "0.1 0.2 0.3 0.4 0.5"},
		{"../a ../b", "../a ../b"},
		{"-5..5", "-5 -1 0 1 5"},
	} {
		if got := strings.Join(ranges.First(strings.Fields(test.values)), " "); got != test.first {
			t.Errorf("%s: %s, want %s", test.values, got, test.first)
		}
	}
}
