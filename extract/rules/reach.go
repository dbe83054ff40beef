package rules

import (
	"fmt"
	"slices"

	"beagle/extract/attribution"
	"beagle/extract/structure"
)

// view is the program as one component sees it: which calls leave it, and which of its methods contain such calls.
type view struct {
	*maker
	from    *Component
	touched map[*attribution.Method]bool // methods in which, or below which, a call leaves the component
	codes   map[*attribution.Method]string
	answers map[string]answer
	hashes  map[*attribution.Node]string // code of statements, as they were asked for
	leaving map[*attribution.Node]bool   // whether a call leaves the component in a node with others in it, as far as that was asked for

	flat bool // the service whose behaviour is made is one action

	ranInside map[*structure.Interface]map[*structure.Component]float64 // by launches; nil: not asked for yet
}

type answer struct {
	outside  *structure.Operation // of another component; nil: it stays inside
	provider *Component
	inside   []target // the methods that it may run inside
	others   []outer  // where outside is not nil: what else it may be
	within   []target // further methods that it may run as a part of the caller: instead of others, or of a component but none of its services
}

type outer struct {
	op       *structure.Operation
	provider *Component
}

// view looks at the program from one component: which methods it may reach without leaving (breadth first over
// calls), and which of these lead to a call that leaves (backwards from those calls).
func (m *maker) view(c *Component) *view {
	v := &view{
		maker: m, from: c, touched: map[*attribution.Method]bool{}, answers: map[string]answer{},
		hashes: map[*attribution.Node]string{}, leaving: map[*attribution.Node]bool{},
	}
	callers, callees := map[*attribution.Method][]*attribution.Method{}, map[*attribution.Method][]*attribution.Method{}
	seen := map[*attribution.Method]bool{}
	var queue, reached, direct []*attribution.Method
	reach := func(method *attribution.Method) {
		if !seen[method] {
			seen[method] = true
			queue = append(queue, method)
		}
	}
	for _, t := range c.Classes {
		for _, method := range t.Methods {
			reach(method)
		}
		for _, method := range m.inheritedBy(t) {
			reach(method)
		}
	}
	for len(queue) > 0 {
		method := queue[0]
		queue, reached = queue[1:], append(reached, method)
		attribution.Walk(method.Body, func(n *attribution.Node) {
			if n.Kind != attribution.Call {
				return
			}
			a := v.ask(n, nil)
			if a.outside != nil {
				direct = append(direct, method)
			}
			for _, to := range a.inside {
				callers[to.method] = append(callers[to.method], method)
				callees[method] = append(callees[method], to.method)
				reach(to.method)
			}
		})
	}
	for len(direct) > 0 {
		method := direct[len(direct)-1]
		direct = direct[:len(direct)-1]
		if !v.touched[method] {
			v.touched[method] = true
			direct = append(direct, callers[method]...)
		}
	}
	for _, circle := range circles(reached, callees) {
		v.recursive(circle)
	}
	v.codes = codes(v.run(reached))
	return v
}

// ask says what a call is; on is the class of the object where it is known, which is so for calls on this.
func (v *view) ask(n *attribution.Node, on *attribution.Type) answer {
	called := v.Methods[n.Method]
	if called == nil {
		return answer{}
	}
	if n.Self != 0 && on != nil && n.Exact == 0 {
		if m := v.find(on, called); m != nil {
			return answer{inside: []target{{on, m}}}
		}
	}
	key := n.Method
	switch {
	case n.Exact != 0:
		key += "!"
	case n.Self != 0: // it stays on the object
		key += "."
	}
	if a, known := v.answers[key]; known {
		return a
	}
	a := v.answer(n, called)
	v.answers[key] = a
	return a
}

