package stoex

import "beagle/model"

// Expr is a parsed expression.
type Expr interface {
	// Pos is the byte offset of the node's first character; of a Binary, of its operator.
	Pos() int
}

// Int is an integer literal.
type Int struct {
	At    int   // byte offset of its first character in the expression; so are those of the other nodes
	Value int32 // as in EMF's Int, 32 bits
}

// Double is a floating point literal.
type Double struct {
	At    int     // byte offset of its first character
	Value float64 // the nearest number of 64 bits
	Text  string  // as written
}

// Text is a literal of an enumeration.
type Text struct {
	At    int    // byte offset of its first character
	Value string // without quotes and escapes
	Raw   string // as written
}

// Bool is true or false.
type Bool struct {
	At    int  // byte offset of its first character
	Value bool // the literal's value
}

// Ref is a characterised variable: a.b.VALUE.
type Ref struct {
	At   int                    // byte offset of its first character
	Path []string               // the names before the characterisation, at least one; the last may be INNER
	Char model.Characterisation // which property of the parameter
}

// Call applies a function of the simulator's library.
type Call struct {
	At   int    // byte offset of the function's name
	Name string // as written
	Args []Expr // in the order of the text
}

// Unary is -X or NOT X.
type Unary struct {
	At int  // byte offset of the operator
	Op Op   // which operator
	X  Expr // the operand
}

// Binary is X Op Y.
type Binary struct {
	At   int  // byte offset of the operator
	Op   Op   // which operator
	X, Y Expr // left and right operand
}

// Cond is If ? Then : Else.
type Cond struct {
	At             int  // byte offset of the question mark
	If, Then, Else Expr // the condition and the two alternatives
}

// PMF is a probability function literal.
type PMF struct {
	At      int      // byte offset of the literal's name
	Kind    PMFKind  // over which values it is defined, and whether it is a mass or a density
	Ordered bool     // it is written with (ordered)
	Samples []Sample // in the order of the text
}

// Sample is one sample of a probability function.
type Sample struct {
	Value       Expr    // Int, Double, Text or Bool
	Negative    bool    // a minus stands before the value
	Probability float64 // of a mass function the share; of a density that of the interval that ends at Value
}

// Paren is an expression in parentheses.
type Paren struct {
	At int  // byte offset of the opening parenthesis
	X  Expr // what stands inside
}

// Pos implements Expr.
func (e *Int) Pos() int { return e.At }

// Pos implements Expr.
func (e *Double) Pos() int { return e.At }

// Pos implements Expr.
func (e *Text) Pos() int { return e.At }

// Pos implements Expr.
func (e *Bool) Pos() int { return e.At }

// Pos implements Expr.
func (e *Ref) Pos() int { return e.At }

// Pos implements Expr.
func (e *Call) Pos() int { return e.At }

// Pos implements Expr.
func (e *Unary) Pos() int { return e.At }

// Pos implements Expr.
func (e *Binary) Pos() int { return e.At }

// Pos implements Expr.
func (e *Cond) Pos() int { return e.At }

// Pos implements Expr.
func (e *PMF) Pos() int { return e.At }

// Pos implements Expr.
func (e *Paren) Pos() int { return e.At }

// Op is an operator.
type Op string

// The operators, as written. Of two whole numbers a quotient is truncated, as Java's is.
const (
	OpAdd     Op = "+"
	OpSub     Op = "-"
	OpMul     Op = "*"
	OpDiv     Op = "/"
	OpMod     Op = "%"
	OpPow     Op = "^"
	OpLess    Op = "<"
	OpLessEq  Op = "<="
	OpGreater Op = ">"
	OpGreatEq Op = ">="
	OpEqual   Op = "=="
	OpNotEq   Op = "<>"
	OpAnd     Op = "AND"
	OpOr      Op = "OR"
	OpXor     Op = "XOR"
	OpNot     Op = "NOT"
)

func (o Op) comparison() bool {
	switch o {
	case OpLess, OpLessEq, OpGreater, OpGreatEq, OpEqual, OpNotEq:
		return true
	default:
		return false
	}
}

func (o Op) boolean() bool { return o == OpAnd || o == OpOr || o == OpXor }

// PMFKind is the kind of a probability function literal, as written.
type PMFKind string

// The probability functions: of whole numbers, numbers, texts and truth values, and a density that is constant
// between its borders.
const (
	IntPMF    PMFKind = "IntPMF"
	DoublePMF PMFKind = "DoublePMF"
	EnumPMF   PMFKind = "EnumPMF"
	BoolPMF   PMFKind = "BoolPMF"
	DoublePDF PMFKind = "DoublePDF"
)

func plain(e Expr) Expr {
	for {
		p, ok := e.(*Paren)
		if !ok {
			return e
		}
		e = p.X
	}
}

func children(e Expr) []Expr {
	switch e := e.(type) {
	case *Paren:
		return []Expr{e.X}
	case *Unary:
		return []Expr{e.X}
	case *Binary:
		return []Expr{e.X, e.Y}
	case *Cond:
		return []Expr{e.If, e.Then, e.Else}
	case *Call:
		return e.Args
	default:
		return nil
	}
}

func walk(e Expr, visit func(Expr)) {
	visit(e)
	for _, c := range children(e) {
		walk(c, visit)
	}
}
