// Package calibration sets the level of an expression whose form was found robustly, so
// that modelled totals are the measured ones.
//
// A form is found by medians and bounded losses, since outliers would lead the search
// astray. A model predicts totals: how often something is done, times what it takes on
// average. Where a program has rare slow paths, misses caches or waits for others, its
// mean lies far above its median, and the mean is what it costs.
//
// What goes in is data with the single observations behind them and an expression that
// was fitted to them; what comes out is the expression at the level of the mean, and the
// interval of the ratio of totals. run/findings calls Of for the expression that is
// written, the judge for what it says of quality.
//
// calibration.go is the way in; observed.go says which observations count and how the
// interval of their total is found, refit.go fits another shape where the mean needs one,
// and level.go decides between a factor and a constant. An expression is never refused
// here, only raised or lowered, and never where the interval of the ratio holds one: an
// accident must not move a level. Where the interval is near one, only that share is
// corrected which is no chance.
package calibration
