package leastsquares

import (
	"math"
	"testing"
)

func TestSolveIsExactAndKnowsDependence(t *testing.T) {
	x := []float64{1, 2, 3, 4, 5, 6}
	square, double, y := make([]float64, 6), make([]float64, 6), make([]float64, 6)
	for i, v := range x {
		square[i], double[i], y[i] = v*v, 2*v, 1e-9*(7+3*v-2*v*v)
	}
	coef, rss := Solve([][]float64{Ones(6), x, square}, y, Ones(6))
	for i, want := range []float64{7e-9, 3e-9, -2e-9} {
		if math.Abs(coef[i]/want-1) > 1e-9 {
			t.Errorf("coefficient %d is %v, want %v", i, coef[i], want)
		}
	}
	if rss > 1e-30 {
		t.Errorf("rss is %v", rss)
	}
	if coef, _ := Solve([][]float64{x, double}, y, Ones(6)); coef != nil {
		t.Errorf("dependent columns have the coefficients %v", coef)
	}
	if coef, _ := Solve([][]float64{x, square}, y[:1], Ones(1)); coef != nil {
		t.Errorf("one point has the coefficients %v", coef)
	}
}
