package app

import (
	"os"
	"path/filepath"
)

// Shown is a path as short as the person can use it: relative to the present
// folder where it lies below.
func Shown(name string) string {
	dir, err := os.Getwd()
	if err != nil {
		return name
	}
	if relative, err := filepath.Rel(dir, name); err == nil && filepath.IsLocal(relative) {
		return relative
	}
	return name
}
