package findings

import (
	"testing"

	"beagle/model"
	"beagle/pcm"
)

func TestDemandsAreReadInUnitsOfPeople(t *testing.T) {
	s := Sayer{Text: pcm.Adapter{}}
	e := &model.Element{Kind: model.InternalAction, Inputs: []model.Input{{Name: "file"}, {Name: "n", Type: "INT"}, {Name: "m", Type: "INT"}}}
	for text, want := range map[string]string{
		"5.3E-7 + 1.1E-9 * file.BYTESIZE":                 "530 ns + 1.1 ns a byte of file",
		"5.0E-7 + (n.VALUE > 3 ? 1.0E-9 * n.VALUE : 0.0)": "500 ns + 1 ns for each n where n.VALUE > 3",
		"0.0124":                               "12.4 ms",
		"1.0E-6 * n.VALUE - 2.0E-7":            "1 µs for each n − 200 ns",
		"1.0E-9 * n.VALUE * m.VALUE":           "1 ns × n.VALUE × m.VALUE",
		"2.0E-9 * n.VALUE ^ 2":                 "2 ns × (n.VALUE ^ 2)",
		"n.VALUE > 3 ? 0.5 : 1.0E-5 * n.VALUE": "500 ms where n.VALUE > 3, else 10 µs for each n",
		"Max(0.0, 1.0E-6 * n.VALUE - 2.0E-7)":  "1 µs for each n − 200 ns, at least 0",
		"Max(0.0, 3.0E-6 + (n.VALUE > 3 ? ((-4.0E-9) * n.VALUE) : 0.0))": "3 µs − 4 ns for each n where n.VALUE > 3, at least 0",
		"(0.1) * DoublePDF[(0.0;0.0)(1.0;1.0)]":                          "",
		"2.0E-9 *":                                                       "",
		"1.0E-40 * n.VALUE":                                              "",
	} {
		if got := s.inUnits(e, text); got != want {
			t.Errorf("%s is %q, want %q", text, got, want)
		}
	}
	if got := s.inUnits(&model.Element{Kind: model.Loop}, "3"); got != "" {
		t.Errorf("a count is no time: %q", got)
	}
}
