// Package driver drives methods of a Java program, so that what their calls cost can be learnt
// without a launch of the program that varies their inputs.
//
// A generated class (source.go) holds the typed call. A small runtime in Java (src/) makes inputs from
// types, finds which of them the method accepts and how large they may be (explore), and measures places
// of that design in several JVMs (measure). The Go side finds methods in class files (index.go, find.go),
// refuses those that could do harm (harm.go), runs the JVMs in a folder of their own (launch.go), finds
// the steady state of each launch (steady.go), and gives observations (driver.go).
package driver
