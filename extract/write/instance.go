package write

import (
	"strings"

	"beagle/extract/structure"
)

// System renders the .system: each component once, its required roles served, and
// what is entered from outside provided.
func System(m *structure.Model, repository string) []byte {
	d := newDocument("system:System", attribute{"xmlns:composition", base + "Core/Composition/5.2"}, attribute{"xmlns:repository", base + "Repository/5.2"},
		attribute{"xmlns:system", base + "System/5.2"}, attribute{"id", structure.NewID("system", m.ID)}, attribute{"entityName", m.Name})
	for _, c := range m.Components {
		d.begin("assemblyContexts__ComposedStructure", attribute{"id", contextOf(c)}, attribute{"entityName", c.Name})
		d.leaf("encapsulatedComponent__AssemblyContext", attribute{"xsi:type", "repository:BasicComponent"}, attribute{"href", repository + "#" + c.ID})
		d.end()
	}
	for _, e := range entrances(m) {
		d.begin("providedRoles_InterfaceProvidingEntity", attribute{"xsi:type", "repository:OperationProvidedRole"}, attribute{"id", e.id()}, attribute{"entityName", e.component.Name + " " + e.role.Interface.Name})
		d.leaf("providedInterface__OperationProvidedRole", attribute{"href", repository + "#" + e.role.Interface.ID})
		d.end()
	}
	for _, c := range m.Connectors {
		d.begin("connectors__ComposedStructure", attribute{"xsi:type", "composition:AssemblyConnector"}, attribute{"id", structure.NewID("connector", c.Required.ID)},
			attribute{"entityName", c.From.Name + " to " + c.To.Name}, attribute{"requiringAssemblyContext_AssemblyConnector", contextOf(c.From)},
			attribute{"providingAssemblyContext_AssemblyConnector", contextOf(c.To)})
		d.leaf("providedRole_AssemblyConnector", attribute{"href", repository + "#" + c.Serves.ID})
		d.leaf("requiredRole_AssemblyConnector", attribute{"href", repository + "#" + c.Required.ID})
		d.end()
	}
	for _, e := range entrances(m) {
		d.begin("connectors__ComposedStructure", attribute{"xsi:type", "composition:ProvidedDelegationConnector"}, attribute{"id", structure.NewID("delegation", e.id())},
			attribute{"entityName", e.component.Name + " " + e.role.Interface.Name}, attribute{"outerProvidedRole_ProvidedDelegationConnector", e.id()},
			attribute{"assemblyContext_ProvidedDelegationConnector", contextOf(e.component)})
		d.leaf("innerProvidedRole_ProvidedDelegationConnector", attribute{"href", repository + "#" + e.role.ID})
		d.end()
	}
	return d.bytes()
}

func contextOf(c *structure.Component) string { return structure.NewID("context", c.ID) }

// entrance is an interface of a component that is entered from outside.
type entrance struct {
	component *structure.Component
	role      *structure.Role
}

func (e entrance) id() string { return structure.NewID("entrance", e.role.ID) }

func entrances(m *structure.Model) (all []entrance) {
	for _, c := range m.Components {
		for _, r := range c.Provides {
			for _, s := range c.Services {
				if s.Entry && s.Op.Interface == r.Interface {
					all = append(all, entrance{c, r})
					break
				}
			}
		}
	}
	return all
}

// Environment renders the .resourceenvironment: one machine whose CPU does a
// second of measured work in a second.
func Environment(m *structure.Model) []byte {
	d := newDocument("resourceenvironment:ResourceEnvironment", attribute{"xmlns:resourceenvironment", base + "ResourceEnvironment/5.2"}, attribute{"entityName", m.Name})
	d.begin("resourceContainer_ResourceEnvironment", attribute{"id", containerOf(m)}, attribute{"entityName", "machine"})
	d.begin("activeResourceSpecifications_ResourceContainer", attribute{"id", structure.NewID("cpu", m.ID)}, attribute{"numberOfReplicas", "1"})
	d.leaf("schedulingPolicy", attribute{"href", resourceTypes + "ProcessorSharing"})
	d.leaf("activeResourceType_ActiveResourceSpecification", attribute{"href", resourceTypes + cpu})
	d.leaf("processingRate_ProcessingResourceSpecification", attribute{"specification", "1.0"})
	return d.bytes()
}

func containerOf(m *structure.Model) string { return structure.NewID("container", m.ID) }

// Allocation renders the .allocation: everything runs on the one machine.
func Allocation(m *structure.Model, system, environment string) []byte {
	d := newDocument("allocation:Allocation", attribute{"xmlns:allocation", base + "Allocation/5.2"}, attribute{"id", structure.NewID("allocation", m.ID)}, attribute{"entityName", m.Name})
	d.leaf("targetResourceEnvironment_Allocation", attribute{"href", environment + "#/"})
	d.leaf("system_Allocation", attribute{"href", system + "#" + structure.NewID("system", m.ID)})
	for _, c := range m.Components {
		d.begin("allocationContexts_Allocation", attribute{"id", structure.NewID("allocated", c.ID)}, attribute{"entityName", c.Name})
		d.leaf("resourceContainer_AllocationContext", attribute{"href", environment + "#" + containerOf(m)})
		d.leaf("assemblyContext_AllocationContext", attribute{"href", system + "#" + contextOf(c)})
		d.end()
	}
	return d.bytes()
}

