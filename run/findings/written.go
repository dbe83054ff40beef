package findings

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"beagle/internal/hash"
	"beagle/internal/safe"
	"beagle/model"
	"beagle/run"
)

const maxModel = 256 << 20

type replaced struct {
	File   string `json:"file"`
	SHA256 string `json:"sha256"`           // of what was written
	Backup string `json:"backup,omitempty"` // holds what stood there; empty: nothing did
}

type writing struct {
	Model replaced `json:"model"`
	Side  replaced `json:"side"`
	// Original holds the model as the analysis read it, where it was written over the model itself; else empty.
	Original string    `json:"original,omitempty"`
	At       time.Time `json:"at,omitzero"` // when it was written
}

type writings []writing

func (w writings) ours(path string, content []byte) bool {
	digest := hash.Digest(content)
	for i := range w {
		for _, r := range []replaced{w[i].Model, w[i].Side} {
			if r.SHA256 == digest && (r.File == path || safe.SameFile(r.File, path)) {
				return true
			}
		}
	}
	return false
}

// replace writes a file and keeps what stood there.
func (w writings) replace(path string, data []byte, allowed bool, expect []byte) (replaced, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return replaced{}, err
	}
	present, err := safe.ReadFile(path, maxModel)
	if err == nil && !allowed && !w.ours(path, present) {
		return replaced{}, model.Problem{
			Severity: model.Error, Rule: run.Occupied, File: path,
			Message: "there is a file already that this analysis did not write, so nothing was written",
			Hint:    "name another file, or allow that it is replaced; it would be kept beside the new one",
		}
	}
	backup, err := safe.WriteFile(path, data, safe.WriteOptions{Expect: expect, Backup: true})
	return replaced{File: path, SHA256: hash.Digest(data), Backup: backup}, err
}

type modelFile struct {
	path   string
	digest string // of what was read; empty: not known

	mu    sync.Mutex
	wrote writings             // the oldest first
	keep  func(writings) error // makes them durable
}

func (m *modelFile) add(did writing) error {
	m.wrote = append(m.wrote, did)
	return m.keep(m.wrote)
}

func (w *writer) Wrote() *run.Wrote {
	m := &w.file
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.wrote) == 0 {
		return nil
	}
	last := m.wrote[len(m.wrote)-1]
	return &run.Wrote{File: last.Model.File, At: last.At}
}

// original is the file that holds the model as the analysis read it.
func (m *modelFile) original(present []byte) (string, error) {
	if m.digest == "" || hash.Digest(present) == m.digest {
		return m.path, nil
	}
	if m.wrote.ours(m.path, present) {
		for i := range m.wrote {
			kept, err := safe.ReadFile(m.wrote[i].Original, maxModel)
			if err == nil && hash.Digest(kept) == m.digest {
				return m.wrote[i].Original, nil
			}
		}
	}
	return "", model.Problem{
		Severity: model.Error, Rule: "model-changed", File: m.path,
		Message: "the model was changed after the analysis read it, so nothing is written into it",
		Hint:    "restore the model as it was, or run the analysis again on the new one",
	}
}

func (w *writer) Undo(context.Context) (run.Written, error) { return w.file.undo() }

func (m *modelFile) undo() (run.Written, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.wrote) == 0 {
		return run.Written{}, model.Problem{Severity: model.Error, Rule: "undo", Message: "this analysis wrote nothing that could be taken back"}
	}
	last := m.wrote[len(m.wrote)-1]
	for _, r := range []replaced{last.Model, last.Side} { // look first: both are taken back, or none
		if err := r.untouched(); err != nil {
			return run.Written{}, err
		}
	}
	if err := errors.Join(last.Model.restore(), last.Side.restore()); err != nil {
		return run.Written{}, err
	}
	m.wrote = m.wrote[:len(m.wrote)-1]
	return run.Written{File: last.Model.File, Backup: last.Model.Backup, Provenance: last.Side.File}, m.keep(m.wrote)
}

func (r *replaced) untouched() error {
	if r.File == "" {
		return nil
	}
	present, err := safe.ReadFile(r.File, maxModel)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return model.Problem{Severity: model.Error, Rule: "undo", File: r.File, Message: "the file cannot be read: " + err.Error()}
	case hash.Digest(present) != r.SHA256:
		return model.Problem{
			Severity: model.Error, Rule: "undo", File: r.File, Message: "the file was changed after it was written, so nothing was taken back",
			Hint: "compare it with " + r.before(),
		}
	}
	if r.Backup == "" {
		return nil
	}
	if _, err := os.Stat(r.Backup); err != nil {
		return model.Problem{Severity: model.Error, Rule: "undo", File: r.Backup, Message: "the backup is gone: " + safe.Cause(err).Error()}
	}
	return nil
}

func (r *replaced) before() string {
	if r.Backup == "" {
		return "the model; there was no such file before"
	}
	return r.Backup
}

func (r *replaced) restore() error {
	if r.File == "" {
		return nil
	}
	if r.Backup == "" {
		if err := os.Remove(r.File); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	before, err := safe.ReadFile(r.Backup, maxModel)
	if err != nil {
		return err
	}
	_, err = safe.WriteFile(r.File, before, safe.WriteOptions{})
	return err
}
