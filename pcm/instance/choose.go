package instance

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"beagle/internal/safe"
	"beagle/internal/xmi"
	"beagle/model"
)

type choice struct {
	chosen map[string]string
	found  map[string][]string
	refers map[string]map[string]bool // of a file, the names of files that it refers to
}

func choose(paths []string) (map[string]string, error) {
	c := &choice{chosen: map[string]string{}, found: map[string][]string{}, refers: map[string]map[string]bool{}}
	for _, path := range paths {
		if err := c.take(path); err != nil {
			return nil, err
		}
	}
	for c.narrow() {
		continue
	}
	for _, kind := range Kinds {
		if list := c.found[kind]; c.chosen[kind] == "" && len(list) > 1 {
			var names []string
			for _, file := range list {
				names = append(names, filepath.Base(file))
			}
			return nil, model.Problem{
				Severity: model.Error, File: list[1], Rule: "two-files",
				Message: fmt.Sprintf("there is a second %s file beside %s", kind, names[0]),
				Hint:    "name the one that is meant beside the folder: " + strings.Join(names[:min(len(names), 5)], ", "),
			}
		}
	}
	if c.chosen[repositoryFile] == "" && c.chosen[systemFile] == "" {
		return nil, model.Problem{Severity: model.Error, File: strings.Join(paths, " "), Rule: "no-model", Message: "there is no .repository file", Hint: "name the folder that holds the model"}
	}
	return c.chosen, nil
}

func (c *choice) take(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return model.Problem{Severity: model.Error, File: path, Rule: "file", Message: "there is no such file or folder", Hint: "name the folder with the model's .repository and its other files"}
	}
	if !info.IsDir() {
		kind := filepath.Ext(path)
		if !slices.Contains(Kinds, kind) {
			return model.Problem{Severity: model.Error, File: path, Rule: "file", Message: "this is no file of a PCM instance", Hint: "their names end in " + strings.Join(Kinds, ", ")}
		}
		if other := c.chosen[kind]; other != "" && other != path && Calibrated(path) != other { // what it was calibrated to is there already
			if Calibrated(other) != path {
				return model.Problem{
					Severity: model.Error, File: path, Rule: "two-files",
					Message: fmt.Sprintf("there is a second %s file beside %s", kind, filepath.Base(other)), Hint: "name the files of one model",
				}
			}
		}
		if Calibrated(path) != c.chosen[kind] {
			c.chosen[kind] = path
		}
		return nil
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return model.Problem{Severity: model.Error, File: path, Rule: "file", Message: "the folder cannot be read: " + safe.Cause(err).Error()}
	}
	for _, e := range entries {
		if kind := filepath.Ext(e.Name()); !e.IsDir() && slices.Contains(Kinds, kind) {
			c.found[kind] = append(c.found[kind], filepath.Join(path, e.Name()))
		}
	}
	for kind, list := range c.found {
		c.found[kind] = slices.DeleteFunc(slices.Clone(list), func(file string) bool {
			// A simulator's completions leave copies beside a model.
			return slices.Contains(list, Calibrated(file)) || len(list) > 1 && strings.Contains(filepath.Base(file), ".intermediate.")
		})
	}
	return nil
}

func (c *choice) narrow() bool {
	for _, kind := range Kinds {
		if c.chosen[kind] != "" || len(c.found[kind]) == 0 {
			continue
		}
		list := c.found[kind]
		if named := slices.DeleteFunc(slices.Clone(list), func(file string) bool { return !c.named(file) }); len(named) > 0 {
			list = named
		}
		if fitting := slices.DeleteFunc(slices.Clone(list), c.strays); len(fitting) > 0 {
			list = fitting
		}
		if len(list) == 1 {
			c.chosen[kind] = list[0]
			return true
		}
	}
	return false
}

func (c *choice) named(file string) bool {
	for _, chosen := range c.chosen {
		if c.refersTo(chosen, file) {
			return true
		}
	}
	return false
}

func (c *choice) strays(file string) bool {
	for kind, chosen := range c.chosen {
		others := slices.ContainsFunc(c.found[kind], func(other string) bool { return other != chosen && c.refersTo(file, other) })
		if others && !c.refersTo(file, chosen) {
			return true
		}
	}
	return false
}

var toFile = regexp.MustCompile(`href="([^"#]+)#`)

func (c *choice) refersTo(file, other string) bool {
	names, known := c.refers[file]
	if !known {
		names = map[string]bool{}
		text, err := safe.ReadFile(file, xmi.MaxBytes)
		if err != nil {
			text = nil // opening it says so
		}
		for _, m := range toFile.FindAllSubmatch(text, -1) {
			if name, err := url.PathUnescape(string(m[1])); err == nil && !strings.HasPrefix(name, "pathmap:") {
				names[filepath.Base(filepath.FromSlash(name))] = true
				names[filepath.Base(Calibrated(filepath.FromSlash(name)))] = true
			}
		}
		c.refers[file] = names
	}
	return names[filepath.Base(other)]
}
