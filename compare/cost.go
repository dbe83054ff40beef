package compare

import (
	"fmt"
	"math"

	"beagle/model"
	"beagle/pcm/stoex"
	"beagle/run"
)

// along is at how many values of each input the expressions are compared.
const along = 9

// cost is what both expressions say of inputs that both runs measured.
func cost(before, after *source) *Ratio {
	a, okA := parsed(&before.state)
	b, okB := parsed(&after.state)
	if !okA || !okB {
		return nil
	}
	used := map[model.Variable]bool{}
	for _, x := range []stoex.Expr{a, b} {
		for _, v := range stoex.Variables(x) {
			used[v] = true
		}
	}
	middle, ranges, ok := common(&before.detail, &after.detail, used)
	if !ok {
		return nil
	}
	r := &Ratio{Smallest: math.Inf(1), Largest: math.Inf(-1)}
	sumA, sumB := 0.0, 0.0
	try := func(values map[model.Variable]stoex.Val, at string) {
		x, errA := stoex.Mean(a, values)
		y, errB := stoex.Mean(b, values)
		if errA != nil || errB != nil || !finite(x) || !finite(y) || x < 0 || y < 0 {
			return
		}
		sumA, sumB = sumA+x, sumB+y
		r.Inputs++
		if x > 0 {
			if q := y / x; q > r.Largest {
				r.Largest, r.At = q, at
			}
			r.Smallest = min(r.Smallest, y/x)
		}
	}
	for _, in := range ranges {
		before := middle[in.v]
		for i := range along {
			x := in.low + (in.high-in.low)*float64(i)/(along-1)
			if in.whole {
				x = math.Round(x)
			}
			middle[in.v] = in.value(x)
			try(middle, fmt.Sprintf("%s = %.4g", in.v, x))
		}
		middle[in.v] = before
	}
	if len(ranges) == 0 {
		try(middle, "")
	}
	if r.Inputs == 0 || !(sumA > 0) {
		if r.Inputs > 0 && sumB == 0 { // both say nothing
			return &Ratio{Ratio: 1, Inputs: r.Inputs}
		}
		return nil
	}
	r.Ratio = sumB / sumA
	if math.IsInf(r.Smallest, 0) {
		r.Smallest, r.Largest = r.Ratio, r.Ratio
	}
	return r
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

func parsed(e *run.ElementState) (stoex.Expr, bool) {
	if e.Best == nil || e.Best.StoEx == "" {
		return nil, false
	}
	x, err := stoex.Parse(e.Best.StoEx)
	return x, err == nil
}

type extent struct {
	v         model.Variable
	low, high float64
	whole     bool
}

func (in *extent) value(x float64) stoex.Val {
	if in.whole && math.Abs(x) <= math.MaxInt32 {
		return stoex.IntValue(int32(x))
	}
	return stoex.DoubleValue(x)
}

func common(before, after *run.Detail, used map[model.Variable]bool) (middle map[model.Variable]stoex.Val, ranges []extent, ok bool) {
	middle = map[model.Variable]stoex.Val{}
	now := map[model.Variable]run.Typical{}
	for _, in := range after.Inputs {
		now[in.Variable] = in
	}
	for _, was := range before.Inputs {
		is, both := now[was.Variable]
		if !used[was.Variable] || !both || was.Kind != is.Kind {
			continue
		}
		switch was.Kind {
		case model.None:
		case model.Text:
			middle[was.Variable] = stoex.TextValue(was.Text)
		case model.Bool:
			middle[was.Variable] = stoex.BoolValue(was.Middle != 0)
		case model.Number:
			in := extent{was.Variable, max(was.Low, is.Low), min(was.High, is.High), was.Whole && is.Whole}
			if in.low > in.high {
				return nil, nil, false
			}
			middle[was.Variable] = in.value(max(in.low, min(in.high, (was.Middle+is.Middle)/2)))
			if in.whole {
				middle[was.Variable] = in.value(math.Round(max(in.low, min(in.high, (was.Middle+is.Middle)/2))))
			}
			if in.high > in.low {
				ranges = append(ranges, in)
			}
		}
	}
	return middle, ranges, len(middle) == len(used)
}
