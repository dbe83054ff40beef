package quantity

import "testing"

func TestInputsAreSaidInTheOrderOfTheirNames(t *testing.T) {
	if got := Inputs(map[string]any{"width.VALUE": 2.5, "text.BYTESIZE": 20000.0, "all.VALUE": true}); got != "all.VALUE = true, text.BYTESIZE = 20,000, width.VALUE = 2.5" {
		t.Error(got)
	}
}
