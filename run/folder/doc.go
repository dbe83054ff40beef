// Package folder is the folder in which a run keeps everything: its store, what it began with,
// its state, its lock. Runs are found, listed, renewed and removed here; nothing
// is conducted.
//
// folder.go names the files, begin.go makes a run and beginning.go says with what, list.go
// finds runs, renew.go compares inputs with what they were, merge.go says whether another run's
// results may be taken over, settings.go and status.go are what later processes need.
package folder
