package stoex

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"beagle/model"
)

// seeds of the fuzz targets: one of everything.
var seeds = []string{
	"1 + 2.5E-3 * n.VALUE", `kind.TYPE == "A" AND NOT b.VALUE ? 1 : 2`, "IntPMF[(1;0.5)(-2;0.5)]", `EnumPMF(ordered)[("a";0.3)('b';0.7)]`,
	"BoolPMF[(true;0.3)(false;0.7)] XOR a.b.VALUE", "DoublePDF[(1;0.5)(2.0;0.5)] ^ 2 % 3", "Max(0.0, -(x.INNER.BYTESIZE))", "/* c */ 1 // d", `"\u00e4\n"`, "1.0E-05",
}

func FuzzParse(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		x, err := Parse(text)
		if err != nil {
			var at *Error
			if !errors.As(err, &at) || at.Column < 1 || at.Offset > len(text) {
				t.Fatalf("%q: %#v", text, err)
			}
			return
		}
		CheckIn(text, Demand, nil)
		formatted := Format(x)
		again, err := Parse(formatted)
		if err != nil {
			t.Fatalf("%q was formatted as %q: %v", text, formatted, err)
		}
		if twice := Format(again); twice != formatted {
			t.Fatalf("%q is formatted as %q, and then as %q", text, formatted, twice)
		}
		sameMeaning(t, text, x, again)
	})
}

// sameMeaning evaluates both with the same random numbers.
func sameMeaning(t *testing.T, text string, a, b Expr) {
	t.Helper()
	values := map[model.Variable]Val{}
	walk(a, func(x Expr) {
		if r, ok := x.(*Ref); ok {
			values[model.Variable{Name: r.name(), Char: r.Char}] = IntValue(int32(len(r.Path) + 2))
		}
	})
	x, errX := Eval(a, values, NewRandom(3))
	y, errY := Eval(b, values, NewRandom(3))
	if (errX == nil) != (errY == nil) || errX == nil && x != y && !(math.IsNaN(x.d) && math.IsNaN(y.d)) {
		t.Fatalf("%q means %v (%v), formatted it means %v (%v)", text, x, errX, y, errY)
	}
}

func TestHugeExpressionsGetAnErrorAtOnce(t *testing.T) {
	for name, text := range map[string]string{
		"a million characters":     strings.Repeat("1+", 500_000) + "1",
		"ten thousand parentheses": strings.Repeat("(", 10_000) + "1" + strings.Repeat(")", 10_000),
		"ten thousand minus signs": strings.Repeat("-", 10_000) + "1",
		"ten thousand NOTs":        strings.Repeat("NOT ", 10_000) + "true",
		"ten thousand calls":       strings.Repeat("f(", 10_000),
		"a hundred thousand terms": strings.Repeat("1+", 100_000) + "1",
		"an open text":             `"` + strings.Repeat("a", 200_000),
		"an open comment":          strings.Repeat("/*", 100_000),
		"an open PMF":              "IntPMF[" + strings.Repeat("(1;0.5)", 20_000),
	} {
		start := time.Now()
		if _, err := Parse(text); err == nil {
			t.Errorf("%s: no error", name)
		} else if len(err.Error()) > 300 {
			t.Errorf("%s: a message of %d characters", name, len(err.Error()))
		}
		t.Logf("%s: %v", name, time.Since(start))
	}
}
