package folder

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"beagle/blackboard/store"
	"beagle/internal/hash"
	"beagle/internal/safe"
	"beagle/model"
	"beagle/model/language"
	"beagle/run"
	"beagle/run/project"
)

// Beginning is what a run began with. It lies in the store, and beside it in run.json for people.
type Beginning struct {
	Version  int             `json:"version"`                // of the form of this record; 1 at present
	Run      string          `json:"run"`                    // id: the name of the folder
	Created  time.Time       `json:"created"`                // when the folder was made
	Config   run.Config      `json:"config"`                 // as it was after all files, variables and flags had their say
	Elements []model.Element `json:"elements"`               // that are analysed
	All      []model.Element `json:"all_elements,omitempty"` // of the model; of recorded logs only, which need to know what stands around an element
	Entries  model.Entries   `json:"entries,omitempty"`      // linked entries of services, by SEFF id
	Model    string          `json:"model_sha256"`           // SHA-256 of the model file in hexadecimal
	Inputs   []input         `json:"inputs"`                 // files that results depend on, with digests and copies
	Problems []model.Problem `json:"problems,omitempty"`     // what was found before anything was measured
}

type input struct {
	What   string `json:"what"` // model, links, source, log, extension
	File   string `json:"file"`
	SHA256 string `json:"sha256"`
}

const beginningKey = "beginning"

// ValidationKey is where the store keeps how the learnt model predicts.
const ValidationKey = "validation"

func newBeginning(id string, p *project.Project, now time.Time) (Beginning, error) {
	b := Beginning{
		Version: 1, Run: id, Created: now.UTC().Truncate(time.Second), Config: p.Config, Elements: p.Chosen,
		Entries: p.Entries, Model: p.Model, Problems: p.Problems, Inputs: []input{{"model", p.Config.Model, p.Model}},
	}
	if p.Config.Recorded() {
		b.All = p.Elements
	}
	if p.Config.Links != "" && p.Config.Links != run.LinksByName {
		sum, err := hash.DigestFile(p.Config.Links)
		if err != nil {
			return b, err
		}
		b.Inputs = append(b.Inputs, input{"links", p.Config.Links, sum})
	}
	for _, file := range extensionFiles(p.Config.Extensions) {
		if sum, err := hash.DigestFile(file); err == nil { // by name only: it is found anew
			b.Inputs = append(b.Inputs, input{"extension", file, sum})
		}
	}
	for _, file := range files(recorded(&p.Config)) {
		sum, err := hash.DigestFile(file)
		if err != nil {
			return b, err
		}
		b.Inputs = append(b.Inputs, input{"log", file, sum})
	}
	for _, file := range language.NewSources(p.Config.Sources).Files() {
		sum, err := hash.DigestFile(file)
		if err != nil {
			return b, err
		}
		b.Inputs = append(b.Inputs, input{"source", file, sum})
	}
	return b, nil
}

func (b *Beginning) keep(s *store.Store, path string) error {
	if err := s.Put(beginningKey, b); err != nil {
		return err
	}
	text, err := json.MarshalIndent(b, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(path, nil, 0o600); err != nil { // so that the mode is ours from the start
		return err
	}
	_, err = safe.WriteFile(path, append(text, '\n'), safe.WriteOptions{})
	return err
}

// Project is what the engine needs of it.
func (b *Beginning) Project() *project.Project {
	return &project.Project{Config: b.Config, Chosen: b.Elements, Elements: b.All, Entries: b.Entries, Problems: slices.Clone(b.Problems), Model: b.Model}
}

// BeginningOf reads what a run began with.
func BeginningOf(s *store.Store) (b Beginning, err error) {
	found, err := s.Get(beginningKey, &b)
	return b, began(s, found, err)
}

func began(s *store.Store, found bool, err error) error {
	if err == nil && !found {
		err = model.Problem{
			Severity: model.Error, Rule: "run-damaged", File: s.Path(), Message: "the run's store does not say what the run began with",
			Hint: "start anew with the configuration in run.json, in the same folder",
		}
	}
	return err
}

func extensionFiles(programs []string) (files []string) {
	for _, program := range programs {
		files = append(files, program, strings.TrimSuffix(program, ".exe")+".json")
	}
	return files
}

// ChangedExtensions says which extensions are no longer what the run was made with.
func (b *Beginning) ChangedExtensions() (all []model.Problem) {
	extensions := slices.DeleteFunc(slices.Clone(b.Inputs), func(in input) bool { return in.What != "extension" })
	for _, c := range changesOf(extensions) {
		all = append(all, model.Problem{
			Severity: model.Warning, Rule: "extension-changed", File: c.File, Message: "the run was made with another version of this extension (" + c.How + ")",
			Hint: "results may differ for that reason; beagle run measures and learns with the present one",
		})
	}
	return all
}

func recorded(c *run.Config) []string {
	return slices.Concat(c.Measure.Logs, c.Measure.Records, c.Measure.RecordTypes)
}

func files(paths []string) []string {
	var found []string
	for _, root := range paths {
		_ = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err == nil && entry.Type().IsRegular() {
				found = append(found, path)
			}
			return nil // what cannot be read cannot be an input
		})
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// Change is an input that is no longer what the run began with.
type Change struct {
	What string `json:"what"` // model, links, source, log, extension
	File string `json:"file"` // absolute path
	How  string `json:"how"`  // changed, missing, new
}

func (c Change) String() string { return fmt.Sprintf("%s %s: %s", c.What, c.File, c.How) }

func changesOf(inputs []input) (out []Change) {
	for _, in := range inputs {
		sum, err := hash.DigestFile(in.File)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			out = append(out, Change{in.What, in.File, "missing"})
		case err != nil:
			out = append(out, Change{in.What, in.File, err.Error()})
		case sum != in.SHA256:
			out = append(out, Change{in.What, in.File, "changed"})
		}
	}
	return out
}

func (b *Beginning) changes() []Change {
	out := changesOf(b.Inputs)
	known := map[string]bool{}
	for _, in := range b.Inputs {
		known[in.File] = true
	}
	for what, present := range map[string][]string{"source": language.NewSources(b.Config.Sources).Files(), "log": files(recorded(&b.Config))} {
		for _, file := range present {
			if !known[file] {
				out = append(out, Change{what, file, "new"})
			}
		}
	}
	return out
}

// Begin writes what the run begins with.
func Begin(f Folder, p *project.Project, now time.Time) error {
	err := begin(f, p, now)
	if safe.Full(err) {
		return noFolder(err)
	}
	return err
}

func begin(f Folder, p *project.Project, now time.Time) error {
	db, err := store.Open(f.Store())
	if err != nil {
		return err
	}
	defer db.Close()
	b, err := newBeginning(f.ID(), p, now)
	if err != nil {
		return err
	}
	if err := db.Put(StatusKey, Status{State: run.Preparing, Updated: now.UTC()}); err != nil {
		return err
	}
	return b.keep(db, f.Path("run.json"))
}

// Different names what two runs do not have in common; empty: results of one are results of the other.
func (b *Beginning) Different(other *Beginning) string {
	for _, in := range b.Inputs {
		if !slices.Contains(other.Inputs, in) {
			return in.What + " " + in.File
		}
	}
	switch {
	case len(b.Inputs) != len(other.Inputs):
		return "the set of sources"
	case !reflect.DeepEqual(b.Config.Measure, other.Config.Measure):
		return "the way of measuring"
	case !slices.Equal(b.Config.Build, other.Config.Build):
		return "the build"
	}
	return ""
}
