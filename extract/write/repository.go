// Package write renders a model (extract/structure) as the five files of a PCM instance, as EMF writes them, and the
// links from its elements to the source.
package write

import (
	"cmp"
	"strconv"
	"strings"

	"beagle/extract/structure"
)

// Repository renders the .repository.
func Repository(m *structure.Model) []byte {
	d := newDocument("repository:Repository",
		attribute{"xmlns:repository", base + "Repository/5.2"}, attribute{"xmlns:seff", base + "SEFF/5.2"}, attribute{"xmlns:stoex", stoex},
		attribute{"id", m.ID}, attribute{"entityName", m.Name})
	for _, c := range m.Components {
		component(d, c)
	}
	for _, i := range m.Interfaces {
		d.begin("interfaces__Repository", attribute{"xsi:type", "repository:OperationInterface"}, attribute{"id", i.ID}, attribute{"entityName", i.Name})
		for _, op := range i.Operations {
			operation(d, op)
		}
		d.end()
	}
	for _, t := range m.Types {
		dataType(d, t)
	}
	return d.bytes()
}

func component(d *document, c *structure.Component) {
	d.begin("components__Repository", attribute{"xsi:type", "repository:BasicComponent"}, attribute{"id", c.ID}, attribute{"entityName", c.Name})
	for _, r := range c.Provides {
		d.leaf("providedRoles_InterfaceProvidingEntity", attribute{"xsi:type", "repository:OperationProvidedRole"}, attribute{"id", r.ID}, attribute{"entityName", r.Name},
			attribute{"providedInterface__OperationProvidedRole", r.Interface.ID})
	}
	for _, r := range c.Requires {
		d.leaf("requiredRoles_InterfaceRequiringEntity", attribute{"xsi:type", "repository:OperationRequiredRole"}, attribute{"id", r.ID}, attribute{"entityName", r.Name},
			attribute{"requiredInterface__OperationRequiredRole", r.Interface.ID})
	}
	for _, s := range c.Services {
		d.begin("serviceEffectSpecifications__BasicComponent", attribute{"xsi:type", "seff:ResourceDemandingSEFF"}, attribute{"id", s.ID}, attribute{"describedService__SEFF", s.Op.ID})
		behaviour(d, s.Body)
		d.end()
	}
	d.end()
}

func behaviour(d *document, b *structure.Behaviour) {
	ids := []string{structure.NewID(b.ID, "start")}
	for _, s := range b.Steps {
		ids = append(ids, s.ID)
	}
	ids = append(ids, structure.NewID(b.ID, "stop"))
	const steps = "steps_Behaviour"
	d.leaf(steps, attribute{"xsi:type", "seff:StartAction"}, attribute{"id", ids[0]}, attribute{"entityName", "start"}, attribute{"successor_AbstractAction", ids[1]})
	for i, s := range b.Steps {
		common := []attribute{
			{"id", s.ID},
			{"entityName", s.Name},
			{"predecessor_AbstractAction", ids[i]},
			{"successor_AbstractAction", ids[i+2]},
		}
		switch s.Kind {
		case structure.Internal:
			d.begin(steps, append([]attribute{{"xsi:type", "seff:InternalAction"}}, common...)...)
			d.begin("resourceDemand_Action")
			d.leaf("specification_ParametericResourceDemand", attribute{"specification", "0"})
			d.leaf("requiredResource_ParametricResourceDemand", attribute{"href", resourceTypes + cpu})
			d.end()
			d.end()
		case structure.Call:
			d.leaf(steps, append(append([]attribute{{"xsi:type", "seff:ExternalCallAction"}}, common...),
				attribute{"calledService_ExternalService", s.Op.ID}, attribute{"role_ExternalService", s.Role.ID})...)
		case structure.Loop:
			d.begin(steps, append([]attribute{{"xsi:type", "seff:LoopAction"}}, common...)...)
			d.begin("bodyBehaviour_Loop", attribute{"id", s.Inner[0].ID})
			behaviour(d, s.Inner[0])
			d.end()
			d.leaf("iterationCount_LoopAction", attribute{"specification", Given(s)})
			d.end()
		case structure.Branch:
			d.begin(steps, append([]attribute{{"xsi:type", "seff:BranchAction"}}, common...)...)
			for i, t := range s.Inner {
				d.begin("branches_Branch", attribute{"xsi:type", "seff:ProbabilisticBranchTransition"}, attribute{"id", structure.NewID(t.ID, "transition")},
					attribute{"entityName", t.Name}, attribute{"branchProbability", share(i, s.Inner)})
				d.begin("branchBehaviour_BranchTransition", attribute{"id", t.ID})
				behaviour(d, t)
				d.end()
				d.end()
			}
			d.end()
		}
	}
	d.leaf(steps, attribute{"xsi:type", "seff:StopAction"}, attribute{"id", ids[len(ids)-1]}, attribute{"entityName", "stop"}, attribute{"predecessor_AbstractAction", ids[len(ids)-2]})
}

