package setup

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"

	"beagle/cli/app"
	"beagle/config"
	"beagle/extension"
	"beagle/extension/wire"
)

// ExtensionState is an extension that is there, as "beagle tools" and "beagle
// extension list" tell it.
type ExtensionState struct {
	Name    string       `json:"name"`              // as its manifest says
	Version string       `json:"version,omitempty"` // as its manifest says
	Doc     string       `json:"doc,omitempty"`     // one line, as its manifest says
	Points  []wire.Point `json:"points,omitempty"`  // what it extends
	Path    string       `json:"path"`              // folder that it lies in
	Hash    string       `json:"hash,omitempty"`    // digest of its files
	Chosen  string       `json:"chosen,omitempty"`  // how: named, agreed; empty: it has no part
	OK      bool         `json:"ok"`                // it can take part, or, where it was asked, it answers
	Answer  string       `json:"answer,omitempty"`  // what came of asking it; empty: nobody did, or Problem says it
	Problem string       `json:"problem,omitempty"` // why it cannot be used; empty: it can
	Hint    string       `json:"hint,omitempty"`    // what to do about the problem
}

// Extensions lists the extensions that are there, and those of named that lie
// elsewhere. None is run.
func Extensions(named []string) ([]ExtensionState, error) {
	configured, err := config.Extensions(UserFile(), os.Environ())
	if err != nil {
		return nil, err
	}
	named = append(configured, named...)
	agreed, err := extension.ReadAgreements()
	if err != nil {
		return nil, err
	}
	found := extension.Find()
	for i, name := range named {
		f, err := extension.Named(name, found)
		switch {
		case f.Program == "":
			p := app.AsProblem(err)
			found = append(found, extension.Found{Manifest: extension.Manifest{Name: name}, Program: name, Problem: p})
		case !slices.ContainsFunc(found, func(x extension.Found) bool { return x.Program == f.Program }):
			found = append(found, f)
		}
		named[i] = f.Program
	}
	all := []ExtensionState{}
	for i := range found {
		f := &found[i]
		x := ExtensionState{Name: f.Name, Version: f.Version, Doc: f.Doc, Points: f.Points, Path: f.Program, Hash: f.Hash, OK: f.Problem == nil}
		switch {
		case f.Problem != nil:
			p := app.AsProblem(f.Problem)
			x.Problem, x.Hint = p.Error(), p.Hint
		case slices.Contains(named, f.Program):
			x.Chosen = "named"
		case agreed.Holds(f):
			x.Chosen = "agreed"
		case agreed.Changed(f):
			x.Problem, x.Hint = "it is not what you agreed to any more", "beagle extension trust "+f.Name+" asks again"
		}
		all = append(all, x)
	}
	return all, nil
}

func extensionStates(ctx context.Context, named []string) []ExtensionState {
	all, err := Extensions(named)
	if err != nil {
		p := app.AsProblem(err)
		return []ExtensionState{{Name: "extensions", Problem: p.Error(), Hint: p.Hint}}
	}
	for i := range all {
		x := &all[i]
		if x.Chosen == "" {
			continue
		}
		f, err := extension.Named(x.Path, nil)
		if err == nil {
			e := &extension.Extension{Found: f}
			_, err = e.Hello(ctx)
			e.Close()
		}
		x.Answer = "answers"
		if err != nil {
			p := app.AsProblem(err)
			x.OK, x.Answer, x.Problem, x.Hint = false, "", p.Error(), p.Hint
		}
	}
	return all
}

func printExtensions(to io.Writer, all []ExtensionState) {
	if len(all) == 0 {
		return
	}
	fmt.Fprintln(to, "\nExtensions")
	for i := range all {
		fmt.Fprintln(to, "  "+all[i].Row())
	}
}

// Row is a line of a table.
func (x *ExtensionState) Row() string {
	state := x.Answer
	switch {
	case x.Problem != "":
		state = "BROKEN. " + x.Problem
	case x.Chosen == "":
		state = "no part: name it in extensions: or with --extension"
	}
	return fmt.Sprintf("%s\t%s (%s)\t%s", x.Name, x.Doc, x.Path, state)
}
