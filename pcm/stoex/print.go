package stoex

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"beagle/model"
	"beagle/model/expression"
)

// Print writes an expression in the subset of StoEx that all of Palladio's parsers and its simulators treat alike, in
// the type that the place asks for. Expressions are arithmetic on real numbers; StoEx has 32 bit integers that divide
// without remainder and overflow, so operations get a floating point operand unless whole numbers are asked for.
// inputs, where known, tell which variables are truth values or floating point numbers.
//
// The error says which part cannot be said in StoEx.
func Print(n expression.Node, place Place, inputs ...model.Input) (string, error) {
	return newPrinter(inputs).print(n, place)
}

// PrintMean is Print for a mean: where whole numbers are asked for it is not rounded, but becomes at random one of
// its two neighbours, so often that the mean stays.
func PrintMean(n expression.Node, place Place, inputs ...model.Input) (string, error) {
	p := newPrinter(inputs)
	p.mean = true
	return p.print(n, place)
}

func (p *printer) print(n expression.Node, place Place) (string, error) {
	var text piece
	switch {
	case n == nil:
		return "", fmt.Errorf("there is no expression to print")
	case place == Guard:
		text = p.boolean(n)
	case place == Demand || place == Time:
		text = p.demand(n)
	case place.integer():
		text = p.whole(n)
	default:
		text = p.any(n)
	}
	if p.err != nil {
		return "", p.err
	}
	return text.text, nil
}

type piece struct {
	text   string
	form   form
	atom   bool // needs no parentheses as an operand
	choice bool // needs parentheses as an argument, too
}

type form uint8

const (
	number form = iota // Integer or Double, not known which
	integer
	double
	boolean
	text
)

type printer struct {
	types  map[string]string   // PCM type by the parameter's name
	passed map[string][]string // what calls within the model give to a parameter; absent: not known
	none   map[string]bool     // parameters and parts of them to which not every call within the model gives anything
	mean   bool                // whole numbers are drawn with the mean, not rounded
	err    error
}

func newPrinter(inputs []model.Input) *printer {
	p := &printer{types: map[string]string{}, passed: map[string][]string{}, none: map[string]bool{}}
	for _, in := range inputs {
		p.types[in.Name], p.passed[in.Name], p.none[in.Name] = in.Type, in.Passed, in.Unpassed
		for _, part := range in.Parts {
			p.types[part.Name], p.passed[part.Name], p.none[part.Name] = part.Type, part.Passed, part.Unpassed
		}
	}
	return p
}

func (p *printer) unpassed(v model.Variable) bool {
	given := p.passed[v.Name]
	return p.none[v.Name] || len(given) > 0 && !slices.Contains(given, v.Char.String())
}

// Unpassed are the variables of a text that a call within the model does not give, by what the inputs say of them.
func Unpassed(text string, inputs []model.Input) []model.Variable {
	x, err := Parse(text)
	if err != nil {
		return nil
	}
	p := newPrinter(inputs)
	return slices.DeleteFunc(Variables(x), func(v model.Variable) bool { return !p.unpassed(v) })
}

func (p *printer) cannot(format string, args ...any) piece {
	if p.err == nil {
		p.err = fmt.Errorf(format, args...)
	}
	return piece{text: "?", atom: true}
}

func (t piece) in() string {
	if t.atom {
		return t.text
	}
	return "(" + t.text + ")"
}

func (t piece) arg() string {
	if t.choice {
		return t.in()
	}
	return t.text
}

func atom(form form, format string, args ...any) piece {
	return piece{text: fmt.Sprintf(format, args...), form: form, atom: true}
}

func operation(form form, format string, args ...any) piece {
	return piece{text: fmt.Sprintf(format, args...), form: form}
}

func choice(form form, cond, then, other piece) piece {
	return piece{text: fmt.Sprintf("%s ? %s : %s", cond.in(), then.in(), other.in()), form: form, choice: true}
}

// demand prints a real number that must not be negative.
func (p *printer) demand(n expression.Node) piece {
	if c, ok := constant(n); ok && c < 0 {
		return atom(double, "0.0")
	}
	t := p.real(n)
	if !mayBeNegative(n) {
		return t
	}
	return atom(double, "Max(0.0, %s)", toDouble(t).arg())
}

func constant(n expression.Node) (float64, bool) {
	switch n := n.(type) {
	case expression.Constant:
		return float64(n), true
	case expression.Unary:
		if c, ok := constant(n.Arg); ok && n.Func == expression.Neg {
			return -c, true
		}
	}
	return 0, false
}

func (p *printer) literal(c float64) piece {
	if math.IsNaN(c) || math.IsInf(c, 0) {
		return p.cannot("%v is no number that StoEx can say", c)
	}
	if c == 0 {
		c = 0 // not -0.0
	}
	return piece{text: FormatDouble(c), form: double, atom: c >= 0}
}

func wholeLiteral(c float64) piece {
	return piece{text: strconv.Itoa(int(c)), form: integer, atom: c >= 0}
}

func isWhole(c float64) bool { return c == math.Trunc(c) && c >= -math.MaxInt32 && c <= math.MaxInt32 }

func toDouble(t piece) piece {
	if t.form == double {
		return t
	}
	return operation(double, "1.0 * %s", t.in())
}

func (p *printer) variable(v model.Variable) piece {
	path := strings.Split(v.Name, ".")
	for i, word := range path {
		if !isName(word) {
			return p.cannot("the parameter %q has a name that StoEx cannot say: %s", v.Name, badName(word))
		}
		if i == 0 && (word == "unit" || word == "INNER") {
			return p.cannot("the parameter name %q is reserved in Palladio up to 4.3", word)
		}
	}
	if p.none[v.Name] {
		return p.cannot("no value of %s: a call in the model does not pass it", v)
	}
	if p.unpassed(v) {
		return p.cannot("no value of %s: a call in the model passes %s only", v, strings.Join(p.passed[v.Name], ", "))
	}
	t := atom(number, "%s", v.String())
	switch v.Char {
	case model.NumberOfElements, model.ByteSize:
		t.form = integer
	case model.TypeOf, model.Structure:
		t.form = text
	case model.ValueOf:
		switch p.types[v.Name] {
		case "INT", "LONG", "BYTE":
			t.form = integer
		case "BOOL":
			t.form = boolean
		}
	}
	return t
}

func badName(word string) string {
	if reserved[word] {
		return word + " is one of its words"
	}
	return "names have letters A-Z, a-z, digits and _ only"
}

func (p *printer) textLiteral(s string) piece {
	if s == "" || strings.ContainsFunc(s, func(r rune) bool {
		return r > 127 || !letter(byte(r)) && !digit(byte(r)) && r != ' '
	}) {
		return p.cannot("the text %q cannot be said in StoEx: it has other characters than letters, digits, _ and spaces", s)
	}
	return atom(text, "%q", s)
}

func (p *printer) any(n expression.Node) piece {
	switch n := n.(type) {
	case expression.Text:
		return p.textLiteral(string(n))
	case expression.Variable:
		return p.variable(n.Variable)
	case expression.If:
		if !p.integral(n) {
			then, other := p.any(n.Then), p.any(n.Else)
			form := then.form
			if other.form != form {
				form = number
			}
			return choice(form, p.boolean(n.Cond), then, other)
		}
	}
	switch {
	case p.truth(n):
		return p.boolean(n)
	case p.integral(n):
		return p.integer(n)
	default:
		return p.real(n)
	}
}
