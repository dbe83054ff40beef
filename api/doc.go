// Package api keeps the promise of the Go door: v1.txt lists the declarations that programs rely on which build a
// Beagle of their own, with analysers, measurement tools, languages or model adapters compiled in
// (docs/extending-go.md).
//
// Within version 1 a line of it does not go and does not change; more may come. A test compares the list with the
// packages. What has to change is version 2: a list of its own, and a word in the change log.
package api
