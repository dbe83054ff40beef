// Package project finds what a folder holds of a Java program: modules, source folders, and the class path that its
// sources need.
package project

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"beagle/internal/foreign"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/model"
)

// Project is a Java program as it lies in a folder.
type Project struct {
	Dir       string          // folder of the whole build, absolute
	Modules   []*Module       // by folder
	ClassPath []string        // jars of libraries
	Encoding  string          // of the sources; empty: UTF-8
	Problems  []model.Problem // what a person should know of the build

	builds []string // build files
	tests  []string // sources of tests
}

// Module is a part of the program with sources of its own.
type Module struct {
	Name    string   // the folder's, from the project's folder, or the project's
	Dir     string   // folder of the module, absolute
	Folders []string // where packages start, sorted
	Files   []string // sources of the program itself, sorted
	Made    []string // sources that a build has generated
}

// maxFiles bounds how many files of a folder are looked at.
const maxFiles = 2_000_000

var buildFiles = []string{"pom.xml", "build.gradle", "build.gradle.kts", "build.xml"}

// Asking says how class paths are found.
type Asking struct {
	Runs  bool         // by the project's build, which runs code of the project; else by reading its build files
	Cache string       // folder for class paths that took long to find
	Say   func(string) // progress, for a person
}

// Find looks through a folder for modules, sources and class paths.
func Find(ctx context.Context, dir string, asking Asking) (*Project, error) {
	p, err := Look(ctx, dir)
	if err != nil {
		return nil, err
	}
	p.libraries(ctx, asking)
	return p, ctx.Err()
}

// Look looks through a folder for modules and sources.
func Look(ctx context.Context, dir string) (*Project, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if err := Readable(dir); err != nil {
		return nil, err
	}
	p := &Project{Dir: dir}
	w := walker{project: p, modules: map[string]*Module{}}
	if err := w.walk(ctx); err != nil {
		return nil, err
	}
	w.finish()
	p.unlisted()
	p.unread()
	if len(p.Modules) == 0 {
		return nil, w.nothing()
	}
	return p, ctx.Err()
}

// Readable says of a folder why it cannot be looked through; nil: it can.
func Readable(dir string) error {
	p := model.Problem{Severity: model.Error, Rule: "project", File: dir, Message: "there is no such folder", Hint: "name the folder of a Java project"}
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return p
	case err == nil && !info.IsDir():
		p.Message = "this is a file, no folder"
		return p
	case err == nil:
		var f *os.File
		if f, err = os.Open(dir); err == nil {
			_, err = f.Readdirnames(1)
			err = errors.Join(err, f.Close())
		}
		if err == nil || errors.Is(err, io.EOF) {
			return nil
		}
	}
	p.Message, p.Hint = "the folder cannot be read: "+safe.Cause(err).Error(), "run beagle as a user who may"
	return p
}

type walker struct {
	project *Project
	modules map[string]*Module // by folder
	seen    int
	other   map[string]int // sources of other languages of the JVM, by suffix
	seenFQN map[string]string
	twice   []string
	unread  []string // what cannot be read, and why
}

var otherLanguages = map[string]string{".kt": "Kotlin", ".scala": "Scala", ".groovy": "Groovy"}

