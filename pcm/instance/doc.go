// Package instance reads a PCM instance: repository, system, resource
// environment, allocation and usage model, with every reference resolved, as a
// simulator needs them. Services are those of assembly contexts: a component in
// two contexts appears twice, each with its own connections and processor.
//
// What no Palladio simulator could run is reported with file, line, element and
// id, everything at once; the rest is there all the same.
//
// instance.go has the words, read.go the order of reading: environment.go, then assembly.go
// and chain.go, then behaviour.go for each service that is reached, and usage.go. alone.go and
// standin.go make an instance of a repository without a system.
package instance
