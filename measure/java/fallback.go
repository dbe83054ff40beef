package java

import (
	"bufio"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"beagle/measure/java/insert"
	"beagle/model"
)

// maxRounds bounds how often a build is tried again without the probes that the
// compiler rejected.
const maxRounds = 6

// compilerError finds file, line and message in what javac says, directly, below
// Maven ("[ERROR] /path/A.java:[12,5] message") or Gradle.
var compilerError = regexp.MustCompile(`([^\s:]+\.java):\[?(\d+)[],:][\d\]]*:?\s*(.*)`)

// dropRejected takes out the probes that stand where the compiler found errors,
// so that one odd construct does not keep the rest from being measured. It
// reports whether there were any.
func (p *preparation) dropRejected(log string) (dropped bool, err error) {
	file, err := os.Open(log)
	if err != nil {
		return false, err
	}
	defer file.Close()
	scanner := bufio.NewScanner(file)
	scanner.Buffer(nil, 1<<20)
	rejected := map[int]map[int]string{} // by file: lines and messages
	for scanner.Scan() {
		match := compilerError.FindStringSubmatch(scanner.Text())
		if match == nil {
			continue
		}
		line, err := strconv.Atoi(match[2])
		i := p.fileOf(match[1])
		if err != nil || i < 0 {
			continue
		}
		if rejected[i] == nil {
			rejected[i] = map[int]string{}
		}
		rejected[i][line] = strings.TrimPrefix(match[3], "error: ")
	}
	for i, lines := range rejected {
		if p.files[i].drop(lines, &p.notes) {
			dropped = true
		}
	}
	if !dropped {
		return false, nil
	}
	files := p.files
	p.files = nil
	for i := range files {
		if rejected[i] == nil {
			p.files = append(p.files, files[i])
			continue
		}
		old := files[i].source
		var left []asked
		for _, a := range files[i].asked {
			if !a.dropped {
				left = append(left, a)
			}
		}
		notes := len(p.notes)
		p.file(old.path, left, p.options.Clock != "wall")
		p.notes = p.notes[:notes] // said already
		if len(p.files) == 0 || p.files[len(p.files)-1].path != old.path {
			p.files = append(p.files, rewritten{source: old, text: old.file.Source})
		}
	}
	return true, p.write()
}

// fileOf is the rewritten file that a path in a compiler's output means.
func (p *preparation) fileOf(path string) int {
	if !filepath.IsAbs(path) {
		path = filepath.Join(p.copy, path)
	}
	return slices.IndexFunc(p.files, func(f rewritten) bool {
		target, err := p.inCopy(f.path)
		return err == nil && target == filepath.Clean(path)
	})
}

// drop takes out, or has written in another form, the sites that can be the cause of errors: arguments that are
// handed through on that line, else whatever has probes there, else all of the
// file.
func (f *rewritten) drop(lines map[int]string, notes *[]model.Problem) bool {
	dropped := false
	for line, message := range lines {
		here := func(i int) bool { return slices.Contains(f.lines[i], line) }
		for _, fits := range []func(int) bool{
			func(i int) bool { return here(i) && f.asked[i].Kind == insert.Call },
			here,
			func(int) bool { return true },
		} {
			if f.dropWhere(fits, line, message, notes) {
				dropped = true
				break
			}
		}
	}
	return dropped
}

func (f *rewritten) dropWhere(fits func(int) bool, line int, message string, notes *[]model.Problem) bool {
	found := false
	for i := range f.asked {
		a := &f.asked[i]
		if a.dropped || !fits(i) {
			continue
		}
		found = true
		if timed := a.Kind == insert.Demand || a.Kind == insert.LoopCount; timed && !a.Careful {
			a.Careful = true
			continue
		}
		a.dropped = true
		*notes = append(*notes, a.problem(model.Warning, line, "it is not measured: the compiler rejects its probes: "+message))
	}
	return found
}
