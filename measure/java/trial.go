package java

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"beagle/internal/charset"
	"beagle/measure/java/classes"
	"beagle/measure/java/probe"
	"beagle/measure/launch"
	"beagle/model"
)

// Compile says how it is seen whether an instrumented copy compiles.
type Compile struct {
	Skip  bool      // it is not
	Path  []string  // class path; what the copy holds itself need not be there
	Home  string    // Java home whose javac is taken; empty: the one on the PATH
	Build []string  // command that builds the copy, where there is no class path
	Log   io.Writer // progress in words; may be nil
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
		return t.run(ctx)
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
}

type trialSource struct {
	path   string // in the project
	class  string // qualified
	utf8   bool
	probes bool
}

// Bounds of a trial: how often javac runs before the files that it still rejects
// lose all their probes, and how many files it is given at once.
const (
	maxTrials = 20
	maxAtOnce = 1000
)

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
	for i, group := range t.groups() {
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
		}
		result.Files += len(with)
	}
	for _, s := range t.sources {
		if s.probes {
			result.Unknown++
		}
	}
	result.Unknown -= result.Files
	if result.Unknown > 0 && first != nil {
		t.notes = append(t.notes, model.Problem{
			Severity: model.Warning, Rule: "compile", File: first.path, Line: first.line,
			Message: fmt.Sprintf("of %d files with probes it was not seen whether they compile: javac does not compile them without probes either, as here: %s", result.Unknown, first.message),
			Hint:    "name what they need by --class-path, or another JDK by --jdk",
		})
	}
	return result, nil
}

// find finds the project's sources.
func (t *trial) find(ctx context.Context) error {
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
		t.sources = append(t.sources, trialSource{
			path: path, class: src.file.Package() + "." + filepath.Base(path), probes: with[path],
			utf8: string(src.Encode(src.file.Source)) == src.file.Source,
		})
	})
}

// runtime compiles the probes' classes, one for each package of them.
func (t *trial) runtime(ctx context.Context) (out string, err error) {
	out = filepath.Join(t.dir, "probes")
	arguments := []string{"-nowarn", "-encoding", "UTF-8", "-proc:none", "-d", out}
	names := map[string]bool{}
	for _, name := range t.packages {
		names[name] = true
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
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
// it may be in projects of several modules.
func (t *trial) groups() (groups [][]int) {
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
		if g < 0 {
			g = len(classes)
			classes, groups = append(classes, map[string]bool{}), append(groups, nil)
		}
		groups[g] = append(groups[g], roots[root]...)
		for _, i := range roots[root] {
			classes[g][t.sources[i].class] = true
		}
	}
	return groups
}

// compilable compiles files without probes, again and again without those in which
// there are errors, and returns those that compile together, and an error of the
// others.
func (t *trial) compilable(ctx context.Context, files []int, out string, path []string) (good []int, why *rejection, err error) {
	for range maxTrials {
		if len(files) == 0 {
			return nil, why, nil
		}
		rejected, log, err := t.compile(ctx, files, false, out, path)
		if err != nil || rejected == nil {
			return files, why, err
		}
		for _, i := range files {
			if said := rejected[i]; why == nil && len(said) > 0 {
				why = &rejection{path: t.sources[i].path, line: said[0].line, message: said[0].message}
			}
		}
		if len(rejected) == 0 { // it fails, and does not say where
			return nil, &rejection{path: t.project, message: log}, nil
		}
		files = slices.DeleteFunc(slices.Clone(files), func(i int) bool { return rejected[i] != nil })
	}
	return nil, why, nil
}

// probed compiles files with probes, and takes those back that are rejected. Only
// files with errors are compiled again, and at the end all: javac looks at some
// things only where there are no other errors.
func (t *trial) probed(ctx context.Context, files []int, path []string) error {
	pending := files
	for n := 1; len(pending) > 0; n++ {
		t.options.say(fmt.Sprintf("compiling %d files with probes", len(pending)))
		rejected, log, err := t.compile(ctx, pending, true, filepath.Join(t.dir, "probed"), path)
		switch {
		case err != nil:
			return err
		case rejected == nil && len(pending) == len(files):
			return nil
		case rejected == nil:
			pending = files
			continue
		}
		by := map[string][]rejection{}
		for i, said := range rejected {
			if by[t.sources[i].path] = said; n >= maxTrials {
				by[t.sources[i].path] = []rejection{{message: said[0].message}} // at no line: all of the file
			}
		}
		dropped, err := t.takeBack(by)
		if err != nil {
			return err
		}
		if !dropped || n > 2*maxTrials {
			t.notes = append(t.notes, model.Problem{
				Severity: model.Error, Rule: "compile", Message: "the copy does not compile with its probes, and none of them is seen to be the cause:\n" + log,
				Hint: "this is an error of Beagle's: please report it with the file",
			})
			return nil
		}
		pending = slices.Sorted(maps.Keys(rejected))
	}
	return nil
}

// compile has javac compile files and returns what it rejects, by file; nil:
// nothing.
func (t *trial) compile(ctx context.Context, files []int, probed bool, out string, path []string) (rejected map[int][]rejection, log string, err error) {
	if err := os.RemoveAll(out); err != nil {
		return nil, "", err
	}
	none := filepath.Join(t.dir, "none") // where sources are that were not named
	for _, dir := range []string{out, none} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, "", err
		}
	}
	arguments := []string{
		"-nowarn", "-g", "-implicit:none", "-encoding", "UTF-8", "-Xmaxerrs", "10000", "-d", out,
		"-sourcepath", none, "-cp", strings.Join(path, string(filepath.ListSeparator)),
	}
	at := map[string]int{}
	for _, i := range files {
		file, err := t.readable(i, probed)
		if err != nil {
			return nil, "", err
		}
		at[file] = i
		arguments = append(arguments, file)
	}
	list := filepath.Join(t.dir, "arguments")
	if err := os.WriteFile(list, argumentFile(arguments), 0o600); err != nil {
		return nil, "", err
	}
	result, err := launch.Run(ctx, launch.Spec{
		Name: "javac", Command: []string{compilerOf(t.Home), "-J-Duser.language=en", "@" + list}, Output: filepath.Join(t.dir, "javac.log"),
	})
	if err == nil && result.Stopped {
		err = ctx.Err()
	}
	if err != nil || result.OK() {
		return nil, "", err
	}
	text, err := os.Open(result.Output)
	if err != nil {
		return nil, "", err
	}
	defer text.Close()
	said, err := rejections(text)
	rejected = map[int][]rejection{}
	for path, said := range byPath(said) {
		if i, ok := at[path]; ok {
			rejected[i] = said
		}
	}
	return rejected, result.Tail, err
}

// readable is a file that javac reads as UTF-8: the source itself, or one that
// says the same.
func (t *trial) readable(i int, probed bool) (string, error) {
	s := t.sources[i]
	file, kind := s.path, "as is"
	if probed {
		var err error
		if file, err = t.inCopy(s.path); err != nil {
			return "", err
		}
		kind = "with probes"
	}
	if s.utf8 {
		return file, nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	text := charset.Decode(file, data)
	other := filepath.Join(t.dir, kind, fmt.Sprint(i), filepath.Base(file))
	return other, writeAll(other, []byte(text.String))
}

// writeAll writes a file and makes its folder.
func writeAll(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o600)
}

// argumentFile holds arguments as javac reads them from a file: there is a bound
// on what a command may be given.
func argumentFile(arguments []string) []byte {
	var text strings.Builder
	for _, argument := range arguments {
		text.WriteString(`"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(argument) + "\"\n")
	}
	return []byte(text.String())
}
