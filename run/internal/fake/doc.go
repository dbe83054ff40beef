// Package fake is a project whose program and measurement tool are made up, for
// the tests of the rooms of run.
package fake
