// Package logs reads what Kieker's writers left in folders, files and archives,
// compressed or not, also while it is being written. A large log is decoded on
// two cores.
//
// logs.go opens whatever it is given (contents.go, archive.go, compress.go and kiekermap.go
// tell what that is), pump.go feeds bytes to a decoder, readahead.go reads while it decodes,
// split.go has two cores decode parts of one log, and follow.go goes on with a log that grows.
package logs
