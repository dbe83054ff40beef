// Package realcode is the measured suite: sections of real Java code whose costs a reader can say from the source,
// recorded by Beagle's own probes in ordinary campaigns, and kept as data (README.md says how it was recorded). What
// is measured is code of the JDK and of published artifacts; the thin drivers around it are in java/sections.
//
//	// form: keys * log(map)
//	// why: a red-black tree
//	static int treeLookups(TreeMap<Integer, Integer> map, int[] keys) {
//	    int found = 0;
//	    // measured
//	    for (int key : keys) { … }
//
// A form names parameters, not characterisations; "|" stands between forms of
// which either is right, "flag ? a : b" where a flag decides, and 1 is a constant.
package realcode

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf16"
)

// Java are the sources of the program that is measured.
//
//go:embed java/sections/*.java
var Java embed.FS

// Section is one measured piece of code.
type Section struct {
	Class  string      // of the driver: sections.Sorting
	Name   string      // of its service
	Form   string      // what its cost grows like, as a reader of the source says
	Why    string      // what the section stands for, in a sentence
	Inputs []Parameter // parameters of the method around it
	Offset int         // of the measured statement in the driver's source, in UTF-16 units
}

// Key tells sections apart: Sorting.sortInts.
func (s Section) Key() string { return strings.TrimPrefix(s.Class, "sections.") + "." + s.Name }

// Parameter is a parameter of a section's service.
type Parameter struct {
	Type, Name string // as the source writes them
}

var service = regexp.MustCompile(`(?m)^    // form: (.+)\n    // why: (.+)\n    static \S+ (\w+)\(([^)]*)\) \{\n`)

const marker = "        // measured\n        "

// Sections are all of them, in the order of the sources.
func Sections() ([]Section, error) {
	paths, err := fs.Glob(Java, "java/sections/*.java")
	if err != nil {
		return nil, err
	}
	slices.Sort(paths)
	var all []Section
	for _, p := range paths {
		data, err := Java.ReadFile(p)
		if err != nil {
			return nil, err
		}
		text := string(data)
		class := "sections." + strings.TrimSuffix(path.Base(p), ".java")
		for _, m := range service.FindAllStringSubmatchIndex(text, -1) {
			s := Section{Class: class, Form: text[m[2]:m[3]], Why: text[m[4]:m[5]], Name: text[m[6]:m[7]], Inputs: parameters(text[m[8]:m[9]])}
			at := strings.Index(text[m[1]:], marker)
			if at < 0 {
				return nil, fmt.Errorf("%s: nothing is marked as measured in %s", p, s.Name)
			}
			s.Offset = len(utf16.Encode([]rune(text[:m[1]+at+len(marker)])))
			all = append(all, s)
		}
	}
	return all, nil
}

func parameters(text string) (all []Parameter) {
	depth, from := 0, 0
	for i, r := range text + "," {
		switch {
		case r == '<':
			depth++
		case r == '>':
			depth--
		case r == ',' && depth == 0:
			one := strings.TrimSpace(text[from:i])
			space := strings.LastIndex(one, " ")
			all = append(all, Parameter{Type: one[:space], Name: one[space+1:]})
			from = i + 1
		}
	}
	return all
}
