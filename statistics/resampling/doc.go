// Package resampling gives intervals for fitted numbers and for predictions, by
// the wild cluster bootstrap, the jackknife over launches and order statistics.
package resampling
