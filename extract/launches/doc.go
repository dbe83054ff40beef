// Package launches finds how a program can be launched so that it is measured, in
// its sources and build files: classes with main, what build files run, and tests.
package launches
