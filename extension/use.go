package extension

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/adrg/xdg"

	"beagle/analysers"
	"beagle/analysers/analyser"
	"beagle/extension/wire"
	"beagle/internal/registry"
	"beagle/internal/safe"
	"beagle/judge"
	"beagle/measure"
	"beagle/model"
	"beagle/model/adapter"
	"beagle/model/language"
	"beagle/model/prediction"
	"beagle/run"
)

// Set are the extensions that take part.
type Set struct {
	All      []*Extension    // in the order in which they were named
	Problems []model.Problem // of those that cannot take part
}

// Use has extensions take part that were named, by name or path: what they are able to is registered.
func Use(ctx context.Context, named []string) *Set {
	s := &Set{}
	if len(named) == 0 {
		return s
	}
	found := Find()
	for _, name := range named {
		f, err := Named(name, found)
		if err == nil && slices.ContainsFunc(s.All, func(x *Extension) bool { return x.Name == f.Name }) {
			continue
		}
		x := &Extension{Found: f}
		if err == nil {
			err = join(ctx, x)
		}
		if err != nil {
			x.Close()
			p := model.AsProblem(err, "extension")
			p.Severity = model.Warning
			s.Problems = append(s.Problems, p)
			continue
		}
		s.All = append(s.All, x)
	}
	return s
}

// Programs are the paths of the extensions.
func (s *Set) Programs() (paths []string) {
	for _, x := range s.All {
		paths = append(paths, x.Program)
	}
	return paths
}

// Close ends the programs.
func (s *Set) Close() {
	for _, x := range s.All {
		x.Close()
	}
}

func join(ctx context.Context, x *Extension) error {
	said, err := x.Hello(ctx)
	if err != nil {
		return err
	}
	if x.Has(wire.Analyser) {
		a, err := x.Analyser(said)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(analysers.All(), func(other *analyser.Analyser) bool { return other.Name == a.Name }) {
			return x.wrong("there is an analyser %s already", a.Name)
		}
		analysers.Added.Register(a.Name, a)
	}
	if x.Has(wire.Fitness) {
		if err := add(&judge.Measures, x, "fitness function", x.Grade); err != nil {
			return err
		}
	}
	if x.Has(wire.Tool) {
		if err := add(&measure.Tools, x, "measurement tool", toolOf(x, said)); err != nil {
			return err
		}
	}
	if x.Has(wire.Language) {
		l, err := x.Language(said)
		if err != nil {
			return err
		}
		if err := add(&language.Languages, x, "language", l); err != nil {
			return err
		}
	}
	if x.Has(wire.Adapter) {
		a, err := x.Adapter(said)
		if err != nil {
			return err
		}
		if err := add[adapter.Adapter](&adapter.Adapters, x, "model adapter", a); err != nil {
			return err
		}
		for _, suffix := range a.Suffixes() {
			prediction.Predictors.Register(suffix, a)
		}
	}
	if x.Has(wire.Notifier) {
		run.Notifiers.Register(x.Name, x.Notify)
	}
	return nil
}

func add[T any](to *registry.Registry[T], x *Extension, what string, part T) error {
	if _, err := to.Get(x.Name); err == nil {
		return x.wrong("there is a %s %s already", what, x.Name)
	}
	to.Register(x.Name, part)
	return nil
}

// Chosen are the names of extensions that take part.
func Chosen(named []string) (all []string, problems []model.Problem) {
	agreed, err := ReadAgreements()
	if err != nil {
		problems = append(problems, model.AsProblem(err, "extension"))
	}
	all = slices.Clone(named)
	if len(agreed) == 0 {
		return all, problems
	}
	for _, f := range Find() {
		switch {
		case f.Problem != nil || slices.Contains(named, f.Name) || slices.Contains(named, f.Program):
		case agreed.Holds(&f):
			all = append(all, f.Program)
		case agreed.Changed(&f):
			problems = append(problems, model.Problem{
				Severity: model.Warning, Rule: "extension-changed", Message: fmt.Sprintf("extension %s is not what you agreed to any more, and has no part in this", f.Name),
				File: f.Program, Hint: "beagle extension trust " + f.Name + " asks you again",
			})
		}
	}
	return all, problems
}

// Agreements are the user's answers on the screen.
type Agreements map[string]string

const refused = "no "

func agreementsFile() string { return filepath.Join(xdg.StateHome, "beagle", "extensions.json") }

// ReadAgreements reads what was agreed to.
func ReadAgreements() (Agreements, error) {
	a := Agreements{}
	data, err := safe.ReadFile(agreementsFile(), 1<<20)
	if errors.Is(err, fs.ErrNotExist) {
		return a, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &a)
	}
	if err != nil {
		return nil, model.Problem{
			Severity: model.Error, Rule: "extension", File: agreementsFile(), Message: fmt.Sprintf("the list of extensions that you agreed to cannot be read: %v", safe.Cause(err)),
			Hint: "delete it; you are asked again",
		}
	}
	return a, nil
}

// Holds reports whether the user agreed to an extension as it is now.
func (a Agreements) Holds(f *Found) bool { return f.Hash != "" && a[f.Program] == f.Hash }

// Changed reports whether the user agreed to an extension that was another then.
func (a Agreements) Changed(f *Found) bool {
	return a[f.Program] != "" && !a.Holds(f) && !strings.HasPrefix(a[f.Program], refused)
}

// Answered reports whether the user has said yes or no to an extension as it is now.
func (a Agreements) Answered(f *Found) bool { return a.Holds(f) || a[f.Program] == refused+f.Hash }

// Answer notes the user's answer.
func (a Agreements) Answer(f *Found, yes bool) {
	if a[f.Program] = f.Hash; !yes {
		a[f.Program] = refused + f.Hash
	}
}

// Save keeps the agreements.
func (a Agreements) Save() error {
	data, err := json.MarshalIndent(a, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(agreementsFile()), 0o700); err != nil {
		return err
	}
	_, err = safe.WriteFile(agreementsFile(), append(data, '\n'), safe.WriteOptions{})
	return err
}
