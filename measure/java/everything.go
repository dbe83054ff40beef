package java

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"beagle/measure/java/insert"
	"beagle/measure/java/probe"
	"beagle/model"
)

// InstrumentEverything copies a tree and puts probes at all statements, branches,
// loops, calls and methods of its Java sources: a test of instrumentation on any
// project. Files that do not lie in the folders of their package are no sources
// of a build (templates, test data) and stay as they are. What c says is used to
// see whether the result compiles; probes that it does not compile with are taken
// back.
func InstrumentEverything(ctx context.Context, tree, out string, c Compile) (result Instrumented, err error) {
	p := &preparation{everywhere: &everywhere{generics: insert.Generics{}}}
	err = p.inNewCopy(ctx, tree, out, func() error {
		result, err = p.rewriteEverything(ctx, c)
		return err
	})
	return result, err
}

// rewriteEverything puts probes into every source of the copy.
func (p *preparation) rewriteEverything(ctx context.Context, c Compile) (result Instrumented, err error) {
	e := p.everywhere
	var paths []string
	err = p.eachSource(ctx, func(path string) {
		paths = append(paths, path)
		if src, _ := readSource(path); src != nil {
			e.generics.Add(src.file)
		}
	})
	if err != nil {
		return result, err
	}
	for _, path := range paths {
		if err := ctx.Err(); err != nil {
			return result, err
		}
		if err := e.instrument(p, path); err != nil {
			return result, err
		}
	}
	if err := p.runtimes.write(p.inCopy); err != nil {
		return result, err
	}
	result.Tried, err = p.try(ctx, c)
	result.Table, result.Notes, result.Lost = p.table, p.notes, p.lost
	for i := range e.files {
		if n := e.files[i].sites; n > 0 {
			result.Files++
			result.Sites += n
		}
	}
	return result, err
}

// everywhere is what instrumenting a tree everywhere remembers of its sources:
// how each was rewritten can be found again from it, and trees may be large.
type everywhere struct {
	generics insert.Generics
	files    []everyFile
}

type everyFile struct {
	trialSource
	first   int          // number of its first probe
	sites   int          // that got probes
	dropped map[int]bool // by number of the probe: the compiler rejects it
	careful map[int]bool // or its usual form
}

// eachSource visits the Java files of the project that the copy has, too.
func (p *preparation) eachSource(ctx context.Context, visit func(path string)) error {
	return filepath.WalkDir(p.copy, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.Type().IsRegular() && filepath.Ext(name) == ".java" && name != "module-info.java" && name != "package-info.java" {
			relative, err := filepath.Rel(p.copy, path)
			if err != nil {
				return err
			}
			visit(filepath.Join(p.project, relative))
		}
		return ctx.Err()
	})
}

// instrument rewrites a file for the first time.
func (e *everywhere) instrument(p *preparation, path string) error {
	src, failed := readSource(path)
	if src == nil {
		said := asProblem(failed)
		said.Severity = model.Warning
		p.notes = append(p.notes, said)
		return nil
	}
	if root, _ := src.root(); root == "" || isResource(path) {
		p.notes = append(p.notes, model.Problem{Severity: model.Info, File: path, Message: "it is no source of a build: it stays as it is", Rule: "instrument"})
		return nil
	}
	file := everyFile{trialSource: src.tried(true), first: len(p.table), dropped: map[int]bool{}, careful: map[int]bool{}}
	sites, left := insert.Everything(src.file, file.first, e.generics)
	if left > 0 {
		p.notes = append(p.notes, model.Problem{
			Severity: model.Info, File: path, Rule: "instrument",
			Message: fmt.Sprintf("%d of its %d statements, branches, loops and calls get no probes: its methods or classes would become larger than class files can be", left, left+len(sites)),
		})
	}
	for i := range sites {
		kind := probe.Section
		switch sites[i].Kind {
		case insert.Call:
			kind = probe.Call
		case insert.Service:
			kind = probe.Service
		default:
		}
		p.table = append(p.table, probe.Probe{Kind: kind, Index: int32(len(p.table))})
	}
	r, notes := file.rewrite(p, src, sites)
	for _, note := range notes {
		severity := model.Info
		if note.Refused {
			severity = model.Warning
		}
		p.notes = append(p.notes, model.Problem{
			Severity: severity, File: path, Line: src.file.Line(note.Offset), Message: note.Message, Rule: "instrument",
		})
	}
	err := file.write(p, &r)
	e.files = append(e.files, file)
	return err
}

// rewrite puts probes at the sites of a file, but for those that the compiler
// rejects.
func (f *everyFile) rewrite(p *preparation, src *source, sites []insert.Site) (rewritten, []insert.Note) {
	sites = insert.Without(sites, func(i int) bool { return f.dropped[sites[i].ID] })
	for i := range sites {
		sites[i].Careful = f.careful[sites[i].ID]
	}
	root, _ := src.root()
	result := insert.Rewrite(src.file, sites, insert.Options{Runtime: p.class(root, &src.Text), Scoped: true})
	r := rewritten{source: src, text: result.Text, sites: result.Sites, lines: result.Lines}
	for _, site := range sites {
		r.asked = append(r.asked, asked{Site: site, code: model.Section{File: f.path}})
	}
	return r, result.Notes
}

// write puts a file into the copy; one without probes is as it was.
func (f *everyFile) write(p *preparation, r *rewritten) error {
	f.sites = r.sites
	target, err := p.inCopy(f.path)
	if err != nil {
		return err
	}
	text := r.text
	if f.sites == 0 {
		text = r.file.Source
	}
	return os.WriteFile(target, r.Encode(text), 0o600)
}

// takeBack is that of a preparation, for probes everywhere.
func (e *everywhere) takeBack(p *preparation, rejected map[string][]rejection) (dropped bool, err error) {
	for _, path := range slices.Sorted(maps.Keys(rejected)) {
		i := slices.IndexFunc(e.files, func(f everyFile) bool { return f.path == path })
		if i < 0 || e.files[i].sites == 0 {
			continue
		}
		f := &e.files[i]
		src, err := readSource(path)
		if err != nil {
			return dropped, err
		}
		sites, _ := insert.Everything(src.file, f.first, e.generics)
		r, _ := f.rewrite(p, src, sites)
		if !r.drop(rejected[path], &p.notes) {
			continue
		}
		dropped = true
		for _, a := range r.asked {
			f.careful[a.ID] = a.Careful
			f.dropped[a.ID] = f.dropped[a.ID] || a.dropped
		}
		before := f.sites
		r, _ = f.rewrite(p, src, sites)
		if err := f.write(p, &r); err != nil {
			return dropped, err
		}
		p.lost += before - f.sites
	}
	return dropped, nil
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
