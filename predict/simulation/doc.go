// Package simulation runs a program: with queues at resources, as a discrete
// event simulation, or without contention, as if each user had the machines to
// himself. The same program, options and seed give the same result.
//
// Processor sharing is simulated by virtual time (Parekh and Gallager, 1993):
// all jobs of a server run at the same speed, so each is done when the work
// that a job has received since the server was empty reaches a number known at
// its arrival. An arrival so costs the logarithm of the jobs present, whatever
// they share.
//
// engine.go has the loop: the next event of the calendar (heap.go), then a thread's operations
// until it waits (thread.go, operations.go). server.go is a resource under its policy, pool.go
// a passive one, values.go evaluates expressions in a thread's frame. series.go and
// histogram.go keep response times in bounded memory, run.go decides when there are enough,
// caller.go runs a service alone, without contention.
package simulation
