package pcm

import (
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	"beagle/internal/safe"
	"beagle/internal/xmi"
	"beagle/model"
)

// Check validates a file of a Palladio model: whether Palladio can load it, and of a repository also the constraints
// of PCM's metamodel on services (the rule is then the constraint's name in pcm.ecore), and every expression in its
// place.
func Check(name string, data []byte) []model.Problem {
	doc, err := xmi.Parse(data)
	if err != nil {
		return problemOf(name, syntaxProblem(name, err))
	}
	if root, ok := otherRoot(doc); ok {
		c := &check{path: name, doc: doc, root: root, index: xmi.NewIndex(name, doc)}
		return c.all()
	}
	r, err := newRepository(name, doc, false)
	if err != nil {
		return problemOf(name, err)
	}
	return r.Check()
}

// CheckFile is Check for a file that was not read yet.
func CheckFile(path string) []model.Problem {
	data, err := readBounded(path, xmi.MaxBytes)
	if err != nil {
		return problemOf(path, err)
	}
	return Check(path, data)
}

func problemOf(file string, err error) []model.Problem {
	var p model.Problem
	if errors.As(err, &p) {
		return []model.Problem{p}
	}
	return []model.Problem{{Severity: model.Error, File: file, Rule: "file", Message: err.Error()}}
}

// Check is the function Check for a repository that was read already.
func (r *Repository) Check() []model.Problem {
	c := r.newCheck()
	c.problems = append(c.problems, r.problems...)
	for component := range r.root.All("components__Repository") {
		c.component(component)
	}
	c.interfaces()
	c.expressions()
	return c.all()
}

// otherRoots are the packages of PCM whose root classes, of the same name, stand beside the repository in the other
// files of a model.
var otherRoots = []string{"System", "UsageModel", "Allocation", "ResourceEnvironment"}

func otherRoot(doc *xmi.Document) (*xmi.Node, bool) {
	root := doc.Root
	if xmi.IsWrapper(root) && root.First != nil {
		root = root.First
	}
	pkg, version := splitNamespace(root.Space())
	return root, pkg == root.Local() && slices.Contains(otherRoots, pkg) && slices.Contains(versions, version)
}

// Introduced are the problems of after that before did not have: what a change has done to a model.
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
	path     string
	doc      *xmi.Document
	root     *xmi.Node
	index    *xmi.Index
	missing  map[string]bool // files that were said not to be there
	problems []model.Problem
}

func (r *Repository) newCheck() *check {
	return &check{path: r.path, doc: r.doc, root: r.root, index: r.index}
}

func (c *check) all() []model.Problem {
	c.file()
	c.missing = map[string]bool{}
	c.metamodel()
	sort.SliceStable(c.problems, func(i, j int) bool { return c.problems[i].Line < c.problems[j].Line })
	return c.problems
}

func (c *check) report(severity model.Severity, n *xmi.Node, rule, hint, format string, args ...any) {
	if len(c.problems) > maxProblems {
		return
	}
	named := n
	for named.Parent != nil && xmi.ID(named) == "" {
		named = named.Parent
	}
	c.problems = append(c.problems, model.Problem{
		Severity: severity, Rule: rule, Message: fmt.Sprintf(format, args...), Hint: hint,
		File: c.path, Line: n.Line(), Element: model.ElementID(xmi.ID(named)), Name: safe.Clip(named.Attr("entityName")),
	})
}

func (c *check) warn(n *xmi.Node, rule, hint, format string, args ...any) {
	c.report(model.Warning, n, rule, hint, format, args...)
}

func (c *check) err(n *xmi.Node, rule, hint, format string, args ...any) {
	c.report(model.Error, n, rule, hint, format, args...)
}

func (c *check) file() {
	for _, n := range c.index.Twice {
		other := c.index.ByID(xmi.ID(n))
		report := c.err
		if extension(n) {
			report = c.warn // of a tool whose package decides what its ids mean
		}
		report(n, "duplicate-id", "give one of the two another id; Palladio refuses the file: The ID collides",
			"the id %s is used twice, first on line %d", safe.Clip(xmi.ID(n)), other.Line())
	}
	for n := range c.doc.Root.Walk() {
		for _, name := range n.Damaged() {
			c.warn(n, "encoding", "Palladio replaces the characters silently; save the file in the encoding that it declares",
				"the value of %s holds bytes that the declared encoding %s does not have", safe.Clip(name), encodingName(c.doc))
		}
	}
	if first := c.root.First; first == nil {
		c.warn(c.root, "repositorynotempty", "nothing can be measured or simulated", "the file is empty")
	}
}

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
	return safe.Clip(d.Encoding)
}
