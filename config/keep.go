package config

import (
	"errors"
	"strconv"
	"strings"

	"beagle/run"
)

var size = scalar("text", typed("string"), parseSize, sizeText)

var sizes = []struct {
	unit  string
	bytes int64
}{{"GB", 1 << 30}, {"MB", 1 << 20}, {"KB", 1 << 10}}

func parseSize(word string) (int64, error) {
	switch word {
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
	return 0, errors.New("none, all, or a size such as 64MB")
}

func sizeText(bytes int64) any {
	switch bytes {
	case run.KeepNone:
		return "none"
	case run.KeepAll:
		return "all"
	}
	for _, s := range sizes {
		if bytes > 0 && bytes%s.bytes == 0 {
			return strconv.FormatInt(bytes/s.bytes, 10) + s.unit
		}
	}
	return nil
}
