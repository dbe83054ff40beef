package config

import (
	"fmt"
	"strconv"
	"strings"

	"beagle/run"
)

// sizes are the units of measure.keep.
var sizes = []struct {
	unit  string
	bytes int64
}{{"GB", 1 << 30}, {"MB", 1 << 20}, {"KB", 1 << 10}}

// parseKeep reads measure.keep: none, all, or a size such as 64MB.
func parseKeep(word string) (int64, error) {
	switch word {
	case "":
		return 0, nil
	case "none":
		return run.KeepNone, nil
	case "all":
		return run.KeepAll, nil
	}
	for _, s := range sizes {
		if digits, ok := strings.CutSuffix(strings.ToUpper(word), s.unit); ok {
			if n, err := strconv.ParseInt(strings.TrimSpace(digits), 10, 32); err == nil && n > 0 {
				return n * s.bytes, nil
			}
		}
	}
	return 0, fmt.Errorf("measure.keep is %q, but must be none, all, or a size such as 64MB", word)
}

// keepText is the way back.
func keepText(bytes int64) string {
	switch bytes {
	case 0:
		return ""
	case run.KeepNone:
		return "none"
	case run.KeepAll:
		return "all"
	}
	for _, s := range sizes {
		if bytes%s.bytes == 0 {
			return strconv.FormatInt(bytes/s.bytes, 10) + s.unit
		}
	}
	return ""
}
