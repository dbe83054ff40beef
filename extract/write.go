package extract

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"beagle/extract/structure"
	"beagle/extract/write"
	"beagle/internal/safe"
	"beagle/links"
	"beagle/model"
	"beagle/model/language"
	"beagle/pcm"
)

// Written are the files of a model.
type Written struct {
	Repository string   `json:"repository"`
	Links      string   `json:"links"`
	System     string   `json:"system,omitempty"`
	Others     []string `json:"others,omitempty"`
	Kept       []string `json:"kept,omitempty"` // that were there, and are not ours to replace
}

// Write writes the files of a model to a folder, all or none. A .repository that is
// there with another content is an error; of the other files those that are there
// stay as they are.
func (r *Result) Write(folder string) (*Written, error) {
	name := r.Model.Name
	file := func(end string) string { return filepath.Join(folder, name+end) }
	w := &Written{Repository: file(".repository"), Links: file(".links.json"), System: file(".system")}
	repository := write.Repository(r.Model)
	if present, err := safe.ReadFile(w.Repository, 256<<20); err == nil && !bytes.Equal(present, repository) {
		return nil, model.Problem{
			Severity: model.Error, Rule: "write", File: w.Repository, Message: "there is another model already, and it is not replaced",
			Hint: "name another folder with --out, or remove it",
		}
	} else if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, model.Problem{Severity: model.Error, Rule: "write", File: w.Repository, Message: "what is there cannot be read: " + safe.Cause(err).Error()}
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, model.Problem{Severity: model.Error, Rule: "write", File: folder, Message: "the folder cannot be made: " + safe.Cause(err).Error(), Hint: "name another one with --out"}
	}
	// Links describe the model as it is read, so it is written to a folder of its own
	// first; what cannot be read by ourselves is never put into the user's.
	work, err := os.MkdirTemp(folder, ".beagle-extract")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	base := name + ".repository"
	trial := filepath.Join(work, base)
	if err := os.WriteFile(trial, repository, 0o600); err != nil {
		return nil, err
	}
	read, err := pcm.Read(trial)
	if err != nil {
		return nil, fmt.Errorf("the model cannot be read again: %w", err)
	}
	mapping := links.NewMapping(read, r.matches(), language.NewSources(r.Project.Folders()))
	if _, err := safe.WriteFile(w.Repository, repository, safe.WriteOptions{}); err != nil {
		return nil, err
	}
	if err := links.WriteMapping(w.Links, mapping); err != nil {
		return nil, err
	}
	for _, other := range []struct {
		path string
		data []byte
	}{
		{w.System, write.System(r.Model, base)},
		{file(".resourceenvironment"), write.Environment(r.Model)},
		{file(".allocation"), write.Allocation(r.Model, name+".system", name+".resourceenvironment")},
		{file(".usagemodel"), write.Usage(r.Model, base, name+".system")},
	} {
		if present, err := safe.ReadFile(other.path, 256<<20); err == nil && !bytes.Equal(present, other.data) {
			w.Kept = append(w.Kept, other.path)
			continue
		}
		if _, err := safe.WriteFile(other.path, other.data, safe.WriteOptions{}); err != nil {
			return nil, err
		}
		w.Others = append(w.Others, other.path)
	}
	return w, nil
}

// matches are the links of all elements.
func (r *Result) matches() (all []links.Match) {
	add := func(id string, l *structure.Link, why string) {
		if l == nil || id == "" {
			return
		}
		m := links.Match{Link: links.Link{Element: id, First: links.Position{Unit: l.Unit, Offset: l.First}}, Confidence: 1, Why: why}
		if l.Last != l.First {
			m.Last = &links.Position{Unit: l.Unit, Offset: l.Last}
		}
		all = append(all, m)
	}
	for _, c := range r.Model.Components {
		for _, s := range c.Services {
			add(s.ID, s.Link, "extracted from "+s.Class)
			s.Body.Walk(func(step *structure.Step) {
				add(step.ID, step.Link, "")
				for _, inner := range step.Inner {
					add(inner.ID, inner.Link, "")
				}
			})
		}
	}
	return all
}
