// Package extract makes a Palladio model of a plain Java program: from its sources
// to the five files of a PCM instance and the links between both, in one step.
//
//	project      what lies in a folder: modules, sources, class paths
//	attribution  what javac says that calls mean
//	rules        components, services, behaviours
//	structure    the model to be written, with its ids
//	write        its files
//
// Nothing of the project is changed, built or run. docs/extracting.md gives the
// rules.
//
// extract.go is the way through; judge.go and division.go show a person what was decided,
// usage.go takes arguments and frequencies from launches that were tried, record.go and
// again.go compare with the extraction before, so that values that were learnt are kept, and
// write.go writes.
package extract
