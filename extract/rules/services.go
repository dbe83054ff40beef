package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"beagle/extract/attribution"
	"beagle/extract/structure"
	"beagle/model"
)

// services finds the methods that are services.
func (m *maker) services() {
	for _, t := range m.Types {
		from := m.division.of[t.Name]
		for _, method := range t.Methods {
			if from != nil && isService(method) && method.HasBody && (m.isEndpoint(method) || m.choices.enter(t, method)) {
				m.enter(from, method)
			}
			attribution.Walk(method.Body, func(n *attribution.Node) {
				m.called(from, t, n)
			})
		}
		if from != nil && len(m.choices.Services) > 0 {
			m.inherited(from, t)
		}
		if from != nil && (m.division.rule == ByInterfaces || m.division.rule == ByAnnotations || m.division.rule == ByClasses) {
			m.implemented(from, t)
		}
	}
	if len(m.entries) == 0 || slices.Contains(m.choices.Services, Uncalled) {
		m.out.Guessed = true
		m.openings()
	}
	if m.candidates {
		m.public()
	}
}

func (m *maker) public() {
	for _, t := range m.Types {
		c := m.division.of[t.Name]
		if c == nil || t.Local || t.Kind != "interface" && !t.Is("P") {
			continue
		}
		for _, method := range t.Methods {
			if method.Is("P") && method.HasBody && isService(method) {
				m.provide(c, method)
			}
		}
	}
}

func seff(c *Component, key string) string { return structure.NewID("seff", c.Key, key) }

// left reports whether a method is no service of a component since a person or a trial has left it to its callers.
func (o *offers) left(c *Component, method *attribution.Method) bool {
	if names(o.program.choices.Inside, method.Type, method) {
		return true
	}
	inside := func(m *attribution.Method) bool { return o.inside[seff(c, o.declaring(m).Key())] }
	if !inside(method) || !o.program.choices.enter(method.Type, method) {
		return inside(method)
	}
	return slices.ContainsFunc(method.Type.Methods, func(m *attribution.Method) bool {
		return m.Name == method.Name && m.HasBody && isService(m) && !inside(m)
	})
}

func (o *offers) part(c *Component, method *attribution.Method) bool {
	return o.left(c, method) || o.alone[seff(c, o.declaring(method).Key())]
}

func (m *maker) called(from *Component, in *attribution.Type, n *attribution.Node) {
	for _, to := range m.leave(n) {
		c := m.division.of[to.on.Name]
		if c == nil || c == from || !isService(to.method) || !to.method.HasBody {
			continue
		}
		if from == nil && isDriver(m.Type(in.Outer)) {
			m.enter(c, to.method)
		} else {
			m.provide(c, to.method)
		}
	}
}

// unimplemented says of which interfaces a framework makes the implementation.
func (m *maker) unimplemented() {
	var names []string
	var first *attribution.Type
	for _, t := range m.Types {
		if t.Kind != "interface" || t.File >= m.own || len(m.subtypes[t.Name]) > 0 || m.inherits(t, "Annotation") {
			continue
		}
		called := func(n *attribution.Node) bool {
			to := m.Methods[n.Method]
			return n.Kind == attribution.Call && to != nil && to.Type == t && !to.HasBody
		}
		if m.anyCall(called) {
			if names = append(names, t.Simple()); first == nil {
				first = t
			}
		}
	}
	if first != nil {
		m.say(model.Info, "no-implementation", first, first.Line, fmt.Sprintf("no class implements %s: what a framework does there is part of the internal actions that call it", strings.Join(names[:min(len(names), 8)], ", ")), "")
	}
}

func (m *maker) inherited(c *Component, t *attribution.Type) {
	for _, method := range m.inheritedBy(t) {
		if isService(method) && m.choices.enter(t, method) {
			m.enter(c, method)
		}
	}
}

func (o *offers) enter(c *Component, method *attribution.Method) {
	if op := o.provide(c, method); op != nil {
		o.entries[entry{c, op}] = true
	}
}

func (m *maker) implemented(c *Component, t *attribution.Type) {
	if t.Local || t.Is("A") || t.Kind == "interface" || m.isData(t) {
		return
	}
	for _, name := range m.above(t)[1:] {
		i := m.Type(name)
		if i == nil || i.Kind != "interface" {
			continue
		}
		for _, declared := range i.Methods {
			if found := m.find(t, declared); found != nil && isService(found) && !declared.Is("S") {
				m.provide(c, found)
			}
		}
	}
}

