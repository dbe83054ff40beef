package charset

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"beagle/internal/safe"
)

// declarations are the files of a project that name the charset of its sources.
var declarations = []struct {
	file string
	name *regexp.Regexp
}{
	{"beagle.yaml", regexp.MustCompile(`-encoding["']?[,\s]+(?:-\s+)?["']?([A-Za-z][\w.:-]*)`)}, // the build's command
	{"pom.xml", regexp.MustCompile(`<project\.build\.sourceEncoding>\s*([\w.:-]+)\s*<`)},
	{"pom.xml", regexp.MustCompile(`<encoding>\s*([\w.:-]+)\s*</encoding>`)},
	{"build.gradle", gradle},
	{"build.gradle.kts", gradle},
	{"gradle.properties", regexp.MustCompile(`file\.encoding=([\w.:-]+)`)},
	{"build.xml", regexp.MustCompile(`<javac\s[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']`)},
}

var gradle = regexp.MustCompile(`\bencoding\s*=?\s*\(?\s*["']([\w.:-]+)["']`)

const (
	eclipse  = ".settings/org.eclipse.core.resources.prefs"
	maxBytes = 1 << 20 // of a file that may name a charset
)

// ofProject is the charset that the innermost folder around a source names, and the file that names it.
func ofProject(path string) (name, from string) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", ""
	}
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		file := filepath.Join(dir, filepath.FromSlash(eclipse))
		if data, err := safe.ReadFile(file, maxBytes); err == nil {
			if name := preferred(string(data), dir, path); name != "" {
				return name, file
			}
		}
		for _, d := range declarations {
			file := filepath.Join(dir, d.file)
			if data, err := safe.ReadFile(file, maxBytes); err == nil {
				if found := d.name.FindSubmatch(data); found != nil {
					return string(found[1]), file
				}
			}
		}
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil || dir == filepath.Dir(dir) {
			return "", ""
		}
	}
}

func preferred(preferences, project, path string) (name string) {
	inside, err := filepath.Rel(project, path)
	if err != nil {
		return ""
	}
	longest := -1
	for line := range strings.Lines(preferences) {
		key, value, ok := strings.Cut(strings.TrimSpace(line), "=")
		place, is := strings.CutPrefix(key, "encoding/")
		if !ok || !is {
			continue
		}
		place = strings.TrimPrefix(place, "/")
		length := len(place)
		if place == "<project>" {
			length = 0
		} else if rest, below := strings.CutPrefix(filepath.ToSlash(inside), place); !below || rest != "" && rest[0] != '/' {
			continue
		}
		if length > longest {
			name, longest = value, length
		}
	}
	return name
}
