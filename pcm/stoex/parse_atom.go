package stoex

import (
	"strings"
	"unicode/utf8"

	"beagle/model"
)

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

// name is the variable without its characterisation, as the model names it.
func (e *Ref) name() string { return strings.Join(e.Path, ".") }

// suggestion is what a variable without characterisation might mean.
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

// call parses arguments behind a function's name.
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
