package probed

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"beagle/internal/charset"
	"beagle/measure/java/probe"
)

// Runtimes gives each source folder the runtime that its files call. It is
// compiled with them, whatever the build is. Folders share one package, so that
// all threads record in one order, but for modules: two modules cannot hold the
// same package (JLS 7.4.3), so each further one has its own.
type Runtimes struct {
	Packages map[string]string        // by source folder
	modules  map[string]string        // by project folder of a module
	charsets map[string]*charset.Text // by source folder: those in which ASCII is written otherwise
}

// class is the qualified name of the runtime class for a source folder, whose
// compiler reads it in the charset of the sources there.
func (r *Runtimes) class(root string, text *charset.Text) string {
	if !text.Plain() {
		if r.charsets == nil {
			r.charsets = map[string]*charset.Text{}
		}
		r.charsets[root] = text
	}
	if name, ok := r.Packages[root]; ok {
		return name + ".P"
	}
	if r.Packages == nil {
		r.Packages, r.modules = map[string]string{}, map[string]string{}
	}
	name := r.module(root)
	r.Packages[root] = name
	return name + ".P"
}

func (r *Runtimes) module(root string) string {
	folder, _, inSrc := strings.Cut(filepath.ToSlash(root), "/src/")
	if !inSrc {
		folder = root
	}
	if name, ok := r.modules[folder]; ok {
		return name
	}
	main := filepath.Join(filepath.FromSlash(folder), "src", "main", "java")
	if !isFile(filepath.Join(root, "module-info.java")) && !isFile(filepath.Join(main, "module-info.java")) {
		return probe.Package
	}
	name := probe.Package
	if n := len(r.modules); n > 0 {
		name = fmt.Sprintf("%s_%d", probe.Package, n+1)
	}
	r.modules[folder] = name
	return name
}

// Names are the packages of the runtimes.
func (r *Runtimes) Names() []string {
	return slices.Compact(slices.Sorted(maps.Values(r.Packages)))
}

// Write puts the runtime's source below each source folder.
func (r *Runtimes) Write(to Place) error {
	for from, name := range r.Packages {
		root, err := to.Of(from)
		if err != nil {
			return err
		}
		dir := filepath.Join(root, name)
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		for file, text := range probe.Sources(name) {
			source := []byte(text)
			if charset := r.charsets[from]; charset != nil {
				source = charset.Encode(text)
			}
			if err := os.WriteFile(filepath.Join(dir, file), source, 0o600); err != nil {
				return err
			}
		}
	}
	return nil
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