// answer says whether a call stays inside the component or goes to a service of another one.
func (v *view) answer(n *attribution.Node, called *attribution.Method) (a answer) {
	var outside []target
	targets := v.leadsTo(n.Method, n.Exact != 0)
	if n.Self != 0 && n.Exact == 0 {
		targets = v.onItself(called, targets)
	}
	for _, to := range targets {
		c := v.division.of[to.on.Name]
		switch {
		case c == nil || c == v.from || stays(n, to.method) || v.part(c, to.method):
			a.inside = append(a.inside, to)
		case isService(to.method) && to.method.HasBody:
			outside = append(outside, to)
		}
	}
	if len(outside) == 0 || n.Self != 0 && n.Exact == 0 {
		return a
	}
	chosen, open := &outside[0], true
	if bound := v.choices.bound(called, slices.Concat(outside, a.inside)); bound != nil {
		if c := v.division.of[bound.on.Name]; c == nil || c == v.from || v.part(c, bound.method) {
			return answer{inside: []target{*bound}}
		}
		chosen, open = bound, false
	} else if v.severalComponents(outside) {
		v.decide(called, chosen.on.Simple(), outside)
	}
	to, known := v.service(chosen)
	leaves := answer{outside: to.op, provider: to.provider}
	if !known {
		leaves = answer{inside: a.inside} // a constructor or the like: it is no service
	}
	if !open {
		return leaves
	}
	if known {
		leaves.within = a.inside
	}
	for i := range outside {
		switch other, service := v.service(&outside[i]); {
		case !service:
			leaves.within = append(leaves.within, outside[i])
		case !known || other != to && !slices.Contains(leaves.others, other):
			leaves.others = append(leaves.others, other)
		}
	}
	return leaves
}

func (v *view) service(to *target) (o outer, known bool) {
	o.provider = v.division.of[to.on.Name]
	o.op = v.operations[v.declaring(to.method).Key()]
	return o, o.op != nil && v.provided[o.provider][o.op] != nil
}

// stays reports whether a call runs what is part of the caller wherever it is declared.
func stays(n *attribution.Node, called *attribution.Method) bool {
	return called.Is("V") || n.Self != 0 && n.Exact != 0 && !called.Is("S") && called.Name != "<init>"
}

// onItself adds to what a call on this may run what it runs on objects of the component's own classes.
func (v *view) onItself(called *attribution.Method, targets []target) []target {
	own := slices.Clone(targets)
	for _, t := range v.subtypes[called.Type.Name] {
		if v.division.of[t.Name] != v.from || slices.ContainsFunc(own, func(known target) bool { return known.on == t }) {
			continue
		}
		if m := v.find(t, called); m != nil {
			own = append(own, target{t, m})
		}
	}
	return own
}

func (v *view) severalComponents(all []target) bool {
	return slices.ContainsFunc(all, func(t target) bool { return v.division.of[t.on.Name] != v.division.of[all[0].on.Name] })
}

func (v *view) touches(nodes []attribution.Node) bool {
	for i := range nodes {
		if v.touch(&nodes[i]) {
			return true
		}
	}
	return false
}

// touch reports whether a node, or one in it, calls another component, by itself or through own methods.
func (v *view) touch(n *attribution.Node) bool {
	if n.Kind == attribution.Call {
		a := v.ask(n, nil)
		if a.outside != nil || slices.ContainsFunc(a.inside, func(t target) bool { return v.touched[t.method] }) {
			return true
		}
	}
	if len(n.Ops) == 0 && len(n.Parts) == 0 {
		return false
	}
	leaves, known := v.leaving[n]
	if !known {
		leaves = v.touches(n.Ops) || slices.ContainsFunc(n.Parts, v.touches)
		v.leaving[n] = leaves
	}
	return leaves
}

func (v *view) required(op *structure.Operation, provider *Component) *structure.Role {
	part := v.parts[v.from]
	for _, r := range part.Requires {
		if r.Interface == op.Interface && r.Provider == v.parts[provider] {
			return r
		}
	}
	r := &structure.Role{
		ID: structure.NewID("requires", v.from.Key, op.Interface.ID, provider.Key), Name: fmt.Sprintf("requires %s", op.Interface.Name),
		Interface: op.Interface, Provider: v.parts[provider],
	}
	part.Requires = append(part.Requires, r)
	return r
}
