package prefetch

import "unsafe"

const known = true

// lines asks for the lines of the first n addresses.
//
//go:noescape
func lines(addresses *unsafe.Pointer, n int)
