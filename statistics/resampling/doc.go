// Package resampling gives intervals for fitted numbers and for predictions, by
// the wild cluster bootstrap, the jackknife over launches and order statistics.
//
// bootstrap.go resamples residuals, jackknife.go leaves out whole launches, median.go needs
// neither: a constant's interval lies between two order statistics. All intervals are of 90 %.
// Random numbers are seeded by the data, so that the same data give the same intervals.
package resampling
