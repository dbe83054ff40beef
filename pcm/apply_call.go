package pcm

import (
	"fmt"
	"strings"

	"beagle/internal/xmi"
)

type newUsages struct {
	paths []string // in order of first mention
	chars map[string][]xmi.Fragment
}

const featureUsageSpec = "specification_VariableCharacterisation"

func (w *writer) argument(t *target, expression string) {
	if t.char != nil {
		w.edit.Insert(t.char, t.char.First, specified(featureUsageSpec, expression))
		return
	}
	fragment := xmi.Fragment{
		Name:     featureChar,
		Attrs:    [][2]string{{"type", w.r.element(t).Argument.Char.String()}},
		Children: []xmi.Fragment{specified(featureUsageSpec, expression)},
	}
	if t.usage != nil {
		w.edit.Insert(t.usage, t.usage.Child("namedReference__VariableUsage"), fragment)
		return
	}
	group := w.calls[t.owner]
	if group == nil {
		group = &newUsages{chars: map[string][]xmi.Fragment{}}
		w.calls[t.owner] = group
	}
	path := w.r.element(t).Argument.Name
	if _, known := group.chars[path]; !known {
		group.paths = append(group.paths, path)
	}
	group.chars[path] = append(group.chars[path], fragment)
}

func (w *writer) finishCalls() {
	for call, group := range w.calls {
		before := call.First
		for c := range call.All(featureInput) {
			before = c.Next
		}
		for _, path := range group.paths {
			w.edit.Insert(call, before, xmi.Fragment{
				Name:     featureInput,
				Children: append(group.chars[path], w.reference("namedReference__VariableUsage", call, strings.Split(path, "."))),
			})
		}
	}
}

func (w *writer) reference(feature string, at *xmi.Node, path []string) xmi.Fragment {
	kind := classVariableReference
	if len(path) > 1 {
		kind = classNamespaceReference
	}
	f := xmi.Fragment{Name: feature, Attrs: [][2]string{
		{w.xsiPrefix(at) + ":type", w.stoexPrefix(at) + kind},
		{"referenceName", path[0]},
	}}
	if len(path) > 1 {
		f.Children = []xmi.Fragment{w.reference("innerReference_NamespaceReference", at, path[1:])}
	}
	return f
}

// stoexPrefix is the prefix (with colon) of StoEx types at a place.
func (w *writer) stoexPrefix(at *xmi.Node) string {
	if w.stoex != "" {
		return w.stoex
	}
	prefix, _, ok := at.Prefix(func(uri string) bool { return strings.HasPrefix(uri, namespaceOfStoex) })
	switch {
	case ok && prefix == "":
		return ""
	case ok:
		return prefix + ":"
	}
	w.stoex = w.declare("stoex", stoexNamespace(w.r)) + ":"
	return w.stoex
}

// stoexNamespace is the namespace of StoEx that goes with the file's PCM: 5.0 files refer to version 1.0 of it.
func stoexNamespace(r *Repository) string {
	if strings.HasPrefix(r.root.Space(), bases[1]) {
		return namespaceOfStoex + "1.0"
	}
	return namespaceOfStoexAtPCM5
}

// xsiPrefix is the prefix of XML Schema's instance namespace at a node.
func (w *writer) xsiPrefix(at *xmi.Node) string {
	prefix, _, ok := at.Prefix(func(uri string) bool { return uri == xmi.XSI })
	if ok && prefix != "" {
		return prefix
	}
	return w.declare("xsi", xmi.XSI)
}

func (w *writer) declare(prefix, uri string) string {
	free := prefix
	for i := 1; w.r.doc.Root.Lookup(free) != ""; i++ {
		free = fmt.Sprintf("%s_%d", prefix, i)
	}
	if w.bound[free] {
		return free
	}
	if w.bound == nil {
		w.bound = map[string]bool{}
	}
	w.bound[free] = true
	w.edit.Declare(free, uri)
	return free
}
