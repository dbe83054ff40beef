// Package project finds what a folder holds of a Java program: modules, source
// folders, and the class path that its sources need. It knows Maven, and of
// Gradle's build files what they say in so many words; a folder without any build
// file is one module.
package project