// openings are, where nothing says what is entered, the public methods that no other method calls.
func (m *maker) openings() {
	calledBy := map[*attribution.Method]bool{}
	calls := map[*attribution.Method]bool{}
	for _, t := range m.Types {
		from := m.division.of[t.Name]
		for _, method := range t.Methods {
			attribution.Walk(method.Body, func(n *attribution.Node) {
				if n.Kind != attribution.Call {
					return
				}
				for _, to := range m.leadsTo(n.Method, n.Exact != 0) {
					calledBy[to.method] = calledBy[to.method] || to.method != method
					if c := m.division.of[to.on.Name]; c != nil && c != from {
						calls[method] = true
					}
				}
			})
		}
	}
	open := func(wanted func(*Component, *attribution.Method) bool) {
		for _, t := range m.Types {
			c := m.division.of[t.Name]
			for _, method := range t.Methods {
				if c != nil && t.Is("P") && method.Is("P") && method.HasBody && isService(method) && !calledBy[method] && !t.Local && wanted(c, method) {
					m.enter(c, method)
				}
			}
		}
	}
	open(func(_ *Component, method *attribution.Method) bool { return calls[method] })
	idle, none := map[*Component]bool{}, len(m.entries) == 0
	for _, c := range m.division.components {
		idle[c] = none || len(m.provided[c]) == 0
	}
	open(func(c *Component, _ *attribution.Method) bool { return idle[c] })
}

// provide makes a method a service of a component, and gives its operation; nil: it is left to its callers.
func (o *offers) provide(c *Component, method *attribution.Method) *structure.Operation {
	if o.left(c, method) {
		return nil
	}
	op := o.operation(o.declaring(method))
	if o.provided[c] == nil {
		o.provided[c] = map[*structure.Operation]*structure.Service{}
	}
	if _, known := o.provided[c][op]; !known {
		o.provided[c][op] = nil
	}
	return op
}

// operation is the signature of the method that declares it, made once.
func (o *offers) operation(declared *attribution.Method) *structure.Operation {
	key := declared.Key()
	if op := o.operations[key]; op != nil {
		return op
	}
	i := o.interfaceOf(declared.Type)
	op := &structure.Operation{ID: structure.NewID("operation", key), Name: declared.Name, Key: key, Interface: i}
	names := map[string]bool{}
	for k, p := range declared.Params {
		name := p.Name
		for names[name] || name == "" {
			name = fmt.Sprintf("%s%d", cmp.Or(p.Name, "p"), k)
		}
		names[name] = true
		op.Params = append(op.Params, structure.Param{Name: name, Type: o.types.typeOf(p.Type, 0)})
	}
	if declared.Returns != "" {
		t := o.types.typeOf(declared.Returns, 0)
		op.Returns = &t
	}
	o.operations[key] = op
	i.Operations = append(i.Operations, op)
	return op
}

// interfaceOf is the interface of a type, made once; that of a class is called I and its name.
func (o *offers) interfaceOf(t *attribution.Type) *structure.Interface {
	if i := o.interfaces[t.Name]; i != nil {
		return i
	}
	name := t.Simple()
	if t.Kind != "interface" {
		name = "I" + name
	}
	i := &structure.Interface{ID: structure.NewID("interface", t.Name), Name: name}
	o.interfaces[t.Name] = i
	o.model.Interfaces = append(o.model.Interfaces, i)
	return i
}

// complete gives each component all operations of the interfaces that it provides.
func (o *offers) complete() {
	for _, i := range o.model.Interfaces {
		slices.SortFunc(i.Operations, func(a, b *structure.Operation) int { return cmp.Compare(a.Key, b.Key) })
	}
	for _, c := range o.division.components {
		var all []*structure.Interface
		for op := range o.provided[c] {
			if !slices.Contains(all, op.Interface) {
				all = append(all, op.Interface)
			}
		}
		slices.SortFunc(all, func(a, b *structure.Interface) int {
			return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
		})
		part := o.parts[c]
		for _, i := range all {
			part.Provides = append(part.Provides, &structure.Role{ID: structure.NewID("provides", c.Key, i.ID), Name: "provides " + i.Name, Interface: i})
			for _, op := range i.Operations {
				s := &structure.Service{ID: seff(c, op.Key), Op: op, Entry: o.entries[entry{c, op}], Body: &structure.Behaviour{}}
				o.provided[c][op] = s
				part.Services = append(part.Services, s)
			}
		}
	}
}

func (m *maker) decide(declared *attribution.Method, taken string, all []target) {
	var others []string
	for _, t := range all {
		if name := t.on.Simple(); name != taken && !slices.Contains(others, name) {
			others = append(others, name)
		}
	}
	name := declared.Type.Simple()
	if len(others) == 0 || slices.ContainsFunc(m.out.Decisions, func(d Decision) bool { return d.For == name && d.Taken == taken }) {
		return
	}
	m.out.Decisions = append(m.out.Decisions, Decision{"binding", name, taken, others})
	m.say(model.Warning, "binding", declared.Type, declared.Line, fmt.Sprintf("behind %s stand %s and %s; %s is taken", name, taken, strings.Join(others[:min(len(others), 5)], ", "), taken),
		fmt.Sprintf("choose with extract: {bind: {%s: %s}}", name, others[0]))
}
