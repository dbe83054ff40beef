package rules

import (
	"slices"

	"beagle/extract/attribution"
)

// staying counts the components of a division that a model keeps: those with a service. A module that
// only drives the others, such as one of benchmarks or examples, has none where something else says what
// is entered, so that modules may divide a program less than they seem to.
func (a divider) staying(d *division) int {
	if d.rule == ByAnnotations || d.rule == ByInterfaces || d.rule == ByClasses {
		return len(d.components) // what implements an interface is a service there, whoever calls it
	}
	serves, entered := map[*Component]bool{}, false
	for _, t := range a.Types {
		from := d.of[t.Name]
		for _, method := range t.Methods {
			if from != nil && isService(method) && method.HasBody && (a.isEndpoint(method) || a.choices.enter(t, method)) {
				serves[from], entered = true, true
			}
			attribution.Walk(method.Body, func(n *attribution.Node) {
				for _, to := range a.leave(n) {
					if c := d.of[to.on.Name]; c != nil && c != from && isService(to.method) && to.method.HasBody {
						serves[c] = true
						entered = entered || from == nil && isDriver(a.Type(t.Outer))
					}
				}
			})
		}
	}
	if !entered || slices.Contains(a.choices.Services, Uncalled) {
		return len(d.components) // what nobody calls is entered: each component has some
	}
	return len(serves)
}
