package judge

import (
	"math"

	"beagle/model/expression"
)

// Classic is the fitness of Beagle as it was in 2016: 0.2 times a complexity
// plus 0.8 times the mean squared deviation, lower is better. The complexity
// is half what an expression asks of a reader and half what its evaluation
// cost, both divided by 100; the costs were timed on a laptop of that year. It
// is kept for comparisons: its value depends on the unit of the data, so the
// judge does not decide by it.
func Classic(n expression.Node, meanSquaredDeviation float64) float64 {
	return 0.2*(0.5*0.01*classicHuman(n)+0.5*0.01*classicMachine(n)) + 0.8*meanSquaredDeviation
}

// classicCost is what a node asks of a machine and of a reader.
func classicCost(n expression.Node) (machine, human float64) {
	switch n := n.(type) {
	case expression.Constant, expression.Text:
		return 0.1, 0.1
	case expression.Variable:
		return 1, 4
	case expression.If:
		return 2, 4
	case expression.Unary:
		switch n.Func {
		case expression.Sin:
			return 205.03680743897714, 15
		case expression.Ln:
			return 26.54729466718568, 17
		case expression.Exp:
			return 941.1764705882353, 20
		default:
			return 1, 1.2
		}
	case expression.Binary:
		switch n.Op {
		case expression.Add:
			return 1, 1
		case expression.Sub:
			return 1, 1.2
		case expression.Mul:
			return 1.6492450638792102, 3
		case expression.Div, expression.Mod:
			return 3.2740998838559814, 7
		case expression.Log:
			return 126.78362573099415, 25
		case expression.Pow:
			return 2177.7277840269966, 12
		default:
			return 1, 3
		}
	}
	return 0, 0
}

func classicMachine(n expression.Node) float64 {
	sum := 0.0
	expression.Walk(n, func(n expression.Node) bool {
		cost, _ := classicCost(n)
		sum += cost
		return true
	})
	return sum
}

func classicHuman(n expression.Node) float64 {
	sum, deepest := 0.0, 0
	var walk func(expression.Node, int)
	walk = func(n expression.Node, depth int) {
		_, cost := classicCost(n)
		sum += cost
		if depth > 2 {
			sum += 0.5 * math.Pow(float64(depth), 1.3)
		}
		deepest = max(deepest, depth)
		for _, child := range expression.Children(n) {
			walk(child, depth+1)
		}
	}
	walk(n, 0)
	if deepest > 2 {
		sum += 2.7 * math.Pow(float64(deepest), 1.4)
	}
	return sum
}
