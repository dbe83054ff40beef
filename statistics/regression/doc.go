// Package regression fits expressions to prepared data: sums of terms by robust
// least squares, numbers anywhere in an expression by Levenberg and Marquardt's
// method, with the noise, the information, the covariance and the lack of fit
// that belong to a fit.
//
// Two ways lead to fitted numbers. A sum of terms (term.go, model.go) is linear in them and
// fitted by iteratively reweighted least squares; numbers anywhere in an expression
// (numbers.go, tune.go, linearisation.go) by Levenberg and Marquardt's method. Both weigh
// residuals by a Noise (noise.go, newnoise.go, calibrate.go), which says how far measurements
// stray. What is known of the numbers afterwards stands in information.go and covariance.go,
// which numbers the data decided in estimates.go, and whether anything is left to explain in
// lackoffit.go. snap.go and readable.go write numbers down as a person would; mean.go fits the
// conditional mean in place of the median.
//
// It compares no expressions: that is statistics/selection.
package regression
