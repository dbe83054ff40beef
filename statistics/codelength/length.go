// Package codelength is how many nats it takes to write an expression down: the prior of the
// minimum description length principle (Rissanen, "Modeling by shortest data description", 1978).
//
// Two expressions that fit equally well are told apart by their length: the shorter one is the one
// that a program more probably costs. selection adds the length to the loss, which is in nats too,
// so that both can be compared. One nat is 1/ln 2 = 1.44 bits; a form that is one nat longer is
// taken to be e = 2.7 times less probable before anything was measured.
//
// Nothing here looks at the data. Forms that no programmer writes are refused, see Implausible.
package codelength

import (
	"math"
	"slices"

	"beagle/model/expression"
	"beagle/statistics/decimal"
)

// Length is the description length of an expression in nats: what it takes to write it down for
// someone who knows the variables. Operators cost what they ask of a reader, in the proportions of
// the original's comprehensibility table but without units; a fitted constant costs half the
// logarithm of the number of points, the precision to which data can know it (Rissanen 1978); a
// simple number costs less the simpler it is.
//
// variables is how many there were to choose from: naming the first of k takes ln k nats. points is
// how many parameterisations were measured. Beyond Rissanen's, the length has terms of our own for
// forms that imitate the growth of others over a short range: they make the usual form win where
// data cannot tell the two apart, and cost a few nats only, so that clear data overrule them.
func Length(n expression.Node, variables, points int) float64 {
	// A constant never costs more than its precision is worth, nor less than one nat where there
	// are few points.
	perConstant := max(math.Log(float64(points))/2, 1)
	return length(n, variables, func(x float64) float64 { return min(Number(x), perConstant) })
}

// length is Length by what its numbers cost.
func length(n expression.Node, variables int, number func(float64) float64) float64 {
	length := 0.0
	var known []expression.Variable
	expression.Walk(n, func(n expression.Node) bool {
		switch n := n.(type) {
		case expression.Constant:
			length += number(float64(n))
		case expression.Text:
			length += 0.7
		case expression.Variable:
			length += 0.7
			if !slices.Contains(known, n) { // a further variable has to be worth its while
				known = append(known, n)
				length += 1 + math.Log(float64(max(variables, 1)))
			}
		case expression.If:
			length += 4 // many thresholds and flags were tried
		case expression.Unary:
			length += funcLength(n.Func)
			if sum, ok := n.Arg.(expression.Binary); ok && n.Func == expression.Sqrt && sum.Op == expression.Add && Depends(sum.Left) && Depends(sum.Right) {
				length += 3 // no work is a root of two sizes' sum, which stands for whatever grows slowly
			}
		case expression.Binary:
			length += opLength(n.Op)
			if base, ok := n.Left.(expression.Constant); ok && n.Op == expression.Log {
				length -= number(float64(base))
			}
			if base, ok := n.Left.(expression.Constant); ok && n.Op == expression.Pow && float64(base) != math.Trunc(float64(base)) {
				length += 2 // what doubles or triples is more common than what grows by 1.94
			}
			if root, ok := n.Right.(expression.Unary); ok && n.Op == expression.Mul && root.Func == expression.Sqrt && lastFactor(n.Left) == root.Arg {
				length += 2 // n log n is more common than n^1.5, however it is written
			}
			switch c, ok := n.Right.(expression.Constant); {
			case n.Op == expression.Sub && ok:
				length += 0.5
			case n.Op == expression.Sub && n.Left == expression.Node(expression.Constant(1)): // what is left of a share
				length += 0.5
			case n.Op == expression.Sub: // costs add up; differences of large terms go astray beyond the data
				length += 3
			case n.Op == expression.Pow && ok && float64(c) != math.Trunc(float64(c)):
				length += 2 // n log n is more common than n^1.5
				if math.IsInf(Number(float64(c)), 1) {
					length += 2 // and much more than n^1.09
				}
			}
		}
		return true
	})
	if UnusualGrowth(n) {
		length += unusual
	}
	return length + 3*float64(besideProduct(n)) + belowZero(n)
	// belowZero is what it costs more that a sum has a fitted number less than zero; beside the larger
	// of two it only takes away what that begins with. Simple numbers are free: n - 1 is how often a
	// loop runs that begins with the second element.
}

// belowZero is what it costs more that a sum has a fitted number less than zero; beside
// the larger of two it only takes away what that begins with.
func belowZero(n expression.Node) float64 {
	b, ok := n.(expression.Binary)
	if !ok || expression.Uses(n, expression.Max) {
		return 0
	}
	if c, ok := b.Right.(expression.Constant); ok && b.Op == expression.Sub && c > 0 && math.IsInf(Number(float64(c)), 1) {
		return lessThanNothing
	}
	if c, ok := b.Left.(expression.Constant); ok && b.Op == expression.Add && c < 0 && math.IsInf(Number(float64(c)), 1) {
		return 0.5 + lessThanNothing
	}
	return 0
}

