//go:build amd64 || arm64

package traces

import "unsafe"

const prefetching = true

// touchLines asks for the lines of the first n addresses.
//
//go:noescape
func touchLines(addresses *unsafe.Pointer, n int)
