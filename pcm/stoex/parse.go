// Package stoex is the language of stochastic expressions in Palladio models: parse, check, format, evaluate, and
// translate from and to Beagle's own expressions. The grammar is that of Palladio's Xtext parser (Stoex.xtext and
// PCMStoex.xtext, PCM 5.x and later).
package stoex

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Parse reads an expression. Errors are of type *Error.
func Parse(text string) (Expr, error) {
	if n := len(text); n > MaxLength {
		return nil, fail("", 0, "the expression has %d bytes; more than %d are not read", n, MaxLength)
	}
	if !utf8.ValidString(text) {
		at := 0
		for at < len(text) {
			r, size := utf8.DecodeRuneInString(text[at:])
			if r == utf8.RuneError && size == 1 {
				break
			}
			at += size
		}
		return nil, fail(text, at, "this byte is not UTF-8")
	}
	p := parser{scanner: scanner{text: text}}
	e, err := p.all()
	if err != nil {
		return nil, err
	}
	return e, nil
}

type parser struct {
	scanner
	tok   token
	depth int
}

func (p *parser) all() (Expr, *Error) {
	if err := p.advance(); err != nil {
		return nil, err
	}
	if p.tok.kind == tEnd {
		return nil, p.fail("the expression is empty")
	}
	e, err := p.expr()
	if err != nil {
		return nil, err
	}
	if p.tok.kind != tEnd {
		return nil, p.leftOver()
	}
	if height(e) > MaxDepth {
		return nil, fail(p.text, 0, "the expression is nested more than %d deep", MaxDepth)
	}
	return e, nil
}

func (p *parser) leftOver() *Error {
	switch {
	case p.tok.text == ")":
		return p.fail("this \")\" closes nothing")
	case p.tok.kind == tInt && p.tok.at > 0 && digit(p.text[p.tok.at-1]):
		return p.fail("numbers have no leading zeros, also not in exponents: write 1.0E-5")
	case p.tok.text == "?":
		return p.fail("a choice inside a choice needs parentheses: a ? b : (c ? d : e)")
	case p.tok.kind == tSymbol && Op(p.tok.text).comparison():
		return p.fail("comparisons cannot be chained: write a < b AND b < c")
	case p.tok.text == "^":
		return p.fail("powers cannot be chained: write (a ^ b) ^ c or a ^ (b ^ c)")
	}
	return p.fail("expected an operator or the end, found %s", p.found())
}

func (p *parser) advance() (err *Error) {
	p.tok, err = p.next()
	return err
}

func (p *parser) fail(format string, args ...any) *Error {
	return fail(p.text, p.tok.at, format, args...)
}

func (p *parser) found() string {
	if p.tok.kind == tEnd {
		return "the end"
	}
	text := p.tok.text
	if len(text) > 40 {
		text = strings.ToValidUTF8(text[:37], "") + "..."
	}
	return strconv.Quote(text)
}

func (p *parser) take(text string) (bool, *Error) {
	if p.tok.text != text || p.tok.kind != tSymbol && p.tok.kind != tKeyword {
		return false, nil
	}
	return true, p.advance()
}

func (p *parser) want(text string) *Error {
	ok, err := p.take(text)
	if err == nil && !ok {
		err = p.fail("expected %q, found %s", text, p.found())
	}
	return err
}

// expr = and [ "?" and ":" and ]
func (p *parser) expr() (Expr, *Error) {
	cond, err := p.binary(0)
	if err != nil || p.tok.text != "?" || p.tok.kind != tSymbol {
		return cond, err
	}
	at := p.tok.at
	if err := p.advance(); err != nil {
		return nil, err
	}
	then, err := p.binary(0)
	if err != nil {
		return nil, err
	}
	if err := p.want(":"); err != nil {
		return nil, err
	}
	other, err := p.binary(0)
	if err != nil {
		return nil, err
	}
	return &Cond{at, cond, then, other}, nil
}

