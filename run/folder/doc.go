// Package folder is the folder in which a run keeps everything: its store, what it began with,
// its state, its lock. Runs are found, listed, renewed and removed here; nothing
// is conducted.
package folder
