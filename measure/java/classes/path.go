package classes

import (
	"archive/zip"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"beagle/internal/safe"
)

// Entries resolves the entries of a class path; dir/* are the jars in dir.
func Entries(dir, path string) []string {
	var entries []string
	for _, entry := range filepath.SplitList(path) {
		if entry == "" {
			entry = "."
		}
		if !filepath.IsAbs(entry) {
			entry = filepath.Join(dir, entry)
		}
		if filepath.Base(entry) != "*" {
			entries = append(entries, entry)
			continue
		}
		for _, pattern := range []string{"*.jar", "*.JAR"} {
			jars, _ := filepath.Glob(filepath.Join(filepath.Dir(entry), pattern))
			entries = append(entries, jars...)
		}
	}
	return entries
}

// Jars are the jars outside of some folders that the arguments of a command name, in lists or alone.
func Jars(command []string, but ...string) (jars []string) {
	inside := func(path string) bool {
		return slices.ContainsFunc(but, func(folder string) bool {
			relative, err := filepath.Rel(folder, path)
			return err == nil && filepath.IsLocal(relative)
		})
	}
	for _, argument := range command[min(1, len(command)):] {
		for _, entry := range filepath.SplitList(argument) {
			if filepath.IsAbs(entry) && strings.EqualFold(filepath.Ext(entry), ".jar") && safe.IsFile(entry) && !inside(entry) && !slices.Contains(jars, entry) {
				jars = append(jars, entry)
			}
		}
	}
	return jars
}

func modulesIn(entry string) []string {
	if safe.IsFile(entry) || safe.IsFile(filepath.Join(entry, "module-info.class")) {
		return []string{entry}
	}
	modules, _ := filepath.Glob(filepath.Join(entry, "*.jar"))
	inner, _ := filepath.Glob(filepath.Join(entry, "*", "module-info.class"))
	for _, info := range inner {
		modules = append(modules, filepath.Dir(info))
	}
	return modules
}

// Found is a class file on a class path.
type Found struct {
	Entry string    // folder or jar
	Time  time.Time // of the file, or of the jar: times inside jars are often made up
	Data  []byte    // content of the class file
}

// Find reads classes (names with slashes) from a class path: of each the first.
func Find(path, names []string) map[string]Found {
	found := map[string]Found{}
	for _, entry := range path {
		if len(found) == len(names) {
			break
		}
		files, places, closing := open(entry)
		if files == nil {
			continue
		}
		for _, name := range names {
			if _, ok := found[name]; ok {
				continue
			}
			for _, place := range places {
				if f, err := read(files, place+name+".class"); err == nil {
					if f.Entry = entry; len(places) > 1 {
						f.Time = modified(entry)
					}
					found[name] = f
					break
				}
			}
		}
		closing()
	}
	return found
}

// Times are when the top-level classes (names with slashes) of those entries of a class path were made that lie below
// a folder.
func Times(path []string, below string) map[string]time.Time {
	times := map[string]time.Time{}
	for _, entry := range path {
		if relative, err := filepath.Rel(below, entry); err != nil || !filepath.IsLocal(relative) {
			continue
		}
		files, places, closing := open(entry)
		if files == nil {
			continue
		}
		archive := time.Time{}
		if len(places) > 1 { // times inside jars are often made up
			archive = modified(entry)
		}
		_ = fs.WalkDir(files, ".", func(name string, file fs.DirEntry, err error) error {
			if err != nil || file.IsDir() || !strings.HasSuffix(name, ".class") || strings.Contains(name, "$") {
				return nil //nolint:nilerr // what cannot be read has no time
			}
			made := archive
			if info, err := file.Info(); err == nil && made.IsZero() {
				made = info.ModTime()
			}
			for _, place := range places[1:] {
				name = strings.TrimPrefix(name, place)
			}
			name = strings.TrimSuffix(name, ".class")
			if _, ok := times[name]; !ok {
				times[name] = made
			}
			return nil
		})
		closing()
	}
	return times
}

func open(entry string) (files fs.FS, places []string, closing func()) {
	if info, err := os.Stat(entry); err != nil {
		return nil, nil, nil
	} else if info.IsDir() {
		return os.DirFS(entry), []string{""}, func() {}
	}
	archive, err := zip.OpenReader(entry)
	if err != nil {
		return nil, nil, nil
	}
	return archive, append([]string{""}, inside...), func() { _ = archive.Close() }
}

func modified(path string) time.Time {
	info, err := os.Stat(path)
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// read is a class file of a folder or an archive, with its size and time bounded as all that is not ours.
func read(files fs.FS, name string) (f Found, err error) {
	file, err := files.Open(name)
	if err != nil {
		return f, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return f, err
	}
	f.Time = info.ModTime()
	f.Data, err = io.ReadAll(io.LimitReader(file, maxSize))
	return f, err
}

// maxUnpacked bounds what is unpacked of a jar that holds jars.
const maxUnpacked = 1 << 30

// inside are the folders of a jar that hold its program's classes where that has
// a class loader of its own: of Spring Boot, and of servlet containers.
var inside = []string{"BOOT-INF/classes/", "WEB-INF/classes/"}

// Unpack unpacks the jars and folders of classes that a jar holds below folder, where the compiler can read them, and
// returns their paths in the jar's order; nothing: the jar is an ordinary one.
func Unpack(jar, folder string) (paths []string, err error) {
	archive, err := zip.OpenReader(jar)
	if err != nil {
		return nil, nil // no jar, so none that holds jars
	}
	defer archive.Close()
	var size int64
	when := modified(jar)
	seen := map[string]bool{}
	for _, file := range archive.File {
		name := filepath.FromSlash(strings.TrimPrefix(file.Name, "/"))
		if file.FileInfo().IsDir() || !filepath.IsLocal(name) {
			continue
		}
		target := filepath.Join(folder, name)
		path := ""
		if strings.HasSuffix(file.Name, ".jar") {
			path = target
		}
		for _, prefix := range inside {
			if strings.HasPrefix(file.Name, prefix) && path == "" {
				path = filepath.Join(folder, filepath.FromSlash(prefix))
			}
		}
		if path == "" {
			continue
		}
		n, err := unpack(file, target, maxUnpacked-size)
		if err == nil { // the age of classes is looked at
			err = os.Chtimes(target, when, when)
		}
		if err != nil {
			return nil, fmt.Errorf("%s in %s cannot be unpacked: %w", file.Name, jar, err)
		}
		size += n
		if !seen[path] {
			seen[path] = true
			paths = append(paths, path)
		}
	}
	return paths, nil
}

// unpack writes an entry of an archive to a file, at most limit bytes, and says how many they were.
func unpack(file *zip.File, target string, limit int64) (int64, error) {
	if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
		return 0, err
	}
	in, err := file.Open()
	if err != nil {
		return 0, err
	}
	defer in.Close()
	out, err := os.OpenFile(target, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return 0, err
	}
	n, err := io.Copy(out, io.LimitReader(in, limit+1))
	if closing := out.Close(); err == nil {
		err = closing
	}
	if err == nil && n > limit {
		err = fmt.Errorf("together they are larger than %d bytes", int64(maxUnpacked))
	}
	return n, err
}
