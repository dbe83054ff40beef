// Package robust holds location, scale and loss that outliers do not move: quantiles, the median,
// the median absolute deviation, and the M-estimators of Huber (Robust Statistics, 1981).
//
// Measured times have heavy tails: a collection of garbage or another process makes single
// executions take many times as long. A mean and least squares follow such values; what is here
// bounds the influence of each. Functions take plain slices and know no table. Values have to be
// finite and of a size whose square is, see InRange; residuals are in units of the noise, so that
// the same limits serve times, bytes and counts.
package robust
