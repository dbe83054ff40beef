// Package config reads the settings of an analysis: the project file
// beagle.yaml, the user's own file, the environment and the command line's
// flags, each stronger than what stands before it and weaker than flags.
//
// The keys are a table (keys.go), and everything follows from it: what a file
// may say, the names of the environment variables, what "beagle config" lists.
// A key that is not in the table is an error that names the nearest known one;
// a typo must not silently change what is measured.
package config
