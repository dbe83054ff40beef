package instance

import (
	"fmt"
	"strings"

	"beagle/internal/safe"
	"beagle/internal/xmi"
	"beagle/model"
	"beagle/pcm/stoex"
)

type place struct {
	in      *xmi.Index
	context *xmi.Node // the assembly context
	outer   *place    // the context of the composite around it; nil: the system
	part    xmi.Ref
	alone   bool // there is no system; context is the component itself
}

func (p *place) structure() *xmi.Node { return p.context.Parent }

func (p *place) path() string {
	name := p.context.Attr("entityName")
	if p.outer == nil {
		return name
	}
	return p.outer.path() + "/" + name
}

func (p *place) key() string {
	key := xmi.Key(p.context)
	if p.outer != nil {
		key = p.outer.key() + " " + key
	}
	return key
}

// enter makes the place of an assembly context; depth bounds composites that contain themselves.
func (r *reader) enter(in *xmi.Index, context *xmi.Node, outer *place) *place {
	depth := 0
	for p := outer; p != nil; p = p.outer {
		depth++
	}
	part, _ := in.Follow(context, "encapsulatedComponent__AssemblyContext")
	switch {
	case depth > 100:
		r.problem(at(in, context), "composite-circle", "a composite component contains itself", "")
		return nil
	case part.Node == nil:
		r.problem(at(in, context), "no-component", fmt.Sprintf("the component %s of this assembly context is not found", part.Key), "the .repository must lie where the .system says")
		return nil
	}
	return &place{in: in, context: context, outer: outer, part: part}
}

func isBasic(n *xmi.Node) bool {
	_, class := n.Type()
	return class == "BasicComponent"
}

// provider follows the delegation of a provided role of a composed structure to the basic component behind it.
func (r *reader) provider(in *xmi.Index, structure, role *xmi.Node, outer *place, from Element) *place {
	for c := range structure.All("connectors__ComposedStructure") {
		if _, class := c.Type(); class != "ProvidedDelegationConnector" {
			continue
		}
		out, _ := in.Follow(c, "outerProvidedRole_ProvidedDelegationConnector")
		if out.Node != role {
			continue
		}
		context, _ := in.Follow(c, "assemblyContext_ProvidedDelegationConnector")
		inner, _ := in.Follow(c, "innerProvidedRole_ProvidedDelegationConnector")
		if context.Node == nil || inner.Node == nil {
			r.problem(at(in, c), "connector", "the delegation leads to no assembly context or role that can be found", "")
			return nil
		}
		return r.behind(r.enter(context.In, context.Node, outer), inner.Node, from)
	}
	r.problem(from, "not-delegated", fmt.Sprintf("the provided role %q is delegated to no assembly context", role.Attr("entityName")), "add a delegation connector; no simulator can follow a call through this role")
	return nil
}

func (r *reader) behind(p *place, role *xmi.Node, from Element) *place {
	if p == nil || isBasic(p.part.Node) {
		return p
	}
	return r.provider(p.part.In, p.part.Node, role, p, from)
}

func (r *reader) required(p *place, role *xmi.Node, from Element) *place {
	for c := range p.structure().All("connectors__ComposedStructure") {
		switch _, class := c.Type(); class {
		case "AssemblyConnector":
			context, _ := p.in.Follow(c, "requiringAssemblyContext_AssemblyConnector")
			needs, _ := p.in.Follow(c, "requiredRole_AssemblyConnector")
			if context.Node != p.context || needs.Node != role {
				continue
			}
			provider, _ := p.in.Follow(c, "providingAssemblyContext_AssemblyConnector")
			gives, _ := p.in.Follow(c, "providedRole_AssemblyConnector")
			if provider.Node == nil || gives.Node == nil {
				r.problem(at(p.in, c), "connector", "the connector leads to no assembly context or role that can be found", "")
				return nil
			}
			return r.behind(r.enter(provider.In, provider.Node, p.outer), gives.Node, from)
		case "RequiredDelegationConnector":
			context, _ := p.in.Follow(c, "assemblyContext_RequiredDelegationConnector")
			inner, _ := p.in.Follow(c, "innerRequiredRole_RequiredDelegationConnector")
			outer, _ := p.in.Follow(c, "outerRequiredRole_RequiredDelegationConnector")
			if context.Node == p.context && inner.Node == role && outer.Node != nil && p.outer != nil {
				return r.required(p.outer, outer.Node, from)
			}
		}
	}
	r.problem(from, "unconnected", fmt.Sprintf("the required role %q of %s is connected to nothing", role.Attr("entityName"), p.path()), "add an assembly connector to a component that provides the interface")
	return nil
}

