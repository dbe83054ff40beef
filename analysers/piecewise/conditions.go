package piecewise

import (
	"math"
	"slices"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/decimal"
)

// mostFactors is how many numbers are tried in products and remainders.
const mostFactors = 4

// numbers are the columns that count something, the first few.
func numbers(d *dataset.Data) (all []int) {
	for c := range d.Columns {
		if d.Columns[c].Kind == model.Number && !dataset.Flag(d.Columns[c]) && len(all) < mostFactors {
			all = append(all, c)
		}
	}
	return all
}

// products are the divisions by a product of two numbers: what a matrix or a
// buffer takes, or how often two nested loops run.
func products(d *dataset.Data) (out []split) {
	all := numbers(d)
	for i, a := range all {
		for _, b := range all[:i] {
			x := make([]float64, d.Points())
			for row := range x {
				x[row] = d.Columns[b].Num[row] * d.Columns[a].Num[row]
			}
			product := expression.Binary{
				Op: expression.Mul, Left: expression.Variable{Variable: d.Columns[b].Variable}, Right: expression.Variable{Variable: d.Columns[a].Variable},
			}
			for _, s := range thresholds(d, product, x, dataset.Order(x), basisWith(d, x, -1)) {
				s.gain -= math.Log(float64(len(all) * len(all))) // so many were tried
				out = append(out, s)
			}
		}
	}
	return out
}

// periods are what programs do every so manieth time.
var periods = []float64{2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 20, 24, 25, 30, 32, 50, 60, 64, 100, 128, 256, 500, 512, 1000, 1024}

// remainders are the divisions into every so manieth of a whole number, and the
// others.
func remainders(d *dataset.Data) (out []split) {
	straight := newBasis(d, -1)
	ranks := straight.residuals()
	if ranks == nil {
		return nil
	}
	var products *basis
	if d.Noisy {
		products = newProducts(d)
	}
	longest := int(periods[len(periods)-1])
	room := &byRest{make([]int, longest), make([]float64, longest)}
	for _, c := range numbers(d) {
		x := d.Columns[c].Num
		if !decimal.Whole(x) || slices.Min(x) < 0 {
			continue
		}
		best := split{}
		for _, period := range periods {
			for _, rest := range unusualRests(x, period, ranks, room) {
				s := everySo(d, c, period, rest)
				parts := map[float64][]int{0: s.parts[0], 1: s.parts[1]}
				s.gain = divided(straight, parts)
				if products != nil {
					s.gain = max(s.gain, divided(products, parts))
				}
				const price = 8 // what it takes to write it down, and to have tried so many
				if s.gain -= price; s.gain > best.gain {
					best = s
				}
			}
		}
		if best.gain > 0 {
			out = append(out, best)
		}
	}
	return out
}

// byRest are sums over points by their remainders: how many, and their ranks.
type byRest struct {
	points []int
	sums   []float64
}

// unusualRests are the remainders of whole numbers by a period at which residuals
// are plainly others than elsewhere, and which enough points have and lack. ranks
// are the residuals' ranks.
func unusualRests(x []float64, period float64, ranks []float64, room *byRest) (unusual []float64) {
	const least = 4 // points
	points, sums := room.points[:int(period)], room.sums[:int(period)]
	clear(points)
	clear(sums)
	for i, v := range x {
		rest := int64(v) % int64(period) // whole numbers below 2^53
		points[rest]++
		sums[rest] += ranks[i]
	}
	for _, rest := range restsOf(period) {
		part, all := points[int(rest)], len(x)
		if part >= least && all-part >= least && apart(sums[int(rest)], part, all) {
			unusual = append(unusual, rest)
		}
	}
	return unusual
}

// restsOf are the remainders that stand for every so manieth: the first, the
// last, and for small periods all.
func restsOf(period float64) (all []float64) {
	if period > 10 {
		return []float64{0, period - 1}
	}
	for rest := range int(period) {
		all = append(all, float64(rest))
	}
	return all
}

// everySo divides by one remainder.
func everySo(d *dataset.Data, c int, period, rest float64) split {
	s := split{parts: make([][]int, 2)}
	for i, x := range d.Columns[c].Num {
		if int64(x)%int64(period) == int64(rest) {
			s.parts[0] = append(s.parts[0], i)
		} else {
			s.parts[1] = append(s.parts[1], i)
		}
	}
	s.conditions = []expression.Node{expression.Binary{
		Op:    expression.Equal,
		Left:  expression.Binary{Op: expression.Mod, Left: expression.Variable{Variable: d.Columns[c].Variable}, Right: expression.Constant(period)},
		Right: expression.Constant(rest),
	}}
	return s
}

// apart reports whether the sum of the ranks of some points is plainly another than
// that of as many of all drawn by chance: by more than three and a half standard
// errors of their mean (Wilcoxon, "Individual Comparisons by Ranking Methods", 1945).
func apart(sum float64, part, all int) bool {
	n, k := float64(all), float64(part)
	deviation := math.Sqrt((n + 1) * (n - k) / (12 * k)) // of the mean of k ranks of n, drawn without putting them back
	return math.Abs(sum/k-(n+1)/2) > 3.5*deviation
}
