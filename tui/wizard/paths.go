package wizard

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// maxNames bounds how many names of a folder are looked at to complete one.
const maxNames = 2000

// folder is the project's folder, from which a person's relative paths begin; empty:
// it is not known, and paths stay as they are.
type folder string

func (w *Wizard) files() folder { return folder(w.cfg.Project) }

// short is a path as people see it: relative to the folder where it lies in it.
func (f folder) short(path string) string {
	if path == "" || f == "" {
		return path
	}
	relative, err := filepath.Rel(string(f), path)
	if err != nil || strings.HasPrefix(relative, "..") {
		return path
	}
	return relative
}

// full is the absolute path of what a person wrote.
func (f folder) full(path string) string {
	if rest, below := strings.CutPrefix(path, "~/"); below {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, rest)
		}
	}
	if path == "" {
		return ""
	}
	if filepath.IsAbs(path) || f == "" {
		return filepath.Clean(path)
	}
	return filepath.Join(string(f), path)
}

// paths are what a path could be completed to: names in the folder that it names so
// far, of files with one of the endings (all of them where none is given) and of
// folders, which end with a slash. Relative ones begin in this folder.
func (f folder) paths(endings ...string) func(word string) []string {
	return func(word string) (fits []string) {
		within, begin := filepath.Split(word)
		dir, err := os.Open(f.full(within + "."))
		if err != nil {
			return nil
		}
		defer dir.Close()
		entries, _ := dir.ReadDir(maxNames) // what can be read is enough
		for _, e := range entries {
			name := e.Name()
			hidden := strings.HasPrefix(name, ".") && !strings.HasPrefix(begin, ".")
			if hidden || !strings.HasPrefix(name, begin) || strings.ContainsAny(name, " '\"\\") {
				continue
			}
			is := func(ending string) bool { return strings.HasSuffix(name, ending) }
			if e.IsDir() {
				name += "/"
			}
			if e.IsDir() || len(endings) == 0 || slices.ContainsFunc(endings, is) {
				fits = append(fits, within+name)
			}
		}
		return fits
	}
}
