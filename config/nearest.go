package config

import (
	"strings"

	"beagle/internal/spelling"
)

// nearest is the known name that a name was probably meant to be; empty: it is like none.
func nearest(name string, known []string) (best string) {
	least := -1
	for _, k := range known {
		far := spelling.Distance(strings.ToLower(name), strings.ToLower(k))
		if far <= max(1, len(k)/2) && (least < 0 || far < least) {
			best, least = k, far
		}
	}
	return best
}
