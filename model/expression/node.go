// Package expression is the language in which Beagle learns: a closed set of node types, their evaluation over
// columns of data, and simplification.
//
// It knows no StoEx text and no XML: beagle/pcm/stoex translates, and says which expressions cannot be said in StoEx.
// Truth values are 1 and 0.
//
// Nodes are values that can be compared by ==, so that trees are keys of maps and equal trees are equal. They are
// never changed: whoever wants another tree makes one (Map). Evaluation of thousands of rows goes by a Program, which
// is compiled once for some columns and works in batches without allocating; Eval is for one assignment and names
// what is missing.
package expression

import "beagle/model"

// Node is an evaluable expression. The set of nodes is closed: switches over
// it are exhaustive. Nodes are immutable and may be shared between trees.
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

// The functions of one argument. Not is 1 of 0 and 0 of all else; Ln is the natural logarithm; Round rounds
// halves up, as Java's Math.round; Sin takes radians.
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
