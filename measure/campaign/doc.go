// Package campaign conducts measuring: the measurement controller of the design
// document. It has a measurement tool carry out the launches for what is to be
// measured, contributes what was observed, and chooses further launches while
// they pay: to narrow the intervals of demands, to time demands without the
// probes inside them, and to answer what the judge asked.
package campaign
