package folder

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"beagle/run"
)

// Printed is what the build and the launches of a run wrote, that which was written
// last at the end.
func Printed(id string) ([]run.Printed, error) {
	f, err := Find(id)
	if err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(f.Work(), "*.log"))
	if err != nil {
		return nil, err
	}
	var all []run.Printed
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		all = append(all, run.Printed{Name: strings.TrimSuffix(filepath.Base(file), ".log"), File: file, Size: info.Size(), Changed: info.ModTime()})
	}
	slices.SortStableFunc(all, func(a, b run.Printed) int {
		return cmp.Or(a.Changed.Compare(b.Changed), cmp.Compare(len(a.Name), len(b.Name)), cmp.Compare(a.Name, b.Name))
	})
	return all, nil
}