func (r *reader) assembly(p *place) *Assembly {
	key := p.key()
	if a := r.assemblies[key]; a != nil {
		return a
	}
	component := p.part.Node
	a := &Assembly{Element: at(p.in, p.context), Path: p.path(), Component: component.Attr("entityName")}
	for up := p; up != nil && a.Container == nil; up = up.outer {
		a.Container = r.allocated[up.context]
	}
	if a.Container == nil {
		a.Container = r.machine()
	}
	if a.Container == nil {
		r.problem(a.Element, "not-allocated", fmt.Sprintf("the assembly context %s runs on no container", a.Path), "add an allocation context to the .allocation")
	}
	a.Parameters = r.usages(p.part.In, component, "componentParameterUsage_ImplementationComponentType")
	for up := p; up != nil; up = up.outer {
		a.Parameters = append(a.Parameters, r.usages(up.in, up.context, "configParameterUsages__AssemblyContext")...)
	}
	r.passive(a, p.part)
	return r.keep(key, a)
}

// passive reads the passive resources of a component in an assembly.
func (r *reader) passive(a *Assembly, component xmi.Ref) {
	for n := range component.Node.All("passiveResource_BasicComponent") {
		e := at(component.In, n)
		capacity := r.expression(n.Child("capacity_PassiveResource"), e, "capacity", stoex.Capacity)
		r.configured(&capacity, a.Parameters)
		a.Passive = append(a.Passive, &Passive{Element: e, Assembly: a, Capacity: capacity})
	}
}

func (r *reader) configured(e *Expression, parameters []Characterisation) {
	if e.X == nil || len(stoex.Variables(e.X)) == 0 {
		return
	}
	values := map[model.Variable]stoex.Val{}
	for _, p := range parameters {
		if p.Value.X == nil {
			continue
		}
		if v, err := stoex.Eval(p.Value.X, values, nil); err == nil {
			values[p.Variable] = v
		}
	}
	v, err := stoex.Eval(e.X, values, nil)
	if err == nil {
		e.X, err = stoex.Parse(v.String())
	}
	if err != nil {
		r.problem(e.Element, "no-parameters", fmt.Sprintf("the capacity \"%s\": %v", safe.Clip(e.Text), err), "give the component parameter a value that is not random, at the component or its assembly context")
		e.X = nil
	}
}

func (r *reader) keep(key string, a *Assembly) *Assembly {
	r.assemblies[key] = a
	r.instance.Assemblies = append(r.instance.Assemblies, a)
	return a
}

func (r *machines) resourceFor(a *Assembly, to xmi.Ref, from Element) *Resource {
	if a.Container == nil {
		return nil
	}
	for _, res := range a.Container.Resources {
		if res.Type == to.Key {
			return res
		}
	}
	if a.Container == r.machine() {
		return r.imagine(to)
	}
	var has []string
	for _, res := range a.Container.Resources {
		has = append(has, res.Name)
	}
	r.problem(from, "missing-resource", fmt.Sprintf("it demands %s, and the container %s of %s has none (it has %s)", typeName(to), a.Container.Name, a.Path, strings.Join(has, ", ")),
		"add the resource to the .resourceenvironment, or move the component")
	return nil
}
