package probed

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"beagle/internal/charset"
	"beagle/internal/safe"
	"beagle/measure/java/jdk"
	"beagle/measure/java/probe"
	"beagle/measure/java/syntax"
	"beagle/model"
)

// Everywhere are sources with probes at all statements, branches, loops, calls and methods.
type Everywhere struct {
	Probes
	place Place
	files []everyFile
}

// RewriteEverything puts probes into every source of the copy of a project.
func RewriteEverything(ctx context.Context, place Place) (*Everywhere, error) {
	e := &Everywhere{place: place}
	var failed error
	err := place.EachSource(ctx, func(path string) {
		if failed == nil {
			failed = e.instrument(path)
		}
	})
	if err := cmp.Or(err, failed); err != nil {
		return nil, err
	}
	return e, e.Runtimes.Write(place)
}

type everyFile struct {
	Known
	first   int          // number of its first probe
	sites   int          // that got probes
	dropped map[int]bool // by number of the probe: the compiler rejects it
	careful map[int]bool // or its usual form
}

// EachSource visits the Java files of the project that the copy has, too.
func (p Place) EachSource(ctx context.Context, visit func(path string)) error {
	return filepath.WalkDir(p.Copy, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.Type().IsRegular() && filepath.Ext(name) == ".java" && name != "module-info.java" && name != "package-info.java" {
			relative, err := filepath.Rel(p.Copy, path)
			if err != nil {
				return err
			}
			visit(filepath.Join(p.Project, relative))
		}
		return ctx.Err()
	})
}

func (e *Everywhere) instrument(path string) error {
	src, failed := Read(path)
	if src == nil {
		said := model.AsProblem(failed, "instrument")
		said.Severity = model.Warning
		e.Notes = append(e.Notes, said)
		return nil
	}
	if root, _ := src.Root(); root == "" || IsResource(path) {
		e.Notes = append(e.Notes, model.Problem{Severity: model.Info, File: path, Message: "it is no source of a build: it stays as it is", Rule: "instrument"})
		return nil
	}
	file := everyFile{Known: src.Known(true), first: len(e.Table), dropped: map[int]bool{}, careful: map[int]bool{}}
	sites := Everything(src.Tree, file.first)
	for i := range sites {
		kind := probe.Section
		switch sites[i].Kind {
		case Call:
			kind = probe.Call
		case Service:
			kind = probe.Service
		default:
		}
		e.Table = append(e.Table, probe.Probe{Kind: kind, Index: int32(len(e.Table))})
	}
	r, notes := file.rewrite(e, src, sites)
	for _, note := range notes {
		severity := model.Info
		if note.Refused {
			severity = model.Warning
		}
		e.Notes = append(e.Notes, model.Problem{
			Severity: severity, File: path, Line: src.Tree.Line(note.Offset), Message: note.Message, Rule: "instrument",
		})
	}
	err := file.write(e, &r)
	e.files = append(e.files, file)
	return err
}

func (f *everyFile) rewrite(e *Everywhere, src *Source, sites []Site) (File, []Note) {
	sites = Without(sites, func(i int) bool { return f.dropped[sites[i].ID] })
	for i := range sites {
		sites[i].Careful = f.careful[sites[i].ID]
	}
	root, _ := src.Root()
	result := insertInto(src.Tree, sites, Options{Runtime: e.Runtimes.class(root, &src.Text), Scoped: true})
	r := File{Source: src, Text: result.Text, Sites: result.Sites, lines: result.Lines}
	for _, site := range sites {
		r.asked = append(r.asked, asked{Site: site, code: model.Section{File: f.Path}})
	}
	return r, result.Notes
}

func (f *everyFile) write(e *Everywhere, r *File) error {
	f.sites = r.Sites
	target, err := e.place.Of(f.Path)
	if err != nil {
		return err
	}
	text := r.Text
	if f.sites == 0 {
		text = r.Tree.Source
	}
	return os.WriteFile(target, r.Encode(text), 0o600)
}

