package resampling

import "gonum.org/v1/gonum/stat/distuv"

// student is Student's, for intervals of 90 %.
func student(freedom float64) float64 {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: max(freedom, 1)}.Quantile(0.95)
}
