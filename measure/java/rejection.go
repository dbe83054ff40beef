package java

import (
	"bufio"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// rejection is what a compiler says against a place in a source.
type rejection struct {
	path    string // as the compiler names it
	line    int
	column  int // from 1, in characters; 0: not said
	message string
}

// said finds file, line and message in what javac says, directly or by Ant or
// Gradle ("/path/A.java:12: error: message"), and in what Maven makes of that
// ("[ERROR] /path/A.java:[12,5] message"). Paths may hold spaces, and on Windows
// a colon.
var said = regexp.MustCompile(`^\s*(?:\[(\w+)\]\s+)?(.+?\.java):(?:(\d+)|\[(\d+),(\d+)\])(?::|\s)\s*(.*)$`)

// warning is how javac and Maven begin a line that is none of an error; javac
// says it in the language of the person.
var warning = regexp.MustCompile(`^(?i)(warning|warn|warnung|警告|경고)\b|^警告`)

// colour is what Maven and others put around words, as launches keep it.
var colour = regexp.MustCompile("[\x1b␛]\\[[0-9;]*m")

// maxRejections bounds how many errors of one log are looked at.
const maxRejections = 100_000

// rejections reads what a compiler says against sources. Its warnings count only
// where it says nothing else: there are builds to which they are errors.
func rejections(log io.Reader) (found []rejection, err error) {
	scanner := bufio.NewScanner(log)
	scanner.Buffer(nil, 1<<20)
	var warnings []rejection
	var last *rejection // whose column may still come
	for scanner.Scan() && len(found)+len(warnings) < maxRejections {
		text := colour.ReplaceAllString(strings.TrimRight(scanner.Text(), "\r"), "")
		match := said.FindStringSubmatch(text)
		if match == nil {
			if strings.TrimSpace(text) == "^" && last != nil {
				last.column, last = strings.IndexByte(text, '^')+1, nil
			}
			continue
		}
		r := rejection{path: match[2], message: match[6]}
		r.line, _ = strconv.Atoi(match[3] + match[4])
		r.column, _ = strconv.Atoi(match[5])
		list := &found
		if warning.MatchString(r.message) || warning.MatchString(match[1]) {
			list = &warnings
		}
		r.message = strings.TrimPrefix(r.message, "error: ")
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
