package pcm

import (
	"cmp"
	"slices"

	"beagle/internal/xmi"
	"beagle/model"
)

type signature struct {
	parameters []parameter
	called     bool
}

func (x *extraction) signatureOf(r xmi.Ref) *signature {
	s := x.signatures[r.Node]
	if s == nil {
		s = &signature{parameters: parametersOf(r)}
		for i := range s.parameters {
			s.parameters[i].parts = s.parameters[i].typ.inner(s.parameters[i].name, i)
		}
		x.signatures[r.Node] = s
	}
	return s
}

// take notes what one call gives to the parameters: of one that it says nothing about, what would be measured and
// written (characterisations), unless all that will be is there (written). A simulation knows a parameter's
// characterisation only where the caller gives it, and ends where an expression asks for another one.
func (s *signature) take(step *xmi.Node, written bool) {
	usages := usagesOf(step, featureInput)
	for i := range s.parameters {
		one := &s.parameters[i]
		var gives []string
		if !written && !slices.ContainsFunc(usages, func(u usage) bool { return u.root() == one.name }) {
			for _, c := range one.typ.characterisations() {
				gives = append(gives, c.String())
			}
		}
		gives = append(gives, given(usages, one.name)...)
		one.passed = s.also(one.passed, gives)
		one.unpassed = written && len(one.passed) == 0
		for k := range one.parts {
			part := &one.parts[k]
			part.Passed = s.also(part.Passed, given(usages, part.Name))
			part.Unpassed = len(part.Passed) == 0
		}
	}
	s.called = true
}

func given(usages []usage, path string) (all []string) {
	for _, u := range usages {
		if u.path != path {
			continue
		}
		for c := range u.node.All(featureChar) {
			all = append(all, cmp.Or(c.Attr("type"), model.Structure.String()))
		}
	}
	return all
}

func (s *signature) also(before, gives []string) []string {
	if !s.called {
		return gives
	}
	return slices.DeleteFunc(gives, func(c string) bool { return !slices.Contains(before, c) })
}
