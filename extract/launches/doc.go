// Package launches finds how a program can be launched so that it is measured, in
// its sources and build files: classes with main, what build files run, and tests.
//
// What is found is a proposal with a reason and a place in the sources; whether a launch
// works is seen only when it is tried (cli/prepare).
package launches