// maxEntries bounds the entry calls of a usage model that nobody has measured.
const maxEntries = 20

// Usage renders the .usagemodel: one user who calls what is entered from outside,
// one after another. Arguments are what simulates: 1, or nothing.
func Usage(m *structure.Model, repository, system string) []byte {
	d := newDocument("usagemodel:UsageModel", attribute{"xmlns:stoex", stoex}, attribute{"xmlns:usagemodel", base + "UsageModel/5.2"})
	type entry struct {
		e entrance
		s *structure.Service
	}
	var calls []entry
	for _, e := range entrances(m) {
		for _, s := range e.component.Services {
			if s.Entry && s.Op.Interface == e.role.Interface && len(calls) < maxEntries {
				calls = append(calls, entry{e, s})
			}
		}
	}
	scenario := structure.NewID("scenario", m.ID)
	d.begin("usageScenario_UsageModel", attribute{"id", scenario}, attribute{"entityName", "one user"})
	d.begin("scenarioBehaviour_UsageScenario", attribute{"id", structure.NewID(scenario, "behaviour")}, attribute{"entityName", "every entrance once"})
	ids := []string{structure.NewID(scenario, "start")}
	for _, c := range calls {
		ids = append(ids, structure.NewID(scenario, c.s.ID))
	}
	ids = append(ids, structure.NewID(scenario, "stop"))
	const actions = "actions_ScenarioBehaviour"
	d.leaf(actions, attribute{"xsi:type", "usagemodel:Start"}, attribute{"id", ids[0]}, attribute{"entityName", "start"}, attribute{"successor", ids[1]})
	for i, c := range calls {
		d.begin(actions, attribute{"xsi:type", "usagemodel:EntryLevelSystemCall"}, attribute{"id", ids[i+1]}, attribute{"entityName", c.s.Op.Name},
			attribute{"predecessor", ids[i]}, attribute{"successor", ids[i+2]})
		d.leaf("providedRole_EntryLevelSystemCall", attribute{"href", system + "#" + c.e.id()})
		d.leaf("operationSignature__EntryLevelSystemCall", attribute{"href", repository + "#" + c.s.Op.ID})
		for _, p := range c.s.Op.Params {
			argument(d, p.Name, p.Type, 0)
		}
		d.end()
	}
	d.leaf(actions, attribute{"xsi:type", "usagemodel:Stop"}, attribute{"id", ids[len(ids)-1]}, attribute{"entityName", "stop"}, attribute{"predecessor", ids[len(ids)-2]})
	d.end()
	d.begin("workload_UsageScenario", attribute{"xsi:type", "usagemodel:ClosedWorkload"}, attribute{"population", "1"})
	d.leaf("thinkTime_ClosedWorkload", attribute{"specification", "0"})
	return d.bytes()
}

// argument gives a parameter every characterisation that an expression may use, and
// the values inside it, as deep as they are measured.
func argument(d *document, path string, t structure.TypeRef, depth int) {
	values := characterisations(t)
	if len(values) > 0 {
		d.begin("inputParameterUsages_EntryLevelSystemCall")
		for _, c := range values {
			d.begin("variableCharacterisation_VariableUsage", attribute{"type", c.name})
			d.leaf("specification_VariableCharacterisation", attribute{"specification", c.value})
			d.end()
		}
		reference(d, strings.Split(path, "."))
		d.end()
	}
	if t.Named == nil || depth >= 3 {
		return
	}
	if t.Named.Inner != nil && (t.Named.Inner.Named != nil || t.Named.Inner.Primitive != structure.Byte) {
		argument(d, path+".INNER", *t.Named.Inner, depth+1)
	}
	for _, f := range t.Named.Fields {
		argument(d, path+"."+f.Name, f.Type, depth+1)
	}
}

// reference names a parameter, or a value inside it.
func reference(d *document, path []string) {
	name := "namedReference__VariableUsage"
	for len(path) > 1 {
		d.begin(name, attribute{"xsi:type", "stoex:NamespaceReference"}, attribute{"referenceName", path[0]})
		path, name = path[1:], "innerReference_NamespaceReference"
		defer d.end()
	}
	d.leaf(name, attribute{"xsi:type", "stoex:VariableReference"}, attribute{"referenceName", path[0]})
}

func characterisations(t structure.TypeRef) []attribute {
	if t.Named != nil {
		if t.Named.Inner != nil {
			return []attribute{{"NUMBER_OF_ELEMENTS", "1"}, {"BYTESIZE", "1"}}
		}
		return nil
	}
	switch t.Primitive {
	case structure.String:
		return []attribute{{"VALUE", `"none"`}, {"BYTESIZE", "1"}}
	case structure.Bool:
		return []attribute{{"VALUE", "false"}}
	case structure.Double:
		return []attribute{{"VALUE", "1.0"}}
	default:
		return []attribute{{"VALUE", "1"}}
	}
}
