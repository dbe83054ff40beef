// Package simulation runs a program: with queues at resources, as a discrete
// event simulation, or without contention, as if each user had the machines to
// himself. The same program, options and seed give the same result.
//
// Processor sharing is simulated by virtual time (Parekh and Gallager, 1993):
// all jobs of a server run at the same speed, so each is done when the work
// that a job has received since the server was empty reaches a number known at
// its arrival. An arrival so costs the logarithm of the jobs present, whatever
// they share.
package simulation
