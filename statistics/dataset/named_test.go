package dataset

import (
	"testing"

	"beagle/model"
	"beagle/model/expression"
)

// modes are a mode of three names, and a number that is 0, 2 or 4 by it but for a few rows.
func modes(stray func(i int) float64) (names model.Column, number []float64) {
	names = model.Column{Variable: model.Variable{Name: "mode", Char: model.ValueOf}, Kind: model.Text, Levels: []string{"best", "fast", "normal"}}
	for i := range 90 {
		level := i % 3
		names.Num = append(names.Num, float64(level))
		number = append(number, []float64{4, 0, 2}[level]+stray(i))
	}
	return names, number
}

// evenly are data of as many points, each observed once.
func evenly(values []float64) *Data {
	d := &Data{}
	for range values {
		d.Weight = append(d.Weight, 1)
	}
	return d
}

func TestANumberStandsForNamesThatSayNearlyAllOfIt(t *testing.T) {
	for _, test := range []struct {
		name   string
		stray  func(i int) float64
		stands bool
	}{
		{"always", func(int) float64 { return 0 }, true},
		{"one row in ninety is another", func(i int) float64 {
			if i == 45 {
				return 1
			}
			return 0
		}, true},
		{"it varies by itself", func(i int) float64 { return float64(i%7) / 4 }, false},
	} {
		names, number := modes(test.stray)
		levels := evenly(number).Levels(&model.Column{Num: number}, &names, 100)
		if (levels != nil) != test.stands {
			t.Errorf("%s: %v, want that it stands for them: %v", test.name, levels, test.stands)
		}
		if levels == nil {
			continue
		}
		if by := expression.String(ByName(levels)); by != `mode.VALUE == "fast" ? 0 : (mode.VALUE == "normal" ? 2 : 4)` {
			t.Errorf("%s: %s", test.name, by)
		}
	}
}

func TestNamesAreAskedForByTheNumberThatStandsForThem(t *testing.T) {
	names, number := modes(func(int) float64 { return 0 })
	levels := evenly(number).Levels(&model.Column{Num: number}, &names, 100)
	mode := expression.Variable{Variable: names.Variable}
	is := func(level string) expression.Node {
		return expression.Binary{Op: expression.Equal, Left: mode, Right: expression.Text(level)}
	}
	n := expression.If{Cond: is("normal"), Then: expression.Constant(7), Else: expression.If{Cond: is("best"), Then: expression.Constant(8), Else: expression.Constant(9)}}
	code := model.Variable{Name: "code", Char: model.ValueOf}
	asked := ByNumber(n, levels, names.Variable, code)
	for at, want := range map[float64]float64{0: 9, 2: 7, 4: 8} {
		f, err := Evaluate(asked, []model.Column{{Variable: code, Kind: model.Number, Num: []float64{at}}})
		if err != nil || f[0] != want {
			t.Errorf("%s is %v at %g (%v), want %g", expression.String(asked), f, at, err, want)
		}
	}
	other := expression.If{Cond: expression.Binary{Op: expression.NotEqual, Left: mode, Right: expression.Text("best")}, Then: expression.Constant(1), Else: expression.Constant(2)}
	if n := ByNumber(other, levels, names.Variable, code); n != nil {
		t.Errorf("%s asks for the names otherwise", expression.String(n))
	}
}

func TestAFlagIsAskedForByANumberThatStandsForIt(t *testing.T) {
	flag := model.Column{Variable: model.Variable{Name: "cached", Char: model.ValueOf}, Kind: model.Bool}
	var number []float64
	for i := range 40 {
		flag.Num, number = append(flag.Num, float64(i%2)), append(number, 100-90*float64(i%2))
	}
	number[7] = 11
	levels := evenly(number).Levels(&model.Column{Num: number}, &flag, 100)
	if levels == nil {
		t.Fatal("the number does not stand for the flag")
	}
	if by := expression.String(ByName(levels)); by != "cached.VALUE ? 10 : 100" {
		t.Error(by)
	}
	n := expression.If{Cond: expression.Variable{Variable: flag.Variable}, Then: expression.Constant(1), Else: expression.Constant(2)}
	if asked := expression.String(ByNumber(n, levels, flag.Variable, model.Variable{Name: "size", Char: model.ValueOf})); asked != "size.VALUE < 55 ? 1 : 2" {
		t.Error(asked)
	}
}
