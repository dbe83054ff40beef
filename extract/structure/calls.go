package structure

// Calls are the external calls of a model by the SEFFs of caller and callee: of several, one.
type Calls map[string]map[string]*Step

// CallsOf finds the external calls of a model.
func CallsOf(m *Model) Calls {
	all := Calls{}
	for _, c := range m.Components {
		for _, s := range c.Services {
			all[s.ID] = Callees(s)
		}
	}
	return all
}

// Callees are a service's external calls by the SEFF that serves them.
func Callees(s *Service) map[string]*Step {
	all := map[string]*Step{}
	s.Body.Walk(func(step *Step) {
		if step.Kind == Call {
			if to := step.Role.Provider.Service(step.Op); to != nil {
				all[to.ID] = step
			}
		}
	})
	return all
}

// Service is the component's SEFF of an operation; nil: it has none.
func (c *Component) Service(op *Operation) *Service {
	for _, s := range c.Services {
		if s.Op == op {
			return s
		}
	}
	return nil
}

// Lead reports whether one SEFF calls another one, if need be through such that nobody saw run.
func (c Calls) Lead(outer, inner string, ran func(seff string) bool) bool {
	return c.lead(outer, inner, ran, map[string]bool{})
}

func (c Calls) lead(outer, inner string, ran func(seff string) bool, tried map[string]bool) bool {
	tried[outer] = true
	for to := range c[outer] {
		if to == inner || !ran(to) && !tried[to] && c.lead(to, inner, ran, tried) {
			return true
		}
	}
	return false
}