// levels are the binary operators from weakest to strongest. AND binds weaker
// than OR and XOR; comparisons and powers do not chain.
var levels = [...]struct {
	ops   []Op
	chain bool
}{
	{[]Op{OpAnd}, true},
	{[]Op{OpOr, OpXor}, true},
	{[]Op{OpGreater, OpLess, OpEqual, OpNotEq, OpGreatEq, OpLessEq}, false},
	{[]Op{OpAdd, OpSub}, true},
	{[]Op{OpMul, OpDiv, OpMod}, true},
	{[]Op{OpPow}, false},
}

// binary parses operators by precedence climbing over the table of levels, the loosest first.
func (p *parser) binary(level int) (Expr, *Error) {
	if level == len(levels) {
		return p.unary()
	}
	left, err := p.binary(level + 1)
	if err != nil {
		return nil, err
	}
	for p.isOne(levels[level].ops) {
		op, at := Op(p.tok.text), p.tok.at
		if err := p.advance(); err != nil {
			return nil, err
		}
		right, err := p.binary(level + 1)
		if err != nil {
			return nil, err
		}
		left = &Binary{at, op, left, right}
		if !levels[level].chain {
			break
		}
	}
	return left, nil
}

func (p *parser) isOne(ops []Op) bool {
	if p.tok.kind != tSymbol && p.tok.kind != tKeyword {
		return false
	}
	for _, op := range ops {
		if p.tok.text == string(op) {
			return true
		}
	}
	return false
}

func (p *parser) unary() (Expr, *Error) {
	op := Op(p.tok.text)
	if p.tok.kind != tSymbol && p.tok.kind != tKeyword || op != OpSub && op != OpNot {
		return p.atom()
	}
	at := p.tok.at
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	if err := p.advance(); err != nil {
		return nil, err
	}
	x, err := p.unary()
	if err != nil {
		return nil, err
	}
	return &Unary{at, op, x}, nil
}

// enter goes one level deeper; an error beyond MaxDepth, so that hostile text cannot exhaust the stack.
func (p *parser) enter() *Error {
	if p.depth++; p.depth > MaxDepth {
		return p.fail("the expression is nested more than %d deep", MaxDepth)
	}
	return nil
}

func (p *parser) leave() { p.depth-- }

func height(e Expr) int {
	h := 0
	for _, c := range children(e) {
		h = max(h, height(c))
	}
	return h + 1
}

func (p *parser) int32(t token) (int32, *Error) {
	value, err := strconv.ParseInt(t.text, 10, 32)
	if err != nil {
		return 0, p.fail("%s does not fit 32 bits: write %s.0 for a floating point number", t.text, t.text)
	}
	return int32(value), nil
}

func (p *parser) double(t token) (float64, *Error) {
	value, err := strconv.ParseFloat(t.text, 64)
	if err != nil || math.IsInf(value, 0) {
		return 0, p.fail("%s is too large for a floating point number", t.text)
	}
	return value, nil
}

func (p *parser) unquote(t token) (string, *Error) {
	inner := t.text[1 : len(t.text)-1]
	if !strings.Contains(inner, "\\") {
		return inner, nil
	}
	var b strings.Builder
	for i := 0; i < len(inner); i++ {
		if inner[i] != '\\' {
			b.WriteByte(inner[i])
			continue
		}
		i++
		at := strings.IndexByte(`btnfr"'\`, inner[i])
		switch {
		case at >= 0:
			b.WriteByte("\b\t\n\f\r\"'\\"[at])
		case inner[i] == 'u' && i+4 < len(inner):
			code, err := strconv.ParseUint(inner[i+1:i+5], 16, 16)
			if err != nil {
				return "", fail(p.text, t.at+i, "\\u needs four hexadecimal digits")
			}
			b.WriteRune(rune(code))
			i += 4
		default:
			return "", fail(p.text, t.at+i, "StoEx has no escape \\%c", inner[i])
		}
	}
	return b.String(), nil
}
