package pcm

import (
	"strconv"
	"strings"

	"beagle/internal/safe"
	"beagle/internal/xmi"
	"beagle/model"
)

// call lists the arguments of an external call: all characterisations that the model has, and for parameters without
// any those that make sense for their type.
func (x *extraction) call(step *xmi.Node, in *seffContext) {
	callee, ok := x.index.Follow(step, "calledService_ExternalService")
	switch {
	case !ok:
		x.warn(step, "call-without-service", "the call names no service", "its arguments cannot be measured")
	case callee.Node == nil:
		x.warn(step, "unresolved-reference", "the called service "+safe.Clip(callee.Key)+" is not in this file"+fileHint(callee),
			"only arguments that the model already has can be measured, and count in the order in which the call names them")
	}
	name := ""
	if callee.Node != nil {
		name = callee.Node.Attr("entityName")
	}
	parameters := x.signatureOf(callee).parameters
	var signature []string
	for _, p := range parameters {
		signature = append(signature, p.name)
	}
	usages := usagesOf(step, featureInput)
	used := make([]bool, len(usages))
	argument := func(t target, path string, char model.Characterisation, position int) {
		e := base(step, model.CallParameter, in)
		e.Argument = model.Variable{Name: path, Char: char}
		e.ID += model.ElementID("#" + e.Argument.String())
		e.Position, e.Callee, e.Signature = position, name, signature
		t.owner = step
		x.add(e, t)
	}
	existing := func(u usage, position int) {
		for c := range u.node.All(featureChar) {
			holder := c.Child("specification_VariableCharacterisation")
			if holder == nil {
				continue // of an extension, e.g. confidentiality
			}
			char, known := model.ParseCharacterisation(c.Attr("type"))
			if !known && c.Attr("type") != "" {
				continue
			}
			argument(target{holder: holder, usage: u.node, char: c}, u.path, char, position)
		}
	}
	for position, p := range parameters {
		found := false
		for i, u := range usages {
			if u.root() == p.name && p.name != "" {
				used[i], found = true, true
				existing(u, position)
			}
		}
		if found || p.name == "" {
			continue
		}
		for _, char := range p.typ.characterisations() {
			argument(target{}, p.name, char, position)
		}
	}
	next := len(parameters)
	for i, u := range usages {
		if used[i] {
			continue
		}
		if callee.Node != nil {
			x.warn(u.node, "unknown-argument", "the call gives a value to "+safe.Clip(u.path)+", which "+safe.Clip(name)+" has no parameter for",
				"Palladio ignores it; it cannot be measured")
			existing(u, -1)
			continue
		}
		existing(u, next)
		next++
	}
}

type usage struct {
	node *xmi.Node
	path string
}

func (u usage) root() string {
	root, _, _ := strings.Cut(u.path, ".")
	return root
}

func usagesOf(n *xmi.Node, feature string) []usage {
	var list []usage
	for c := range n.All(feature) {
		if path := referencePath(c.Child("namedReference__VariableUsage")); path != "" {
			list = append(list, usage{c, path})
		}
	}
	return list
}

func referencePath(n *xmi.Node) string {
	var path []string
	for ; n != nil; n = n.Child("innerReference_NamespaceReference") {
		path = append(path, n.Attr("referenceName"))
	}
	return strings.Join(path, ".")
}

func parseProbability(text string) float64 {
	p, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil {
		return 0
	}
	return p
}

func (x *extraction) warn(n *xmi.Node, rule, message, hint string) {
	element, name := owner(n)
	x.problems = append(x.problems, model.Problem{
		Severity: model.Warning, Rule: rule, Message: message, Hint: hint,
		File: x.path, Line: n.Line(), Element: element, Name: safe.Clip(name),
	})
}
