// Package logs reads what Kieker's writers left in folders, files and archives,
// compressed or not, also while it is being written. A large log is decoded on
// two cores.
package logs
