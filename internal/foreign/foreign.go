// Package foreign names files and folders of formats that Beagle does not read, and says what to do, so that nobody
// has to guess why nothing was found.
package foreign

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

const (
	headBytes  = 64 << 10
	mostFiles  = 5000
	mostLevels = 6
)

type format struct {
	what, hint string
	is         func(head []byte) bool
}

func says(patterns ...string) func([]byte) bool {
	var all []*regexp.Regexp
	for _, pattern := range patterns {
		all = append(all, regexp.MustCompile(pattern))
	}
	return func(head []byte) bool {
		first := bytes.TrimLeft(head, " \t\r\n\ufeff")
		return len(first) > 0 && (first[0] == '{' || first[0] == '[') &&
			!slices.ContainsFunc(all, func(r *regexp.Regexp) bool { return !r.Match(head) })
	}
}

func begins(magic string) func([]byte) bool {
	return func(head []byte) bool { return bytes.HasPrefix(head, []byte(magic)) }
}

const useKieker = "Beagle reads logs of Kieker and CIPM, and spans of OpenTelemetry, Jaeger and Zipkin: record with Kieker, or let Beagle put its probes into the program (beagle run)"

var formats = []format{
	{"an OpenTelemetry export of metrics or logs (OTLP, JSON)", useKieker, says(`"resource(_m|M)etrics"|"resource(_l|L)ogs"`)},
	{"a trace of Chrome's format (JSON)", useKieker, says(`"traceEvents"`)},
	{"a Java Flight Recorder file (JFR)", "a flight recording holds samples of stacks, no calls with their parameters; " + useKieker, begins("FLR\x00")},
	{"a file of records by Beagle's own probes", "beagle run --records learns from them, and beagle traces shows them, where the probes.json of beagle instrument stands beside them", begins("BAGLERT1")},
	{"a Java heap dump (HPROF)", useKieker, begins("JAVA PROFILE ")},
}

// File is what a file is that Beagle does not read, and what to do; empty: nothing is known against it.
func File(path string) (what, hint string) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() { // reading a pipe would take from it
		return "", ""
	}
	file, err := os.Open(path)
	if err != nil {
		return "", ""
	}
	defer file.Close()
	head, _ := io.ReadAll(io.LimitReader(file, headBytes))
	for _, f := range formats {
		if f.is(head) {
			return f.what, f.hint
		}
	}
	return "", ""
}

var languages = []struct{ suffix, name string }{
	{".py", "Python"},
	{".go", "Go"},
	{".kt", "Kotlin"},
	{".scala", "Scala"},
	{".groovy", "Groovy"},
	{".ts", "TypeScript"},
	{".js", "JavaScript"},
	{".cs", "C#"},
	{".rs", "Rust"},
	{".rb", "Ruby"},
	{".php", "PHP"},
	{".cpp", "C++"},
	{".cc", "C++"},
	{".c", "C"},
	{".swift", "Swift"},
}

// Sources is the language of most of the sources in a folder without Java, and how many files they are.
func Sources(folder string) (language string, files int) {
	counts, java := map[string]int{}, false
	walk(folder, func(path string) bool {
		java = java || strings.HasSuffix(path, ".java")
		for _, l := range languages {
			if strings.HasSuffix(path, l.suffix) {
				counts[l.name]++
			}
		}
		return !java
	})
	if java {
		return "", 0
	}
	for _, l := range languages {
		if counts[l.name] > files {
			language, files = l.name, counts[l.name]
		}
	}
	return language, files
}

// Inside is the first file in a folder that Beagle does not read and can name.
func Inside(folder string) (path, what, hint string) {
	walk(folder, func(name string) bool {
		if slices.Contains([]string{".json", ".jsonl", ".jfr", ".hprof", ".beagle", ".pb", ".binpb", ".bin", ".otlp"}, filepath.Ext(name)) {
			if what, hint = File(name); what != "" {
				path = name
			}
		}
		return path == ""
	})
	return path, what, hint
}

func walk(folder string, visit func(path string) bool) {
	seen := 0
	_ = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if seen++; seen > mostFiles {
			return fs.SkipAll
		}
		if err != nil {
			return fs.SkipDir
		}
		if entry.IsDir() {
			relative, _ := filepath.Rel(folder, path)
			if strings.HasPrefix(entry.Name(), ".") && path != folder || strings.Count(relative, string(filepath.Separator)) >= mostLevels {
				return fs.SkipDir
			}
			return nil
		}
		if !visit(path) {
			return fs.SkipAll
		}
		return nil
	})
}
