// Package ended is a run that no process conducts, read from its folder: what people review,
// decide on, write and export.
package ended
