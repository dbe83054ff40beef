package probed

import (
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"beagle/internal/charset"
	"beagle/internal/safe"
	"beagle/measure/java/jdk"
	"beagle/measure/java/probe"
)

// Runtimes gives each source folder the runtime that its files call. It is compiled with them, whatever the build is.
// Folders share one package, so that all threads record in one order, but for modules: two modules cannot hold the
// same package (JLS 7.4.3), so each further one has its own. What is compiled together gets its sources once: folders
// of one source set of Maven or Gradle (src/main/java, src/main/java-templates), and those of which the compiler said
// that a class is there twice.
type Runtimes struct {
	Shared   bool                     // all folders call one that is outside of every module
	Packages map[string]string        // by source folder
	without  map[string]bool          // source folders that are compiled together with another
	modules  map[string]string        // by project folder of a module
	charsets map[string]*charset.Text // by source folder: those in which ASCII is written otherwise
}

// class is the qualified name of the runtime class for a source folder.
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
	if r.Shared {
		return probe.Package
	}
	folder, _, inSrc := strings.Cut(filepath.ToSlash(root), "/src/")
	if !inSrc {
		folder = root
	}
	if name, ok := r.modules[folder]; ok {
		return name
	}
	main := filepath.Join(filepath.FromSlash(folder), "src", "main", "java")
	if !safe.IsFile(filepath.Join(root, "module-info.java")) && !safe.IsFile(filepath.Join(main, "module-info.java")) {
		return probe.Package
	}
	name := probe.Package
	if n := len(r.modules); n > 0 {
		name = fmt.Sprintf("%s_%d", probe.Package, n+1)
	}
	r.modules[folder] = name
	return name
}

// Remove takes the runtime's sources out of a copy.
func (r *Runtimes) Remove(from Place) error {
	for root, name := range r.Homes() {
		place, err := from.Of(root)
		if err != nil {
			return err
		}
		if err := os.RemoveAll(filepath.Join(place, name)); err != nil {
			return err
		}
	}
	return nil
}

// Names are the packages of the runtimes.
func (r *Runtimes) Names() []string { return slices.Compact(slices.Sorted(maps.Values(r.Packages))) }

// Homes are the source folders that hold the runtime's sources, with its package.
func (r *Runtimes) Homes() map[string]string {
	homes := map[string]string{}
	first := map[string]string{} // by source set
	for _, root := range slices.Sorted(maps.Keys(r.Packages)) {
		if r.without[root] {
			continue
		}
		set, kind := sourceSet(root)
		if other, ok := first[set]; ok && set != "" {
			if kind != "java" {
				continue
			}
			delete(homes, other)
		}
		first[set], homes[root] = root, r.Packages[root]
	}
	return homes
}

// sourceSet is the source set that a folder belongs to, as in module/src/main, and the folder's name in it.
func sourceSet(root string) (set, kind string) {
	set, kind = filepath.Split(root)
	set = filepath.Clean(set)
	if filepath.Base(filepath.Dir(set)) != "src" {
		return "", ""
	}
	return set, kind
}

var twice = regexp.MustCompile(`^duplicate class: ` + probe.Package)

// Merge takes the runtime's sources out of folders of which a compiler says that they hold them a second time.
func (r *Runtimes) Merge(to Place, log io.Reader) (merged bool, err error) {
	said, err := jdk.Rejections(log)
	if err != nil {
		return false, err
	}
	homes := r.Homes()
	left := map[string]int{} // by package
	for _, name := range homes {
		left[name]++
	}
	for root, name := range homes {
		place, err := to.Of(root)
		if err != nil {
			return merged, err
		}
		if left[name] == 1 {
			continue
		}
		folder := filepath.Join(place, name)
		for _, s := range said {
			if !twice.MatchString(s.Message) || jdk.Named([]string{filepath.Join(folder, filepath.Base(s.Path))}, s.Path) < 0 {
				continue
			}
			if r.without == nil {
				r.without = map[string]bool{}
			}
			r.without[root], merged = true, true
			left[name]--
			if err := os.RemoveAll(folder); err != nil {
				return merged, err
			}
			break
		}
	}
	return merged, nil
}

func (r *Runtimes) Write(to Place) error {
	for from, name := range r.Homes() {
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
