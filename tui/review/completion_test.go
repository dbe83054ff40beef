package review

import (
	"slices"
	"testing"

	"beagle/model/adapter"
	"beagle/tui/form"
)

func TestCompletionFindsFunctionsAndPartsOfInputs(t *testing.T) {
	c := completion{functions: []adapter.Function{{Name: "Max"}, {Name: "MaxDeviation"}, {Name: "Min"}}}
	inputs := []string{"file.BYTESIZE", "max.VALUE"}
	for before, want := range map[string][]string{
		"2 * ma":        {"max.VALUE", "Max(", "MaxDeviation("},
		"2 * byte":      {"file.BYTESIZE"},
		"3":             nil,
		"file.BYTESIZE": nil,
		"1e":            nil,
		"file.b":        {"file.BYTESIZE"},
	} {
		if got := c.fitting(before, inputs); !slices.Equal(got, want) {
			t.Errorf("%q is completed to %q, want %q", before, got, want)
		}
	}
	line := form.Text("", "2 * ma", "")
	f := form.New(line)
	for _, want := range []string{"2 * max.VALUE", "2 * Max(", "2 * MaxDeviation(", "2 * max.VALUE"} {
		c.next(f, inputs)
		if line.Value() != want {
			t.Errorf("completed to %q, want %q", line.Value(), want)
		}
	}
}
