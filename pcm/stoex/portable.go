package stoex

import (
	"strings"

	"beagle/model"
)

// portability says what the old parser (PCM up to 4.3) reads differently from the present one.
func portability(text string, x Expr) []model.Problem {
	c := &checker{text: text}
	walk(x, func(n Expr) {
		switch n := n.(type) {
		case *Binary:
			c.chain(n)
		case *Double:
			c.oldDouble(n)
		case *PMF:
			for _, s := range n.Samples {
				switch v := s.Value.(type) {
				case *Double:
					c.oldDouble(v)
				case *Text:
					c.oldText(v)
				}
			}
		case *Text:
			c.oldText(n)
		case *Ref:
			if n.Path[0] == "INNER" || n.Path[0] == "unit" {
				c.old("stoex-old-syntax", n.At, "the name %s is reserved", n.Path[0])
			}
		case *Call:
			if len(n.Args) == 0 {
				c.old("stoex-old-syntax", n.At, "a call without arguments is not read")
			}
		}
	})
	return c.problems
}

// old warns of what versions of Palladio up to 4.3 do not read.
func (c *checker) old(rule string, at int, format string, args ...any) {
	c.warn(rule, at, "in Palladio up to 4.3, "+format, args...)
}

func (c *checker) chain(n *Binary) {
	left, ok := n.X.(*Binary)
	if !ok {
		return
	}
	sum := func(o Op) bool { return o == OpAdd || o == OpSub }
	either := func(o Op) bool { return o == OpOr || o == OpXor }
	switch {
	case sum(n.Op) && sum(left.Op):
		c.old("stoex-old-syntax", n.At, "only one + or - is read on one level: write (a + b) + c")
	case n.Op == OpAnd && left.Op == OpAnd, either(n.Op) && either(left.Op):
		c.old("stoex-old-meaning", n.At, "a chain of %s loses operands: write (a %s b) %s c", n.Op, left.Op, n.Op)
	}
}

func (c *checker) oldDouble(d *Double) {
	mantissa, _, exponent := strings.Cut(strings.ToUpper(d.Text), "E")
	switch {
	case strings.HasSuffix(mantissa, "."):
		c.old("stoex-old-syntax", d.At, "a number does not end in a dot: write %s0", mantissa)
	case exponent && !strings.Contains(mantissa, "."):
		c.old("stoex-old-syntax", d.At, "an exponent needs a dot before it: write %s.0E...", mantissa)
	}
}

func (c *checker) oldText(t *Text) {
	plain := t.Value != "" && !strings.ContainsFunc(t.Value, func(r rune) bool {
		return r > 127 || !letter(byte(r)) && !digit(byte(r)) && r != ' '
	})
	if !plain || !strings.HasPrefix(t.Raw, `"`) || len(t.Raw) != len(t.Value)+2 {
		c.old("stoex-old-syntax", t.At, "texts have double quotes, letters, digits, _ and spaces only")
	}
}
