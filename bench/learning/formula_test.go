package main

import (
	"testing"

	"beagle/model/expression"
)

func TestEveryLearnersFormIsCountedOnOneTree(t *testing.T) {
	for text, want := range map[string]struct {
		text string
		size int
	}{
		"1.5 + 2 * n.VALUE": {"1.5 + 2 * n.VALUE", 5},
		"0.5 * (3 + 4 * n.VALUE^(1) * log2(n.VALUE)^(2))":           {"1.5 + 2 * n.VALUE * Log(2, n.VALUE) ^ 2", 11}, // Extra-P
		"2 * (2.5 + (4 * (((-0.5) * n.VALUE) * ((-1) * m.VALUE))))": {"5 + 4 * n.VALUE * m.VALUE", 7},                // Operon
		"3 * mul(add(m.VALUE, m.VALUE), sqrt(n.VALUE))":             {"6 * m.VALUE * Sqrt(n.VALUE)", 6},              // gplearn
		"(n.VALUE <= 2.5 ? 1e-3 : (m.VALUE <= 7.0 ? 2 : 3))":        {"n.VALUE <= 2.5 ? 0.001 : (m.VALUE <= 7 ? 2 : 3)", 11},
		`2 + 3 * (mode.VALUE == "fast") + n.VALUE ** 2`:             {`2 + 3 * (mode.VALUE == "fast") + n.VALUE ^ 2`, 11},
		"Min(3, -n.VALUE) / 1e300":                                  {"Min(3, -n.VALUE) / 1e+300", 6},
	} {
		n, err := parseFormula(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		n = tidy(n)
		if got, size := expression.String(n), expression.Size(n); got != want.text || size != want.size {
			t.Errorf("%s is %s with %d nodes, want %s with %d", text, got, size, want.text, want.size)
		}
	}
}

func TestWrongFormulasAreRefused(t *testing.T) {
	for _, text := range []string{"", "1 +", "foo(1)", "(1", "1 2", "n.VALUE = 3", `"open`} {
		if n, err := parseFormula(text); err == nil {
			t.Errorf("%q is %s", text, expression.String(n))
		}
	}
}
