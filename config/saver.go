package config

import (
	"errors"
	"io/fs"
	"reflect"
	"sync"

	"beagle/internal/safe"
	"beagle/internal/yamltree"
	"beagle/run"
)

// Rebase is the present configuration with what a person changed of an earlier one.
func Rebase(was, mine, now run.Config) (merged run.Config, stale []string) {
	merged = now
	for i := range settings {
		row := &settings[i]
		before := row.value(&was, was.Project)
		if !reflect.DeepEqual(row.value(&now, now.Project), before) {
			stale = append(stale, row.name)
		}
		if !reflect.DeepEqual(row.value(&mine, mine.Project), before) {
			row.copy(&merged, &mine)
		}
	}
	return merged, stale
}

// Differing names the settings in which two configurations differ.
func Differing(a, b run.Config) []string {
	_, names := Rebase(a, a, b)
	return names
}

// Saver saves what a person changes of a project's settings, as often as wanted.
type Saver struct {
	mu    sync.Mutex
	file  string
	began run.Config // as read or saved last
	wrote []byte     // what was saved last; nil: nothing yet
}

// NewSaver is a saver of a project's file, which need not be there, and of the settings as they were read.
func NewSaver(file string, began run.Config) *Saver { return &Saver{file: file, began: began} }

// Replaces names what saving would change in a file that somebody else wrote; nil: nothing, or the file is not there,
// or it is as it was saved last.
func (s *Saver) Replaces(c run.Config) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	old, err := safe.ReadFile(s.file, yamltree.MaxBytes)
	if err != nil || string(old) == string(s.wrote) {
		return nil // what hinders is said by saving
	}
	l, err := parse(safe.Shown(s.file), c.Project, old)
	if err != nil {
		return nil
	}
	present := asConfig(l, s.file)
	merged, _ := Rebase(asSaved(s.began), asSaved(c), asSaved(present))
	return Differing(asSaved(present), merged)
}

// Save writes what changed since the settings were read.
func (s *Saver) Save(c run.Config) (backup string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	old, err := safe.ReadFile(s.file, yamltree.MaxBytes)
	missing := errors.Is(err, fs.ErrNotExist)
	if err != nil && !missing {
		return "", err
	}
	want := c
	if !missing {
		if l, err := parse(safe.Shown(s.file), c.Project, old); err == nil {
			want, _ = Rebase(asSaved(s.began), asSaved(c), asConfig(l, s.file))
		}
	}
	text, err := merge(old, s.file, want)
	if err != nil {
		return "", err
	}
	if string(text) != string(old) || missing {
		foreign := !missing && string(old) != string(s.wrote)
		if backup, err = safe.WriteFile(s.file, text, safe.WriteOptions{Backup: foreign}); err != nil {
			return "", err
		}
		if err = WriteSchema(s.file, text); err != nil {
			return "", err
		}
	}
	s.began, s.wrote = c, text
	return backup, nil
}