// Given is what the model says of a loop's count, or of the shares of a branch's transitions in their order.
func Given(s *structure.Step) string {
	switch s.Kind {
	case structure.Loop:
		return cmp.Or(s.Count, "1")
	case structure.Branch:
		shares := make([]string, len(s.Inner))
		for i := range s.Inner {
			shares[i] = share(i, s.Inner)
		}
		return strings.Join(shares, " ")
	case structure.Internal, structure.Call:
	}
	return ""
}

// share is the share of 1 that launches took a transition, else an even one; the last one makes the sum exact.
func share(i int, all []*structure.Behaviour) string {
	total := 0.0
	for _, one := range all {
		total += one.Share
	}
	n := len(all)
	even, taken := 1/float64(n), 0.0
	switch {
	case total == 0 && i < n-1:
		return strconv.FormatFloat(even, 'g', -1, 64)
	case total == 0:
		return strconv.FormatFloat(1-float64(n-1)*even, 'g', -1, 64)
	case i < n-1:
		return strconv.FormatFloat(all[i].Share/total, 'g', -1, 64)
	}
	for _, one := range all[:i] {
		taken += one.Share / total
	}
	return strconv.FormatFloat(max(0, 1-taken), 'g', -1, 64)
}

func operation(d *document, op *structure.Operation) {
	attributes := []attribute{{"id", op.ID}, {"entityName", op.Name}}
	named := op.Returns != nil && op.Returns.Named != nil
	if named {
		attributes = append(attributes, attribute{"returnType__OperationSignature", op.Returns.Named.ID})
	}
	if len(op.Params) == 0 && (op.Returns == nil || named) {
		d.leaf("signatures__OperationInterface", attributes...)
		return
	}
	d.begin("signatures__OperationInterface", attributes...)
	for _, p := range op.Params {
		typed(d, "parameters__OperationSignature", []attribute{{"parameterName", p.Name}}, "dataType__Parameter", p.Type)
	}
	if op.Returns != nil && !named {
		primitive(d, "returnType__OperationSignature", op.Returns.Primitive)
	}
	d.end()
}

// typed writes an element that refers to a type: an own one by an attribute, a primitive one by a child.
func typed(d *document, name string, attributes []attribute, feature string, t structure.TypeRef) {
	if t.Named != nil {
		d.leaf(name, append(attributes, attribute{feature, t.Named.ID})...)
		return
	}
	d.begin(name, attributes...)
	primitive(d, feature, t.Primitive)
	d.end()
}

func primitive(d *document, feature string, p structure.Primitive) {
	d.leaf(feature, attribute{"xsi:type", "repository:PrimitiveDataType"}, attribute{"href", primitiveTypes + strconv.Itoa(int(p))})
}

func dataType(d *document, t *structure.DataType) {
	const types = "dataTypes__Repository"
	if t.Inner != nil {
		typed(d, types, []attribute{{"xsi:type", "repository:CollectionDataType"}, {"id", t.ID}, {"entityName", t.Name}}, "innerType_CollectionDataType", *t.Inner)
		return
	}
	attributes := []attribute{{"xsi:type", "repository:CompositeDataType"}, {"id", t.ID}, {"entityName", t.Name}}
	if len(t.Fields) == 0 {
		d.leaf(types, attributes...)
		return
	}
	d.begin(types, attributes...)
	for _, f := range t.Fields {
		typed(d, "innerDeclaration_CompositeDataType", []attribute{{"entityName", f.Name}}, "datatype_InnerDeclaration", f.Type)
	}
	d.end()
}
