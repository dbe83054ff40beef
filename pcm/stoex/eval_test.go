package stoex

import (
	"math"
	"strings"
	"testing"

	"beagle/model"
)

func assign(t *testing.T, text string) map[model.Variable]Val {
	t.Helper()
	values := map[model.Variable]Val{}
	for pair := range strings.FieldsSeq(text) {
		name, value, _ := strings.Cut(pair, "=")
		v, err := model.ParseVariable(name)
		if err != nil {
			t.Fatal(err)
		}
		if values[v], err = ParseValue(value); err != nil {
			t.Fatal(err)
		}
	}
	return values
}

// The values were observed with the evaluator of PCM 4.1.1.
func TestEvaluationIsThatOfTheSimulator(t *testing.T) {
	const given = "i.VALUE=7 d.VALUE=2.5 b.VALUE=true s.TYPE=A l.NUMBER_OF_ELEMENTS=3"
	tests := map[string]string{
		"7/2": "3", "-7/2": "-3", "7/2.0": "3.5", "7%3": "1", "-7%3": "-1", "i.VALUE/2": "3",
		"2^3": "8.0", "7.5%2": "1.5", "1==1.0": "true", "1.0/0": "Infinity", "-1.0/0": "-Infinity", "0.0/0": "NaN",
		"2147483647+1": "-2147483648", "100000*100000": "1410065408",
		"Trunc(-2.1)": "-3", "Trunc(2.9)": "2", "Trunc(7)": "7", "Round(2.5)": "3", "Round(-2.5)": "-2", "Round(0.49999999999999994)": "0",
		"Ceil(2.1)": "3", "Ceil(-2.1)": "-2", "Round(1.0E20)": "2147483647",
		"Max(1,2)": "2", "Max(1.0,2.0)": "2.0", "Min(1,2)": "1", "Sqrt(4)": "2.0", "Log(2.0, 8)": "3.0",
		"MaxDeviation(10, 2.0, 0.1)": "12", "MinDeviation(10, 2.0, 0.1)": "8", "MaxDeviation(100.0, 2.0, 0.1)": "110.0",
		"-2^2": "4.0", "-(2^2)": "-4.0", "NOT true OR true": "true", "NOT b.VALUE == false": "true",
		"true AND false OR true": "true", "false AND (true OR true)": "false", "false OR true AND false": "false", "true XOR true": "false",
		"b.VALUE ? 1 : 2.5": "1", "i.VALUE < d.VALUE ? 1 : 2.5": "2.5", `s.TYPE == "A"`: "true", `"A" <> 'A'`: "false",
		"l.NUMBER_OF_ELEMENTS * 2": "6", "i.VALUE - 2 - 1": "4", "2 * 3 + 4": "10", "2 + 3 * 4": "14", "8 / 4 / 2": "1",
		"1.0E-5": "1.0E-5", "1E5": "100000.0", "12345678.9": "1.23456789E7", "IntPMF[(5;1.0)]": "5", "BoolPMF[(true;1.0)(false;0.0)]": "true",
		`EnumPMF["A";1.0]`: "error", `EnumPMF[("A";1.0)]`: "A", "DoublePMF[(3;1.0)]": "3.0",
		"(-3.5) * i.VALUE": "-24.5", "2 * (-3)": "-6", "2.718281828459045 ^ (1.0 * 0)": "1.0", "((i.VALUE + 1) + 2) + 3": "13",
		"Round(i.VALUE * 0.5)": "4", "NOT (i.VALUE < 10)": "false", "(i.VALUE > 3) AND (b.VALUE)": "true",

		"1/0": "error", "1%0": "error", "Max(1.0,2)": "error", "foo.VALUE": "error", "Binom(1,0.5)": "error", "1 AND true": "error",
		"1 ? 2 : 3": "error", `"A" < "B"`: "error", "Log(1.0, 2.0)": "error", "Log(2.0, 0)": "error", "Exp(0)": "error",
		"IntPMF[(1;0.0)]": "error", "DoublePDF[(-1.0;1.0)]": "error", "-true": "error", "NOT 1": "error", "1 + true": "error",
	}
	for text, want := range tests {
		got := "error"
		if x, err := Parse(text); err == nil {
			if v, err := Eval(x, assign(t, given), NewRandom(1)); err == nil {
				got = v.String()
			}
		}
		if got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestTheSameSeedGivesTheSameValues(t *testing.T) {
	x, err := Parse("DoublePDF[(1.0;0.5)(2.0;0.5)] + Norm(3, 1) + Gamma(2, 3) + Pois(4)")
	if err != nil {
		t.Fatal(err)
	}
	var values [2][5]Val
	for run := range values {
		random := NewRandom(7)
		for i := range values[run] {
			if values[run][i], err = Eval(x, nil, random); err != nil {
				t.Fatal(err)
			}
		}
	}
	if values[0] != values[1] || values[0][0] == values[0][1] {
		t.Errorf("%v and %v", values[0], values[1])
	}
}

func TestMeansAreExactWhereTheyCanBe(t *testing.T) {
	tests := map[string]float64{
		"3":                               3,
		"IntPMF[(1;0.5)(2;0.5)]":          1.5,
		"IntPMF[(1;1.0)(3;1.0)]":          2, // shares
		"BoolPMF[(true;0.3)(false;0.7)]":  0.3,
		"DoublePDF[(1.0;0.0)(2.0;1.0)]":   1.5,
		"DoublePDF[(10.0;0.5)(20.0;0.5)]": 10,

		"IntPMF[(1;0.5)(2;0.5)] - IntPMF[(1;0.5)(2;0.5)]":             0,
		"IntPMF[(1;0.5)(2;0.5)] * IntPMF[(2;0.5)(4;0.5)]":             4.5,
		"IntPMF[(3;0.5)(5;0.5)] / 2":                                  1.5, // whole numbers
		"DoublePDF[(2.0;1.0)] * n.VALUE":                              7,
		"DoublePDF[(2.0;1.0)] / IntPMF[(1;0.5)(2;0.5)]":               0.75,
		"BoolPMF[(true;0.25)(false;0.75)] ? 8 : DoublePDF[(2.0;1.0)]": 2.75,
		"Norm(3, 2) + Exp(0.5)":                                       5,
		"UniInt(1, 6) * 2":                                            7,
		"LognormMoments(4, 2) - GammaMoments(3, 1)":                   1,

		"Gamma(2, 3)": 6,
		"n.VALUE ^ 2": 49,
	}
	for text, want := range tests {
		x, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Mean(x, assign(t, "n.VALUE=7"))
		if err != nil || math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: %v, want %v (%v)", text, got, want, err)
		}
	}
}

// Drawing many values must come near the expected value: both are computed in
// different ways.
func TestDrawsAgreeWithExpectedValues(t *testing.T) {
	for _, text := range []string{
		"IntPMF[(1;0.2)(5;0.3)(9;0.5)]", "DoublePDF[(1.0;0.2)(5.0;0.3)(9.0;0.5)]", "DoublePMF[(1.5;0.2)(9;0.8)]",
		"Norm(3, 2)", "Exp(0.25)", "Pois(4)", "UniDouble(2, 5)", "UniInt(2, 5)", "Lognorm(0.5, 0.3)", "LognormMoments(4, 1)", "Gamma(2, 3)", "GammaMoments(6, 0.5)",
	} {
		x, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		want, err := Mean(x, nil)
		if err != nil {
			t.Fatal(err)
		}
		m := &averager{}
		got, err := m.estimate(x)
		if err != nil || math.Abs(got-want) > 0.02*want {
			t.Errorf("%s: %v on average, expected %v (%v)", text, got, want, err)
		}
	}
}
