package fit

import (
	"math"

	"beagle/model"
	"beagle/model/expression"
)

// Comparison is several expressions for the same data, measured by one noise.
type Comparison struct {
	Noise     *Noise
	Reference int         // the best; -1: every expression was refused
	Values    [][]float64 // of each expression at each point; nil: refused
	Lengths   []float64   // description lengths in nats; +Inf: refused
	Refused   []string    // why, or ""
	Constants []int       // numbers that had to be fitted

	own        []float64    // of each length what it takes to write the expression down
	appraisals []*appraisal // nil: refused
}

// Compare measures expressions by their description length: what it takes to
// write each down, what it leaves unexplained, and how wildly it goes on beyond
// the data. negative allows negative values although none was measured.
func Compare(d *Data, nodes []expression.Node, negative bool) *Comparison {
	c := &Comparison{
		Reference: -1, Values: make([][]float64, len(nodes)), Lengths: make([]float64, len(nodes)),
		Refused: make([]string, len(nodes)), Constants: make([]int, len(nodes)), own: make([]float64, len(nodes)),
		appraisals: make([]*appraisal, len(nodes)),
	}
	errors := make([]float64, len(nodes))
	for i, n := range nodes {
		c.Lengths[i] = math.Inf(1)
		if n == nil {
			c.Refused[i] = "it says nothing about the quantity"
			continue
		}
		a := appraise(d, n, negative)
		if c.Refused[i] = a.refused; a.refused != "" {
			continue
		}
		errors[i], c.Values[i], c.Constants[i], c.own[i], c.appraisals[i] = a.error, a.values, a.constants, a.own, a
		if c.Reference < 0 || errors[i] < errors[c.Reference] {
			c.Reference = i
		}
	}
	if c.Reference < 0 {
		return c
	}
	// The scale of the noise comes from the best model, and which that is
	// depends on the scale: twice is enough.
	for range 2 {
		before := c.Reference
		c.Noise = commonNoise(d, c.appraisals, c.Reference)
		for i := range nodes {
			if c.appraisals[i] == nil {
				continue
			}
			c.Lengths[i] = c.Noise.lossOf(c.appraisals[i].under(d, c.Noise).residuals) + c.own[i]
			if c.Lengths[i] < c.Lengths[c.Reference] {
				c.Reference = i
			}
		}
		if c.Reference == before {
			break
		}
	}
	return c
}

// Unexplained is the part of an expression's length that is about the data: what
// it leaves unexplained, and would not have foreseen. The rest is what it takes to
// write the expression down, which is taste where numbers are as many.
func (c *Comparison) Unexplained(i int) float64 { return c.Lengths[i] - c.own[i] }

// scarce is what each fitted number costs more where points are few, for it
// could say one of them alone: the correction of Akaike's criterion for small
// samples (Hurvich and Tsai 1989). A point that was measured again and again, in
// launches that agree, counts several times, for its noise is known.
func scarce(d *Data, constants int) float64 {
	if !d.Noisy || constants == 0 {
		return 0
	}
	k := float64(constants)
	free := float64(d.Points())*max(1, min(d.usualWorth()/4, 4)) - k - 1
	if free < 1 {
		return 20 + 10*(1-free)
	}
	return min(k*(k+1)/free, 20)
}

// wild is what it costs, in nats, that an expression grows much faster beyond
// the data than at their end: the data never showed that, and small errors of
// coefficients become large ones there. Growth is the exponent of a power, of
// each number alone and of all together.
func wild(d *Data, n expression.Node) float64 {
	if !d.Noisy || !d.Relative() || d.Points() == 0 {
		return 0
	}
	used := expression.Variables(n)
	worst, count := 0.0, 0
	for _, v := range used {
		c := d.Column(v)
		if c == nil || c.Kind != model.Number {
			continue
		}
		count++
		top := 0
		for i, x := range c.Num {
			if x > c.Num[top] {
				top = i
			}
		}
		if inside, beyond, ok := growth(d, n, top, func(of model.Variable) bool { return of == v }); ok && c.Num[top] > 0 {
			worst = max(worst, 6*(beyond-steeper(inside)*max(inside, 0)-0.7))
		}
	}
	if count > 1 {
		top := 0
		for i, y := range d.Y {
			if y > d.Y[top] {
				top = i
			}
		}
		if inside, beyond, ok := growth(d, n, top, func(model.Variable) bool { return true }); ok {
			worst = max(worst, 12*(beyond-inside-0.4))
		}
	}
	return min(worst, 30)
}

// steeper is by what the exponent of an expression's growth may grow beyond the
// data. No power of a size that programs have is above the fourth: what grows
// faster is an exponential, whose exponent is four times as large there.
func steeper(inside float64) float64 {
	return 2.5 + 1.7*max(0, min((inside-2)/2, 1))
}

// growth is the exponent with which an expression grows from half of a point's
// numbers to the point, and from twice to Far times them.
func growth(d *Data, n expression.Node, point int, grows func(model.Variable) bool) (inside, beyond float64, ok bool) {
	columns := make([]model.Column, len(d.Columns))
	for i, c := range d.Columns {
		x := c.Num[point]
		c.Num = []float64{x, x, x, x}
		if c.Kind == model.Number && grows(c.Variable) {
			c.Num = []float64{x / 2, x, 2 * x, Far * x}
		}
		columns[i] = c
	}
	f, err := Evaluate(n, columns)
	if err != nil || f[0] <= 0 || f[1] <= 0 || f[2] <= 0 || f[3] <= 0 {
		return 0, 0, false
	}
	return math.Log2(f[1] / f[0]), math.Log2(f[3]/f[2]) / math.Log2(Far/2), true
}
