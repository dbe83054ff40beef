package java

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"beagle/measure"
	"beagle/measure/java/insert"
	"beagle/measure/java/probe"
	"beagle/model"
)

// Instrumented reports what instrumenting a tree did.
type Instrumented struct {
	Files int             // rewritten
	Sites int             // that got probes
	Table probe.Table     // what the probes' numbers mean
	Notes []model.Problem // sections that were widened, narrowed, moved or refused
}

// Instrument copies a project, writes the instrumented sources of an order into
// the copy, and stops: for people to look at.
func Instrument(ctx context.Context, project string, order measure.Order, clock, out string) (Instrumented, error) {
	rewritten := rewrite(order, clock != "wall")
	result := Instrumented{Files: len(rewritten.files), Table: rewritten.table, Notes: rewritten.notes}
	for _, file := range rewritten.files {
		result.Sites += file.sites
	}
	p := &preparation{instrumented: rewritten}
	var err error
	if p.project, err = filepath.Abs(project); err != nil {
		return result, err
	}
	if p.copy, err = filepath.Abs(out); err != nil {
		return result, err
	}
	if err := newFolder(p.copy); err != nil {
		return result, err
	}
	if err := copyTree(ctx, p.project, p.copy, p.copy, true); err != nil {
		return result, err
	}
	return result, p.write()
}

// InstrumentEverything copies a tree and puts probes at all statements, branches,
// loops, calls and methods of its Java sources: a test of instrumentation on any
// project. Files that do not lie in the folders of their package are no sources
// of a build (templates, test data) and stay as they are.
func InstrumentEverything(ctx context.Context, tree, out string) (Instrumented, error) {
	var result Instrumented
	tree, err := filepath.Abs(tree)
	if err != nil {
		return result, err
	}
	if out, err = filepath.Abs(out); err != nil {
		return result, err
	}
	if err := newFolder(out); err != nil {
		return result, err
	}
	if err := copyTree(ctx, tree, out, out, true); err != nil {
		return result, err
	}
	generics := insert.Generics{}
	err = eachSource(ctx, out, func(path string) error {
		if src, _ := readSource(path); src != nil {
			generics.Add(src.file)
		}
		return nil
	})
	if err != nil {
		return result, err
	}
	var runtimes runtimes
	err = eachSource(ctx, out, func(path string) error { return result.everything(path, generics, &runtimes) })
	if err != nil {
		return result, err
	}
	return result, runtimes.write(func(root string) (string, error) { return root, nil })
}

// eachSource visits the Java files of a tree.
func eachSource(ctx context.Context, tree string, visit func(path string) error) error {
	return filepath.WalkDir(tree, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if !entry.Type().IsRegular() || filepath.Ext(name) != ".java" || name == "module-info.java" || name == "package-info.java" {
			return ctx.Err()
		}
		return visit(path)
	})
}

// everything rewrites one file.
func (r *Instrumented) everything(path string, generics insert.Generics, runtimes *runtimes) error {
	src, failed := readSource(path)
	if src == nil {
		p := asProblem(failed)
		p.Severity = model.Warning
		r.Notes = append(r.Notes, p)
		return nil
	}
	root, _ := src.root()
	if root == "" || isResource(path) {
		r.Notes = append(r.Notes, model.Problem{Severity: model.Info, File: path, Message: "it is no source of a build: it stays as it is", Rule: "instrument"})
		return nil
	}
	sites := insert.Everything(src.file, len(r.Table), generics)
	result := insert.Rewrite(src.file, sites, insert.Options{Runtime: runtimes.class(root), Scoped: true})
	for i := range sites {
		kind := probe.Section
		switch sites[i].Kind {
		case insert.Call:
			kind = probe.Call
		case insert.Service:
			kind = probe.Service
		default:
		}
		r.Table = append(r.Table, probe.Probe{Kind: kind, Index: int32(len(r.Table))})
	}
	for _, note := range result.Notes {
		severity := model.Info
		if note.Refused {
			severity = model.Warning
		}
		r.Notes = append(r.Notes, model.Problem{
			Severity: severity, File: path, Line: src.file.Line(note.Offset), Message: note.Message, Rule: "instrument",
		})
	}
	if result.Sites == 0 {
		return nil
	}
	r.Files++
	r.Sites += result.Sites
	return os.WriteFile(path, src.encode(result.Text), 0o600)
}

// isResource: a file below src/main/resources or the like.
func isResource(path string) bool {
	parts := strings.Split(filepath.ToSlash(path), "/")
	for i, part := range parts {
		if part == "src" && i+2 < len(parts) && parts[i+2] == "resources" {
			return true
		}
	}
	return false
}

// newFolder makes a folder; one that holds something is not touched.
func newFolder(path string) error {
	entries, err := os.ReadDir(path)
	switch {
	case os.IsNotExist(err):
		return os.MkdirAll(path, 0o755)
	case err != nil:
		return err
	case len(entries) > 0:
		return model.Problem{
			Severity: model.Error, File: path, Rule: "instrument",
			Message: "the folder is not empty", Hint: fmt.Sprintf("name a new folder, or remove %s first", path),
		}
	}
	return nil
}
