// Package robust holds location, scale and loss that outliers do not move:
// quantiles, the median, the median absolute deviation, and the M-estimators of
// Huber (Robust Statistics, 1981).
package robust
