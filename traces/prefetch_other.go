//go:build !amd64 && !arm64

package traces

import "unsafe"

const prefetching = false

func touchLines(*unsafe.Pointer, int) {}
