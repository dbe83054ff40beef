// Package resampling gives intervals for fitted numbers and for predictions, by the wild cluster
// bootstrap, the jackknife over launches and order statistics.
//
// What goes in is a table made ready (dataset.Data), the expression that was fitted to it and the
// noise; what comes out is how far the truth may lie below and above, in the unit of the number or
// of the measured value. judge shows the intervals to people and decides by them whether two forms
// can be told apart.
//
// Launches are clusters: a virtual machine compiles and places code anew in each of them, so that
// observations of one launch err together. An interval that took all observations for independent
// would be far too narrow; see jackknife.
//
// bootstrap.go resamples residuals, jackknife.go leaves out whole launches, median.go needs
// neither: a constant's interval lies between two order statistics. All intervals are of 90 %.
// Random numbers are seeded by the data, so that the same data give the same intervals.
package resampling
