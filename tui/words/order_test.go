package words

import (
	"slices"
	"testing"
)

func TestNumbersInNamesCountByTheirValue(t *testing.T) {
	names := []string{"m10", "M2", "m", "m02x", "a9b10", "a9b9"}
	slices.SortFunc(names, natural)
	if want := []string{"a9b9", "a9b10", "m", "M2", "m02x", "m10"}; !slices.Equal(names, want) {
		t.Errorf("%q, not %q", names, want)
	}
}
