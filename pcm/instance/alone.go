package instance

import (
	"fmt"
	"strings"

	"beagle/internal/xmi"
	"beagle/pcm/stoex"
)

// A repository without a system is read as if each component ran once on one machine and each required role were
// served by the only component that provides its interface.

func (r *reader) alone() {
	x, root := r.root(repositoryFile)
	for component := range root.All("components__Repository") {
		if !isBasic(component) {
			continue
		}
		p := r.placeAlone(x, component)
		for seff := range component.All("serviceEffectSpecifications__BasicComponent") {
			signature, _ := x.Follow(seff, "describedService__SEFF")
			if s := r.service(p, signature, at(x, seff)); s != nil {
				r.instance.Services = append(r.instance.Services, s)
			}
		}
	}
}

func (r *reader) placeAlone(x *xmi.Index, component *xmi.Node) *place {
	r.allocated[component] = r.machine()
	return &place{in: x, context: component, part: xmi.Ref{Node: component, In: x}, alone: true}
}

// providing is the components that provide each interface, found once.
func (r *reader) providing() map[*xmi.Node][]*xmi.Node {
	if r.providers != nil {
		return r.providers
	}
	r.providers = map[*xmi.Node][]*xmi.Node{}
	x, root := r.root(repositoryFile)
	for component := range root.All("components__Repository") {
		if !isBasic(component) {
			continue
		}
		for provided := range component.All("providedRoles_InterfaceProvidingEntity") {
			if offered, _ := x.Follow(provided, "providedInterface__OperationProvidedRole"); offered.Node != nil {
				r.providers[offered.Node] = append(r.providers[offered.Node], component)
			}
		}
	}
	return r.providers
}

func (r *reader) onlyProvider(role xmi.Ref, from Element) *place {
	wanted, _ := role.In.Follow(role.Node, "requiredInterface__OperationRequiredRole")
	x, _ := r.root(repositoryFile)
	found := r.providing()[wanted.Node]
	if len(found) == 1 {
		return r.placeAlone(x, found[0])
	}
	message := "no component provides the interface that the role " + role.Node.Attr("entityName") + " requires"
	if len(found) > 1 {
		const most = 8
		var names []string
		for _, component := range found[:min(len(found), most)] {
			names = append(names, component.Attr("entityName"))
		}
		if len(found) > most {
			names = append(names, "…")
		}
		message = fmt.Sprintf("%d components provide the interface that the role %s requires: %s", len(found), role.Node.Attr("entityName"), strings.Join(names, ", "))
	}
	r.problem(from, "unconnected", message, "add a .system that says which one serves")
	return nil
}

func (r *machines) machine() *Container {
	if r.opened[environmentFile] != nil {
		return nil
	}
	if len(r.instance.Containers) == 0 {
		r.instance.Containers = []*Container{{Element: Element{Name: "machine"}}}
	}
	return r.instance.Containers[0]
}

// imagine is a resource of the one machine.
func (r *machines) imagine(to xmi.Ref) *Resource {
	rate, _ := stoex.Parse("1.0")
	c := r.machine()
	res := &Resource{
		Element: Element{ID: to.Key, Name: typeName(to)}, Container: c, Type: to.Key, Replicas: 1, Policy: Delay,
		Rate: Expression{Text: "1.0", X: rate, Place: stoex.Time},
	}
	switch res.Name {
	case "CPU":
		res.Policy = ProcessorSharing
	case "HDD":
		res.Policy = FCFS
	}
	c.Resources = append(c.Resources, res)
	return res
}
