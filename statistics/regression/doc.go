// Package regression fits expressions to prepared data: sums of terms by robust least
// squares, numbers anywhere in an expression by Levenberg and Marquardt's method, with
// the noise, the information, the covariance and the lack of fit that belong to a fit.
//
// What goes in is a dataset.Data and a form, as terms or as an expression; what comes out
// is that form with numbers. The analysers call it for every candidate, selection for
// comparing them, and the judge for what it says of the chosen one. Data are never
// changed; what several fits of the same data share is kept with them by Memo.
//
// Two ways lead to fitted numbers. A sum of terms (term.go, model.go) is linear in them
// and fitted by iteratively reweighted least squares; numbers anywhere in an expression
// (numbers.go, tune.go, linearisation.go) by Levenberg and Marquardt's method. Both weigh
// residuals by a Noise (noise.go, newnoise.go, calibrate.go), which says how far
// measurements stray. What is known of the numbers afterwards stands in information.go
// and covariance.go, which numbers the data decided in estimates.go, and whether anything
// is left to explain in lackoffit.go. snap.go and readable.go write numbers down as a
// person would; mean.go fits the conditional mean in place of the median.
//
// Numbers are spoken of by their places: the index of a constant among all constants of
// an expression, in the order of its text, as Numbers lists them. Whoever changes the
// form of an expression has to find the places anew.
//
// It compares no expressions: that is statistics/selection.
package regression
