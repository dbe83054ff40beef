package wizard

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// maxNames bounds how many names of a folder are looked at to complete one.
const maxNames = 2000

// paths are what a path could be completed to: names in the folder that it names so
// far, of files with one of the endings (all of them where none is given) and of
// folders. Relative ones begin in the project's folder.
func (w *Wizard) paths(endings ...string) func(word string) []string {
	return func(word string) (fits []string) {
		folder, begin := filepath.Split(word)
		f, err := os.Open(w.full(folder + "."))
		if err != nil {
			return nil
		}
		defer f.Close()
		entries, _ := f.ReadDir(maxNames) // what can be read is enough
		for _, e := range entries {
			name := e.Name()
			hidden := strings.HasPrefix(name, ".") && !strings.HasPrefix(begin, ".")
			if hidden || !strings.HasPrefix(name, begin) || strings.ContainsAny(name, " '\"\\") {
				continue
			}
			is := func(ending string) bool { return strings.HasSuffix(name, ending) }
			if e.IsDir() || len(endings) == 0 || slices.ContainsFunc(endings, is) {
				fits = append(fits, folder+name)
			}
		}
		return fits
	}
}
