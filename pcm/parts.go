package pcm

import (
	"path/filepath"

	"beagle/internal/xmi"
	"beagle/model"
)

// Part is what a composite component takes from another file.
type Part struct {
	File      string          // where it lies
	Component string          // entityName of the component in that file
	Elements  []model.Element // what can be measured, with lines of that file
	Problems  []model.Problem // of reading it: a part that cannot be read is no error
}

// Parts descends into the components that composite components and subsystems of a file are put together from, where
// these lie in other files, and in turn into those.
func Parts(r *Repository) []Part {
	d := descent{seen: map[*xmi.Node]bool{}, home: filepath.Clean(r.path)}
	for component := range r.root.All("components__Repository") {
		d.into(r.index, component)
	}
	return d.parts
}

type descent struct {
	seen  map[*xmi.Node]bool
	home  string
	parts []Part
}

// into visits the parts of a component.
func (d *descent) into(in *xmi.Index, component *xmi.Node) {
	type open struct {
		in *xmi.Index
		at *xmi.Node
	}
	for todo := []open{{in, component}}; len(todo) > 0; todo = todo[1:] {
		for context := range todo[0].at.All("assemblyContexts__ComposedStructure") {
			part, ok := todo[0].in.Follow(context, "encapsulatedComponent__AssemblyContext")
			if !ok || part.Node == nil || d.seen[part.Node] {
				continue
			}
			d.seen[part.Node] = true
			todo = append(todo, open{part.In, part.Node})
			if filepath.Clean(part.In.Path) != d.home {
				d.parts = append(d.parts, listPart(part))
			}
		}
	}
}

func listPart(r xmi.Ref) Part {
	other := newExtraction(r.In.Path, r.In, "")
	name := r.Node.Attr("entityName")
	other.findServices(r.Node, name)
	return Part{File: r.In.Path, Component: name, Elements: other.elements, Problems: other.problems}
}
