package links

import (
	"bytes"
	"strings"

	"beagle/model/adapter"
	"beagle/model/language"

	"github.com/beevik/etree"

	"beagle/model"
)

// Propose finds the elements of a model without a file of links: by the positions in their names where there are any,
// by matching otherwise.
func Propose(r adapter.Model, methods []language.Method) ([]Match, []Unmatched) {
	var list []Match
	known := map[string]bool{}
	const named = "its name gives the position"
	for _, link := range FromNames(r.Elements()).Links {
		list = append(list, Match{Link: link, Confidence: 1, Why: named})
		known[link.Element] = true
	}
	for _, m := range namedBodies(r.Elements(), methods) {
		m.Why = named + " of the whole statement"
		list = append(list, m)
		known[m.Element] = true
	}
	matched, why := matchAll(r, methods)
	for _, m := range matched {
		if !known[m.Element] {
			list = append(list, m)
			known[m.Element] = true
		}
	}
	return list, unmatched(r, known, why)
}

// Import reads links in any form that Beagle knows and describes them richly.
func Import(path string, r adapter.Model, sources *language.Sources) (*Mapping, error) {
	data, err := readFile(path)
	if err != nil {
		return nil, err
	}
	trimmed := bytes.TrimSpace(data)
	if len(trimmed) > 0 && trimmed[0] == '{' {
		return parseMapping(path, data)
	}
	if m, problems, err := ReadLines(path, r, sources); m != nil || err != nil {
		if err == nil && len(problems) > 0 {
			err = problems[0]
		}
		return m, err
	}
	head := string(trimmed[:min(len(trimmed), 4096)])
	switch {
	case strings.Contains(head, "tools.vitruv/Correspondence"):
		doc, err := foreign(path, data)
		if err != nil {
			return nil, err
		}
		return NewMapping(r, correspondences(doc, r, sources), sources), nil
	case strings.Contains(head, "<PcmMapping"):
		doc, err := foreign(path, data)
		if err != nil {
			return nil, err
		}
		return NewMapping(r, rac(doc, r, sources), sources), nil
	}
	file, err := parseLinks(path, data)
	if err != nil {
		return nil, err
	}
	matches := make([]Match, len(file.Links))
	for i, link := range file.Links {
		matches[i] = Match{Link: link, Confidence: 1}
	}
	return NewMapping(r, matches, sources), nil
}

// foreign reads a file of another tool.
func foreign(path string, data []byte) (*etree.Element, error) {
	if _, err := wellFormed(path, data); err != nil {
		return nil, err
	}
	doc := etree.NewDocument()
	if err := doc.ReadFromBytes(data); err != nil || doc.Root() == nil {
		return nil, model.Problem{Severity: model.Error, File: path, Rule: "xml", Message: "the file cannot be read"}
	}
	return doc.Root(), nil
}

// correspondences reads the links of a CIPM model: an id of the PCM on one side, on the other a text such as
//
//	java:statement:pkg#Class#hash-of-the-method#12,8;12,40
//
// Methods have no position; they are told by name, and matched within.
func correspondences(root *etree.Element, r adapter.Model, sources *language.Sources) []Match {
	services := map[string]model.Service{}
	for _, s := range r.Services() {
		services[s.SEFF] = s
	}
	byID := map[string]*Match{}
	var order []string
	var list []Match
	for _, c := range root.FindElements("//correspondences") {
		java, id := texts(c)
		fields := strings.Split(java, "#")
		if len(fields) < 2 || id == "" {
			continue
		}
		what, pkg, _ := strings.Cut(strings.TrimPrefix(fields[0], "java:"), ":")
		unit := sources.Unit(strings.TrimPrefix(pkg+"."+fields[1], "."))
		if unit == nil {
			continue
		}
		name := strings.TrimPrefix(pkg+"."+fields[1], ".")
		if what == "method" {
			if s, ok := services[id]; ok {
				list = append(list, withinUnit(r, s, sources, unit, 0.9, "CIPM gives the class")...)
			}
			continue
		}
		at, ok := cipmOffset(unit, fields[len(fields)-1])
		if !ok {
			continue
		}
		if m := byID[id]; m != nil { // an internal action has two: its first and last statement
			first, last := min(m.First.Offset, at), max(m.First.Offset, at)
			m.First.Offset, m.Last = first, &Position{name, last}
			continue
		}
		byID[id] = &Match{Link: Link{Element: id, First: Position{name, at}}, Confidence: 0.9, Why: "CIPM gives the position"}
		order = append(order, id)
	}
	for i := range list {
		if byID[list[i].Element] == nil {
			continue
		}
		list[i] = *byID[list[i].Element]
		delete(byID, list[i].Element)
	}
	for _, id := range order {
		if m := byID[id]; m != nil {
			list = append(list, *m)
		}
	}
	return list
}

func texts(c *etree.Element) (java, id string) {
	for _, child := range c.ChildElements() {
		if child.Tag != "aUuids" && child.Tag != "bUuids" {
			continue
		}
		if text := strings.TrimSpace(child.Text()); strings.HasPrefix(text, "java:") {
			java = text
		} else {
			id = text
		}
	}
	return java, id
}

func withinUnit(r adapter.Model, s model.Service, sources *language.Sources, unit *language.Unit, score float64, why string) []Match {
	methods, err := sources.Methods(unit.Path)
	if err != nil {
		return nil
	}
	var best *language.Method
	for i := range methods {
		m := &methods[i]
		if strings.EqualFold(m.Name, s.Name) && (best == nil || len(m.Params) == len(s.Inputs)) {
			best = m
		}
	}
	if best == nil {
		return nil
	}
	return matchService(r, s.SEFF, best, score, why).found
}

func rac(root *etree.Element, r adapter.Model, sources *language.Sources) []Match {
	byName := map[string]model.Service{}
	for _, s := range r.Services() {
		byName[s.SEFF] = s
	}
	var list []Match
	done := map[string]bool{}
	for _, entity := range root.FindElements("//PcmEntity") {
		for _, s := range r.Services() {
			if done[s.SEFF] || s.Component != field(entity, "Name") && !mentions(entity, s) {
				continue
			}
			for _, c := range entity.FindElements(".//Correspondent") {
				name := strings.TrimPrefix(field(c, "PackageName")+"."+field(c, "UnitName"), ".")
				unit := sources.Unit(name)
				if unit == nil {
					continue
				}
				if found := withinUnit(r, s, sources, unit, 0.8, "iObserve gives the class"); len(found) > 0 {
					list = append(list, found...)
					done[s.SEFF] = true
					break
				}
			}
		}
	}
	return list
}

func mentions(entity *etree.Element, s model.Service) bool {
	for _, o := range entity.FindElements(".//OperationSignature") {
		if field(o, "Id") == s.SEFF || field(o, "SeffName") == s.SEFF {
			return true
		}
	}
	return false
}

func field(e *etree.Element, name string) string {
	for _, a := range e.Attr {
		if strings.EqualFold(a.Key, name) {
			return strings.TrimSpace(a.Value)
		}
	}
	for _, c := range e.ChildElements() {
		if strings.EqualFold(c.Tag, name) {
			return strings.TrimSpace(c.Text())
		}
	}
	return ""
}
