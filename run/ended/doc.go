// Package ended is a run that no process conducts, read from its folder: what people review,
// decide on, write and export.
//
// It answers everything that does not need a process: snapshots, details, decisions,
// writing and taking back.
package ended
