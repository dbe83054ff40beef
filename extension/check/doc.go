// Package check is the kit of cases that every extension should pass: what it says
// of itself, its answers at each of its points, and how it takes what it does not
// expect.
package check
