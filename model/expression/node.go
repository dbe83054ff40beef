// Package expression is the language in which Beagle learns: a closed set of node types, their evaluation over
// columns of data, and simplification. It knows no StoEx text and no XML: beagle/pcm/stoex translates, and says which
// expressions cannot be said in StoEx.
package expression

import "beagle/model"

// Node is an evaluable expression.
type Node interface{ node() }

// Constant is a number.
type Constant float64

// Text is a constant of an enumeration; it may only be compared for equality.
type Text string

// Variable is a characterised parameter.
type Variable struct{ model.Variable }

// Binary applies an operator to two operands.
type Binary struct {
	Op          Op   // what is done with the operands
	Left, Right Node // operands, in the order in which they are written; neither is nil
}

// Unary applies a function of one argument.
type Unary struct {
	Func Func // which function
	Arg  Node // its argument, never nil
}

// If chooses between two expressions. NaN as condition yields NaN.
type If struct {
	Cond, Then, Else Node // all three are set; the condition is true where it is not 0
}

// Op is a binary operator.
type Op uint8

// The binary operators, on numbers of 64 bits. Mod is the remainder with the sign of Left, as in Java;
// Log is the logarithm of Right to the base Left.
const (
	Add Op = iota + 1
	Sub
	Mul
	Div
	Mod
	Pow
	Min
	Max
	Log
	Less
	LessEqual
	Greater
	GreaterEqual
	Equal
	NotEqual
	And // And, Or and Xor take what is not 0 for true, and yield 1 or 0, as comparisons do
	Or
	Xor
)

// Compares reports whether an operator holds its operands against each other.
func (op Op) Compares() bool { return op >= Less && op <= NotEqual }

// Decides reports whether an operator yields a truth value, as comparisons do and what joins them.
func (op Op) Decides() bool { return op >= Less && op <= Xor }

// Func is a function of one argument.
type Func uint8

// The functions of one argument.
const (
	Neg Func = iota + 1
	Not
	Sqrt
	Ln
	Exp
	Floor
	Ceil
	Round
	Abs
	Sin
)

func (Constant) node() {}
func (Text) node()     {}
func (Variable) node() {}
func (Binary) node()   {}
func (Unary) node()    {}
func (If) node()       {}
