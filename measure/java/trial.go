package java

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"beagle/measure/java/classes"
	"beagle/measure/java/probe"
	"beagle/model"
)

// Compile says how it is seen whether an instrumented copy compiles.
type Compile struct {
	Skip   bool          // it is not
	Path   []string      // class path; what the copy holds itself need not be there
	Home   string        // Java home whose javac is taken; empty: the one on the PATH
	Build  []string      // command that builds the copy, where there is no class path
	Within time.Duration // how long javac may take in all; 0: five minutes
	Log    io.Writer     // progress in words; may be nil
}

// CompileAs says how a program's launches and build have its copy compiled: with
// the class path of those launches that are java commands, where it is there, and
// else by the build.
func CompileAs(o Options) (c Compile) {
	project, err := filepath.Abs(o.Project)
	if err != nil {
		return c
	}
	for i := range o.Launches {
		where, known, err := o.commandLine(project, &o.Launches[i])
		if !known || err != nil {
			continue
		}
		for _, entry := range where.path {
			if _, err := os.Stat(entry); err == nil && !slices.Contains(c.Path, entry) {
				c.Path = append(c.Path, entry)
			}
		}
		c.Home = where.home
	}
	c.Build = o.Build
	return c
}

// Tried says what was seen of a copy that was compiled.
type Tried struct {
	By      string `json:"by,omitempty"` // what compiled it; empty: nothing did
	Files   int    `json:"files"`        // with probes, that compile
	Unknown int    `json:"unknown"`      // with probes, that do not compile without them either
}

// try compiles a copy, and takes the probes back that it does not compile with.
// What is compiled is left nowhere, but for what the copy's own build writes.
func (p *preparation) try(ctx context.Context, c Compile) (result Tried, err error) {
	if c.Skip || len(p.paths()) == 0 {
		return result, nil
	}
	dir, err := os.MkdirTemp("", "beagle-compile-")
	if err != nil {
		return result, err
	}
	defer os.RemoveAll(dir)
	p.options.Log = c.Log
	if len(c.Path) > 0 || len(c.Build) == 0 {
		t := trial{preparation: p, Compile: c, dir: dir}
		return t.within(ctx)
	}
	p.options.Build, p.work = c.Build, dir
	if err := p.build(ctx); err != nil {
		said := asProblem(err)
		if strings.Contains(said.Hint, dir) { // its log is gone then
			said.Hint = "see whether the build succeeds in the project itself"
		}
		p.notes = append(p.notes, model.Problem{
			Severity: model.Warning, Rule: "compile", Message: "it was not seen whether the copy compiles: " + said.Message,
			Hint: said.Hint,
		})
		return result, ctx.Err()
	}
	return Tried{By: strings.Join(c.Build, " "), Files: len(p.paths())}, nil
}

// trial compiles the sources of a project with javac, first without probes: what
// does not compile then says nothing of the probes.
type trial struct {
	*preparation
	Compile
	dir     string // for what javac reads and writes
	sources []trialSource
	huge    []string // methods that only their probes made huge
}

type trialSource struct {
	path   string // in the project
	class  string // qualified
	utf8   bool
	probes bool
}

// tried is a source as a trial knows it.
func (s *source) tried(probes bool) trialSource {
	return trialSource{
		path: s.path, class: s.file.Package() + "." + filepath.Base(s.path), probes: probes,
		utf8: string(s.Encode(s.file.Source)) == s.file.Source,
	}
}

// Bounds of a trial: how often javac runs before the files that it still rejects
// lose all their probes, or before what does not compile without them is left
// alone; how many files it is given at once; and in how many folders the class of
// one name may lie: a tree may be a heap of programs that have nothing to do with
// each other.
const (
	maxTrials = 20
	maxPlain  = 6
	maxAtOnce = 1000
	maxGroups = 4
)

// within gives up in time what may take as long as the tree is large, and whose
// result is usable all the same.
func (t *trial) within(ctx context.Context) (result Tried, err error) {
	limit := cmp.Or(t.Within, 5*time.Minute)
	limited, stop := context.WithTimeout(ctx, limit)
	defer stop()
	result, err = t.run(limited)
	if ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded) {
		return result, err
	}
	result.Unknown = len(t.paths()) - result.Files
	t.notes = append(t.notes, model.Problem{
		Severity: model.Warning, Rule: "compile",
		Message: fmt.Sprintf("of %d files with probes it was not seen whether they compile: javac took longer than %v", result.Unknown, limit),
		Hint:    "have the project's build compile them by --build, or compile the copy yourself",
	})
	return result, nil
}