// walk looks at every file below the project once.
func (w *walker) walk(ctx context.Context) error {
	w.other, w.seenFQN = map[string]int{}, map[string]string{}
	var found []string
	err := filepath.WalkDir(w.project.Dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			w.unread = append(w.unread, fmt.Sprintf("%s (%v)", w.relative(path), safe.Cause(err)))
			if d != nil && d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case d.IsDir():
			if path != w.project.Dir && (skipped(d.Name()) || filepath.Dir(path) == w.project.Dir && (d.Name() == "out" || d.Name() == "bin")) {
				return fs.SkipDir
			}
			return nil
		case !d.Type().IsRegular():
			return nil
		}
		if w.seen++; w.seen > maxFiles {
			return fs.SkipAll
		}
		switch {
		case slices.Contains(buildFiles, d.Name()):
			w.project.builds = append(w.project.builds, path)
			w.modules[filepath.Dir(path)] = &Module{Dir: filepath.Dir(path)}
		case strings.HasSuffix(path, ".java") && d.Name() != "module-info.java" && d.Name() != "package-info.java":
			found = append(found, path)
		default:
			if language := otherLanguages[filepath.Ext(path)]; language != "" && !isTest(w.relative(path)) {
				w.other[language]++
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	slices.Sort(found)
	for _, path := range found {
		w.file(path)
	}
	return ctx.Err()
}

func skipped(name string) bool { return name == "node_modules" || strings.HasPrefix(name, ".") }

func (w *walker) relative(path string) string {
	relative, err := filepath.Rel(w.project.Dir, path)
	if err != nil {
		return path
	}
	return filepath.ToSlash(relative)
}

// built finds what lies in a build's folder, and which of it are sources that were generated.
func (w *walker) built(path string) (output, generated bool) {
	for at := filepath.Dir(path); len(at) > len(w.project.Dir); at = filepath.Dir(at) {
		name, above := filepath.Base(at), filepath.Dir(at)
		if (name == "target" || name == "build") && (above == w.project.Dir || w.modules[above] != nil) {
			below := strings.TrimPrefix(filepath.ToSlash(path[len(at):]), "/")
			return true, strings.HasPrefix(below, "generated") && !strings.HasPrefix(below, "generated-test")
		}
	}
	return false, false
}

var (
	testFolder = regexp.MustCompile(`(?i)(^|/)(tests?|testing|testfixtures|it|jmh|test-?data|archetype-resources|__files)/`)
	sourceSet  = regexp.MustCompile(`(^|/)src/([^/]+)/java/`)
)

// isTest tells tests by their folder: a source set that is not the main one, or a folder called test.
func isTest(path string) bool {
	if set := sourceSet.FindStringSubmatch(path); set != nil {
		return set[2] != "main"
	}
	if at := strings.Index(path, "src/main/"); at >= 0 {
		path = path[:at]
	}
	return testFolder.MatchString(path)
}

// aboveItaly is a path without the folders of its package where that begins with the domain of Italy.
func aboveItaly(relative, pack string) string {
	folder, file := path.Split(relative)
	if above, found := strings.CutSuffix(folder, strings.ReplaceAll(pack, ".", "/")+"/"); found && strings.HasPrefix(pack, "it.") {
		return above + file
	}
	return relative
}

// file puts a source where it belongs.
func (w *walker) file(path string) {
	relative := w.relative(path)
	output, generated := w.built(path)
	if output && !generated {
		return
	}
	pack, err := packageOf(path)
	if isTest(aboveItaly(relative, pack)) {
		w.project.tests = append(w.project.tests, path)
		return
	}
	if err != nil {
		w.unread = append(w.unread, fmt.Sprintf("%s (%v)", relative, safe.Cause(err)))
		return
	}
	name := strings.TrimPrefix(pack+"."+strings.TrimSuffix(filepath.Base(path), ".java"), ".")
	if other := w.seenFQN[name]; other != "" {
		w.twice = append(w.twice, fmt.Sprintf("%s and %s", w.relative(other), relative))
		return
	}
	w.seenFQN[name] = path
	m := w.module(filepath.Dir(path))
	if generated {
		m.Made = append(m.Made, path)
	} else {
		m.Files = append(m.Files, path)
	}
	folder := filepath.Dir(path)
	if pack != "" {
		if below, found := strings.CutSuffix(filepath.ToSlash(folder), "/"+strings.ReplaceAll(pack, ".", "/")); found {
			folder = filepath.FromSlash(below)
		}
	}
	if !slices.Contains(m.Folders, folder) {
		m.Folders = append(m.Folders, folder)
	}
}

func (w *walker) module(dir string) *Module {
	// Of Gradle builds one file may tell of all modules.
	if at := strings.Index(filepath.ToSlash(dir)+"/", "/src/main/java/"); at > len(w.project.Dir) && w.modules[dir[:at]] == nil {
		w.modules[dir[:at]] = &Module{Dir: dir[:at]}
	}
	for at := dir; ; at = filepath.Dir(at) {
		if m := w.modules[at]; m != nil {
			return m
		}
		if at == w.project.Dir || at == filepath.Dir(at) {
			m := &Module{Dir: w.project.Dir}
			w.modules[w.project.Dir] = m
			return m
		}
	}
}

var packageLine = regexp.MustCompile(`(?m)^[ \t]*(?:@[^\n]*[ \t])?package[ \t]+([\w.]+)[ \t]*;`)

func packageOf(path string) (name string, err error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	head, err := io.ReadAll(io.LimitReader(bufio.NewReader(f), 32<<10))
	if found := packageLine.FindSubmatch(head); err == nil && found != nil {
		return string(found[1]), nil
	}
	return "", err
}

// finish keeps the modules that have sources, unless all are generated, and says what was left out.
func (w *walker) finish() {
	p := w.project
	written := false
	for _, m := range w.modules {
		written = written || len(m.Files) > 0
		if len(m.Files)+len(m.Made) == 0 {
			continue
		}
		if m.Name = w.relative(m.Dir); m.Name == "." {
			m.Name = filepath.Base(p.Dir)
		}
		slices.Sort(m.Folders)
		p.Modules = append(p.Modules, m)
	}
	if !written {
		p.Modules = nil
	}
	slices.SortFunc(p.Modules, func(a, b *Module) int { return strings.Compare(a.Dir, b.Dir) })
	for _, language := range slices.Sorted(maps.Keys(w.other)) {
		p.warn("other-language", fmt.Sprintf("%s in %s: Beagle extracts Java only, so calls into them are part of internal actions", quantity.Plural(w.other[language], "source is", "sources are"), language), "")
	}
	if len(w.twice) > 0 {
		p.warn("two-classes", fmt.Sprintf("%s of a name that another one has: the first counts, e.g. %s", quantity.Plural(len(w.twice), "source is", "sources are"), w.twice[0]), "extract the modules one by one: name their folder")
	}
	if len(w.unread) > 0 {
		p.warn("unreadable", quantity.Plural(len(w.unread), "file or folder", "files and folders")+" of the project cannot be read, and what is in them is not in the model: "+strings.Join(quantity.Some(w.unread, 3), ", "), "")
	}
	if w.seen > maxFiles {
		p.warn("too-many-files", fmt.Sprintf("only the first %d files of the folder were looked at", maxFiles), "name the folder of the program itself")
	}
}

func (w *walker) nothing() error {
	message, hint := "there are no Java sources in this folder", "name the folder of a Java project"
	switch {
	case len(w.unread) > 0:
		message, hint = "there are no Java sources in this folder that can be read: "+strings.Join(quantity.Some(w.unread, 3), ", "), "run beagle as a user who may"
	case len(w.project.tests) > 0:
		message, hint = "there are only tests in this folder, no sources of a program", "name the folder above it"
	case len(w.other) > 0:
		message = "there are no Java sources in this folder, only " + strings.Join(slices.Sorted(maps.Keys(w.other)), " and ")
		hint = "Beagle extracts models from Java only"
	default:
		if language, files := foreign.Sources(w.project.Dir); files > 0 {
			message += ", but " + quantity.Plural(files, "file", "files") + " of " + language
			hint = "Beagle extracts models from Java only"
		}
	}
	return model.Problem{Severity: model.Error, Rule: "no-sources", File: w.project.Dir, Message: message, Hint: hint}
}

func (p *Project) warn(rule, message, hint string) {
	p.Problems = append(p.Problems, model.Problem{Severity: model.Warning, Rule: rule, File: p.Dir, Message: message, Hint: hint})
}

// Builds are the build files.
func (p *Project) Builds() []string { return p.builds }

// Tests are the sources of tests.
func (p *Project) Tests() []string { return p.tests }

// ModuleOf is the folder of the module that a file belongs to.
func (p *Project) ModuleOf(path string) string {
	best := p.Dir
	for _, build := range p.builds {
		if dir := filepath.Dir(build); len(dir) > len(best) && strings.HasPrefix(path, dir+string(filepath.Separator)) {
			best = dir
		}
	}
	for _, m := range p.Modules {
		if len(m.Dir) > len(best) && strings.HasPrefix(path, m.Dir+string(filepath.Separator)) {
			best = m.Dir
		}
	}
	return best
}

// Files are the sources of all modules; generated ones last.
func (p *Project) Files() (all []string, own int) {
	for _, m := range p.Modules {
		all = append(all, m.Files...)
	}
	own = len(all)
	for _, m := range p.Modules {
		all = append(all, m.Made...)
	}
	return all, own
}

// Folders are where the packages of all modules start.
func (p *Project) Folders() (all []string) {
	for _, m := range p.Modules {
		all = append(all, m.Folders...)
	}
	return all
}
