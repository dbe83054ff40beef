package folder

import (
	"path/filepath"
	"strings"
	"time"
)

// newID names a run by when it began and what it analyses, e.g.
// 2026-11-21-1430-fileshare.
func newID(modelFile string, now time.Time) string {
	name := strings.TrimSuffix(filepath.Base(modelFile), filepath.Ext(modelFile))
	return now.Format("2006-01-02-1504") + "-" + slug(name)
}

// slug keeps what is safe in file names everywhere.
func slug(name string) string {
	keep := func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '-', r == '_':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return '-'
	}
	name = strings.Trim(strings.Map(keep, name), "-")
	if len(name) > 40 {
		name = strings.TrimRight(name[:40], "-")
	}
	if name == "" {
		return "model"
	}
	return name
}
