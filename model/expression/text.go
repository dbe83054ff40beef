package expression

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

var opTexts = map[Op]string{
	Add: "+", Sub: "-", Mul: "*", Div: "/", Mod: "%", Pow: "^",
	Less: "<", LessEqual: "<=", Greater: ">", GreaterEqual: ">=", Equal: "==", NotEqual: "<>",
	And: "AND", Or: "OR", Xor: "XOR", Min: "Min", Max: "Max", Log: "Log",
}

var funcTexts = map[Func]string{
	Neg: "-", Not: "NOT", Sqrt: "Sqrt", Ln: "Ln", Exp: "Exp", Floor: "Floor",
	Ceil: "Ceil", Round: "Round", Abs: "Abs", Sin: "Sin",
}

func (op Op) String() string { return opTexts[op] }

func (f Func) String() string { return funcTexts[f] }

// String shows an expression to people, with few parentheses. It is no StoEx: beagle/pcm/stoex prints that.
func String(n Node) string {
	var b strings.Builder
	write(&b, n, 0)
	return b.String()
}

// Precedences, the loosest first.
const (
	looseTernary = iota
	looseLogic
	looseCompare
	looseSum
	looseProduct
	loosePower
	looseAtom
)

func write(b *strings.Builder, n Node, place int) {
	if binds := binding(n); binds < place {
		b.WriteByte('(')
		defer b.WriteByte(')')
	}
	switch n := n.(type) {
	case nil:
		b.WriteString("nothing")
	case Constant:
		b.WriteString(number(float64(n)))
	case Text:
		b.WriteString(strconv.Quote(string(n)))
	case Variable:
		b.WriteString(n.String())
	case Unary:
		switch n.Func {
		case Neg:
			b.WriteByte('-')
			write(b, n.Arg, loosePower)
		default:
			call(b, n.Func.String(), n.Arg)
		}
	case If:
		write(b, n.Cond, looseLogic)
		b.WriteString(" ? ")
		write(b, n.Then, looseLogic)
		b.WriteString(" : ")
		write(b, n.Else, looseLogic)
	case Binary:
		switch n.Op {
		case Min, Max, Log:
			call(b, n.Op.String(), n.Left, n.Right)
			return
		default:
		}
		left, right := binding(n), binding(n)+1
		switch {
		case n.Op == Pow, n.Op.Compares(): // not associative
			left++
		case n.Op.Decides(): // mixed chains are read differently by different people
			left, right = looseCompare, looseCompare
			if sameOp(n.Left, n.Op) {
				left = looseLogic
			}
		case n.Op == Add, n.Op == Mul:
			right = binding(n)
			if c, ok := n.Right.(Constant); ok && c < 0 {
				right = looseAtom
			}
			if n.Op == Mul && !sameOp(n.Right, Mul) {
				right++
			}
		default:
		}
		write(b, n.Left, left)
		fmt.Fprintf(b, " %s ", n.Op)
		write(b, n.Right, right)
	}
}

func call(b *strings.Builder, name string, args ...Node) {
	b.WriteString(name)
	b.WriteByte('(')
	for i, arg := range args {
		if i > 0 {
			b.WriteString(", ")
		}
		write(b, arg, looseTernary)
	}
	b.WriteByte(')')
}

func sameOp(n Node, op Op) bool {
	b, ok := n.(Binary)
	return ok && b.Op == op
}

func binding(n Node) int {
	switch n := n.(type) {
	case If:
		return looseTernary
	case Constant:
		if n < 0 {
			return looseProduct
		}
	case Unary:
		if n.Func == Neg {
			return looseProduct
		}
	case Binary:
		switch {
		case n.Op.Compares():
			return looseCompare
		case n.Op.Decides():
			return looseLogic
		}
		switch n.Op {
		case Add, Sub:
			return looseSum
		case Mul, Div, Mod:
			return looseProduct
		case Pow:
			return loosePower
		default:
		}
	}
	return looseAtom
}

func number(x float64) string {
	if x == math.Trunc(x) && math.Abs(x) < 1e15 {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}
