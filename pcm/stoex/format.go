package stoex

import (
	"strconv"
	"strings"
)

// Format writes an expression in the form that all parsers of Palladio read alike: one line, every operation that is
// an operand in parentheses, numbers as Java writes them.
func Format(e Expr) string {
	var b strings.Builder
	format(&b, plain(e), false)
	return b.String()
}

func format(b *strings.Builder, e Expr, operand bool) {
	e = plain(e)
	if operand && compound(e) {
		b.WriteByte('(')
		defer b.WriteByte(')')
	}
	switch e := e.(type) {
	case *Int:
		b.WriteString(strconv.Itoa(int(e.Value)))
	case *Double:
		b.WriteString(FormatDouble(e.Value))
	case *Text:
		quote(b, e.Value)
	case *Bool:
		b.WriteString(strconv.FormatBool(e.Value))
	case *Ref:
		b.WriteString(e.String())
	case *Call:
		b.WriteString(e.Name + "(")
		for i, arg := range e.Args {
			if i > 0 {
				b.WriteString(", ")
			}
			_, cond := plain(arg).(*Cond) // an argument is no choice without parentheses
			format(b, arg, cond)
		}
		b.WriteByte(')')
	case *Unary:
		b.WriteString(string(e.Op))
		if e.Op == OpNot {
			b.WriteByte(' ')
		}
		format(b, e.X, true)
	case *Binary:
		format(b, e.X, true)
		b.WriteString(" " + string(e.Op) + " ")
		format(b, e.Y, true)
	case *Cond:
		format(b, e.If, true)
		b.WriteString(" ? ")
		format(b, e.Then, true)
		b.WriteString(" : ")
		format(b, e.Else, true)
	case *PMF:
		formatPMF(b, e)
	}
}

func compound(e Expr) bool {
	switch e.(type) {
	case *Unary, *Binary, *Cond:
		return true
	}
	return false
}

func (e *Ref) String() string { return strings.Join(e.Path, ".") + "." + e.Char.String() }

func formatPMF(b *strings.Builder, f *PMF) {
	b.WriteString(string(f.Kind))
	if f.Ordered {
		b.WriteString("(ordered)")
	}
	b.WriteByte('[')
	for _, s := range f.Samples {
		b.WriteByte('(')
		if s.Negative {
			b.WriteByte('-')
		}
		format(b, s.Value, false)
		b.WriteString(";" + FormatDouble(s.Probability) + ")")
	}
	b.WriteByte(']')
}

// FormatDouble writes a finite number as Java's Double.toString does (JLS, Double.toString).
func FormatDouble(x float64) string {
	if a := max(x, -x); x == 0 || a >= 1e-3 && a < 1e7 {
		text := strconv.FormatFloat(x, 'f', -1, 64)
		if !strings.Contains(text, ".") {
			text += ".0"
		}
		return text
	}
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'E', -1, 64), "E")
	if !strings.Contains(mantissa, ".") {
		mantissa += ".0"
	}
	e, _ := strconv.Atoi(exponent)
	return mantissa + "E" + strconv.Itoa(e)
}

func quote(b *strings.Builder, text string) {
	b.WriteByte('"')
	for _, r := range text {
		if at := strings.IndexRune("\b\t\n\f\r\"\\", r); at >= 0 {
			b.WriteByte('\\')
			b.WriteByte(`btnfr"\`[at])
			continue
		}
		b.WriteRune(r)
	}
	b.WriteByte('"')
}
