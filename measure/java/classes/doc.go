// Package classes tells where a Java program has its classes from, and what they
// are: java command lines, class paths, jars and class files. It runs nothing.
//
// command.go reads a java command line, path.go goes along class paths and jars, class.go
// reads a class file, and compare.go says in what two of them differ.
package classes
