package jdk

import (
	"bufio"
	"io"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// Rejection is what a compiler says against a place in a source.
type Rejection struct {
	Path    string // as the compiler names it
	Line    int    // 1-based
	Column  int    // from 1, in characters; 0: not said
	Message string // the first line of it, without "error: "
}

// said finds file, line and message in what javac says, directly or by Ant or Gradle ("/path/A.java:12: error:
// message"), and in what Maven makes of that ("[ERROR] /path/A.java:[12,5] message").
var said = regexp.MustCompile(`^\s*(?:\[(\w+)\]\s+)?(.+?\.java):(?:(\d+)|\[(\d+),(\d+)\])(?::|\s)\s*(.*)$`)

// warning is how javac and Maven begin a line that is none of an error; javac says it in the language of the person.
var warning = regexp.MustCompile(`^(?i)(warning|warn|warnung|警告|경고)\b|^警告`)

var colour = regexp.MustCompile("[\x1b␛]\\[[0-9;]*m")

// maxRejections bounds how many errors of one log are looked at.
const maxRejections = 100_000

// Rejections reads what a compiler says against sources. Its warnings count only where it says nothing else: there
// are builds to which they are errors.
func Rejections(log io.Reader) (found []Rejection, err error) {
	scanner := bufio.NewScanner(log)
	scanner.Buffer(nil, 1<<20)
	var warnings []Rejection
	var last *Rejection // whose column may still come
	for scanner.Scan() && len(found)+len(warnings) < maxRejections {
		text := colour.ReplaceAllString(strings.TrimRight(scanner.Text(), "\r"), "")
		match := said.FindStringSubmatch(text)
		if match == nil {
			if strings.TrimSpace(text) == "^" && last != nil {
				last.Column, last = strings.IndexByte(text, '^')+1, nil
			}
			continue
		}
		r := Rejection{Path: match[2], Message: match[6]}
		r.Line, _ = strconv.Atoi(match[3] + match[4])
		r.Column, _ = strconv.Atoi(match[5])
		list := &found
		if warning.MatchString(r.Message) || warning.MatchString(match[1]) {
			list = &warnings
		}
		r.Message = strings.TrimPrefix(r.Message, "error: ")
		*list = append(*list, r)
		last = nil
		if match[4] == "" {
			last = &(*list)[len(*list)-1]
		}
	}
	if len(found) == 0 {
		found = warnings
	}
	return found, scanner.Err()
}

// ByPath groups what is said by the file that it is said of.
func ByPath(said []Rejection) map[string][]Rejection {
	by := map[string][]Rejection{}
	for _, r := range said {
		by[r.Path] = append(by[r.Path], r)
	}
	return by
}

// Named is which of some files of a copy a path in a compiler's output means.
func Named(names []string, path string) int {
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
