package java

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"beagle/measure/java/insert"
	"beagle/measure/java/syntax"
	"beagle/model"
)

// maxRounds bounds how often a build is tried again without the probes that the
// compiler rejected.
const maxRounds = 6

// dropRejected takes out the probes that stand where the compiler found errors,
// so that one odd construct does not keep the rest from being measured. It
// reports whether there were any.
func (p *preparation) dropRejected(log string) (dropped bool, err error) {
	file, err := os.Open(log)
	if err != nil {
		return false, err
	}
	defer file.Close()
	said, err := rejections(file)
	if err != nil {
		return false, err
	}
	paths := p.paths()
	names := make([]string, len(paths))
	for i, path := range paths {
		if target, err := p.inCopy(path); err == nil {
			names[i], _ = filepath.Rel(p.copy, target)
		}
	}
	rejected := map[string][]rejection{}
	for of, said := range byPath(said) {
		if i := named(names, of); i >= 0 {
			rejected[paths[i]] = append(rejected[paths[i]], said...)
		}
	}
	return p.takeBack(rejected)
}

// takeBack takes out the probes that are the cause of rejections, by the sources'
// paths in the project.
func (p *preparation) takeBack(rejected map[string][]rejection) (dropped bool, err error) {
	if p.everywhere != nil {
		return p.everywhere.takeBack(p, rejected)
	}
	files := p.files
	p.files = nil
	for i := range files {
		old := files[i].source
		if rejected[old.path] == nil || !files[i].drop(rejected[old.path], &p.notes) {
			p.files = append(p.files, files[i])
			continue
		}
		dropped = true
		var left []asked
		for _, a := range files[i].asked {
			if !a.dropped {
				left = append(left, a)
			}
		}
		p.lost += len(files[i].asked) - len(left)
		notes := len(p.notes)
		p.file(old.path, left, p.options.Clock != "wall")
		p.notes = p.notes[:notes] // said already
		if len(p.files) == 0 || p.files[len(p.files)-1].path != old.path {
			p.files = append(p.files, rewritten{source: old, text: old.file.Source})
		}
	}
	if !dropped {
		return false, nil
	}
	return true, p.write()
}

// paths are the sources that have probes, in the project.
func (p *preparation) paths() (paths []string) {
	if p.everywhere != nil {
		for i := range p.everywhere.files {
			paths = append(paths, p.everywhere.files[i].path)
		}
		return paths
	}
	for i := range p.files {
		paths = append(paths, p.files[i].path)
	}
	return paths
}

func byPath(said []rejection) map[string][]rejection {
	by := map[string][]rejection{}
	for _, r := range said {
		by[r.path] = append(by[r.path], r)
	}
	return by
}

// named is which of some files of a copy a path in a compiler's output means; -1:
// none. The path may begin in another folder than the copy, or name that otherwise:
// by a link, as macOS has one in that of temporary files.
func named(names []string, path string) int {
	path = "/" + strings.TrimPrefix(filepath.ToSlash(filepath.Clean(path)), "/")
	best, longest := -1, 0
	for i, name := range names {
		name = "/" + filepath.ToSlash(name)
		switch {
		case strings.HasSuffix(path, name) && len(name) > longest:
			best, longest = i, len(name)
		case strings.HasSuffix(name, path) && longest == 0:
			best, longest = i, len(path)
		case strings.HasSuffix(name, path) && len(path) == longest:
			best = -1 // two may be meant
		}
	}
	return best
}

// drop takes out, or has written in another form, the sites that can be the cause
// of errors: the one whose probe the compiler points to, else arguments that are
// handed through on that line, else whatever has probes there, or in that method,
// else all of the file.
func (f *rewritten) drop(rejected []rejection, notes *[]model.Problem) bool {
	text := strings.Split(f.text, "\n")
	seen := map[int]bool{} // lines
	dropped := false
	for _, r := range rejected {
		pointed := -1
		if r.line > 0 && r.line <= len(text) {
			pointed = probeAt(text[r.line-1], r.column)
		}
		here := func(i int) bool { return slices.Contains(f.lines[i], r.line) }
		first, last := f.method(r.line)
		suspects := []func(int) bool{
			func(i int) bool { return f.asked[i].ID == pointed },
			func(i int) bool { return here(i) && f.asked[i].Kind == insert.Call },
			here,
			func(i int) bool {
				return slices.ContainsFunc(f.lines[i], func(line int) bool { return first <= line && line <= last })
			},
			func(int) bool { return true },
		}
		if strings.Contains(r.message, "too large") { // the method, not what stands at its name
			suspects = suspects[3:]
		}
		if r.line == 0 { // nothing else helped
			suspects = suspects[4:]
		}
		if seen[r.line] { // the other errors of a line may follow from the first
			suspects = suspects[:1]
		}
		seen[r.line] = true
		for _, fits := range suspects {
			if f.dropWhere(fits, r, notes) {
				dropped = true
				break
			}
		}
	}
	return dropped
}

// ofProbe is the beginning of a probe's call up to its number, for all but P.r,
// which has it last.
var ofProbe = regexp.MustCompile(`\bP\.[a-qs-z][a-z]*\((\d+)`)

// probeAt is the number of the probe that a column of a rewritten line is in; -1:
// of none.
func probeAt(line string, column int) int {
	for _, at := range ofProbe.FindAllStringSubmatchIndex(line, -1) {
		if at[0] < column && column <= at[1] {
			if id, err := strconv.Atoi(line[at[2]:at[3]]); err == nil {
				return id
			}
		}
	}
	return -1
}

// method is the range of lines of the innermost method or initializer around a
// line; 0, 0: it is in none.
func (f *rewritten) method(line int) (first, last int) {
	f.file.Root.Walk(func(n *syntax.Node) bool {
		from, to := f.file.Line(int(n.Start)), f.file.Line(int(n.End))
		if line < from || to < line {
			return false
		}
		switch n.Kind {
		case syntax.Method, syntax.CompactConstructor, syntax.Initializer:
			first, last = from, to
		default:
		}
		return true
	})
	return first, last
}

// kinds are what sites are at that are of no element.
var kinds = map[insert.Kind]string{
	insert.Demand: "statement", insert.Transition: "branch", insert.NotTaken: "branch not taken", insert.LoopCount: "loop", insert.Call: "call", insert.Service: "method",
}

func (f *rewritten) dropWhere(fits func(int) bool, r rejection, notes *[]model.Problem) bool {
	found := false
	for i := range f.asked {
		a := &f.asked[i]
		if a.dropped || !fits(i) {
			continue
		}
		found = true
		if timed := a.Kind == insert.Demand || a.Kind == insert.LoopCount; timed && !a.Careful && r.line > 0 {
			a.Careful = true
			continue
		}
		a.dropped = true
		line := r.line
		if len(f.lines[i]) > 0 && !slices.Contains(f.lines[i], line) {
			line = f.lines[i][0]
		}
		what := "it is not measured: the compiler rejects its probes: "
		if a.element == "" && a.pcmID == "" {
			what = "this " + kinds[a.Kind] + " has no probes: the compiler rejects them: "
		}
		*notes = append(*notes, a.problem(model.Warning, line, what+r.message))
	}
	return found
}
