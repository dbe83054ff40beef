package resampling

import "gonum.org/v1/gonum/stat/distuv"

// student is the 95 % quantile of Student's t distribution, for intervals of 90 % with 5 % on each
// side; freedom below 1 counts as 1.
func student(freedom float64) float64 {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: max(freedom, 1)}.Quantile(0.95)
}
