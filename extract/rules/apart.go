package rules

import "beagle/extract/attribution"

// declaring is the method that declares the operation of a service: the one in which it is declared first,
// or the method itself where calls always say which of a component's implementations they mean.
func (o *offers) declaring(method *attribution.Method) *attribution.Method {
	if o.apart[method] {
		return method
	}
	return o.program.root(method)
}

type implementation struct {
	component *Component
	declared  *attribution.Method // in which the service is declared first
}

// tellApart finds the methods that are services of their own although others of their component implement the same:
// all calls of other components that may run them run nothing else, since they are made on that class, as where each
// kind of entity has a repository that a generic class abstracts.
func (m *maker) tellApart() map[*attribution.Method]bool {
	called, mixed := map[*attribution.Method]bool{}, map[*attribution.Method]bool{}
	siblings := map[implementation]int{}
	for _, t := range m.Types {
		from := m.division.of[t.Name]
		for _, method := range t.Methods {
			if from != nil && method.HasBody && isService(method) {
				siblings[implementation{from, m.root(method)}]++
			}
			attribution.Walk(method.Body, func(n *attribution.Node) {
				targets := m.leave(n)
				for _, to := range targets {
					if of := m.division.of[to.on.Name]; of == nil || of == from {
						continue
					}
					if to.method != targets[0].method {
						mixed[targets[0].method], mixed[to.method] = true, true
					}
					called[to.method] = true
				}
			})
		}
	}
	apart := map[*attribution.Method]bool{}
	for method := range called {
		of := m.division.of[method.Type.Name]
		if of != nil && !mixed[method] && method.Type.Kind != "interface" && !method.Type.Is("A") && m.root(method) != method && siblings[implementation{of, m.root(method)}] > 1 {
			apart[method] = true
		}
	}
	return apart
}
