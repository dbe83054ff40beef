package instance

import (
	"fmt"

	"beagle/internal/xmi"
)

type serviceKey struct {
	assembly  *Assembly
	signature *xmi.Node
}

// service is what a place's component does for a signature.
func (r *reader) service(p *place, signature xmi.Ref, from Element) *Service {
	if p == nil || signature.Node == nil {
		return nil
	}
	a := r.assembly(p)
	key := serviceKey{a, signature.Node}
	if s, known := r.services[key]; known {
		return s
	}
	var seff *xmi.Node
	for n := range p.part.Node.All("serviceEffectSpecifications__BasicComponent") {
		if described, _ := p.part.In.Follow(n, "describedService__SEFF"); described.Node == signature.Node {
			seff = n
			break
		}
	}
	name := signature.Node.Attr("entityName")
	if seff == nil {
		r.services[key] = nil
		r.problem(from, "no-seff", fmt.Sprintf("the component %s (%s) has no service effect specification for %s", a.Component, a.Path, name), "describe the service, or connect another component")
		return nil
	}
	s := &Service{Element: at(p.part.In, seff), Assembly: a, Signature: name}
	s.Name = a.Component + "." + name
	if signature.Node.Parent != nil {
		s.Interface = signature.Node.Parent.Attr("entityName")
	}
	for parameter := range signature.Node.All("parameters__OperationSignature") {
		s.Parameters = append(s.Parameters, parameter.Attr("parameterName"))
	}
	r.services[key] = s
	b := behaviours{r: r, place: p, assembly: a, in: p.part.In}
	s.Body = b.read(seff)
	return s
}

func (r *reader) entrances() {
	x, system := r.root(systemFile)
	if system == nil {
		r.alone()
		return
	}
	for role := range system.All("providedRoles_InterfaceProvidingEntity") {
		offered, _ := x.Follow(role, "providedInterface__OperationProvidedRole")
		p := r.provider(x, system, role, nil, at(x, role))
		for _, signature := range signatures(offered) {
			if s := r.service(p, signature, at(x, role)); s != nil {
				r.instance.Services = append(r.instance.Services, s)
			}
		}
	}
}

func signatures(of xmi.Ref) (list []xmi.Ref) {
	seen := map[*xmi.Node]bool{}
	for todo := []xmi.Ref{of}; len(todo) > 0; todo = todo[1:] {
		one := todo[0]
		if one.Node == nil || seen[one.Node] {
			continue
		}
		seen[one.Node] = true
		for n := range one.Node.All("signatures__OperationInterface") {
			list = append(list, xmi.Ref{Node: n, In: one.In, Key: xmi.Key(n)})
		}
		if parent, ok := one.In.Follow(one.Node, "parentInterfaces__Interface"); ok {
			todo = append(todo, parent)
		}
	}
	return list
}
