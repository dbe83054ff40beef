package write

import "beagle/extract/structure"

// System renders the .system: each component once, its required roles served, and what is entered from outside
// provided.
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

// Environment renders the .resourceenvironment: one machine whose CPU does a second of measured work in a second.
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
