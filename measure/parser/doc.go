// Package parser turns measurement events into observations: which value a section
// had, and under which parameters its service was executed at that time.
//
// Read parser.go first: it takes in batches of events and gives each thread of the
// program a state of its own (thread.go), a stack of open executions with their
// parameters. characterise.go says which characterisations of a parameter become
// variables, loop.go how iterations are counted, shared.go whose an event is in
// code that several services share, and collect.go and results.go how observations are
// reduced to what the blackboard keeps, so that memory stays bounded however long a program
// runs; thin.go has some inputs stand for others where there are very many. times.go adds up how the times of demands were taken.
//
// Nothing here knows how events are made, and nothing is learnt here.
package parser
