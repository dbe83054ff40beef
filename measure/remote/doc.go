// Package remote runs the programs of launches on other machines: a run puts what a
// program needs (its files as pieces that are named by their content, its command, its
// environment) as a task into the stream LAUNCH, and one of the workers that were started
// with that label runs it and answers with what it recorded. A worker that dies loses its
// task to another one; one that was frozen meanwhile is refused by the server.
//
// machines.go is the run's side, worker.go the worker's. tree.go packs and unpacks files,
// task.go is what is said, place.go translates paths from one machine to the other, and
// cache.go keeps pieces on the worker's disk.
package remote
