// Package draft keeps what was entered into the wizard and is saved nowhere else: a lost connection, a closed
// terminal or a wrong key must not cost it. A draft is the settings as the wizard has them, one file for each project
// in the user's state folder.
package draft

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/adrg/xdg"

	"beagle/internal/hash"
	"beagle/internal/safe"
	"beagle/model"
	"beagle/run"
)

// Draft is how far a person came with setting an analysis up.
type Draft struct {
	Version int       `json:"version"`         // of the form of the file; a draft of another version is not read
	Project string    `json:"project"`         // the project's folder
	Named   string    `json:"named,omitempty"` // the model's file, where a person named one in place of the project
	Saved   time.Time `json:"saved"`           // when it was written
	Step    int       `json:"step"`            // of the wizard, from 1
	// Began is what the wizard started from and Config what became of it: where the
	// project's file changes meanwhile, only what differs between them is the person's.
	Began  run.Config `json:"began"`
	Config run.Config `json:"config"` // see Began
	// Entered are the fields of the form in front, which may be incomplete, and Launch is whose form it is.
	Entered []string `json:"entered,omitempty"`
	Launch  int      `json:"launch,omitempty"`  // see Entered
	Started string   `json:"started,omitempty"` // the run that was started with it; empty: none
}

const version = 1

const maxBytes = 8 << 20

// Folder is where drafts are kept, beside runs. Environments of launches may hold secrets: it is the user's alone.
func Folder() string { return filepath.Join(xdg.StateHome, "beagle", "drafts") }

func file(project, named string) string {
	return filepath.Join(Folder(), hash.Digest([]byte(project + "\x00" + named))[:24]+".json")
}

// Keep keeps a draft in place of the project's earlier one. It is written whole or not at all.
func Keep(d Draft) error {
	d.Version = version
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(d); err != nil {
		return err
	}
	if err := os.MkdirAll(Folder(), 0o700); err != nil {
		return noFolder(err)
	}
	// Not flushed to the disk: it is written at every key, and what a cut connection
	// or a killed process leaves in the system's memory is not lost.
	temporary, err := os.CreateTemp(Folder(), ".draft-*") // for the user alone
	if err != nil {
		return noFolder(err)
	}
	_, err = temporary.Write(text.Bytes())
	if err = errors.Join(err, temporary.Close()); err == nil {
		err = os.Rename(temporary.Name(), file(d.Project, d.Named))
	}
	if err != nil {
		return errors.Join(noFolder(err), os.Remove(temporary.Name()))
	}
	return nil
}

func noFolder(err error) error {
	return model.Problem{
		Severity: model.Error, Rule: "state-folder", File: Folder(), Message: "no draft can be kept: " + safe.Cause(err).Error(),
		Hint: "set XDG_STATE_HOME to a folder that you may write to",
	}
}

// Of is the draft of a project; nil: there is none. One that cannot be read is none either, and the error says why.
func Of(project, named string) (*Draft, error) { return read(file(project, named)) }

func read(name string) (*Draft, error) {
	text, err := safe.ReadFile(name, maxBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil //nolint:nilnil // most projects have no draft
	}
	if err != nil {
		return nil, err
	}
	var d Draft
	if err := json.Unmarshal(text, &d); err != nil {
		return nil, unreadable(name, err.Error())
	}
	if d.Version != version || d.Project == "" || d.Step < 1 {
		return nil, unreadable(name, fmt.Sprintf("it is of version %d", d.Version))
	}
	return &d, nil
}

func unreadable(name, why string) error {
	return model.Problem{
		Severity: model.Warning, Rule: "draft", File: name, Message: "a draft of the wizard cannot be read: " + why,
		Hint: "it is replaced as soon as something is entered",
	}
}

// List lists the drafts that can be read, the newest first.
func List() ([]Draft, error) {
	entries, err := os.ReadDir(Folder())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []Draft
	for _, e := range entries {
		if filepath.Ext(e.Name()) != ".json" {
			continue
		}
		if d, err := read(filepath.Join(Folder(), e.Name())); err == nil && d != nil {
			all = append(all, *d)
		}
	}
	slices.SortStableFunc(all, func(a, b Draft) int { return b.Saved.Compare(a.Saved) })
	return all, nil
}

// Drop forgets the draft of a project; none is no error.
func Drop(project, named string) error {
	if err := os.Remove(file(project, named)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
