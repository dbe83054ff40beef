// Package text reads a model that somebody wrote as a dozen lines of YAML, and makes of it what
// extract/write renders: for programs in languages whose sources Beagle does not read.
//
// read.go reads components and services, steps.go what they do. What is written has values that
// simulate; what the text says of demands, counts, shares and arguments is listed beside it (Value), to
// be put into the model as "beagle pcm set" does. There are no files here.
package text