func (t *trial) run(ctx context.Context) (result Tried, err error) {
	if err := t.find(ctx); err != nil {
		return result, err
	}
	runtime, err := t.runtime(ctx)
	if err != nil {
		said := asProblem(err)
		t.notes = append(t.notes, model.Problem{
			Severity: model.Warning, Rule: "compile", Message: "it was not seen whether the copy compiles: " + said.Message,
			Hint: "install a JDK, or name one with --jdk",
		})
		return result, ctx.Err()
	}
	result.By = compilerOf(t.Home)
	var first *rejection // of what does not compile without probes
	path := slices.Clone(t.Path)
	for i, entry := range t.Path { // javac does not look into jars of jars
		inner, err := classes.Unpack(entry, filepath.Join(t.dir, "unpacked", fmt.Sprint(i)))
		if err != nil {
			return result, err
		}
		path = append(path, inner...)
	}
	groups, others := t.groups()
	if len(others) > 0 {
		first = &rejection{path: t.sources[others[0]].path, message: fmt.Sprintf("classes of its name lie in %d other folders", maxGroups)}
	}
	for i, group := range groups {
		plain := filepath.Join(t.dir, fmt.Sprint("plain", i))
		t.options.say(fmt.Sprintf("compiling %d files without probes", len(group)))
		good, why, err := t.compilable(ctx, group, plain, path)
		if err != nil {
			return result, err
		}
		if why != nil && first == nil {
			first = why
		}
		path = append([]string{plain}, path...)
		with := slices.DeleteFunc(slices.Clone(good), func(i int) bool { return !t.sources[i].probes })
		for chunk := range slices.Chunk(with, maxAtOnce) {
			if err := t.probed(ctx, chunk, append([]string{runtime}, path...)); err != nil {
				return result, err
			}
			if err := t.outgrown(plain, filepath.Join(t.dir, "probed")); err != nil {
				return result, err
			}
		}
		result.Files += len(with)
	}
	t.sayHuge()
	for _, s := range t.sources {
		if s.probes {
			result.Unknown++
		}
	}
	result.Unknown -= result.Files
	if result.Unknown > 0 && first != nil {
		t.notes = append(t.notes, model.Problem{
			Severity: model.Warning, Rule: "compile", File: first.path, Line: first.line,
			Message: fmt.Sprintf("of %d files with probes it was not seen whether they compile, as here: %s", result.Unknown, first.message),
			Hint:    "name what they need by --class-path, or another JDK by --jdk; or have the project's build compile them by --build",
		})
	}
	return result, nil
}

// find finds the project's sources; those that have probes everywhere were all
// read already.
func (t *trial) find(ctx context.Context) error {
	if t.everywhere != nil {
		for i := range t.everywhere.files {
			t.sources = append(t.sources, t.everywhere.files[i].trialSource)
		}
		return nil
	}
	with := map[string]bool{}
	for _, path := range t.paths() {
		with[path] = true
	}
	return t.eachSource(ctx, func(path string) {
		src, _ := readSource(path)
		if src == nil || isResource(path) {
			return
		}
		if root, _ := src.root(); root == "" {
			return
		}
		t.sources = append(t.sources, src.tried(with[path]))
	})
}

// runtime compiles the probes' classes, one for each package of them.
func (t *trial) runtime(ctx context.Context) (out string, err error) {
	out = filepath.Join(t.dir, "probes")
	arguments := []string{"-nowarn", "-encoding", "UTF-8", "-proc:none", "-d", out}
	for _, name := range t.names() {
		for file, text := range probe.Sources(name) {
			path := filepath.Join(t.dir, name, file)
			if err := writeAll(path, []byte(text)); err != nil {
				return "", err
			}
			arguments = append(arguments, path)
		}
	}
	return out, javac(ctx, t.Home, "", arguments...)
}

// groups are sources that can be compiled together: in none is a class twice, as
// it may be in projects of several modules; others are in none.
func (t *trial) groups() (groups [][]int, others []int) {
	var classes []map[string]bool
	roots := map[string][]int{} // folders, as each is compiled as a whole
	for i, s := range t.sources {
		root := strings.TrimSuffix(filepath.ToSlash(s.path), strings.ReplaceAll(strings.TrimSuffix(s.class, ".java"), ".", "/")+".java")
		roots[root] = append(roots[root], i)
	}
	for _, root := range slices.Sorted(maps.Keys(roots)) {
		g := slices.IndexFunc(classes, func(has map[string]bool) bool {
			return !slices.ContainsFunc(roots[root], func(i int) bool { return has[t.sources[i].class] })
		})
		if g < 0 && len(groups) == maxGroups {
			others = append(others, roots[root]...)
			continue
		}
		if g < 0 {
			g = len(classes)
			classes, groups = append(classes, map[string]bool{}), append(groups, nil)
		}
		groups[g] = append(groups[g], roots[root]...)
		for _, i := range roots[root] {
			classes[g][t.sources[i].class] = true
		}
	}
	return groups, others
}
