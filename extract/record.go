package extract

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"beagle/extract/project"
	"beagle/extract/rules"
	"beagle/extract/structure"
	"beagle/extract/write"
	"beagle/internal/safe"
	"beagle/model"
)

// Ends of the names of a model's files.
const (
	repositoryEnd = ".repository"
	recordEnd     = ".extraction.json"
	maxRecord     = 256 << 20
)

type record struct {
	Version int               `json:"version"` // 1
	Project string            `json:"project"` // its folder, as seen from the record's
	Rule    string            `json:"rule"`
	Sources map[string]string `json:"sources"` // hash of each file, by its path in the project
	Files   map[string]string `json:"files"`   // hash of each other file of the model, as it was written
	Steps   []Step            `json:"steps"`

	Components []rules.Former `json:"components"`
	Seen       *rules.Seen    `json:"seen,omitempty"` // what launches did, where some were tried
}

// Step is an action of the model, as the record keeps it.
type Step struct {
	ID        string `json:"id"`        // of the action in the model file
	Kind      string `json:"kind"`      // what the action is, as in the model file
	Name      string `json:"name"`      // entityName of the action
	Component string `json:"component"` // entityName of its component
	Service   string `json:"service"`   // name of the described signature
	Code      string `json:"code"`      // a hash of what it stands for in the source

	// Given is what the extraction itself wrote as a loop's count or a branch's shares (write.Given).
	Given string `json:"given,omitempty"`
}

// readRecord reads the record beside a repository; nil: there is none.
func readRecord(repository string) (*record, error) {
	path := strings.TrimSuffix(repository, repositoryEnd) + recordEnd
	data, err := safe.ReadFile(path, maxRecord)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	var r record
	if err == nil {
		err = json.Unmarshal(data, &r)
	}
	if err == nil && r.Version != 1 {
		err = fmt.Errorf("it is of version %d", r.Version)
	}
	if err != nil {
		return nil, model.Problem{
			Severity: model.Error, Rule: "write", File: path, Message: "the record of the last extraction cannot be read: " + safe.Cause(err).Error(),
			Hint: "remove the model's folder to begin anew; learnt values are lost with it",
		}
	}
	return &r, nil
}

// recordedName is the name of the only model that a project was extracted to in a folder.
func recordedName(folder, project string) (name string) {
	entries, err := os.ReadDir(folder)
	if folder == "" || err != nil {
		return ""
	}
	for _, entry := range entries {
		one, is := strings.CutSuffix(entry.Name(), recordEnd)
		if !is {
			continue
		}
		was, err := readRecord(filepath.Join(folder, one+repositoryEnd))
		if err != nil || was == nil || was.Project != between(folder, project) {
			continue // what is wrong with it is said where it is needed
		}
		if name != "" {
			return ""
		}
		name = one
	}
	return name
}

func newRecord(r *Result, folder string) (*record, error) {
	sources, err := hashes(r.Project)
	if err != nil {
		return nil, err
	}
	var components []rules.Former
	for _, c := range r.Divided {
		components = append(components, c.Former())
	}
	return &record{Components: components, Version: 1, Project: between(folder, r.Project.Dir), Rule: r.Rule, Sources: sources, Files: map[string]string{}, Steps: recordedSteps(r), Seen: r.input.Seen}, nil
}

// Untried reports whether a model was extracted and no launch has judged it yet.
func Untried(repository string) (bool, error) {
	was, err := readRecord(repository)
	return was != nil && was.Seen == nil, err
}

func between(folder, path string) string {
	from, err := filepath.Abs(folder)
	if err != nil {
		return path
	}
	relative, err := filepath.Rel(from, path)
	if err != nil {
		return path
	}
	return filepath.ToSlash(relative)
}

func recordedSteps(r *Result) (all []Step) {
	kinds := map[structure.Kind]string{structure.Internal: "internal-action", structure.Call: "call", structure.Loop: "loop", structure.Branch: "branch"}
	for _, c := range r.Model.Components {
		for _, s := range c.Services {
			s.Body.Walk(func(step *structure.Step) {
				all = append(all, Step{step.ID, kinds[step.Kind], step.Name, c.Name, s.Op.Interface.Name + "." + s.Op.Name, step.Code, write.Given(step)})
			})
		}
	}
	return all
}

func hashes(p *project.Project) (map[string]string, error) {
	all := map[string]string{}
	files, _ := p.Files()
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		all[between(p.Dir, file)] = hash(data)
	}
	return all, nil
}

// hash is the first 12 bytes of a SHA-256 digest, in hexadecimal digits.
func hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:12])
}

// ProjectOf is the folder of the project that a model was extracted from; empty where it was not extracted.
func ProjectOf(repository string) (dir string, err error) {
	was, err := readRecord(repository)
	if was == nil || err != nil {
		return "", err
	}
	return was.dir(repository), nil
}

// dir is the project's folder, of a model that lies there.
func (was *record) dir(repository string) string {
	dir := filepath.FromSlash(was.Project)
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(filepath.Dir(repository), dir)
	}
	return dir
}

// Edited are the sources that have changed, come or gone since a model was extracted, by their paths in the project.
func Edited(ctx context.Context, repository string) (files []string, dir string, err error) {
	was, err := readRecord(repository)
	if was == nil || err != nil {
		return nil, "", err
	}
	dir = was.dir(repository)
	found, err := project.Look(ctx, dir)
	if err != nil {
		return nil, "", err
	}
	now, err := hashes(found)
	if err != nil {
		return nil, "", err
	}
	for file, sum := range now {
		if was.Sources[file] != sum {
			files = append(files, file)
		}
	}
	for file := range was.Sources {
		if _, there := now[file]; !there {
			files = append(files, file)
		}
	}
	slices.Sort(files)
	return files, dir, nil
}