// unusual is what a growth costs that none of the 162 sections of real code in bench/learning has: the logarithm of 164, by Laplace's
// rule of succession.
const unusual = 5.1

// lessThanNothing is what a fitted number costs that is taken away from the rest, in
// nats: no work takes less time than none, and a line that begins below zero stands for
// what grows faster, as n log n does. Counts have such numbers, as n - 1, but simple ones.
const lessThanNothing = 2.5

// besideProduct is how many terms of a sum are the larger or smaller of two sizes, or
// the root of their sum, where another one is their product: what two nested loops
// cost is a line in each of both sizes beside the product, and such a term stands for
// the two lines.
func besideProduct(n expression.Node) (count int) {
	if b, ok := n.(expression.Binary); !ok || b.Op != expression.Add && b.Op != expression.Sub {
		return 0
	}
	var products, unequal []expression.Binary // of two sizes
	var collect func(expression.Node)
	collect = func(n expression.Node) {
		if root, ok := n.(expression.Unary); ok && root.Func == expression.Sqrt {
			if sum, ok := root.Arg.(expression.Binary); ok && sum.Op == expression.Add {
				unequal = append(unequal, sum)
			}
		}
		b, ok := n.(expression.Binary)
		if !ok {
			return
		}
		switch b.Op {
		case expression.Add, expression.Sub:
			collect(b.Left)
			collect(b.Right)
		case expression.Min, expression.Max:
			unequal = append(unequal, b)
		case expression.Mul:
			if _, number := b.Left.(expression.Constant); number {
				collect(b.Right)
				return
			}
			b.Left = lastFactor(b.Left)
			products = append(products, b)
		default:
		}
	}
	collect(n)
	for _, o := range unequal {
		if isVariable(o.Left) && isVariable(o.Right) && slices.ContainsFunc(products, func(p expression.Binary) bool {
			return p.Left == o.Left && p.Right == o.Right || p.Left == o.Right && p.Right == o.Left
		}) {
			count++
		}
	}
	return count
}

// isVariable reports whether a node is a parameter and nothing else.
func isVariable(n expression.Node) bool {
	_, ok := n.(expression.Variable)
	return ok
}

// lastFactor is what a product ends with, and the node itself where it is no product. Products are
// written from the left, so it is the right side of the topmost one.
func lastFactor(n expression.Node) expression.Node {
	if b, ok := n.(expression.Binary); ok && b.Op == expression.Mul {
		return b.Right
	}
	return n
}

// funcLength is what naming a function costs, in nats: about the negative logarithm of how often costs of
// programs use it. The values are our own, chosen on the suites of bench/learning.
func funcLength(f expression.Func) float64 {
	switch f {
	case expression.Neg, expression.Not:
		return 0.7
	case expression.Sqrt, expression.Ln, expression.Abs:
		return 1.5
	case expression.Floor, expression.Ceil, expression.Round:
		return 3
	default:
		return 4
	}
}

// opLength is what naming an operator costs, in nats; see funcLength.
func opLength(op expression.Op) float64 {
	if op.Compares() {
		return 1
	}
	switch op {
	case expression.Add, expression.Sub, expression.Mul, expression.And, expression.Or:
		return 0.7
	case expression.Div, expression.Xor:
		return 1
	case expression.Mod:
		return 2
	default:
		return 1.5
	}
}

// Number is the cost in nats of a number written as a short fraction or with few digits; +Inf where
// it is neither, so that it has to be fitted and costs what Length says of such. 0 and 1 cost half
// a nat, p/q (q at most 12) 1 + ln(pq)/2, and each decimal digit half of ln 10 = 2.3.
func Number(x float64) float64 {
	if x == 0 || math.Abs(x) == 1 {
		return 0.5
	}
	if p, q, ok := decimal.Fraction(x, 12); ok {
		return 1 + 0.5*math.Log(math.Abs(p)*q)
	}
	if digits := decimal.Digits(x); digits <= 2 {
		return 1 + 2.3*float64(digits)/2
	}
	return math.Inf(1)
}

// Constants counts the numbers of an expression that had to be fitted: those that are not simple,
// for which Number is infinite. It is the number of degrees of freedom that penalties such as AICc
// count.
func Constants(n expression.Node) int {
	count := 0
	expression.Walk(n, func(n expression.Node) bool {
		if c, ok := n.(expression.Constant); ok && math.IsInf(Number(float64(c)), 1) {
			count++
		}
		return true
	})
	return count
}

// Shape is an expression with every fitted constant replaced by zero: what is left when numbers do
// not matter. Two proposals of one shape are the same form, learnt twice. nil stays nil.
func Shape(n expression.Node) expression.Node {
	if n == nil {
		return nil
	}
	return expression.Map(n, func(n expression.Node) expression.Node {
		if c, ok := n.(expression.Constant); ok && math.IsInf(Number(float64(c)), 1) {
			return expression.Constant(0)
		}
		return n
	})
}
