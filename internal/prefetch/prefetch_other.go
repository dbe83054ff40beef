//go:build !amd64 && !arm64

package prefetch

import "unsafe"

const known = false

func lines(*unsafe.Pointer, int) {}
