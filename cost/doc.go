// Package cost learns what calls of one method cost as a function of their inputs, without a model: a driver
// measures, the table is learnt as any other is, and where forms disagree the driver measures again, until the
// asked precision is reached or the time is over.
//
// It is what the command cost does, and what knows no terminal. measure/java/driver drives, learn learns.
package cost
