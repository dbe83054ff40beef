package pcm

import (
	_ "embed"
	"strings"

	"beagle/internal/xmi"
	"beagle/model"
)

//go:embed metamodel.txt
var metamodelText string

// metaclass is a class of PCM's metamodel with everything it inherits.
type metaclass struct {
	abstract bool
	supers   []string
	features map[string]feature
}

// feature is an attribute or reference; contains is the class of the elements
// that it contains.
type feature struct {
	contains string
	many     bool
}

// metamodel are the classes by their short names.
var metamodel = loadMetamodel()

func loadMetamodel() map[string]*metaclass {
	classes := map[string]*metaclass{}
	for line := range strings.Lines(metamodelText) {
		head, features, ok := strings.Cut(line, "|")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		name, supers, _ := strings.Cut(head, "<")
		words := strings.Fields(name)
		c := &metaclass{abstract: len(words) > 1, supers: strings.Fields(supers), features: map[string]feature{}}
		for f := range strings.FieldsSeq(features) {
			f, contains, _ := strings.Cut(f, ":")
			many := strings.HasSuffix(f, "*")
			c.features[strings.TrimSuffix(f, "*")] = feature{contains, many}
		}
		classes[words[0][strings.LastIndexByte(words[0], '/')+1:]] = c
	}
	for _, c := range classes {
		c.inherit(classes, c.supers)
	}
	return classes
}

func (c *metaclass) inherit(classes map[string]*metaclass, supers []string) {
	for _, super := range supers {
		s := classes[super]
		if s == nil {
			continue
		}
		for name, f := range s.features {
			c.features[name] = f
		}
		c.inherit(classes, s.supers)
	}
}

// metamodel checks what EMF refuses when it loads a file: features and classes
// that PCM does not have. Content of extensions is left alone.
func (c *check) metamodel() {
	c.instance(c.r.root, "Repository")
	foreign := map[string]*xmi.Node{}
	for n := range c.r.doc.Root.Walk() {
		space, _ := n.Type()
		if _, version := splitNamespace(space); space != "" && version == "" && !strings.HasPrefix(space, namespaceOfStoex) && foreign[space] == nil {
			foreign[space] = n
			c.report(model.Info, n, "extension", "Beagle keeps such content as it is", "the model uses an extension of PCM, %s: Palladio loads it only where that is installed", clip(space))
		}
	}
}

// instance checks an element that is an object of a class, and all below it.
func (c *check) instance(n *xmi.Node, declared string) {
	name := declared
	if space, local := n.Type(); local != "" {
		_, version := splitNamespace(space)
		switch {
		case version == "" && !strings.HasPrefix(space, namespaceOfStoex):
			if space == "" {
				c.err(n, "unknown-class", "Palladio refuses the file: declare the prefix", "the prefix of %s is not declared", clip(n.Attr(n.TypeAttr())))
			}
			return // of an extension
		case metamodel[local] == nil:
			c.err(n, "unknown-class", "Palladio refuses the file: Class not found", "PCM has no class %s", clip(local))
			return
		}
		name = local
	}
	class := metamodel[name]
	if class == nil {
		return
	}
	if class.abstract {
		c.err(n, "abstract-class", "Palladio refuses the file: add the xsi:type", "<%s> does not say which kind of %s it is", clip(n.Name), name)
		return
	}
	for i := range n.Attrs {
		if attr := n.AttrName(i); !strings.Contains(attr, ":") && attr != "xmlns" && attr != "href" {
			if _, ok := class.features[attr]; !ok {
				c.err(n, "unknown-feature", "Palladio refuses the file: remove the attribute", "%s has no attribute %s", name, clip(attr))
			}
		}
	}
	seen := map[string]bool{}
	for child := range n.Children() {
		f, ok := class.features[child.Local()]
		switch {
		case !ok:
			c.err(child, "unknown-feature", "Palladio refuses the file: remove the element", "%s cannot contain <%s>", name, clip(child.Name))
			continue
		case !f.many && seen[child.Local()]:
			c.err(child, "too-many", "remove all but one", "%s can have only one <%s>", name, clip(child.Name))
		}
		seen[child.Local()] = true
		if f.contains != "" && child.Find("href") == nil {
			c.instance(child, f.contains)
		}
	}
}
