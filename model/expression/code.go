package expression

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"beagle/model"
)

// Language is what a formula is written in, for use outside of models.
type Language string

// The languages. A spreadsheet's formula is of cells that are named as its inputs; LaTeX needs amsmath.
const (
	Go          Language = "go"
	Java        Language = "java"
	Python      Language = "python"
	LaTeX       Language = "latex"
	Spreadsheet Language = "spreadsheet"
)

// Languages are all of them, as people write them.
func Languages() []string {
	return []string{string(Go), string(Java), string(Python), string(LaTeX), string(Spreadsheet)}
}

// Code is an expression in a language: where that has functions, one with a name whose parameters are the variables.
// About is said in a comment, such as the unit. Numbers have 64 bits, and a truth value is 1 or 0. An error says what
// cannot be written.
func Code(n Node, name, about string, in Language) (string, error) {
	notation, known := notations[in]
	if !known {
		return "", fmt.Errorf("no language %q; write one of %s", in, strings.Join(Languages(), ", "))
	}
	c := &coder{notation: notation, in: in, names: map[model.Variable]string{}, texts: map[model.Variable]bool{}}
	Walk(n, func(n Node) bool {
		if b, ok := n.(Binary); ok && isText(b.Left, b.Right) {
			for _, side := range []Node{b.Left, b.Right} {
				if v, ok := side.(Variable); ok {
					c.texts[v.Variable] = true
				}
			}
		}
		return true
	})
	variables := Variables(n)
	for _, v := range variables {
		c.names[v] = c.unused(c.identifier(v.String()))
	}
	about, name = strings.Join(strings.Fields(about), " "), c.unused(c.identifier(name))
	code := ""
	switch in {
	case Go:
		code = fmt.Sprintf("// %s: %s\nfunc %s(%s) float64 {\n%s}\n", name, about, name, c.parameters(variables, "%[2]s %[1]s", "float64", "string"), c.statements(n))
	case Java:
		about = strings.ReplaceAll(strings.ReplaceAll(about, `\`, `\\`), "*/", "* /") // Java reads \u002a as * in comments, too
		code = fmt.Sprintf("/** %s */\nstatic double %s(%s) {\n    return %s;\n}\n", about, name, c.parameters(variables, "%s %s", "double", "String"), c.value(n).text)
	case Python:
		about = strings.ReplaceAll(strings.ReplaceAll(about, `\`, `\\`), `"`, `\"`)
		code = fmt.Sprintf("import math\n\n\ndef %s(%s):\n    \"\"\"%s\"\"\"\n    return %s\n", name, c.parameters(variables, "%[2]s", "", ""), about, c.value(n).text)
	case LaTeX:
		code = fmt.Sprintf("%% %s\n%s\n", about, c.value(n).text)
	case Spreadsheet:
		code = "=" + c.value(n).text + "\n"
	}
	return code, errors.Join(c.wrong...)
}

func isText(left, right Node) bool {
	_, one := left.(Text)
	_, other := right.(Text)
	return one || other
}

// notation has a template for each operator and function of a language.
type notation struct {
	ops         map[Op]string
	funcs       map[Func]string
	choice      string // $0 where $c holds, else $1
	truth       string // 1 or 0 of a condition
	holds       string // the condition that a number is not 0
	same, other string // texts that are equal, and that are not
	open, end   string // parentheses
}

// infix are the operators that all languages but LaTeX write alike.
func infix(more map[Op]string) map[Op]string {
	all := map[Op]string{
		Add: "#0 + #1", Sub: "#0 - #1", Mul: "#0 * #1", Div: "#0 / #1",
		Less: "#0 < #1", LessEqual: "#0 <= #1", Greater: "#0 > #1", GreaterEqual: "#0 >= #1", Equal: "#0 == #1", NotEqual: "#0 != #1",
	}
	for op, template := range more {
		all[op] = template
	}
	return all
}

var notations = map[Language]*notation{
	Go: {
		ops: infix(map[Op]string{
			Mod: "math.Mod($0, $1)", Pow: "math.Pow($0, $1)", Min: "min($0, $1)", Max: "max($0, $1)", Log: "(math.Log($1) / math.Log($0))",
			And: "#0 && #1", Or: "#0 || #1", Xor: "#0 != #1",
		}),
		funcs: map[Func]string{
			Neg: "-#0", Not: "!#0", Sqrt: "math.Sqrt($0)", Ln: "math.Log($0)", Exp: "math.Exp($0)", Floor: "math.Floor($0)", Ceil: "math.Ceil($0)",
			Round: "math.Floor(#0 + 0.5)", Abs: "math.Abs($0)", Sin: "math.Sin($0)",
		},
		choice: "func() float64 { if $c { return $0 }; return $1 }()", truth: "func() float64 { if $c { return 1 }; return 0 }()",
		holds: "#0 != 0", same: "#0 == #1", other: "#0 != #1", open: "(", end: ")",
	},
	Java: {
		ops: infix(map[Op]string{
			Mod: "#0 % #1", Pow: "Math.pow($0, $1)", Min: "Math.min($0, $1)", Max: "Math.max($0, $1)", Log: "(Math.log($1) / Math.log($0))",
			And: "#0 && #1", Or: "#0 || #1", Xor: "#0 ^ #1",
		}),
		funcs: map[Func]string{
			Neg: "-#0", Not: "!#0", Sqrt: "Math.sqrt($0)", Ln: "Math.log($0)", Exp: "Math.exp($0)", Floor: "Math.floor($0)", Ceil: "Math.ceil($0)",
			Round: "Math.floor(#0 + 0.5)", Abs: "Math.abs($0)", Sin: "Math.sin($0)",
		},
		choice: "($c ? $0 : $1)", truth: "($c ? 1.0 : 0.0)",
		holds: "#0 != 0", same: "#0.equals(#1)", other: "!#0.equals(#1)", open: "(", end: ")",
	},
	Python: {
		ops: infix(map[Op]string{
			Mod: "math.fmod($0, $1)", Pow: "math.pow($0, $1)", Min: "min($0, $1)", Max: "max($0, $1)", Log: "(math.log($1) / math.log($0))",
			And: "#0 and #1", Or: "#0 or #1", Xor: "bool($0) != bool($1)",
		}),
		funcs: map[Func]string{
			Neg: "-#0", Not: "(not #0)", Sqrt: "math.sqrt($0)", Ln: "math.log($0)", Exp: "math.exp($0)", Floor: "math.floor($0)", Ceil: "math.ceil($0)",
			Round: "math.floor(#0 + 0.5)", Abs: "abs($0)", Sin: "math.sin($0)",
		},
		choice: "($0 if $c else $1)", truth: "float($c)",
		holds: "#0 != 0", same: "#0 == #1", other: "#0 != #1", open: "(", end: ")",
	},
	Spreadsheet: {
		ops: infix(map[Op]string{
			Mod: "(#0 - #1 * TRUNC(#0 / #1))", Pow: "#0 ^ #1", Min: "MIN($0, $1)", Max: "MAX($0, $1)", Log: "(LN($1) / LN($0))",
			Equal: "#0 = #1", NotEqual: "#0 <> #1", And: "AND($0, $1)", Or: "OR($0, $1)", Xor: "XOR($0, $1)",
		}),
		funcs: map[Func]string{ // a minus sign binds more strongly than a power there
			Neg: "-1 * #0", Not: "NOT($0)", Sqrt: "SQRT($0)", Ln: "LN($0)", Exp: "EXP($0)", Floor: "INT($0)", Ceil: "(0 - INT(0 - #0))",
			Round: "INT(#0 + 0.5)", Abs: "ABS($0)", Sin: "SIN($0)",
		},
		choice: "IF($c, $0, $1)", truth: "IF($c, 1, 0)",
		holds: "#0 <> 0", same: "#0 = #1", other: "#0 <> #1", open: "(", end: ")",
	},
	LaTeX: {
		ops: map[Op]string{
			Add: "#0 + #1", Sub: "#0 - #1", Mul: `#0 \cdot #1`, Div: `\frac{$0}{$1}`, Mod: `#0 \bmod #1`, Pow: "{#0}^{$1}",
			Min: `\min\left($0, $1\right)`, Max: `\max\left($0, $1\right)`, Log: `\log_{$0}\left($1\right)`,
			Less: "#0 < #1", LessEqual: `#0 \le #1`, Greater: "#0 > #1", GreaterEqual: `#0 \ge #1`, Equal: "#0 = #1", NotEqual: `#0 \ne #1`,
			And: `#0 \land #1`, Or: `#0 \lor #1`, Xor: `#0 \oplus #1`,
		},
		funcs: map[Func]string{
			Neg: "-#0", Not: `\lnot #0`, Sqrt: `\sqrt{$0}`, Ln: `\ln\left($0\right)`, Exp: `\exp\left($0\right)`, Floor: `\left\lfloor $0 \right\rfloor`,
			Ceil: `\left\lceil $0 \right\rceil`, Round: `\left\lfloor #0 + 0.5 \right\rfloor`, Abs: `\left| $0 \right|`, Sin: `\sin\left($0\right)`,
		},
		choice: `\begin{cases} $0 & \text{if } $c \\ $1 & \text{otherwise} \end{cases}`, truth: `\left[$c\right]`,
		holds: `#0 \ne 0`, same: "#0 = #1", other: `#0 \ne #1`, open: `\left(`, end: `\right)`,
	},
}

type coder struct {
	*notation
	in    Language
	names map[model.Variable]string
	texts map[model.Variable]bool // variables that are compared with texts
	wrong []error                 // why the expression cannot be written in this language
}

type written struct {
	text  string
	binds int
}

func (c *coder) value(n Node) written {
	switch n := n.(type) {
	case Constant:
		return c.number(float64(n))
	case Text:
		return written{c.quoted(string(n)), looseAtom}
	case Variable:
		if c.in == LaTeX {
			return written{`\text{` + escape.Replace(n.String()) + "}", looseAtom}
		}
		return written{c.names[n.Variable], looseAtom}
	case If:
		binds := looseAtom
		if c.in == LaTeX {
			binds = looseTernary
		}
		return written{c.fill(c.choice, looseTernary, c.condition(n.Cond), c.value(n.Then), c.value(n.Else)), binds}
	case Unary:
		if n.Func != Not {
			return c.made(n, c.funcs[n.Func], loosePower, c.value(n.Arg))
		}
	case Binary:
		if !n.Op.Decides() {
			place := binding(n)
			if n.Op == Mod || n.Op == Pow {
				place = looseAtom
			}
			return c.made(n, c.ops[n.Op], place, c.value(n.Left), c.value(n.Right))
		}
	}
	return written{c.fill(c.truth, looseTernary, c.condition(n)), looseAtom}
}

func (c *coder) condition(n Node) written {
	if u, ok := n.(Unary); ok && u.Func == Not {
		return c.made(n, c.funcs[Not], looseAtom, c.condition(u.Arg))
	}
	b, ok := n.(Binary)
	switch {
	case !ok || !b.Op.Decides():
		return written{c.fill(c.holds, looseSum, written{}, c.value(n)), looseCompare}
	case isText(b.Left, b.Right):
		template := c.same
		if b.Op == NotEqual {
			template = c.other
		}
		return written{c.fill(template, looseSum, written{}, c.value(b.Left), c.value(b.Right)), looseCompare}
	case b.Op.Compares():
		return c.made(n, c.ops[b.Op], looseSum, c.value(b.Left), c.value(b.Right))
	}
	return c.made(n, c.ops[b.Op], looseAtom, c.condition(b.Left), c.condition(b.Right))
}

// made is an operation on operands, of which #0 may be one that binds as strongly as place, and #1 more strongly.
func (c *coder) made(n Node, template string, place int, operands ...written) written {
	binds := binding(n)
	if first := template[0]; first != '#' && first != '-' && first != '!' { // it is in parentheses, or the call of a function
		binds = looseAtom
	}
	return written{c.fill(template, place, written{}, operands...), binds}
}

func (c *coder) fill(template string, place int, condition written, operands ...written) string {
	pairs := []string{"$c", condition.text}
	for i, o := range operands {
		inside := o.text
		if o.binds < place || i > 0 && o.binds == place && place < looseAtom {
			inside = c.open + inside + c.end
		}
		pairs = append(pairs, "$"+strconv.Itoa(i), o.text, "#"+strconv.Itoa(i), inside)
	}
	return strings.NewReplacer(pairs...).Replace(template)
}

// statements is the body of a function of Go, where a choice is no expression.
func (c *coder) statements(n Node) string {
	code := ""
	for {
		choice, ok := n.(If)
		if !ok {
			return code + "\treturn " + c.value(n).text + "\n"
		}
		code += fmt.Sprintf("\tif %s {\n\t\treturn %s\n\t}\n", c.condition(choice.Cond).text, c.value(choice.Then).text)
		n = choice.Else
	}
}

func (c *coder) parameters(variables []model.Variable, template, number, text string) string {
	var all []string
	for _, v := range variables {
		kind := number
		if c.texts[v] {
			kind = text
		}
		all = append(all, fmt.Sprintf(template, kind, c.names[v]))
	}
	return strings.Join(all, ", ")
}

func (c *coder) number(x float64) written {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		c.wrong = append(c.wrong, fmt.Errorf("%v is no number that can be written", x))
	}
	binds := looseAtom
	if x < 0 {
		binds = looseSum
	}
	text := number(x)
	switch mantissa, exponent, large := strings.Cut(text, "e"); {
	case c.in == LaTeX && large:
		power, _ := strconv.Atoi(exponent)
		return written{fmt.Sprintf(`%s \cdot 10^{%d}`, mantissa, power), min(binds, looseProduct)}
	case c.in == Spreadsheet:
		text = strings.ToUpper(text)
	case (c.in == Go || c.in == Java) && !strings.ContainsAny(text, ".e"):
		text += ".0" // 3 / 2 is 1 there
	}
	return written{text, binds}
}

func (c *coder) quoted(s string) string {
	switch c.in {
	case Spreadsheet:
		return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
	case LaTeX:
		return `\text{` + escape.Replace(s) + "}"
	default:
		text, err := json.Marshal(s)
		if err != nil {
			c.wrong = append(c.wrong, err)
		}
		return string(text)
	}
}

var escape = strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "_", `\_`, "%", `\%`, "#", `\#`, "&", `\&`, "$", `\$`, "^", `\^{}`, "~", `\~{}`)

