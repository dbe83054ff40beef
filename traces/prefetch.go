package traces

import "unsafe"

// prefetch asks for the cache lines in which those things begin, and returns at once: a processor that loads
// what is in none of its caches waits for it after some hundred instructions. A nil pointer costs nothing; on
// processors without such an instruction, the call does nothing.
func prefetch[T any](things []*T) {
	if prefetching && len(things) > 0 {
		touchLines((*unsafe.Pointer)(unsafe.Pointer(unsafe.SliceData(things))), len(things))
	}
}
