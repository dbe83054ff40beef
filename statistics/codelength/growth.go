package codelength

import (
	"math"
	"slices"

	"beagle/model"
	"beagle/model/expression"
)

// exponents are with which power of a size, and of its logarithm, something grows.
type exponents struct{ power, logs float64 }

// growth are the exponents of all sizes that a term grows with.
type growth map[model.Variable]exponents

// UnusualGrowth reports whether an expression of a measured quantity grows, in the end, as costs of programs seldom
// do: with a fractional power other than a root alone, with a power above the third, with a logarithm beside a square, or
// with two logarithms of a size. In the end means that no other term outgrows it: what stands beside a faster term says
// nothing of how the whole goes on.
func UnusualGrowth(n expression.Node) bool {
	terms := growths(n)
	for i, t := range terms {
		outgrown := slices.ContainsFunc(terms, func(other growth) bool { return other.outgrows(t) })
		if !outgrown && terms[i].odd() {
			return true
		}
	}
	return false
}

// odd reports whether a product of sizes is one that programs seldom cost.
func (g growth) odd() bool {
	for _, e := range g {
		root := len(g) == 1 && e == exponents{power: 0.5}
		if e.power != math.Trunc(e.power) && !root || e.power > 3 || e.logs > 1 || e.logs > 0 && e.power > 1 {
			return true
		}
	}
	return false
}

// outgrows reports whether one grows at least as fast in every size, and faster in one.
func (g growth) outgrows(other growth) bool {
	faster := false
	for v := range other {
		if _, known := g[v]; !known && other[v].exceeds(exponents{}) {
			return false
		}
	}
	for v, e := range g {
		o := other[v]
		if o.exceeds(e) {
			return false
		}
		faster = faster || e.exceeds(o)
	}
	return faster
}

// exceeds reports whether a size grows faster with the one than with the other.
func (e exponents) exceeds(other exponents) bool {
	return e.power > other.power || e.power == other.power && e.logs > other.logs
}

// growths are those of the terms of a sum, of both sides of a condition, and of what is larger of two. What is something
// else than a product of sizes, their powers and logarithms is left out.
func growths(n expression.Node) (all []growth) {
	switch n := n.(type) {
	case expression.Binary:
		switch n.Op {
		case expression.Add, expression.Sub, expression.Max:
			return append(growths(n.Left), growths(n.Right)...)
		default:
		}
	case expression.If:
		return append(growths(n.Then), growths(n.Else)...)
	default:
	}
	if g := (growth{}); g.multiply(n, 1) {
		all = append(all, g)
	}
	return all
}

// multiply adds the exponents of a product, taken to a power; false where it is something else.
func (g growth) multiply(n expression.Node, power float64) bool {
	switch n := n.(type) {
	case expression.Constant:
		return true
	case expression.Variable:
		e := g[n.Variable]
		e.power += power
		g[n.Variable] = e
		return true
	case expression.Unary:
		return n.Func == expression.Sqrt && g.multiply(n.Arg, power/2)
	case expression.Binary:
		switch n.Op {
		case expression.Mul:
			return g.multiply(n.Left, power) && g.multiply(n.Right, power)
		case expression.Div:
			return g.multiply(n.Left, power) && g.multiply(n.Right, -power)
		case expression.Pow:
			c, ok := n.Right.(expression.Constant)
			return ok && g.multiply(n.Left, power*float64(c))
		case expression.Log:
			size, ok := n.Right.(expression.Variable)
			if !ok || Depends(n.Left) {
				return false
			}
			e := g[size.Variable]
			e.logs += power
			g[size.Variable] = e
			return true
		default:
		}
	default:
	}
	return false
}
