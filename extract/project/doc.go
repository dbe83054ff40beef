// Package project finds what a folder holds of a Java program: modules, source
// folders, and the class path that its sources need. It knows Maven, and of
// Gradle's build files what they say in so many words; a folder without any build
// file is one module.
//
// It reads files and asks the user's Maven for the class path; it compiles nothing. What
// it could not find out is among the project's Problems, with what to do: a model of what
// is known is better than none.
package project
