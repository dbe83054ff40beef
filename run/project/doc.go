// Package project is what is known of an analysis before anything is measured: the model with its
// elements, their places in the sources, what was chosen, and the order for the
// measurement tool. "beagle check" says it, the wizard shows it, a run begins
// with it.
package project
