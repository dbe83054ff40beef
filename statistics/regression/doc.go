// Package regression fits expressions to prepared data: sums of terms by robust
// least squares, numbers anywhere in an expression by Levenberg and Marquardt's
// method, with the noise, the information, the covariance and the lack of fit
// that belong to a fit.
package regression
