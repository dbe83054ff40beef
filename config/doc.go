// Package config reads the settings of an analysis: the project file
// beagle.yaml, the user's own file, the environment and the command line's
// flags, each stronger than what stands before it and weaker than flags.
//
// The settings are a table (settings.go; those of a launch: launches.go) of rows
// that point into run.Config, and everything follows from it: what a file may
// say and how it is written back, defaults, the names of the environment
// variables, the JSON schema, what "beagle config" lists. A key that is not in
// the table is an error that names the nearest known one; a typo must not
// silently change what is measured.
//
// settings.go is the table; load.go reads files, environment and flags in their order,
// kinds.go and lists.go say how values are read and written, decode.go and emit.go keep a
// file's comments and order, schema.go makes the JSON schema, guess.go says what a folder
// without settings suggests.
package config
