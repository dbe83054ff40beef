// Package classes tells where a Java program has its classes from, and what they
// are: java command lines, class paths, jars and class files. It runs nothing.
package classes
