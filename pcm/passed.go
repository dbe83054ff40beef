package pcm

import (
	"slices"

	"beagle/internal/xmi"
	"beagle/model"
	"beagle/pcm/reference"
)

// passed is what all calls of a repository give to the parameters of the services that they
// call: by signature and parameter's name, in the metamodel's order. A signature that no call
// names is absent.
//
// A simulation knows a parameter's characterisation only where the caller gives it, and
// ends where an expression asks for another one.
type passed map[*xmi.Node]map[string][]model.Characterisation

// given finds all calls at and below a node.
func (p passed) given(n *xmi.Node, index *reference.Index) {
	for c := range n.Children() {
		if c.Local() == featureSteps && class(c) == classExternalCall {
			p.call(c, index)
		}
		if c.First != nil {
			p.given(c, index)
		}
	}
}

// call takes in one call. Of a parameter that it says nothing about it gives what would be
// measured and written (characterisations).
func (p passed) call(step *xmi.Node, index *reference.Index) {
	callee, ok := index.Follow(step, "calledService_ExternalService")
	if !ok || callee.Node == nil {
		return
	}
	usages := usagesOf(step, featureInput)
	before, known := p[callee.Node]
	if !known {
		before = map[string][]model.Characterisation{}
		p[callee.Node] = before
	}
	for _, one := range parametersOf(callee) {
		gives := one.typ.characterisations()
		if slices.ContainsFunc(usages, func(u usage) bool { return u.root() == one.name }) {
			gives = nil
		}
		for _, u := range usages {
			if u.path != one.name {
				continue
			}
			for c := range u.node.All(featureChar) {
				if char, known := model.ParseCharacterisation(c.Attr("type")); known || c.Attr("type") == "" {
					gives = append(gives, char)
				}
			}
		}
		if known {
			gives = slices.DeleteFunc(gives, func(c model.Characterisation) bool { return !slices.Contains(before[one.name], c) })
		}
		slices.Sort(gives)
		before[one.name] = slices.Compact(gives)
	}
}

// to names what every call gives to a parameter of a signature; nil where no call of the
// repository names the signature, so that nothing is known.
func (p passed) to(signature *xmi.Node, parameter string) (names []string) {
	for _, c := range p[signature][parameter] {
		names = append(names, c.String())
	}
	return names
}
