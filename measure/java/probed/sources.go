package probed

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"beagle/measure/java/jdk"
)

func (r *Sources) Write(to Place) error {
	for _, file := range r.Files {
		target, err := to.Of(file.Path)
		if err != nil {
			return err
		}
		if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
			return err
		}
		data := file.Encode(file.Text)
		if r.UTF8 {
			data = []byte(file.Text)
		}
		if err := os.WriteFile(target, data, 0o600); err != nil {
			return fmt.Errorf("the instrumented source cannot be written: %w", err)
		}
	}
	if r.UTF8 {
		return nil
	}
	return r.Runtimes.Write(to)
}

// TakeBack implements Set.
func (r *Sources) TakeBack(to Place, rejected map[string][]jdk.Rejection) (dropped bool, err error) {
	files := r.Files
	r.Files = nil
	for i := range files {
		old := files[i].Source
		if rejected[old.Path] == nil || !files[i].drop(rejected[old.Path], &r.Notes) {
			r.Files = append(r.Files, files[i])
			continue
		}
		dropped = true
		var left []asked
		for _, a := range files[i].asked {
			if !a.dropped {
				left = append(left, a)
			}
		}
		r.Lost += len(files[i].asked) - len(left)
		notes := len(r.Notes)
		r.file(old.Path, left)
		r.Notes = r.Notes[:notes] // said already
		if len(r.Files) == 0 || r.Files[len(r.Files)-1].Path != old.Path {
			r.Files = append(r.Files, File{Source: old, Text: old.Tree.Source})
		}
	}
	if !dropped {
		return false, nil
	}
	return true, r.Write(to)
}

// Paths implements Set.
func (r *Sources) Paths() (paths []string) {
	for i := range r.Files {
		paths = append(paths, r.Files[i].Path)
	}
	return paths
}

// Known implements Set: only sources with probes were read.
func (r *Sources) Known() []Known { return nil }

// Count is how many files have probes, and at how many sites.
func (r *Sources) Count() (files, sites int) {
	for i := range r.Files {
		if n := r.Files[i].Sites; n > 0 {
			files++
			sites += n
		}
	}
	return files, sites
}

// Class is the file's main class, with slashes.
func (f *File) Class() string {
	name := strings.TrimSuffix(filepath.Base(f.Path), ".java")
	if p := f.Tree.Package(); p != "" {
		name = strings.ReplaceAll(p, ".", "/") + "/" + name
	}
	return name
}

// Classes are the names of the main classes of all files, with slashes.
func (r *Sources) Classes() (names []string) {
	for i := range r.Files {
		names = append(names, r.Files[i].Class())
	}
	return names
}

var _ Set = (*Sources)(nil)
