package main

import (
	"context"
	"math"

	"beagle/analysers/analyser"
	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
)

// cubeRoot proposes a line through the cube root of each input, by weighted least
// squares.
var cubeRoot = &analyser.Analyser{
	Name:  "cube-root",
	Doc:   "a + b * n ^ (1/3), of each number",
	Kinds: []model.Kind{model.InternalAction, model.Loop},
	Run: func(_ context.Context, pass *analyser.Pass) error {
		for _, column := range pass.Data.Columns {
			if column.Kind != model.Number {
				continue
			}
			if a, b, ok := line(pass.Data, column.Num); ok {
				root := expression.Binary{Op: expression.Pow, Left: expression.Variable{Variable: column.Variable}, Right: expression.Constant(1.0 / 3)}
				rise := expression.Binary{Op: expression.Mul, Left: expression.Constant(b), Right: root}
				pass.Propose(blackboard.Proposal{
					Expression: expression.Binary{Op: expression.Add, Left: expression.Constant(a), Right: rise},
					Why:        "a line through the cube root",
				})
			}
		}
		return nil
	},
}

// line fits y = a + b * cbrt(x) to the points of data.
func line(data *dataset.Data, x []float64) (a, b float64, ok bool) {
	var n, sx, sy, sxx, sxy float64
	for i, y := range data.Y {
		r, w := math.Cbrt(x[i]), data.Weight[i]
		if math.IsNaN(r) || r < 0 {
			continue
		}
		n, sx, sy, sxx, sxy = n+w, sx+w*r, sy+w*y, sxx+w*r*r, sxy+w*r*y
	}
	spread := n*sxx - sx*sx
	if spread <= 0 {
		return 0, 0, false
	}
	b = (n*sxy - sx*sy) / spread
	return (sy - b*sx) / n, b, true
}
