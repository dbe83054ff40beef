// Package adapter is the seam to the kinds of models that Beagle calibrates. An
// Adapter reads models of its kind and puts expressions into their text; a Model
// lists its measurable elements and takes new values. Whoever analyses, judges or
// shows knows no file format and no expression language.
//
// An adapter is added by implementing Adapter in a folder of its own and by a
// line in package builtin.
package adapter
