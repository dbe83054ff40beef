package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/scanner"

	"beagle/model"
	"beagle/model/expression"
)

// parseFormula reads what any learner writes.
func parseFormula(text string) (n expression.Node, err error) {
	if len(text) > 1<<20 {
		return nil, fmt.Errorf("a formula of %d bytes", len(text))
	}
	p := &formulaParser{}
	p.s.Init(strings.NewReader(strings.ReplaceAll(text, "**", "^")))
	p.s.Mode = scanner.ScanIdents | scanner.ScanFloats | scanner.ScanStrings
	p.s.IsIdentRune = func(r rune, i int) bool {
		return r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || i > 0 && (r == '.' || r >= '0' && r <= '9')
	}
	p.s.Error = func(_ *scanner.Scanner, msg string) { panic(wrongFormula(msg)) }
	defer func() {
		if wrong, ok := recover().(wrongFormula); ok {
			n, err = nil, fmt.Errorf("%s in %.80q", string(wrong), text)
		}
	}()
	p.next()
	n = p.choice()
	if p.tok != scanner.EOF {
		p.fail()
	}
	return n, nil
}

type wrongFormula string

type formulaParser struct {
	s     scanner.Scanner
	tok   rune
	depth int
}

func (p *formulaParser) next() { p.tok = p.s.Scan() }

func (p *formulaParser) fail() {
	panic(wrongFormula(fmt.Sprintf("%q at %d is not understood", p.s.TokenText(), p.s.Offset)))
}

func (p *formulaParser) take(r rune) bool {
	if p.tok != r {
		return false
	}
	p.next()
	return true
}

func (p *formulaParser) want(r rune) {
	if !p.take(r) {
		p.fail()
	}
}

func (p *formulaParser) choice() expression.Node {
	if p.depth++; p.depth > 5000 {
		p.fail()
	}
	defer func() { p.depth-- }()
	n := p.compared()
	if !p.take('?') {
		return n
	}
	yes := p.choice()
	p.want(':')
	return expression.If{Cond: n, Then: yes, Else: p.choice()}
}

func (p *formulaParser) compared() expression.Node {
	n := p.sum()
	for {
		var op expression.Op
		switch {
		case p.take('<'):
			op = expression.Less
			if p.take('=') {
				op = expression.LessEqual
			}
		case p.take('>'):
			op = expression.Greater
			if p.take('=') {
				op = expression.GreaterEqual
			}
		case p.take('='):
			p.want('=')
			op = expression.Equal
		default:
			return n
		}
		n = expression.Binary{Op: op, Left: n, Right: p.sum()}
	}
}

func (p *formulaParser) sum() expression.Node {
	n := p.product()
	for {
		switch {
		case p.take('+'):
			n = expression.Binary{Op: expression.Add, Left: n, Right: p.product()}
		case p.take('-'):
			n = expression.Binary{Op: expression.Sub, Left: n, Right: p.product()}
		default:
			return n
		}
	}
}

func (p *formulaParser) product() expression.Node {
	n := p.signed()
	for {
		switch {
		case p.take('*'):
			n = expression.Binary{Op: expression.Mul, Left: n, Right: p.signed()}
		case p.take('/'):
			n = expression.Binary{Op: expression.Div, Left: n, Right: p.signed()}
		default:
			return n
		}
	}
}

func (p *formulaParser) signed() expression.Node {
	switch {
	case p.take('-'):
		return expression.Unary{Func: expression.Neg, Arg: p.signed()}
	case p.take('+'):
		return p.signed()
	}
	return p.power()
}

func (p *formulaParser) power() expression.Node {
	n := p.atom()
	if p.take('^') {
		return expression.Binary{Op: expression.Pow, Left: n, Right: p.signed()}
	}
	return n
}

func (p *formulaParser) atom() expression.Node {
	text := p.s.TokenText()
	switch p.tok {
	case '(':
		p.next()
		n := p.choice()
		p.want(')')
		return n
	case scanner.Int, scanner.Float:
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			p.fail()
		}
		p.next()
		return expression.Constant(x)
	case scanner.String:
		word, err := strconv.Unquote(text)
		if err != nil {
			p.fail()
		}
		p.next()
		return expression.Text(word)
	case scanner.Ident:
		p.next()
		if p.take('(') {
			return p.call(text)
		}
		switch text {
		case "nan", "inf", "NaN":
			return expression.Constant(math.NaN())
		}
		v, err := model.ParseVariable(text)
		if err != nil {
			panic(wrongFormula(err.Error()))
		}
		return expression.Variable{Variable: v}
	}
	p.fail()
	return nil
}

// binaries and unaries are the names of functions among learners.
var (
	binaries = map[string]expression.Op{
		"add": expression.Add, "sub": expression.Sub, "mul": expression.Mul, "div": expression.Div, "aq": expression.Div,
		"pow": expression.Pow, "min": expression.Min, "max": expression.Max, "fmin": expression.Min, "fmax": expression.Max,
	}
	unaries = map[string]expression.Func{
		"neg": expression.Neg, "sqrt": expression.Sqrt, "log": expression.Ln, "ln": expression.Ln, "exp": expression.Exp,
		"abs": expression.Abs, "floor": expression.Floor, "ceil": expression.Ceil, "sin": expression.Sin,
	}
)

func (p *formulaParser) call(name string) expression.Node {
	args := []expression.Node{p.choice()}
	for p.take(',') {
		args = append(args, p.choice())
	}
	p.want(')')
	name = strings.ToLower(name)
	if op, ok := binaries[name]; ok && len(args) == 2 {
		return expression.Binary{Op: op, Left: args[0], Right: args[1]}
	}
	if f, ok := unaries[name]; ok && len(args) == 1 {
		return expression.Unary{Func: f, Arg: args[0]}
	}
	switch {
	case name == "log2" && len(args) == 1:
		return expression.Binary{Op: expression.Log, Left: expression.Constant(2), Right: args[0]}
	case name == "log" && len(args) == 2:
		return expression.Binary{Op: expression.Log, Left: args[0], Right: args[1]}
	}
	panic(wrongFormula(fmt.Sprintf("the function %s of %d arguments is not known", name, len(args))))
}

// tidy is the same for everybody before it is counted.
func tidy(n expression.Node) expression.Node {
	return expression.Simplify(spread(expression.Simplify(n)))
}

// spread multiplies a factor in front of a sum into terms that have one.
func spread(n expression.Node) expression.Node {
	product, ok := n.(expression.Binary)
	if !ok || product.Op != expression.Mul {
		return n
	}
	factor, ok := product.Left.(expression.Constant)
	if !ok {
		return n
	}
	var times func(expression.Node) expression.Node
	times = func(n expression.Node) expression.Node {
		if sum, ok := n.(expression.Binary); ok && (sum.Op == expression.Add || sum.Op == expression.Sub) {
			sum.Left, sum.Right = times(sum.Left), times(sum.Right)
			return sum
		}
		return expression.Simplify(expression.Binary{Op: expression.Mul, Left: factor, Right: n})
	}
	if spread := times(product.Right); expression.Size(spread) <= expression.Size(n) {
		return spread
	}
	return n
}

func constants(n expression.Node) (count int) {
	expression.Walk(n, func(n expression.Node) bool {
		if _, ok := n.(expression.Constant); ok {
			count++
		}
		return true
	})
	return count
}

func uses(n expression.Node, name string) bool {
	return slices.ContainsFunc(expression.Variables(n), func(v model.Variable) bool { return v.String() == name })
}
