// Package project is what is known of an analysis before anything is measured: the model with its
// elements, their places in the sources, what was chosen, and the order for the
// measurement tool. "beagle check" says it, the wizard shows it, a run begins
// with it.
//
// project.go reads model, links and sources (links.go, select.go, plan.go), fitness.go and
// tool.go what settings name, trial.go and tryout.go try a launch, propose.go looks for links.
// Nothing is written.
package project