// identifier is a name as the language writes names: camel case in Go and Java, small letters and _ in Python, and
// for a spreadsheet the letters and _ of the name itself.
func (c *coder) identifier(name string) string {
	words := strings.FieldsFunc(name, func(r rune) bool {
		return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) && (r != '_' || c.in != Spreadsheet)
	})
	for i, word := range words {
		switch {
		case c.in == Spreadsheet:
		case word == strings.ToUpper(word) || c.in == Python:
			words[i] = strings.ToLower(word)
		case i == 0:
			words[i] = strings.ToLower(word[:1]) + word[1:]
		}
		if i > 0 && (c.in == Go || c.in == Java) {
			words[i] = strings.ToUpper(words[i][:1]) + words[i][1:]
		}
	}
	joint := ""
	if c.in == Python || c.in == Spreadsheet {
		joint = "_"
	}
	joined := strings.Join(words, joint)
	if joined == "" || unicode.IsDigit(rune(joined[0])) {
		joined = "f" + joined
	}
	return joined
}

func (c *coder) unused(name string) string {
	taken := func(name string) bool {
		for _, known := range c.names {
			if known == name {
				return true
			}
		}
		return slices.Contains(reserved, name)
	}
	free := name
	for i := 2; taken(free); i++ {
		free = name + strconv.Itoa(i)
	}
	return free
}

// reserved are words that mean something in one of the languages, and could be the name of a method.
var reserved = strings.Fields(`abs and any as assert async await boolean break byte case catch chan char class const continue def default defer del do double elif
	else enum except extends fallthrough final finally float for from func global go goto if implements import in instanceof int interface is lambda len
	long map math max min native new nonlocal not or package pass print private protected public raise range return select short static string struct super
	switch synchronized this throw throws transient try type var void volatile while with yield float64`)
