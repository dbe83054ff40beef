package extract

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
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
	Repository string   `json:"repository"`        // path of the .repository file
	Links      string   `json:"links"`             // path of the source statement links
	System     string   `json:"system,omitempty"`  // path of the .system file; empty: none was written
	Others     []string `json:"others,omitempty"`  // paths of the other files of the model
	Kept       []string `json:"kept,omitempty"`    // that were there, and are not ours to replace
	Changes    *Changes `json:"changes,omitempty"` // since the model was extracted before; nil: it was not
}

// Write writes the files of a model to a folder, all or none. Where an extraction has written there before, values of
// what has not changed since are kept, and the .repository as it was stays as .bak; another .repository is an error.
// Of the other files those that somebody has changed stay as they are.
func (r *Result) Write(folder string) (*Written, error) {
	name := r.Model.Name
	file := func(end string) string { return filepath.Join(folder, name+end) }
	w := &Written{Repository: file(repositoryEnd), Links: file(".links.json"), System: file(".system")}
	was, err := readRecord(w.Repository)
	if err != nil {
		return nil, err
	}
	fresh, err := pcm.Parse(name+repositoryEnd, write.Repository(r.Model))
	if err != nil {
		return nil, fmt.Errorf("the model cannot be read again: %w", err)
	}
	data, present, err := r.merged(fresh, was, w)
	if err != nil {
		return nil, err
	}
	now, err := newRecord(r, folder)
	if err != nil {
		return nil, err
	}
	files, err := newPlaced(folder)
	if err != nil {
		return nil, err
	}
	if err := r.put(files, w, was, now, data, present); err != nil {
		return nil, errors.Join(err, files.undo())
	}
	return w, nil
}

func (r *Result) put(out *placed, w *Written, was, now *record, data, present []byte) error {
	name := r.Model.Name
	file := func(end string) string { return filepath.Join(out.folder, name+end) }
	if !bytes.Equal(data, present) {
		backup, err := out.write(w.Repository, data, safe.WriteOptions{Expect: present, Backup: present != nil})
		if err != nil {
			return err
		}
		if w.Changes != nil {
			w.Changes.Backup = backup
		}
	}
	written, err := pcm.Parse(name+repositoryEnd, data)
	if err != nil {
		return fmt.Errorf("the model cannot be read again: %w", err)
	}
	if err := out.before(w.Links); err != nil {
		return err
	}
	mapping := links.NewMapping(written, r.matches(), language.NewSources(r.Project.Folders()))
	mapping.Whole = true
	if err := links.WriteMapping(w.Links, mapping); err != nil {
		return err
	}
	base := name + repositoryEnd
	for _, other := range []struct {
		path string
		data []byte
	}{
		{w.System, write.System(r.Model, base)},
		{file(".resourceenvironment"), write.Environment(r.Model)},
		{file(".allocation"), write.Allocation(r.Model, name+".system", name+".resourceenvironment")},
		{file(".usagemodel"), write.Usage(r.Model, base, name+".system")},
	} {
		key := filepath.Base(other.path)
		present, err := safe.ReadFile(other.path, 256<<20)
		if err == nil && !bytes.Equal(present, other.data) && (was == nil || was.Files[key] != hash(present)) {
			w.Kept = append(w.Kept, other.path)
			continue
		}
		if _, err := out.write(other.path, other.data, safe.WriteOptions{}); err != nil {
			return err
		}
		now.Files[key] = hash(other.data)
		w.Others = append(w.Others, other.path)
	}
	record, err := json.MarshalIndent(now, "", " ")
	if err != nil {
		return err
	}
	_, err = out.write(file(recordEnd), append(record, '\n'), safe.WriteOptions{})
	return err
}

// merged is the .repository to be written, with the values of what has not changed since it was extracted before, and
// what is there now.
func (r *Result) merged(fresh *pcm.Repository, was *record, w *Written) (data, present []byte, err error) {
	present, err = safe.ReadFile(w.Repository, 256<<20)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return fresh.Bytes(), nil, nil
	case err != nil:
		return nil, nil, model.Problem{Severity: model.Error, Rule: "write", File: w.Repository, Message: "the present file cannot be read: " + safe.Cause(err).Error()}
	}
	old, err := pcm.Parse(w.Repository, present)
	if was == nil && bytes.Equal(present, fresh.Bytes()) {
		return present, present, nil
	}
	if was == nil || err != nil {
		return nil, nil, model.Problem{
			Severity: model.Error, Rule: "write", File: w.Repository, Message: "there is another model already, and it is not replaced",
			Hint: "name another folder with --out, or remove it",
		}
	}
	changes, same := was.changes(recordedSteps(r))
	w.Changes = changes
	changes.Foreign = foreign(old, was, recordedSteps(r))
	data, err = changes.keep(old, fresh, was, same)
	return data, present, err
}

func (r *Result) matches() (all []links.Match) {
	add := func(id string, l *structure.Link, why string) {
		if l == nil || id == "" {
			return
		}
		m := links.Match{Link: links.Link{Element: id, First: links.Position{Unit: l.Unit, Offset: l.First}, Of: l.Of}, Confidence: 1, Why: why}
		if l.Last != l.First {
			m.Last = &links.Position{Unit: l.Unit, Offset: l.Last}
		}
		all = append(all, m)
	}
	for _, c := range r.Model.Components {
		for _, s := range c.Services {
			if len(s.Ways) == 0 {
				add(s.ID, s.Link, "extracted from "+s.Class)
			}
			for _, way := range s.Ways {
				add(s.ID, way.Link, "extracted from "+way.Class)
			}
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

type placed struct {
	folder string
	made   []string // folders that were not there
	was    []former
}

type former struct {
	path string
	data []byte
}

func newPlaced(folder string) (*placed, error) {
	p := &placed{folder: folder}
	for at := filepath.Clean(folder); ; at = filepath.Dir(at) {
		if _, err := os.Lstat(at); !errors.Is(err, fs.ErrNotExist) || at == filepath.Dir(at) {
			break
		}
		p.made = append(p.made, at)
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, model.Problem{Severity: model.Error, Rule: "write", File: folder, Message: "the folder cannot be made: " + safe.Cause(err).Error(), Hint: "name another one with --out"}
	}
	return p, nil
}

func (p *placed) before(path string) error {
	data, err := safe.ReadFile(path, maxRecord)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		data = nil
	case err != nil:
		return err
	case data == nil:
		data = []byte{}
	}
	p.was = append(p.was, former{path, data})
	return nil
}

func (p *placed) write(path string, data []byte, o safe.WriteOptions) (backup string, err error) {
	if err := p.before(path); err != nil {
		return "", err
	}
	backup, err = safe.WriteFile(path, data, o)
	if backup != "" && err == nil {
		p.was = append(p.was, former{backup, nil})
	}
	return backup, err
}

func (p *placed) undo() (all error) {
	for i := len(p.was) - 1; i >= 0; i-- {
		f := p.was[i]
		var err error
		if f.data == nil {
			if err = os.Remove(f.path); errors.Is(err, fs.ErrNotExist) {
				err = nil
			}
		} else {
			_, err = safe.WriteFile(f.path, f.data, safe.WriteOptions{})
		}
		all = errors.Join(all, err)
	}
	for _, folder := range p.made { // the innermost first
		if err := os.Remove(folder); err != nil {
			break // somebody else has put something there
		}
	}
	return all
}
