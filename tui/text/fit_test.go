package text_test

import (
	"testing"

	"beagle/tui/text"
)

func TestNamesOfASeriesAreCutInTheMiddle(t *testing.T) {
	for _, c := range []struct {
		s     string
		width int
		want  string
	}{
		{"tests of shop-service-orders", 40, "tests of shop-service-orders"},
		{"tests of shop-service-orders", 18, "tests …vice-orders"},
		{"größe größe größe", 9, "grö…größe"},
		{"abcdef", 2, "a…"},
		{"abcdef", 0, ""},
		{"漢字漢字漢字漢字", 7, "漢…漢字"},
	} {
		got := text.CutMiddle(c.s, c.width)
		if got != c.want || text.Width(got) > c.width {
			t.Errorf("%q in %d: %q, want %q", c.s, c.width, got, c.want)
		}
	}
}
