package findings

import (
	"math"
	"strings"

	"beagle/internal/quantity"
	"beagle/model"
	"beagle/model/adapter"
	"beagle/model/expression"
)

// inUnits reads the text of a demand, in seconds, as people would say it.
func (s *Sayer) inUnits(e *model.Element, text string) string {
	reader, ok := s.Text.(adapter.Reader)
	if !ok || e.Kind != model.InternalAction || text == "" {
		return ""
	}
	n, err := reader.Meaning(e, text)
	if err != nil {
		return ""
	}
	return seconds(n)
}

// seconds says an expression in seconds; empty: it cannot be said shortly.
func seconds(n expression.Node) string {
	if bounded, ok := n.(expression.Binary); ok && bounded.Op == expression.Max && bounded.Left == expression.Constant(0) {
		if said := seconds(bounded.Right); said != "" {
			return said + ", at least 0"
		}
		return ""
	}
	var b strings.Builder
	for _, t := range summands(n, 1) {
		said := t.String()
		if less, ok := strings.CutPrefix(said, "−"); ok && t.number > 0 && !strings.ContainsAny(less, "+−,") {
			said, t.number = less, -t.number
		}
		switch {
		case said == "":
			return ""
		case b.Len() == 0 && t.number < 0:
			b.WriteString("−")
		case b.Len() > 0 && t.number < 0:
			b.WriteString(" − ")
		case b.Len() > 0:
			b.WriteString(" + ")
		}
		b.WriteString(said)
	}
	return b.String()
}

type term struct {
	number  float64
	factors []expression.Node
}

func summands(n expression.Node, sign float64) []term {
	switch n := n.(type) {
	case expression.Binary:
		switch n.Op {
		case expression.Add:
			return append(summands(n.Left, sign), summands(n.Right, sign)...)
		case expression.Sub:
			return append(summands(n.Left, sign), summands(n.Right, -sign)...)
		default:
		}
	case expression.Unary:
		if n.Func == expression.Neg {
			return summands(n.Arg, -sign)
		}
	default:
	}
	t := term{number: sign}
	t.multiply(n)
	return []term{t}
}

func (t *term) multiply(n expression.Node) {
	switch n := n.(type) {
	case expression.Constant:
		t.number *= float64(n)
		return
	case expression.Binary:
		if n.Op == expression.Mul {
			t.multiply(n.Left)
			t.multiply(n.Right)
			return
		}
		if by, ok := n.Right.(expression.Constant); ok && n.Op == expression.Div {
			t.multiply(n.Left)
			t.number /= float64(by)
			return
		}
	default:
	}
	t.factors = append(t.factors, n)
}

func (t term) String() string {
	time := timeOf(math.Abs(t.number))
	if time == "" || len(t.factors) == 0 {
		return time
	}
	if choice, ok := t.factors[0].(expression.If); ok && len(t.factors) == 1 {
		return choiceOf(math.Abs(t.number), choice)
	}
	if v, ok := t.factors[0].(expression.Variable); ok && len(t.factors) == 1 {
		switch v.Char {
		case model.ByteSize:
			return time + " a byte of " + v.Name
		case model.NumberOfElements:
			return time + " an element of " + v.Name
		case model.ValueOf:
			return time + " for each " + v.Name
		case model.TypeOf, model.Structure:
			return ""
		}
	}
	for _, f := range t.factors {
		said := expression.String(f)
		if _, sum := f.(expression.Binary); sum {
			said = "(" + said + ")"
		}
		time += " × " + said
	}
	return time
}

func choiceOf(number float64, n expression.If) string {
	scaled := func(n expression.Node) string {
		return seconds(expression.Simplify(expression.Binary{Op: expression.Mul, Left: expression.Constant(number), Right: n}))
	}
	yes, no := scaled(n.Then), scaled(n.Else)
	switch {
	case yes == "" || no == "":
		return ""
	case n.Else == expression.Constant(0):
		return yes + " where " + expression.String(n.Cond)
	}
	return yes + " where " + expression.String(n.Cond) + ", else " + no
}

// timeOf writes seconds; empty: fewer than a program can take.
func timeOf(s float64) string {
	if s < 1e-13 && s != 0 {
		return ""
	}
	return quantity.Seconds(s)
}
