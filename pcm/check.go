package pcm

import (
	"errors"
	"fmt"
	"sort"
	"strings"

	"beagle/internal/xmi"
	"beagle/model"
	"beagle/pcm/reference"
)

// Check validates a repository: whether Palladio can load it, the constraints
// of PCM's metamodel on services (the rule is then the constraint's name in
// pcm.ecore), and every expression in its place. Errors are what keeps
// Palladio from loading or simulating the model; all other violations are
// warnings, since published models are full of them.
func Check(name string, data []byte) []model.Problem {
	r, err := Parse(name, data)
	if err != nil {
		var p model.Problem
		if errors.As(err, &p) {
			return []model.Problem{p}
		}
		return []model.Problem{{Severity: model.Error, File: name, Rule: "file", Message: err.Error()}}
	}
	return r.Check()
}

// Check is Check for a repository that was read already.
func (r *Repository) Check() []model.Problem {
	c := &check{r: r}
	c.problems = append(c.problems, r.problems...)
	c.file()
	c.metamodel()
	c.references()
	for component := range r.root.All("components__Repository") {
		c.component(component)
	}
	c.interfaces()
	c.expressions()
	sort.SliceStable(c.problems, func(i, j int) bool { return c.problems[i].Line < c.problems[j].Line })
	return c.problems
}

// Introduced are the problems of after that before did not have: what a change
// has done to a model.
func Introduced(before, after []model.Problem) []model.Problem {
	type key struct {
		rule, message string
		element       model.ElementID
	}
	had := map[key]int{}
	for _, p := range before {
		had[key{p.Rule, p.Message, p.Element}]++
	}
	var list []model.Problem
	for _, p := range after {
		k := key{p.Rule, p.Message, p.Element}
		if had[k] > 0 {
			had[k]--
			continue
		}
		list = append(list, p)
	}
	return list
}

// maxProblems bounds what is reported of one file.
const maxProblems = 10_000

type check struct {
	r        *Repository
	problems []model.Problem
}

func (c *check) report(severity model.Severity, n *xmi.Node, rule, hint, format string, args ...any) {
	if len(c.problems) > maxProblems {
		return
	}
	named := n
	for named.Parent != nil && reference.ID(named) == "" {
		named = named.Parent
	}
	c.problems = append(c.problems, model.Problem{
		Severity: severity, Rule: rule, Message: fmt.Sprintf(format, args...), Hint: hint,
		File: c.r.path, Line: n.Line(), Element: model.ElementID(reference.ID(named)), Name: clip(named.Attr("entityName")),
	})
}

func (c *check) warn(n *xmi.Node, rule, hint, format string, args ...any) {
	c.report(model.Warning, n, rule, hint, format, args...)
}

func (c *check) err(n *xmi.Node, rule, hint, format string, args ...any) {
	c.report(model.Error, n, rule, hint, format, args...)
}

// file checks what concerns the file as a whole.
func (c *check) file() {
	for _, n := range c.r.index.Twice {
		other := c.r.index.ByID(reference.ID(n))
		report := c.err
		if extension(n) {
			report = c.warn // of a tool whose package decides what its ids mean
		}
		report(n, "duplicate-id", "give one of the two another id; Palladio refuses the file: The ID collides",
			"the id %s is used twice, first on line %d", clip(reference.ID(n)), other.Line())
	}
	for n := range c.r.doc.Root.Walk() {
		for _, name := range n.Damaged() {
			c.warn(n, "encoding", "Palladio replaces the characters silently; save the file in the encoding that it declares",
				"the value of %s holds bytes that the declared encoding %s does not have", clip(name), encodingName(c.r.doc))
		}
	}
	if first := c.r.root.First; first == nil {
		c.warn(c.r.root, "repositorynotempty", "nothing can be measured", "the repository is empty")
	}
}

// extension reports whether an element belongs to an extension of PCM.
func extension(n *xmi.Node) bool {
	for ; n != nil; n = n.Parent {
		space, _ := n.Type()
		if _, version := splitNamespace(space); space != "" && version == "" && !strings.HasPrefix(space, namespaceOfStoex) {
			return true
		}
	}
	return false
}

func encodingName(d *xmi.Document) string {
	if d.Encoding == "" {
		return "UTF-8"
	}
	return clip(d.Encoding)
}
