package dataset

import (
	"cmp"
	"math"
	"strings"

	"beagle/model"
)

// noteCollinear says which numbers rise and fall together: no measurement of this kind can tell
// which of them matters. A correlation above 0.95 leaves a tenth of the variance to each.
func (p *preparing) noteCollinear() {
	said := 0
	for i := range p.Columns {
		for j := range i {
			a, b := p.Columns[i], p.Columns[j]
			if a.Kind == model.Text || b.Kind == model.Text || said == mostSaid {
				continue
			}
			if r := correlation(a.Num, b.Num); math.Abs(r) > 0.95 {
				p.note("%s and %s vary together (correlation %.2f): the data can hardly tell which one matters; measure them varied separately", b.Variable, a.Variable, r)
				said++
			}
		}
	}
}

// noteSameMeasurement says which inputs are the measured value in another unit: a number that is no whole one, and of which
// the value is a multiple in every observation, was measured with it.
func (p *preparing) noteSameMeasurement() {
	if p.Target.Kind != model.Number || p.Counted || p.Points() < manyDigits {
		return
	}
	for _, c := range p.Columns {
		if c.Kind == model.Number && Grows(c) && fractions(c.Num) && sameLine(c.Num, p.Y) {
			p.note("the measured value follows from %s in every observation, digit by digit: is %s the same measurement? Leave it out (--skip %s) to learn from inputs", c.Variable, c.Variable, c.Variable.Name)
		}
	}
}

// manyDigits is how many points have to agree in all digits until that is no chance, and how many values of a measurement
// have more digits than people write into a plan of inputs.
const manyDigits = 5

// fractions reports whether at least so many values are no multiples of a thousandth, as measurements are none.
func fractions(values []float64) bool {
	count := 0
	for _, x := range values {
		if thousands := 1000 * x; math.Abs(thousands-math.Round(thousands)) > 1e-6*math.Abs(thousands) {
			count++
		}
	}
	return count >= manyDigits
}

// correlation is Pearson's coefficient of correlation of two columns of equal length, from -1
// to 1; NaN where one of them does not vary. It is worked out in two passes, which is stable
// where means are large.
func correlation(a, b []float64) float64 {
	n := float64(len(a))
	var ma, mb float64
	for i := range a {
		ma += a[i] / n
		mb += b[i] / n
	}
	var aa, bb, ab float64
	for i := range a {
		aa += (a[i] - ma) * (a[i] - ma)
		bb += (b[i] - mb) * (b[i] - mb)
		ab += (a[i] - ma) * (b[i] - mb)
	}
	return ab / math.Sqrt(aa*bb)
}

// Collinear is a number that was left out because it is a line of one that was kept. Beyond the
// measured range the two may part, so that an expression with one predicts otherwise than one with
// the other: judge says where that matters.
type Collinear struct {
	Kept model.Variable // the variable that stands for both in expressions
	Left model.Column   // Num by point
}

// dropCollinear leaves out columns that say the same as another one at every point: no data of this
// kind can tell them apart, so the one that makes the simpler expression stays. A flag is simpler
// than a number, a name with few levels is more honest than a number with as few values, whose form
// cannot be seen, and what an argument is of its own is simpler than what is found within it (the rows of a
// square matrix, and the length of one); of equals the first stays. Each pair that is found gets a note, up to mostSaid.
//
// It compares each pair of columns that are left at all points: O(points x columns^2), where most
// pairs differ at the first points.
func (p *preparing) dropCollinear() {
	if p.Points() < 2 {
		return
	}
	dropped := make([]bool, len(p.Columns))
	said := 0
	for i := range p.Columns {
		for j := range i {
			if dropped[i] || dropped[j] || !equivalent(p.Columns[j], p.Columns[i]) {
				continue
			}
			keep, leave := j, i
			if simpler(p.Columns[i], p.Columns[j]) {
				keep, leave = i, j
			}
			dropped[leave] = true
			if left, kept := p.Columns[leave], p.Columns[keep]; left.Kind == model.Number && kept.Kind == model.Number {
				p.Collinear = append(p.Collinear, Collinear{kept.Variable, left})
			}
			if said < mostSaid {
				p.note("%s and %s cannot be told apart: each follows from the other in all observations; %s was taken, measure them varied separately",
					p.Columns[keep].Variable, p.Columns[leave].Variable, p.Columns[keep].Variable)
				said++
			}
		}
	}
	// A new slice: columns of the table itself must stay as they are.
	kept := p.Columns[:0:0]
	for i, c := range p.Columns {
		if !dropped[i] {
			kept = append(kept, c)
		}
	}
	p.Columns = kept
}

// simpler reports whether the one column makes simpler expressions than the other.
func simpler(a, b model.Column) bool {
	return cmp.Or(
		cmp.Compare(plainness(a), plainness(b)),
		cmp.Compare(strings.Count(a.Variable.Name, "."), strings.Count(b.Variable.Name, ".")),
	) < 0
}

// fewValues is up to how many values a name is preferred to a number.
const fewValues = 4

// plainness orders kinds of columns by how simple the expressions are that they make; lower is simpler.
func plainness(c model.Column) int {
	switch c.Kind {
	case model.Bool:
		return 0
	case model.Text:
		if distinct(c.Num, fewValues) <= fewValues {
			return 1
		}
		return 3
	default:
		return 2
	}
}

// distinct counts different values, up to one more than most.
func distinct(values []float64, most int) int {
	known := map[float64]bool{}
	for _, x := range values {
		if known[x] = true; len(known) > most {
			break
		}
	}
	return len(known)
}

// equivalent reports whether each of two columns follows from the other: numbers by
// a factor or a line, others by any naming.
func equivalent(a, b model.Column) bool {
	// Of names each has to stand for one of the other column, and back: the two are a bijection.
	if a.Kind == model.Number && b.Kind == model.Number {
		return sameLine(a.Num, b.Num)
	}
	to, from := map[float64]float64{}, map[float64]float64{}
	for i, x := range a.Num {
		y := b.Num[i]
		if known, ok := to[x]; ok && known != y {
			return false
		}
		if known, ok := from[y]; ok && known != x {
			return false
		}
		to[x], from[y] = y, x
	}
	return true
}

// sameLine reports whether one column is a line of the other, up to rounding.
func sameLine(a, b []float64) bool {
	// The line goes through the points with the smallest and the largest a, where rounding matters
	// least.
	low, high := 0, 0
	for i, x := range a {
		if x < a[low] {
			low = i
		}
		if x > a[high] {
			high = i
		}
	}
	slope := (b[high] - b[low]) / (a[high] - a[low])
	if slope == 0 || math.IsNaN(slope) || math.IsInf(slope, 0) {
		return false
	}
	tolerance := 1e-9 * math.Max(math.Abs(b[high]), math.Abs(b[low]))
	for i, x := range a {
		if math.Abs(b[low]+slope*(x-a[low])-b[i]) > tolerance {
			return false
		}
	}
	return true
}
