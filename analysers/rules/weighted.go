package rules

import (
	"cmp"
	"math"
	"slices"

	"beagle/model/expression"
	"beagle/statistics/regression"
)

// Limits of the search for weights.
const (
	maxWeighted  = 4    // numbers that are weighted against each other
	mostLooked   = 400  // points by which weights are looked for
	mostSettled  = 1000 // points by which they are settled
	mostFactor   = 10   // simple numbers are tried up to it as the smaller weight
	nearWeight   = 0.15 // relative distance of simple weights from the best ones
	halfOctaves  = 8    // how far weights are looked for, around what makes both numbers count alike
	manyWeighted = 60   // weights that are tried for a pair: to say which belongs to a condition's length
)

// weighted are questions for sums and differences of two numbers that count
// differently, such as 2 * n + 5 * m: for each pair the one that decides best.
func (l *learner) weighted(points []int, numbers []expression.Node) []question {
	a := &asker{data: l.data}
	numbers = numbers[:min(len(numbers), maxWeighted)]
	for i, y := range numbers {
		for _, x := range numbers[:i] {
			if w := l.weigh(points, x, y); w != nil {
				w.ask(a)
			}
		}
	}
	for i := range a.questions {
		a.questions[i].length += math.Log(manyWeighted)
	}
	return a.questions
}

// weighing looks for the weights of two numbers.
type weighing struct {
	x, y      expression.Node
	xs, ys    []float64
	values    []float64 // of the sum at points
	order     []int32
	tally     *tally
	ratio     float64 // of the weights of y and x
	left      float64 // what decisions cost after it
	byX, byY  float64 // weights as a program has them; that of x is positive
	leftBoth  float64
	evaluated question
}

// weigh finds the weights that decide best; nil where none is any good.
func (l *learner) weigh(points []int, x, y expression.Node) *weighing {
	w := &weighing{x: x, y: y, tally: newTally(l), left: math.Inf(1), leftBoth: math.Inf(1)}
	var err, err2 error
	w.xs, err = l.data.Evaluate(x)
	w.ys, err2 = l.data.Evaluate(y)
	spreadX, spreadY := spread(w.xs, points), spread(w.ys, points)
	if err != nil || err2 != nil || spreadX == 0 || spreadY == 0 {
		return nil
	}
	w.values = make([]float64, len(w.xs))
	// Coarsely over half octaves of the ratio and both signs, then by halving steps on
	// more points.
	w.sample(points, mostLooked)
	for _, sign := range []float64{1, -1} {
		for half := -halfOctaves; half <= halfOctaves; half++ {
			w.look(sign * spreadX / spreadY * math.Pow(2, float64(half)/2))
		}
	}
	w.sample(points, mostSettled)
	ratio := w.ratio
	w.left = math.Inf(1)
	w.look(ratio)
	for step := 0.25; step > 0.02; step /= 2 {
		at := w.ratio
		w.look(at * math.Pow(2, step))
		w.look(at * math.Pow(2, -step))
	}
	w.settle()
	if math.IsInf(w.leftBoth, 1) {
		return nil
	}
	return w
}

// sample takes at most some of the points.
func (w *weighing) sample(points []int, most int) {
	w.order = w.order[:0]
	for i := range min(len(points), most) {
		w.order = append(w.order, int32(points[i*len(points)/min(len(points), most)]))
	}
}

// spread is how far values of some points lie apart.
func spread(values []float64, points []int) float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, p := range points {
		low, high = min(low, values[p]), max(high, values[p])
	}
	return max(0, high-low)
}

// try is what decisions cost after the best threshold of a weighted sum.
func (w *weighing) try(byX, byY float64) float64 {
	for _, p := range w.order {
		w.values[p] = byX*w.xs[p] + byY*w.ys[p]
	}
	slices.SortFunc(w.order, func(a, b int32) int { return cmp.Compare(w.values[a], w.values[b]) })
	w.evaluated = question{values: w.values}
	found := w.tally.thresholds(nil, &w.evaluated, w.order, math.Inf(1))
	if len(found) == 0 {
		return math.Inf(1)
	}
	return found[len(found)-1].left
}

// look keeps a ratio of weights where decisions cost less after it.
func (w *weighing) look(ratio float64) {
	if left := w.try(1, ratio); left < w.left {
		w.ratio, w.left = ratio, left
	}
}

// settle chooses weights that a program would have near the best ones: whole numbers
// without a common factor, the smaller up to ten, each costing half its logarithm.
func (w *weighing) settle() {
	ratio, sign := math.Abs(w.ratio), math.Copysign(1, w.ratio)
	turned := ratio < 1
	if turned {
		ratio = 1 / ratio
	}
	best := math.Inf(1)
	for small := 1.0; small <= mostFactor; small++ {
		for _, large := range simpleNear(ratio * small) {
			if math.Abs(large/small/ratio-1) > nearWeight || large == small || !coprime(small, large) {
				continue
			}
			byX, byY := small, sign*large
			if turned {
				byX, byY = large, sign*small
			}
			left := w.try(byX, byY)
			if length := left + math.Log(small*large)/2; length < best {
				best, w.byX, w.byY, w.leftBoth = length, byX, byY, left
			}
		}
	}
}

// simpleNear are whole numbers of one and two digits, and powers of two, around
// a number.
func simpleNear(x float64) (near []float64) {
	offer := func(n float64) {
		if n >= 1 && !slices.Contains(near, n) {
			near = append(near, n)
		}
	}
	unit := math.Pow(10, math.Floor(math.Log10(x)))
	for _, u := range []float64{unit, unit / 10} {
		if u >= 1 {
			offer(math.Floor(x/u) * u)
			offer(math.Ceil(x/u) * u)
		}
	}
	offer(math.Exp2(math.Round(math.Log2(x))))
	return near
}

// coprime reports whether two whole numbers have no common factor, by Euclid's algorithm.
func coprime(a, b float64) bool {
	for b > 0 {
		a, b = b, math.Mod(a, b)
	}
	return a == 1
}

// ask asks for the sum, or compares the two where one counts against the other.
func (w *weighing) ask(a *asker) {
	if w.byY < 0 {
		a.compare(regression.Scaled(w.byX, w.x), regression.Scaled(-w.byY, w.y))
		return
	}
	a.number(bin(expression.Add, regression.Scaled(w.byX, w.x), regression.Scaled(w.byY, w.y)))
}
