package dataset

import (
	"cmp"
	"slices"

	"beagle/model"
)

// Subset is some of the data's points, by index, with the variables that still vary among them:
// what learning anew needs. See Part for what is not known of it.
func (d *Data) Subset(points []int) *Data {
	s := d.Part(points)
	s.Columns = varying(s.Columns)
	s.Extrapolation = Beyond(s, ExtrapolationFactor)
	return s
}

// Part is some of the data's points, also repeated ones, with all variables. What launches say of
// them is not known of it, nor how the table was prepared: ByLaunch, Rows, Table and Measured are
// nil.
func (d *Data) Part(points []int) *Data {
	s := &Data{
		Noisy: d.Noisy, Counted: d.Counted, Replicates: d.Replicates, Extrapolation: d.Extrapolation,
		Target: model.Column{Variable: d.Target.Variable, Kind: d.Target.Kind, Levels: d.Target.Levels},
		Observed: Observed{
			Y: Pick(d.Y, points), Weight: Pick(d.Weight, points),
			Independent: Pick(d.Independent, points), Places: Pick(d.Places, points), Resolution: Pick(d.Resolution, points),
		},
		Preparation: Preparation{Observations: len(points), Cells: len(points)},
	}
	for _, c := range d.Columns {
		c.Num = Pick(c.Num, points)
		s.Columns = append(s.Columns, c)
	}
	s.Target.Num = s.Y
	s.level = typicalSize(s.Y)
	return s
}

// With is the same points with other values, as many as there are points: residuals, or values that
// were drawn. The slice is kept and must not be changed afterwards.
func (d *Data) With(y []float64) *Data {
	all := make([]int, d.Points())
	for i := range all {
		all[i] = i
	}
	s := d.Part(all)
	s.Y, s.Target.Num = y, y
	s.level = typicalSize(y)
	return s
}

// Pick is the values at some points, in the order of the points; indexes may repeat.
func Pick(values []float64, points []int) []float64 {
	out := make([]float64, len(points))
	for i, p := range points {
		out[i] = values[p]
	}
	return out
}

// Order is the places of values in ascending order; those of equal values stay in
// theirs.
func Order(values []float64) []int {
	type placed struct {
		value float64
		place int
	}
	all := make([]placed, len(values))
	for i, x := range values {
		all[i] = placed{x, i}
	}
	slices.SortFunc(all, func(a, b placed) int {
		if c := cmp.Compare(a.value, b.value); c != 0 {
			return c
		}
		return a.place - b.place
	})
	order := make([]int, len(values))
	for i, p := range all {
		order[i] = p.place
	}
	return order
}
