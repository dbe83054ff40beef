package cost

import (
	"math"

	"beagle/judge"
	"beagle/model"
	"beagle/statistics/dataset"
)

// Largest is the largest value of an input up to which the cost stays below some seconds, the other inputs being those of a row of
// columns; Low and High by the ends of the cost's 90 % interval. Each is NaN where not even the smallest measured value does, +Inf
// where all do up to four times the largest measured one.
func (r *Result) Largest(row []model.Column, of model.Variable, below float64) (found judge.Interval, err error) {
	from, to := math.Inf(1), 0.0
	for i := range r.Table.Columns {
		if c := &r.Table.Columns[i]; c.Variable == of {
			for _, x := range c.Num {
				if x > 0 {
					from, to = min(from, x), max(to, dataset.ExtrapolationFactor*x)
				}
			}
		}
	}
	for _, end := range []struct {
		at *float64
		of func(judge.Interval) float64
	}{
		{&found.Value, func(in judge.Interval) float64 { return in.Value }},
		{&found.Low, func(in judge.Interval) float64 { return in.High }},
		{&found.High, func(in judge.Interval) float64 { return in.Low }},
	} {
		if *end.at, err = r.crossing(row, of, from, to, func(in judge.Interval) bool { return end.of(in) < below }); err != nil {
			return found, err
		}
	}
	return found, nil
}

// crossing is the largest value up to which costs are kept; it cuts the range into 32 parts three times.
func (r *Result) crossing(row []model.Column, of model.Variable, from, to float64, kept func(judge.Interval) bool) (float64, error) {
	const parts, times = 32, 3
	if !(from < to) {
		return math.NaN(), nil
	}
	for time := range times {
		values := make([]float64, parts+1)
		for i := range values {
			values[i] = from * math.Pow(to/from, float64(i)/parts)
		}
		columns := make([]model.Column, len(row))
		for j, c := range row {
			first := c.Num[0]
			c.Num = make([]float64, len(values))
			for i := range values {
				if c.Num[i] = first; c.Variable == of {
					c.Num[i] = values[i]
				}
			}
			columns[j] = c
		}
		costs, err := r.Predict(columns)
		if err != nil {
			return 0, err
		}
		over := 0
		for over < len(costs) && kept(costs[over]) {
			over++
		}
		switch {
		case over == 0 && time == 0:
			return math.NaN(), nil
		case over == len(costs) && time == 0:
			return math.Inf(1), nil
		}
		over = min(max(over, 1), parts) // its ends are known from the time before, but for rounding
		from, to = values[over-1], values[over]
	}
	return from, nil
}
