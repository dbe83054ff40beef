package pcm

import (
	"strings"

	"beagle/internal/safe"
	"beagle/internal/xmi"
	"beagle/model"
)

// metamodel checks what EMF refuses when it loads a file.
func (c *check) metamodel() {
	c.object(c.root, c.root.Local())
	foreign := map[string]*xmi.Node{}
	for n := range c.doc.Root.Walk() {
		space, _ := n.Type()
		if _, version := splitNamespace(space); space != "" && version == "" && !strings.HasPrefix(space, namespaceOfStoex) && foreign[space] == nil {
			foreign[space] = n
			c.report(model.Info, n, "extension", "Beagle keeps such content as it is", "the model uses an extension of PCM, %s: Palladio loads it only where that is installed", safe.Clip(space))
		}
	}
}

func (c *check) object(n *xmi.Node, declared string) {
	name := declared
	if space, local := n.Type(); local != "" {
		_, version := splitNamespace(space)
		switch {
		case version == "" && !strings.HasPrefix(space, namespaceOfStoex):
			if space == "" {
				c.err(n, "unknown-class", "Palladio refuses the file: declare the prefix", "the prefix of %s is not declared", safe.Clip(n.Attr(n.TypeAttr())))
			}
			return // of an extension
		case metamodel[local] == nil:
			c.err(n, "unknown-class", "Palladio refuses the file: Class not found", "PCM has no class %s", safe.Clip(local))
			return
		case metamodel[declared] != nil && !metamodel[local].is(local, declared):
			c.err(n, "wrong-class", "Palladio refuses the file: the value is not legal there", "<%s> holds a %s, which is no %s", safe.Clip(n.Name), safe.Clip(local), declared)
			return
		}
		name = local
	}
	class := metamodel[name]
	if class == nil {
		return
	}
	if class.abstract {
		c.err(n, "abstract-class", "Palladio refuses the file: add the xsi:type", "<%s> does not say which kind of %s it is", safe.Clip(n.Name), name)
		return
	}
	c.attributes(n, name, class)
	seen := map[string]bool{}
	for child := range n.Children() {
		f, ok := class.features[child.Local()]
		switch {
		case !ok:
			c.err(child, "unknown-feature", "Palladio refuses the file: remove the element", "%s cannot contain <%s>", name, safe.Clip(child.Name))
			continue
		case !f.many && seen[child.Local()]:
			c.err(child, "too-many", "remove all but one", "%s can have only one <%s>", name, safe.Clip(child.Name))
		}
		seen[child.Local()] = true
		switch href, ok := child.Get("href"); {
		case ok && f.refers:
			c.link(child, href)
		case !ok && f.contains != "":
			c.object(child, f.contains)
		}
	}
}

func (c *check) attributes(n *xmi.Node, name string, class *metaclass) {
	for i := range n.Attrs {
		attr := n.AttrName(i)
		if strings.Contains(attr, ":") || attr == "xmlns" || attr == "href" {
			continue
		}
		f, ok := class.features[attr]
		if !ok {
			c.err(n, "unknown-feature", "Palladio refuses the file: remove the attribute", "%s has no attribute %s", name, safe.Clip(attr))
			continue
		}
		if want := f.refuses(n.Attr(attr)); want != "" {
			c.err(n, "wrong-value", "Palladio refuses the file: the value is not legal", "%s of %s is %q, not %s", attr, name, safe.Clip(n.Attr(attr)), want)
		}
		if !f.refers {
			continue
		}
		for key := range strings.FieldsSeq(n.Attr(attr)) {
			if !strings.Contains(key, "#") && c.index.Resolve(key) == nil { // EMF writes those of other files as elements
				c.warn(n, "dangling-reference", "Palladio reports an unresolved reference; restore the element or the reference",
					"%s leads to %s, which does not exist", attr, safe.Clip(key))
			}
		}
	}
}

func (c *check) link(n *xmi.Node, href string) {
	to := c.index.Href(href)
	switch {
	case to.Node != nil:
	case to.File == "" || to.In != nil:
		c.warn(n, "dangling-reference", "Palladio shows an unresolved proxy there", "%s leads to %s, which does not exist", n.Local(), safe.Clip(href))
	case !strings.Contains(to.File, ":") && c.index.Locate(to.File) == "" && !c.missing[to.File]:
		c.missing[to.File] = true
		c.warn(n, "missing-file", "put the file there, or mend the reference", "%s leads into %s, a file that is not there", n.Local(), safe.Clip(to.File))
	}
}
