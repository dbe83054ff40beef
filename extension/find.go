package extension

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/adrg/xdg"

	"beagle/internal/safe"
	"beagle/model"
)

// Found is an extension that is there.
type Found struct {
	Manifest
	Program string // absolute path
	Hash    string // of program and manifest
	Problem error  // why it cannot be used; nil: it can
}

// Folder is where extensions lie that are not on the PATH, each program there or in a folder of its own.
func Folder() string { return filepath.Join(xdg.DataHome, "beagle", "extensions") }

// Find lists the extensions on the PATH and in the folder of extensions, by name.
func Find() []Found {
	dirs := []string{Folder()}
	if entries, err := os.ReadDir(Folder()); err == nil {
		for _, e := range entries {
			dirs = append(dirs, filepath.Join(Folder(), e.Name()))
		}
	}
	var all []Found
	for _, dir := range append(dirs, filepath.SplitList(os.Getenv("PATH"))...) {
		if !filepath.IsAbs(dir) {
			continue // it would be another one in every folder
		}
		entries, err := os.ReadDir(dir)
		if err != nil {
			continue
		}
		for _, e := range entries {
			program := filepath.Join(dir, e.Name())
			if !strings.HasPrefix(e.Name(), prefix) || strings.HasSuffix(e.Name(), ".json") || !executable(program) {
				continue
			}
			all = append(all, at(program))
		}
	}
	slices.SortStableFunc(all, func(x, y Found) int { return strings.Compare(x.Name, y.Name) })
	all = slices.CompactFunc(all, func(x, y Found) bool { return x.Program == y.Program || safe.SameFile(x.Program, y.Program) })
	for i := 1; i < len(all); i++ {
		if x, y := &all[i-1], &all[i]; x.Name == y.Name {
			twice := model.Problem{
				Severity: model.Error, Rule: "extension-twice", Message: fmt.Sprintf("there are two extensions %s: %s and %s", x.Name, x.Program, y.Program),
				Hint: "remove one, or name the one you mean by its path",
			}
			x.Problem, y.Problem = twice, twice
		}
	}
	return all
}

func at(program string) Found {
	f := Found{Program: program}
	if f.Manifest, f.Problem = readManifest(program); f.Problem == nil {
		f.Hash, f.Problem = hashOf(program)
	}
	if f.Problem == nil {
		f.Problem = owned(program)
	}
	f.Name = nameOf(program)
	return f
}

// Named is the extension of a name or a path.
func Named(name string, among []Found) (Found, error) {
	if strings.ContainsRune(name, filepath.Separator) {
		path, err := filepath.Abs(name)
		if err != nil {
			return Found{}, err
		}
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			path = filepath.Join(path, prefix+filepath.Base(path))
		}
		if !executable(path) {
			return Found{}, model.Problem{Severity: model.Error, Rule: "extension", File: path, Message: "there is no program that can be run", Hint: "name the program beagle-NAME; chmod +x makes it one"}
		}
		f := at(path)
		return f, f.Problem
	}
	for _, f := range among {
		if f.Name == name {
			return f, f.Problem
		}
	}
	return Found{}, model.Problem{
		Severity: model.Error, Rule: "extension", Message: fmt.Sprintf("there is no extension %q", name),
		Hint: fmt.Sprintf("put %s%s and its manifest on the PATH or into %s; beagle extension list shows what is there", prefix, name, Folder()),
	}
}

func executable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && (info.Mode()&0o111 != 0 || strings.EqualFold(filepath.Ext(path), ".exe"))
}
