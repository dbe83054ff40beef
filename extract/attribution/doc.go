// Package attribution asks the Java compiler what the calls of a program mean.
//
// A small program in Java (Helper.java, embedded as source and run by the JDK that
// measuring needs anyway) lets javac parse and attribute the sources and prints
// types, methods, and of their bodies the statements around calls, one JSON object
// a line. Classes that are missing from the class path cost the calls that need
// them, and nothing else. No annotation processor of the project runs, and nothing
// is compiled.
package attribution
