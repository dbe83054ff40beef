// Package irl reads record types in Kieker's instrumentation record language, so
// that users' own records are decoded.
//
// A type's fields are those of the types that it extends, and then its own: that is the
// order on the wire. A mistake is a problem with file and line.
package irl
