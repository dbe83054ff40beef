// Package prefetch asks for memory before it is needed. A processor that loads what is in
// none of its caches waits for it after some hundred instructions; one that was told before
// goes on, and finds it there later.
package prefetch

import "unsafe"

// Lines asks for the cache lines in which those things begin. It returns at once. A nil
// pointer costs nothing; on processors that are not told, the call does nothing.
func Lines[T any](things []*T) {
	if known && len(things) > 0 {
		lines((*unsafe.Pointer)(unsafe.Pointer(unsafe.SliceData(things))), len(things))
	}
}
