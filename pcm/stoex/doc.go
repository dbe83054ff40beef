// Package stoex is the language of stochastic expressions in Palladio models:
// parse, check, format, evaluate, and translate from and to Beagle's own
// expressions.
//
// The grammar is that of Palladio's Xtext parser (Stoex.xtext and
// PCMStoex.xtext, PCM 5.x and later). What the older ANTLR parser (PCMStoEx.g,
// up to PCM 4.3) reads differently is reported as a warning, and what this
// package prints is the subset that both read alike.
//
// scan.go, parse.go, parse_atom.go and parse_pmf.go make a tree (ast.go); types.go and
// check.go say what is wrong with it; format.go writes it back. eval.go evaluates as
// Palladio's simulators do, to the bit (samebits_test.go), and compile.go does the same for an
// expression that is evaluated often; mean.go finds expectations without drawing. print.go
// with print_number.go and print_bool.go is the other direction: from Beagle's expressions to
// text that every simulator reads the same way; node.go leads back.
package stoex
