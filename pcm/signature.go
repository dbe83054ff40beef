package pcm

import (
	"cmp"
	"slices"

	"beagle/internal/xmi"
	"beagle/model"
	"beagle/pcm/reference"
)

// signature is what a repository says of one: its parameters, read once, since every call
// of a service asks for them.
type signature struct {
	parameters []parameter
	called     bool
}

// signatureOf is the signature that a reference leads to; without parameters where it lies
// in another file.
func (x *extraction) signatureOf(r reference.Ref) *signature {
	s := x.signatures[r.Node]
	if s == nil {
		s = &signature{parameters: parametersOf(r)}
		x.signatures[r.Node] = s
	}
	return s
}

// take notes what one call gives to the parameters: of one that it says nothing about, what
// would be measured and written (characterisations).
//
// A simulation knows a parameter's characterisation only where the caller gives it, and ends
// where an expression asks for another one.
func (s *signature) take(step *xmi.Node) {
	usages := usagesOf(step, featureInput)
	for i := range s.parameters {
		one := &s.parameters[i]
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
		if s.called {
			gives = slices.DeleteFunc(gives, func(c string) bool { return !slices.Contains(one.passed, c) })
		}
		one.passed = gives
	}
	s.called = true
}
