package links

import (
	"bufio"
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/model"
	"beagle/model/adapter"
	"beagle/model/language"
)

// Links as people write them by hand: a line each, the element's key and the lines
// of its statements, in a file or in a class.
//
//	_share           src/main/java/fileshare/Share.java:31
//	_eachFile_body   fileshare.Share:40-52     # the body of the loop
//
// A service is linked to the method around its line; anything else to the statement that begins first on the line or,
// with two lines, to all statements of its list that begin on these lines and between them.

var place = regexp.MustCompile(`^(.+):([0-9]{1,9})(?:-([0-9]{1,9}))?$`)

func isLines(data []byte) bool {
	for line := range bytes.Lines(data) {
		text, _, _ := strings.Cut(string(line), "#")
		if words := strings.Fields(text); len(words) > 0 {
			return len(words) >= 2 && words[0][0] != '<' && words[0][0] != '{' && place.MatchString(strings.Join(words[1:], " "))
		}
	}
	return false
}

// ReadLines reads links that are written line by line; it is nil where the file has another form.
func ReadLines(path string, r adapter.Model, sources *language.Sources) (*Mapping, []model.Problem, error) {
	data, err := readFile(path)
	if err != nil || !isLines(data) {
		return nil, nil, err
	}
	l := lineReader{path: path, sources: sources, services: map[string]bool{}}
	for _, s := range r.Services() {
		l.services[s.SEFF] = true
	}
	scan := bufio.NewScanner(bytes.NewReader(data))
	for scan.Scan() {
		l.line++
		text, _, _ := strings.Cut(scan.Text(), "#")
		if words := strings.Fields(text); len(words) > 0 {
			l.read(words[0], strings.Join(words[1:], " "))
		}
		if len(l.found) > maxLinks {
			return nil, nil, model.Problem{Severity: model.Error, File: path, Rule: "links", Message: fmt.Sprintf("more than %d links are not read", maxLinks)}
		}
	}
	if err := scan.Err(); err != nil {
		return nil, nil, model.Problem{Severity: model.Error, File: path, Line: l.line + 1, Rule: "links", Message: "the links cannot be read: " + err.Error()}
	}
	return NewMapping(r, l.found, sources), l.problems, nil
}

type lineReader struct {
	path     string
	line     int
	sources  *language.Sources
	services map[string]bool // SEFFs
	found    []Match
	problems []model.Problem
}

func (l *lineReader) lost(message, hint string) {
	l.problems = append(l.problems, model.Problem{Severity: model.Warning, Rule: "links-dangling", File: l.path, Line: l.line, Message: message, Hint: hint})
}

// read finds the statements that begin on the given lines, in the innermost method around them.
func (l *lineReader) read(element, where string) {
	parts := place.FindStringSubmatch(where)
	if parts == nil {
		l.lost(fmt.Sprintf("%q is no place in the source", safe.Clip(where)), "write the element's id, then file:line or file:first-last")
		return
	}
	first, _ := strconv.Atoi(parts[2])
	last := first
	if parts[3] != "" {
		last, _ = strconv.Atoi(parts[3])
	}
	path := l.file(parts[1])
	if path == "" {
		return
	}
	methods, err := l.sources.Methods(path)
	if err != nil {
		l.lost(path+" cannot be read: "+err.Error(), "")
		return
	}
	unit := language.Load(path)
	if unit == nil {
		l.lost(path+" cannot be read", "")
		return
	}
	var around *language.Method // innermost
	for i := range methods {
		m := &methods[i]
		within := point(unit, m.First).Line <= first && first <= point(unit, m.End-1).Line
		if within && (around == nil || m.End-m.First < around.End-around.First) {
			around = m
		}
		if at, ok := onLines(unit, m.Body, first, last); ok && !l.services[element] {
			l.add(element, m, at)
			return
		}
	}
	if l.services[element] && around != nil {
		l.add(element, around, Span{around.First, around.First})
		return
	}
	what := "no statement begins"
	if l.services[element] {
		what = "no method with a body is"
	}
	l.lost(fmt.Sprintf("%s on line %d of %s, so %s has no link", what, first, path, safe.Clip(element)), "look at the lines of the source as it is now")
}

func (l *lineReader) add(element string, m *language.Method, at Span) {
	last := Position{m.Unit, at.Last}
	l.found = append(l.found, Match{
		Link:       Link{Element: element, First: Position{m.Unit, at.First}, Last: &last, Line: l.line},
		Confidence: 1,
	})
}

func (l *lineReader) file(name string) string {
	ending := string(filepath.Separator) + filepath.Clean(filepath.FromSlash(name))
	var all []string
	for _, path := range l.sources.Files() {
		if strings.HasSuffix(string(filepath.Separator)+path, ending) {
			all = append(all, path)
		}
	}
	switch unit := l.sources.Unit(name); {
	case len(all) == 1:
		return all[0]
	case len(all) > 1:
		l.lost(fmt.Sprintf("%s may be %s", safe.Clip(name), strings.Join(quantity.Some(all, mostListed), " or ")), "write more of its path")
	case unit != nil:
		return unit.Path
	default:
		l.lost(safe.Clip(name)+" is in none of the source folders", "write the path of a source, or the qualified name of its class")
	}
	return ""
}

func onLines(unit *language.Unit, list []language.Statement, first, last int) (Span, bool) {
	line := func(s language.Statement) int { return point(unit, s.At).Line }
	if i := slices.IndexFunc(list, func(s language.Statement) bool { return line(s) == first }); i >= 0 {
		end := i
		for end+1 < len(list) && first < last && line(list[end+1]) <= last {
			end++
		}
		return Span{list[i].At, list[end].At}, true
	}
	for _, s := range list {
		for _, block := range s.Inner {
			if at, ok := onLines(unit, block.Statements, first, last); ok {
				return at, true
			}
		}
	}
	return Span{}, false
}
