package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"beagle/internal/safe"
	"beagle/model"
)

// FileName is the project file's name.
const FileName = "beagle.yaml"

// Options says where settings are looked for.
type Options struct {
	// Project is the project file or its folder; empty means the present folder.
	Project string
	// UserFile is the user's own file; it may be absent.
	UserFile string
	// Env is the environment as NAME=value.
	Env []string
	// Flags are the settings given on the command line, by key. The value is
	// text as in the environment.
	Flags []Flag
}

// Flag is a setting from the command line.
type Flag struct {
	Key   string
	Name  string // of the flag, for its origin and messages
	Value string
}

// Settings are the effective settings with their origins.
type Settings struct {
	File     string // project file, absolute
	UserFile string // user's file, if it was read
	Warnings []model.Problem
	values   layer
}

// Load reads all sources of settings. Its errors name file and line.
func Load(o Options) (*Settings, error) {
	file, err := projectFile(o.Project)
	if err != nil {
		return nil, err
	}
	s := &Settings{File: file, values: layer{}}
	for _, k := range keys {
		if k.value != nil {
			s.values[k.name] = value{k.value, "default"}
		}
	}
	if o.UserFile != "" {
		user, err := readFile(o.UserFile)
		switch {
		case err == nil:
			s.UserFile = o.UserFile
			s.add(user)
		case !errors.Is(err, fs.ErrNotExist):
			return nil, err
		}
	}
	project, err := readFile(file)
	if err != nil {
		return nil, err
	}
	s.add(project)
	if err := s.environment(o.Env); err != nil {
		return nil, err
	}
	for _, f := range o.Flags {
		if err := s.set(f.Key, f.Value, "--"+f.Name); err != nil {
			return nil, &FlagError{err}
		}
	}
	return s, nil
}

// add puts a stronger layer on top. A whole section's alternative goes with
// it: "in_place: true" in the project file beats "out" of the user's file.
func (s *Settings) add(l layer) {
	if _, ok := l["out"]; ok {
		if _, both := l["in_place"]; !both {
			s.values["in_place"] = value{false, "default"}
		}
	}
	if v, ok := l["in_place"]; ok && v.data == true {
		if _, both := l["out"]; !both {
			delete(s.values, "out")
		}
	}
	if v, ok := l["timeout.kind"]; ok && v.data != "constant" {
		if _, both := l["timeout.limit"]; !both {
			delete(s.values, "timeout.limit")
		}
	}
	for name, v := range l {
		s.values[name] = v
	}
}

// environment reads the BEAGLE_ variables of the keys. Others with that prefix
// are left alone unless they look like a misspelt one.
func (s *Settings) environment(env []string) error {
	byVariable := make(map[string]key, len(keys))
	var known []string
	for _, k := range keys {
		byVariable[k.variable()] = k
		known = append(known, k.variable())
	}
	for _, pair := range env {
		name, text, _ := strings.Cut(pair, "=")
		if !strings.HasPrefix(name, "BEAGLE_") {
			continue
		}
		if k, ok := byVariable[name]; ok {
			if err := s.set(k.name, text, name); err != nil {
				return err
			}
			continue
		}
		for _, k := range known {
			if distance(name, k) <= 2 {
				s.Warnings = append(s.Warnings, model.Problem{
					Severity: model.Warning, Rule: "unknown-variable",
					Message: fmt.Sprintf("the environment variable %s is no setting", safe.Line(name)),
					Hint:    fmt.Sprintf("Did you mean %s?", k),
				})
				break
			}
		}
	}
	return nil
}

// set reads one setting from text outside a file: single values as they are,
// lists separated by commas or in YAML's [..], everything else in YAML.
func (s *Settings) set(name, text, origin string) error {
	k, ok := find(name)
	if !ok {
		problem := model.Problem{Severity: model.Error, Rule: "unknown-key", Message: fmt.Sprintf("%s: there is no setting %s", origin, safe.Line(name))}
		if near := nearest(name, names()); near != "" {
			problem.Hint = fmt.Sprintf("Did you mean %s?", near)
		}
		return problem
	}
	dir, err := os.Getwd()
	if err != nil {
		return fmt.Errorf("cannot tell the present folder: %w", err)
	}
	var line string
	switch k.form {
	case texts, paths:
		if line = text; !strings.HasPrefix(strings.TrimSpace(text), "[") {
			var quoted []string
			for word := range strings.SplitSeq(text, ",") {
				if word = strings.TrimSpace(word); word != "" {
					quoted = append(quoted, quote(word))
				}
			}
			line = "[" + strings.Join(quoted, ", ") + "]"
		}
	case formulas, launches:
		line = text
	default:
		line = quote(text)
	}
	l, err := parse(origin, dir, []byte(nest(name, line)))
	if err != nil {
		return flatten(err)
	}
	for key, v := range l {
		l[key] = value{v.data, origin}
	}
	s.add(l)
	return nil
}

// nest writes a.b: value as YAML on one line.
func nest(name, text string) string {
	words := strings.Split(name, ".")
	line := text
	for i := len(words) - 1; i > 0; i-- {
		line = "{" + words[i] + ": " + line + "}"
	}
	return words[0] + ": " + line + "\n"
}

// quote writes text as a YAML single-quoted value.
func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// flatten moves the name of a flag or variable from where a file's name
// stands into the message; line and column mean nothing there.
func flatten(err error) error {
	var all SettingErrors
	if errors.As(err, &all) {
		for i := range all {
			all[i] = unplaced(all[i])
		}
		return all
	}
	var one model.Problem
	if errors.As(err, &one) {
		return unplaced(one)
	}
	return err
}

func unplaced(p model.Problem) model.Problem {
	p.Message = p.File + ": " + p.Message
	p.File, p.Line, p.Column = "", 0, 0
	return p
}

// projectFile is the absolute path of the project file.
func projectFile(name string) (string, error) {
	if name == "" {
		name = "."
	}
	full, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(full)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", model.Problem{Severity: model.Error, File: name, Message: "no such file or folder", Hint: "Give the project's folder or its " + FileName + "."}
	case err != nil:
		return "", err
	case info.IsDir():
		full = filepath.Join(full, FileName)
		if _, err := os.Stat(full); errors.Is(err, fs.ErrNotExist) {
			return "", &MissingError{Dir: filepath.Dir(full), Problem: model.Problem{
				Severity: model.Error, File: name, Message: "no " + FileName + " in this folder",
				Hint: "\"beagle " + name + "\" on a terminal makes one; \"beagle demo\" shows a complete example.",
			}}
		}
	}
	return full, nil
}

// readFile reads one configuration file.
func readFile(name string) (layer, error) {
	data, err := safe.ReadFile(name, maxBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", shown(name), err)
	}
	if err != nil {
		return nil, model.Problem{Severity: model.Error, File: shown(name), Message: "the configuration cannot be read: " + err.Error()}
	}
	return parse(shown(name), filepath.Dir(name), data)
}

// shown is a path as short as the person can use it: relative to the present
// folder where that is shorter.
func shown(name string) string {
	dir, err := os.Getwd()
	if err != nil {
		return name
	}
	if relative, err := filepath.Rel(dir, name); err == nil && len(relative) < len(name) && !strings.HasPrefix(relative, "..") {
		return relative
	}
	return name
}
