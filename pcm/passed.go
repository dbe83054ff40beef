package pcm

import (
	"cmp"
	"slices"

	"beagle/internal/xmi"
	"beagle/model"
	"beagle/pcm/reference"
)

// passed is what all calls of a repository give to the parameters of the services that they
// call: names of characterisations, by signature and parameter's name. A signature that no
// call names is absent.
//
// A simulation knows a parameter's characterisation only where the caller gives it, and
// ends where an expression asks for another one.
type passed map[*xmi.Node]map[string][]string

// passedBy is what some calls give.
func passedBy(calls []*xmi.Node, index *reference.Index) passed {
	p := passed{}
	for _, step := range calls {
		if callee, ok := index.Follow(step, "calledService_ExternalService"); ok && callee.Node != nil {
			p.call(step, callee)
		}
	}
	return p
}

// call takes in one call. Of a parameter that it says nothing about it gives what would be
// measured and written (characterisations).
func (p passed) call(step *xmi.Node, callee reference.Ref) {
	before, known := p[callee.Node]
	if !known {
		before = map[string][]string{}
		p[callee.Node] = before
	}
	usages := usagesOf(step, featureInput)
	for _, one := range parametersOf(callee) {
		var gives []string
		if !slices.ContainsFunc(usages, func(u usage) bool { return u.root() == one.name }) {
			for _, c := range one.typ.characterisations() {
				gives = append(gives, c.String())
			}
		}
		for _, u := range usages {
			if u.path != one.name {
				continue
			}
			for c := range u.node.All(featureChar) {
				gives = append(gives, cmp.Or(c.Attr("type"), model.Structure.String()))
			}
		}
		if known {
			gives = slices.DeleteFunc(gives, func(c string) bool { return !slices.Contains(before[one.name], c) })
		}
		before[one.name] = gives
	}
}
