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

	own []float64 // of each length what it takes to write the expression down
}

// Compare measures expressions by their description length: what it takes to
// write each down, what it leaves unexplained, and how wildly it goes on beyond
// the data. negative allows negative values although none was measured.
func Compare(d *Data, nodes []expression.Node, negative bool) *Comparison {
	c := &Comparison{
		Reference: -1, Values: make([][]float64, len(nodes)), Lengths: make([]float64, len(nodes)),
		Refused: make([]string, len(nodes)), Constants: make([]int, len(nodes)), own: make([]float64, len(nodes)),
	}
	errors := make([]float64, len(nodes))
	for i, n := range nodes {
		c.Lengths[i] = math.Inf(1)
		if n == nil {
			c.Refused[i] = "it says nothing about the quantity"
			continue
		}
		a := d.appraise(n, negative)
		if c.Refused[i] = a.refused; a.refused != "" {
			continue
		}
		errors[i], c.Values[i], c.Constants[i], c.own[i] = a.error, a.values, a.constants, a.own
		if c.Reference < 0 || errors[i] < errors[c.Reference] {
			c.Reference = i
		}
	}
	if c.Reference < 0 {
		return c
	}
	// The scale of the noise comes from the best model, and which that is
	// depends on the scale: twice is enough.
	residuals := make([][]float64, len(nodes))
	for range 2 {
		before := c.Reference
		c.Noise = commonNoise(d, c.Values, c.Constants, c.Reference, residuals, c.Noise)
		for i := range nodes {
			if c.Values[i] == nil {
				continue
			}
			c.Lengths[i] = c.Noise.lossOf(residuals[i]) + c.own[i]
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

// scarce is what each fitted number costs more where points are few, for it
// could say one of them alone: the correction of Akaike's criterion for small
// samples (Hurvich and Tsai 1989). A point that was measured again and again
// counts several times, for its noise is known.
func scarce(d *Data, constants int) float64 {
	if !d.Noisy || constants == 0 {
		return 0
	}
	k := float64(constants)
	free := float64(d.Points())*max(1, min(d.usualWeight()/4, 4)) - k - 1
	if free < 1 {
		return 20 + 10*(1-free)
	}
	return min(k*(k+1)/free, 20)
}

// wild is what it costs, in nats, that an expression grows much faster beyond
// the data than at their end: the data never showed that, and small errors of
// coefficients become large ones there. Growth is the exponent of a power.
func wild(d *Data, n expression.Node) float64 {
	if !d.Noisy || !d.Relative() || d.Points() == 0 {
		return 0
	}
	used := expression.Variables(n)
	worst := 0.0
	for _, v := range used {
		c := d.Column(v)
		if c == nil || c.Kind != model.Number {
			continue
		}
		top := 0
		for i, x := range c.Num {
			if x > c.Num[top] {
				top = i
			}
		}
		if c.Num[top] <= 0 {
			continue
		}
		columns := make([]model.Column, len(d.Columns))
		for i, other := range d.Columns {
			x := other.Num[top]
			other.Num = []float64{x, x, x, x}
			if other.Variable == v {
				other.Num = []float64{x / 2, x, 2 * x, Far * x}
			}
			columns[i] = other
		}
		f, err := Evaluate(n, columns)
		if err != nil || f[0] <= 0 || f[1] <= 0 || f[2] <= 0 || f[3] <= 0 {
			continue
		}
		inside, beyond := math.Log2(f[1]/f[0]), math.Log2(f[3]/f[2])
		worst = max(worst, beyond-2.5*max(inside, 0)-0.7)
	}
	return min(6*worst, 30)
}
