package java

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"beagle/measure/java/classes"
	"beagle/measure/java/jdk"
	"beagle/measure/java/probe"
	"beagle/measure/java/probed"
	"beagle/model"
)

// Trial compiles the sources of a project with javac, first without probes.
type Trial struct {
	Sources probed.Set        // what is compiled, with its probes
	Place   probed.Place      // where the rewritten files would go
	Path    []string          // class path; what the project holds itself need not be there
	Home    string            // Java home whose javac is taken; empty: the one on the PATH
	Within  time.Duration     // how long javac may take in all; 0: five minutes
	Say     func(text string) // progress in words

	dir     string // for what javac reads and writes
	sources []probed.Known
	huge    []string // methods that only their probes made huge
}

// Tried says what was seen of sources that were compiled.
type Tried struct {
	By      string `json:"by,omitempty"` // what compiled it; empty: nothing did
	Files   int    `json:"files"`        // with probes, that compile
	Unknown int    `json:"unknown"`      // with probes, that do not compile without them either
}

// Bounds of a trial: how often javac runs before the files that it still rejects lose all their probes, or before
// what does not compile without them is left alone; how many files it is given at once; and in how many folders the
// class of one name may lie: a tree may be a heap of programs that have nothing to do with each other.
const (
	maxTrials = 20
	maxPlain  = 6
	maxAtOnce = 1000
	MaxGroups = 4 // folders with the class of one name
)

// Run compiles, and takes the probes back that the sources do not compile with.
func (t *Trial) Run(ctx context.Context) (result Tried, err error) {
	if t.dir, err = os.MkdirTemp("", "beagle-compile-"); err != nil {
		return result, err
	}
	defer os.RemoveAll(t.dir)
	limit := cmp.Or(t.Within, 5*time.Minute)
	limited, stop := context.WithTimeout(ctx, limit)
	defer stop()
	result, err = t.run(limited)
	if ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded) {
		return result, err
	}
	result.Unknown = len(t.Sources.Paths()) - result.Files
	t.note(model.Problem{
		Severity: model.Warning, Rule: "compile",
		Message: fmt.Sprintf("of %d files with probes it was not seen whether they compile: javac took longer than %v", result.Unknown, limit),
		Hint:    "have the project's build compile them by --build, or compile the copy yourself",
	})
	return result, nil
}

func (t *Trial) note(p model.Problem) {
	about := t.Sources.About()
	about.Notes = append(about.Notes, p)
}

// run tries.
func (t *Trial) run(ctx context.Context) (result Tried, err error) {
	if err := t.find(ctx); err != nil {
		return result, err
	}
	runtime, err := t.runtime(ctx)
	if err != nil {
		said := model.AsProblem(err, "compile")
		t.note(model.Problem{
			Severity: model.Warning, Rule: "compile", Message: "it was not seen whether the copy compiles: " + said.Message,
			Hint: "install a JDK, or name one with --jdk",
		})
		return result, ctx.Err()
	}
	result.By = jdk.Compiler(t.Home)
	var first *jdk.Rejection // of what does not compile without probes
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
		first = &jdk.Rejection{Path: t.sources[others[0]].Path, Message: fmt.Sprintf("classes of its name lie in %d other folders", MaxGroups)}
	}
	for i, group := range groups {
		plain := filepath.Join(t.dir, fmt.Sprint("plain", i))
		t.Say(fmt.Sprintf("compiling %d files without probes", len(group)))
		good, why, err := t.compilable(ctx, group, plain, path)
		if err != nil {
			return result, err
		}
		if why != nil && first == nil {
			first = why
		}
		path = append([]string{plain}, path...)
		with := slices.DeleteFunc(slices.Clone(good), func(i int) bool { return !t.sources[i].Probes })
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
		if s.Probes {
			result.Unknown++
		}
	}
	result.Unknown -= result.Files
	if result.Unknown > 0 && first != nil {
		t.note(model.Problem{
			Severity: model.Warning, Rule: "compile", File: first.Path, Line: first.Line,
			Message: fmt.Sprintf("of %d files with probes it was not seen whether they compile, as here: %s", result.Unknown, first.Message),
			Hint:    "name what they need by --class-path, or another JDK by --jdk; or have the project's build compile them by --build",
		})
	}
	return result, nil
}

// find finds the project's sources; those that have probes everywhere were all read already.
func (t *Trial) find(ctx context.Context) error {
	if t.sources = t.Sources.Known(); t.sources != nil {
		return nil
	}
	with := map[string]bool{}
	for _, path := range t.Sources.Paths() {
		with[path] = true
	}
	return t.Place.EachSource(ctx, func(path string) {
		src, _ := probed.Read(path)
		if src == nil || probed.IsResource(path) {
			return
		}
		if root, _ := src.Root(); root == "" {
			return
		}
		t.sources = append(t.sources, src.Known(with[path]))
	})
}

func (t *Trial) runtime(ctx context.Context) (out string, err error) {
	out = filepath.Join(t.dir, "probes")
	arguments := []string{"-nowarn", "-encoding", "UTF-8", "-proc:none", "-d", out}
	for _, name := range t.Sources.About().Runtimes.Names() {
		for file, text := range probe.Sources(name) {
			path := filepath.Join(t.dir, name, file)
			if err := jdk.WriteFile(path, []byte(text)); err != nil {
				return "", err
			}
			arguments = append(arguments, path)
		}
	}
	return out, jdk.Run(ctx, t.Home, "", arguments...)
}

// groups are sources that can be compiled together.
func (t *Trial) groups() (groups [][]int, others []int) {
	var classes []map[string]bool
	roots := map[string][]int{} // folders, as each is compiled as a whole
	for i, s := range t.sources {
		root := strings.TrimSuffix(filepath.ToSlash(s.Path), strings.ReplaceAll(strings.TrimSuffix(s.Class, ".java"), ".", "/")+".java")
		roots[root] = append(roots[root], i)
	}
	for _, root := range slices.Sorted(maps.Keys(roots)) {
		g := slices.IndexFunc(classes, func(has map[string]bool) bool {
			return !slices.ContainsFunc(roots[root], func(i int) bool { return has[t.sources[i].Class] })
		})
		if g < 0 && len(groups) == MaxGroups {
			others = append(others, roots[root]...)
			continue
		}
		if g < 0 {
			g = len(classes)
			classes, groups = append(classes, map[string]bool{}), append(groups, nil)
		}
		groups[g] = append(groups[g], roots[root]...)
		for _, i := range roots[root] {
			classes[g][t.sources[i].Class] = true
		}
	}
	return groups, others
}
