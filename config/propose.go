package config

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"beagle/internal/safe"
	"beagle/internal/yamltree"
	"beagle/measure"
	"beagle/model"
	"beagle/run"
)

// proposed marks the comment that Propose writes.
const proposed = "# Launches to complete: "

// Propose writes launches as a comment into a project file that a person has to complete, before its first setting.
func Propose(file, dir string, list []measure.Launch, how string) error {
	old, err := safe.ReadFile(file, yamltree.MaxBytes)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	trees, _ := launches.plain(list, dir).([]yaml.MapSlice)
	var comment strings.Builder
	comment.WriteString(proposed + how + "\n")
	for line := range strings.Lines(emit("", "launch", trees)) {
		comment.WriteString("# " + line)
	}
	comment.WriteString("\n")
	if len(old) == 0 {
		old = []byte(SchemaLine)
	}
	text := append([]byte(comment.String()), withoutProposed(old)...)
	if _, err = safe.WriteFile(file, text, safe.WriteOptions{}); err != nil {
		return err
	}
	return WriteSchema(file, text)
}

func withoutProposed(old []byte) []byte {
	from := bytes.Index(old, []byte(proposed))
	if from < 0 || from > 0 && old[from-1] != '\n' {
		return old
	}
	to := from
	for to < len(old) && old[to] == '#' {
		end := bytes.IndexByte(old[to:], '\n')
		if end < 0 {
			return old[:from]
		}
		to += end + 1
	}
	if to < len(old) && old[to] == '\n' {
		to++
	}
	return append(bytes.Clone(old[:from]), old[to:]...)
}

// learning are the beginnings of the names of settings that have a say in what is learnt from measurements.
var learning = []string{"judge.", "derive", "rate", "seed"}

// Relearn changes the settings of an analysis that was made already, by name and text as flags give them.
func Relearn(cfg *run.Config, flags map[string]string) error {
	s := &Settings{layer: layer{config: *cfg, origin: map[string]string{}}}
	for _, name := range slices.Sorted(maps.Keys(flags)) {
		if settings.find(name) != nil && !slices.ContainsFunc(learning, func(begin string) bool { return strings.HasPrefix(name, begin) }) {
			return &FlagError{model.Problem{
				Severity: model.Error, Rule: "relearn", Message: safe.Line(name) + " has no say in what is learnt from measurements that were made already",
				Hint: "judge.*, derive, rate and seed have; measure anew with beagle run for others",
			}}
		}
		if err := s.set(name, flags[name], "--set "+name); err != nil {
			return &FlagError{err}
		}
	}
	*cfg = s.config
	return nil
}

// SettingErrors are everything that is wrong with the settings, one line each.
type SettingErrors []model.Problem

func (p SettingErrors) Error() string {
	var b strings.Builder
	for i, problem := range p {
		if i > 0 {
			b.WriteString("\n")
		}
		b.WriteString(problem.Error())
		if problem.Hint != "" && len(p) > 1 {
			b.WriteString("\n  " + problem.Hint)
		}
	}
	return b.String()
}

// Unwrap lets errors.As find the first problem.
func (p SettingErrors) Unwrap() []error {
	all := make([]error, len(p))
	for i := range p {
		all[i] = p[i]
	}
	return all
}

// FlagError is a wrong setting on the command line: wrong use, where the others are wrong files.
type FlagError struct{ err error }

func (f *FlagError) Error() string { return f.err.Error() }

func (f *FlagError) Unwrap() error { return f.err }

// MissingError is a folder without a project file.
type MissingError struct {
	Dir     string        // absolute
	Problem model.Problem // what is missing, and what to do
}

func (m *MissingError) Error() string { return m.Problem.Error() }

func (m *MissingError) Unwrap() error { return m.Problem }
