package stoex

import "beagle/model"

// Expr is a parsed expression. The set of nodes is closed.
type Expr interface {
	// Pos is the byte offset of the node's first character; of a Binary, of
	// its operator.
	Pos() int
}

// Int is an integer literal.
type Int struct {
	At    int
	Value int32
}

// Double is a floating point literal.
type Double struct {
	At    int
	Value float64
	Text  string // as written
}

// Text is a literal of an enumeration.
type Text struct {
	At    int
	Value string // without quotes and escapes
	Raw   string // as written
}

// Bool is true or false.
type Bool struct {
	At    int
	Value bool
}

// Ref is a characterised variable: a.b.VALUE.
type Ref struct {
	At   int
	Path []string
	Char model.Characterisation
}

// Call applies a function of the simulator's library.
type Call struct {
	At   int
	Name string
	Args []Expr
}

// Unary is -X or NOT X.
type Unary struct {
	At int
	Op Op
	X  Expr
}

// Binary is X Op Y.
type Binary struct {
	At   int
	Op   Op
	X, Y Expr
}

// Cond is If ? Then : Else.
type Cond struct {
	At             int
	If, Then, Else Expr
}

// PMF is a probability function literal.
type PMF struct {
	At      int
	Kind    PMFKind
	Ordered bool
	Samples []Sample
}

// Sample is one sample of a probability function.
type Sample struct {
	Value       Expr // Int, Double, Text or Bool
	Negative    bool
	Probability float64
}

// Paren is an expression in parentheses.
type Paren struct {
	At int
	X  Expr
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

// The operators, as written.
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

// The probability functions.
const (
	IntPMF    PMFKind = "IntPMF"
	DoublePMF PMFKind = "DoublePMF"
	EnumPMF   PMFKind = "EnumPMF"
	BoolPMF   PMFKind = "BoolPMF"
	DoublePDF PMFKind = "DoublePDF"
)

// plain takes parentheses off.
func plain(e Expr) Expr {
	for {
		p, ok := e.(*Paren)
		if !ok {
			return e
		}
		e = p.X
	}
}

// children are the direct operands of a node.
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

// walk visits a node and everything below it.
func walk(e Expr, visit func(Expr)) {
	visit(e)
	for _, c := range children(e) {
		walk(c, visit)
	}
}
