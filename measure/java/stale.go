package java

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"beagle/measure/java/classes"
	"beagle/measure/java/probed"
)

// Stale says that a source is newer than its class: what runs is then not what would be measured.
func Stale(file *probed.File, found map[string]classes.Found) string {
	class, ok := found[file.Class()]
	if !ok {
		return ""
	}
	if source, err := os.Stat(file.Path); err == nil && class.Time.Before(source.ModTime()) {
		return "the source is newer than its class in " + class.Entry
	}
	return ""
}

// StaleElsewhere is a source below project that is newer than its class on the class path.
func StaleElsewhere(ctx context.Context, project string, path []string) string {
	project, err := filepath.Abs(project)
	if err != nil {
		return ""
	}
	built := classes.Times(path, project)
	if len(built) == 0 {
		return ""
	}
	stale := ""
	_ = filepath.WalkDir(project, func(at string, entry fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return nil //nolint:nilerr // what cannot be read cannot be compared
		case entry.IsDir() && at != project && strings.HasPrefix(entry.Name(), "."):
			return fs.SkipDir
		case !entry.Type().IsRegular() || !strings.HasSuffix(at, ".java"):
			return nil
		}
		// A source stands below a folder of its package's name.
		relative, err := filepath.Rel(project, at)
		if err != nil {
			return nil //nolint:nilerr // WalkDir gives paths below project
		}
		name := strings.TrimSuffix(filepath.ToSlash(relative), ".java")
		for more := true; more; _, name, more = strings.Cut(name, "/") {
			class, ok := built[name]
			if !ok {
				continue
			}
			if info, err := entry.Info(); err == nil && class.Before(info.ModTime()) {
				stale = at
				return fs.SkipAll
			}
			return nil
		}
		return nil
	})
	return stale
}
