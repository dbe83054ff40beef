package stoex

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"beagle/model"
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

// leftOver explains what stands where the expression should end.
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

// take moves on if the token is this symbol or word.
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

// unary = "-" unary | "NOT" unary | atom
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

func (p *parser) enter() *Error {
	if p.depth++; p.depth > MaxDepth {
		return p.fail("the expression is nested more than %d deep", MaxDepth)
	}
	return nil
}

func (p *parser) leave() { p.depth-- }

func (p *parser) atom() (Expr, *Error) {
	t := p.tok
	switch {
	case t.kind == tInt:
		value, err := p.int32(t)
		if err != nil {
			return nil, err
		}
		return &Int{t.at, value}, p.advance()
	case t.kind == tDouble:
		value, err := p.double(t)
		if err != nil {
			return nil, err
		}
		return &Double{t.at, value, t.text}, p.advance()
	case t.kind == tString:
		value, err := p.unquote(t)
		if err != nil {
			return nil, err
		}
		return &Text{t.at, value, t.text}, p.advance()
	case t.kind == tKeyword && (t.text == "true" || t.text == "false"):
		return &Bool{t.at, t.text == "true"}, p.advance()
	case t.kind == tKeyword && (strings.HasSuffix(t.text, "PMF") || t.text == string(DoublePDF)):
		return p.pmf()
	case t.kind == tName:
		return p.named()
	case t.kind == tSymbol && t.text == "(":
		return p.paren()
	case t.text == "." && digit(p.peek(0)):
		return nil, p.fail("numbers start with a digit: write 0.5")
	case t.kind == tKeyword:
		return nil, p.fail("%q is a word of StoEx and cannot stand here", t.text)
	}
	return nil, p.fail("expected a value, found %s", p.found())
}

func (p *parser) paren() (Expr, *Error) {
	at := p.tok.at
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	if err := p.advance(); err != nil {
		return nil, err
	}
	x, err := p.expr()
	if err != nil {
		return nil, err
	}
	if p.tok.text != ")" {
		return nil, p.fail("expected \")\" for the \"(\" of column %d, found %s", utf8.RuneCountInString(p.text[:at])+1, p.found())
	}
	return &Paren{at, x}, p.advance()
}

// named reads a call or a variable: both start with a name.
func (p *parser) named() (Expr, *Error) {
	first := p.tok
	if err := p.advance(); err != nil {
		return nil, err
	}
	if p.tok.kind == tSymbol && p.tok.text == "(" {
		return p.call(first)
	}
	ref := &Ref{At: first.at, Path: []string{first.text}}
	for {
		if p.tok.kind != tSymbol || p.tok.text != "." {
			return nil, fail(p.text, first.at, "the variable %s has no characterisation: write %s", ref.name(), ref.suggestion())
		}
		if err := p.advance(); err != nil {
			return nil, err
		}
		if char, ok := model.ParseCharacterisation(p.tok.text); ok && p.tok.kind == tKeyword {
			ref.Char = char
			return ref, p.advance()
		}
		if p.tok.kind != tName {
			return nil, p.fail("expected a name or a characterisation (VALUE, BYTESIZE, ...), found %s", p.found())
		}
		ref.Path = append(ref.Path, p.tok.text)
		if err := p.advance(); err != nil {
			return nil, err
		}
	}
}

func (e *Ref) name() string { return strings.Join(e.Path, ".") }

// suggestion is what a variable without characterisation might mean; n_VALUE
// comes from generators that write "_" for ".".
func (e *Ref) suggestion() string {
	name := e.name()
	for c := model.Structure; c <= model.TypeOf; c++ {
		if stem, ok := strings.CutSuffix(name, "_"+c.String()); ok && stem != "" {
			return stem + "." + c.String()
		}
		// priority.VALU or priority.value: begun, or in the wrong case.
		if last := len(e.Path) - 1; last > 0 && len(e.Path[last]) > 2 && strings.HasPrefix(c.String(), strings.ToUpper(e.Path[last])) {
			return strings.Join(e.Path[:last], ".") + "." + c.String()
		}
	}
	return name + ".VALUE, .NUMBER_OF_ELEMENTS, .BYTESIZE, .TYPE or .STRUCTURE"
}

func (p *parser) call(name token) (Expr, *Error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	if err := p.advance(); err != nil {
		return nil, err
	}
	call := &Call{At: name.at, Name: name.text}
	if ok, err := p.take(")"); ok || err != nil {
		return call, err
	}
	for {
		arg, err := p.binary(0)
		if err != nil {
			return nil, err
		}
		call.Args = append(call.Args, arg)
		more, err := p.take(",")
		if err != nil {
			return nil, err
		}
		if more {
			continue
		}
		if ok, err := p.take(")"); ok || err != nil {
			return call, err
		}
		return nil, p.fail("expected \",\" or \")\" in the arguments of %s, found %s", name.text, p.found())
	}
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

// unquote resolves the escapes of a text.
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

// height is the depth of the tree; chains of operators count.
func height(e Expr) int {
	h := 0
	for _, c := range children(e) {
		h = max(h, height(c))
	}
	return h + 1
}
