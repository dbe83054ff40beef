// Package runs has the commands on an analysis that was begun earlier: what runs
// there are, orders to one that goes on, and what can be told of one without
// writing its model. Commands that show a run's screens or start one stand above, in
// package cli.
package runs
