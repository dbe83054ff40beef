package derive

import (
	"math"
	"strings"
	"testing"

	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
)

// number is the value of a formula over width and height, 7 and 3.
func value(t *testing.T, text string) (blackboard.Derived, model.Value) {
	t.Helper()
	all, err := Parse(map[string]string{"x": text})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	inputs := make([]model.Value, len(all[0].Inputs))
	for i, v := range all[0].Inputs {
		inputs[i] = model.NumberValue(map[string]float64{"width": 7, "height": 3}[v.Name])
	}
	return all[0], all[0].Value(inputs)
}

func TestFormulasAreEvaluatedByGovaluateAndSaidAsExpressions(t *testing.T) {
	for text, want := range map[string]float64{
		"width.VALUE * height.VALUE":                                    21,
		"[width.VALUE] * 2 + [height.VALUE]":                            17,
		"2 ** height.VALUE":                                             8,
		"width.VALUE % height.VALUE":                                    1,
		"width.VALUE - height.VALUE - 1":                                3,
		"width.VALUE / height.VALUE * 3":                                7,
		"-width.VALUE + 10":                                             3,
		"-(width.VALUE - 10) ** 2":                                      9,
		"min(width.VALUE, height.VALUE) + ceil(log(exp(height.VALUE)))": 6,
		"width.VALUE > height.VALUE ? 1 : 2":                            1,
		"width.VALUE < 2 ? 1 : height.VALUE < 2 ? 2 : 3":                3,
		"abs(floor(-width.VALUE / 2))":                                  4,
	} {
		d, got := value(t, text)
		if math.Abs(got.Num-want) > 1e-12 || got.Kind != model.Number {
			t.Errorf("%s is %v, want %g", text, got, want)
		}
		if d.Definition == nil {
			t.Errorf("%s", d.Unsayable)
		}
	}
	if _, got := value(t, "width.VALUE > height.VALUE && !(height.VALUE > 5)"); got != model.BoolValue(true) {
		t.Errorf("a flag is %v", got)
	}
	if _, got := value(t, "1 / (height.VALUE - 3)"); got.Kind != model.None {
		t.Errorf("a division by zero is %v", got)
	}
}

func TestWhatNoExpressionCanSayIsNamed(t *testing.T) {
	for text, part := range map[string]string{
		"width.VALUE & 3":               "&",
		"width.VALUE << 2":              "<<",
		"width.TYPE =~ 'a.*' ? 1 : 2":   "=~",
		"width.VALUE ?? height.VALUE":   "??",
		"width.VALUE in (1, 2) ? 1 : 2": "in",
	} {
		all, err := Parse(map[string]string{"x": text})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if d := all[0]; d.Definition != nil || !strings.Contains(d.Unsayable, part) || !strings.Contains(d.Unsayable, "of x has no StoEx") {
			t.Errorf("%s is said as %v (%s)", text, d.Definition, d.Unsayable)
		}
	}
}

func TestWrongFormulasAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "no formula",
		"2 *":                           "cannot be read",
		"width.VALUE height.VALUE":      "an operator is missing",
		"2 + 3":                         "the same for every call",
		"width * 2":                     `"width" is no variable`,
		"width.VALU * 2":                `"width.VALU" is no variable`,
		"sin(width.VALUE)":              "",
		strings.Repeat("(", 5000):       "at most 4096",
		"DoublePMF[(1.0;1.0)]":          "",
		strings.Repeat("(", 2000) + "1": "cannot be read",
	} {
		if _, err := Parse(map[string]string{"x": text}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40s: %v, want %s", text, err, want)
		}
	}
}

func TestFormulasUseWhatTheModelKnows(t *testing.T) {
	elements := []model.Element{{Inputs: []model.Input{{Name: "width", Type: "INT"}, {Name: "name", Type: "STRING"}, {Name: "on", Type: "BOOL"}}}}
	for text, want := range map[string]string{
		"width.VALUE * 2":             "",
		"on.VALUE ? width.VALUE : 0":  "",
		"name.VALUE == 'zip' ? 1 : 0": "",
		"name.BYTESIZE / 1024":        "",
		"depth.VALUE * 2":             "no service of the model has a parameter depth; there are name, on, width",
		"y.VALUE + 1":                 "derived itself",
		"name.VALUE * 2":              "neither a number nor a flag",
	} {
		all, err := Parse(map[string]string{"x": text, "y": "width.VALUE"})
		if err != nil {
			t.Fatal(err)
		}
		err = Known(all, elements)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	all, err := Parse(map[string]string{"width": "name.BYTESIZE"})
	if err != nil {
		t.Fatal(err)
	}
	if err := Known(all, elements); err == nil || !strings.Contains(err.Error(), "has this name") {
		t.Errorf("a parameter's name was taken: %v", err)
	}
}

// Whatever the formula, where there is an expression tree it has its value.
func FuzzTheTreeHasTheFormulasValue(f *testing.F) {
	for _, text := range []string{"a.VALUE ** b.VALUE ** 2", "-a.VALUE ** 2", "!(a.VALUE > 1) || b.VALUE == 2 && a.VALUE != 3", "a.VALUE ? 1 : 2", "2 - -a.VALUE", "a.VALUE > 1 > 0", "((a.VALUE))", "a.VALUE * (1, 2)"} {
		f.Add(text, 3.0, 2.0)
	}
	f.Fuzz(func(t *testing.T, text string, a, b float64) {
		all, err := Parse(map[string]string{"x": text})
		if err != nil || all[0].Definition == nil || math.Abs(a) > 1e6 || math.Abs(b) > 1e6 {
			return
		}
		d := all[0]
		inputs, columns := make([]model.Value, len(d.Inputs)), make([]model.Column, len(d.Inputs))
		for i, v := range d.Inputs {
			x := a
			if i > 0 {
				x = b
			}
			inputs[i], columns[i] = model.NumberValue(x), model.Column{Variable: v, Kind: model.Number, Num: []float64{x}}
		}
		want := d.Value(inputs)
		program, err := expression.Compile(d.Definition, columns)
		if want.Kind == model.None || err != nil {
			return
		}
		got := make([]float64, 1)
		program.Eval(got, 0)
		if math.Abs(got[0]-want.Num) > 1e-6*max(1, math.Abs(want.Num)) {
			t.Errorf("%s for %v is %v, its tree says %g", text, inputs, want, got[0])
		}
	})
}
