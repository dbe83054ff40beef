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
	if !(from < to) {
		unknown := math.NaN()
		return judge.Interval{Value: unknown, Low: unknown, High: unknown}, nil
	}
	all := spread(from, to)
	costs, err := r.along(row, of, all)
	if err != nil {
		return found, err
	}
	for _, end := range []struct {
		at *float64
		of func(judge.Interval) float64
	}{
		{&found.Value, func(in judge.Interval) float64 { return in.Value }},
		{&found.Low, func(in judge.Interval) float64 { return in.High }},
		{&found.High, func(in judge.Interval) float64 { return in.Low }},
	} {
		if *end.at, err = r.crossing(row, of, all, costs, func(in judge.Interval) bool { return end.of(in) < below }); err != nil {
			return found, err
		}
	}
	return found, nil
}

// spread are the ends of 32 parts of a range, evenly by logarithms.
func spread(from, to float64) (values []float64) {
	const parts = 32
	for i := range parts + 1 {
		values = append(values, from*math.Pow(to/from, float64(i)/parts))
	}
	return values
}

// along are costs at values of an input, the other inputs being those of a row.
func (r *Result) along(row []model.Column, of model.Variable, values []float64) ([]judge.Interval, error) {
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
	return r.Predict(columns)
}

// crossing is the largest value up to which costs are kept: between two neighbours of values, whose costs are known, it cuts the
// range into parts twice more.
func (r *Result) crossing(row []model.Column, of model.Variable, values []float64, costs []judge.Interval, kept func(judge.Interval) bool) (float64, error) {
	const more = 2
	for time := 0; ; time++ {
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
		over = min(max(over, 1), len(values)-1) // the ends are known from the time before, but for rounding
		if time == more {
			return values[over-1], nil
		}
		values = spread(values[over-1], values[over])
		var err error
		if costs, err = r.along(row, of, values); err != nil {
			return 0, err
		}
	}
}