// TakeBack implements Set.
func (e *Everywhere) TakeBack(_ Place, rejected map[string][]jdk.Rejection) (dropped bool, err error) {
	for _, path := range slices.Sorted(maps.Keys(rejected)) {
		i := slices.IndexFunc(e.files, func(f everyFile) bool { return f.Path == path })
		if i < 0 || e.files[i].sites == 0 {
			continue
		}
		f := &e.files[i]
		src, err := Read(path)
		if err != nil {
			return dropped, err
		}
		sites := Everything(src.Tree, f.first)
		r, _ := f.rewrite(e, src, sites)
		if !r.drop(rejected[path], &e.Notes) {
			continue
		}
		dropped = true
		for _, a := range r.asked {
			f.careful[a.ID] = a.Careful
			f.dropped[a.ID] = f.dropped[a.ID] || a.dropped
		}
		before := f.sites
		r, _ = f.rewrite(e, src, sites)
		if err := f.write(e, &r); err != nil {
			return dropped, err
		}
		e.Lost += before - f.sites
	}
	return dropped, nil
}

// IsResource reports whether a file lies below src/main/resources or the like.
func IsResource(path string) bool {
	parts := strings.Split(filepath.ToSlash(path), "/")
	for i, part := range parts {
		if part == "src" && i+2 < len(parts) && parts[i+2] == "resources" {
			return true
		}
	}
	return false
}

// Paths implements Set.
func (e *Everywhere) Paths() (paths []string) {
	for i := range e.files {
		paths = append(paths, e.files[i].Path)
	}
	return paths
}

// Known implements Set.
func (e *Everywhere) Known() (all []Known) {
	for i := range e.files {
		all = append(all, e.files[i].Known)
	}
	return all
}

// Count is how many files have probes, and at how many sites.
func (e *Everywhere) Count() (files, sites int) {
	for i := range e.files {
		if n := e.files[i].sites; n > 0 {
			files++
			sites += n
		}
	}
	return files, sites
}

var _ Set = (*Everywhere)(nil)

// Source is a Java file as text, and the way back to bytes.
type Source struct {
	Path string       // below the project
	Tree *syntax.File // the parsed text
	charset.Text
}

// Read reads and parses a Java file. What is inserted is ASCII, so that the file's charset has it.
func Read(path string) (*Source, error) {
	data, err := safe.ReadFile(path, syntax.MaxSize)
	if err != nil {
		return nil, model.Problem{Severity: model.Error, File: path, Message: "the source cannot be read: " + err.Error(), Rule: "source"}
	}
	s := &Source{Path: path, Text: charset.Decode(path, data)}
	s.Tree, err = syntax.Parse(s.String)
	if wrong, ok := err.(*syntax.Error); ok { //nolint:errorlint // Parse returns it bare
		hint := "Beagle reads Java 5 to 25; see whether the file compiles"
		if s.Guessed() {
			hint += "; it is no UTF-8: name its charset in the build, as with javac -encoding"
		}
		return nil, model.Problem{
			Severity: model.Error, File: path, Line: wrong.Line, Column: wrong.Column, Rule: "syntax",
			Message: "the source cannot be instrumented: " + wrong.Message, Hint: hint,
		}
	}
	return s, err
}

// Root is the source folder that the file's package begins in; an error where the file does not lie in the folders of
// its package.
func (s *Source) Root() (string, error) {
	dir := filepath.Dir(s.Path)
	name := s.Tree.Package()
	if name == "" {
		return dir, nil
	}
	folders := filepath.Join(strings.Split(name, ".")...)
	root := strings.TrimSuffix(dir, folders)
	if root == dir || dir != filepath.Join(root, folders) {
		return "", model.Problem{
			Severity: model.Error, File: s.Path, Rule: "instrument",
			Message: fmt.Sprintf("the file is in package %s but does not lie in a folder %s", name, folders),
			Hint:    "move the file, or correct its package",
		}
	}
	return filepath.Clean(root), nil
}
