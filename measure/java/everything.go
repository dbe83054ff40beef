package java

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"beagle/measure/java/insert"
	"beagle/measure/java/probe"
	"beagle/model"
)

// InstrumentEverything copies a tree and puts probes at all statements, branches,
// loops, calls and methods of its Java sources: a test of instrumentation on any
// project. Files that do not lie in the folders of their package are no sources
// of a build (templates, test data) and stay as they are.
func InstrumentEverything(ctx context.Context, tree, out string) (result Instrumented, err error) {
	if tree, err = filepath.Abs(tree); err != nil {
		return result, err
	}
	if out, err = filepath.Abs(out); err != nil {
		return result, err
	}
	undo, err := newFolder(out)
	if err != nil {
		return result, err
	}
	defer undo(&err)
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
	sites, left := insert.Everything(src.file, len(r.Table), generics)
	if left > 0 {
		r.Notes = append(r.Notes, model.Problem{
			Severity: model.Info, File: path, Rule: "instrument",
			Message: fmt.Sprintf("%d of its %d statements, branches, loops and calls get no probes: its methods or classes would become larger than class files can be", left, left+len(sites)),
		})
	}
	result := insert.Rewrite(src.file, sites, insert.Options{Runtime: runtimes.class(root, &src.Text), Scoped: true})
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
	return os.WriteFile(path, src.Encode(result.Text), 0o600)
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
