package pcm

import (
	"strings"
)

// references are the features of a repository that refer to objects of the
// same file or, through href, of another one (pcm.ecore: EReference without
// containment).
var references = map[string]bool{
	"predecessor_AbstractAction": true, "successor_AbstractAction": true,
	"describedService__SEFF": true, "calledService_ExternalService": true, "role_ExternalService": true,
	"providedInterface__OperationProvidedRole": true, "requiredInterface__OperationRequiredRole": true,
	"providedInterface__InfrastructureProvidedRole": true, "requiredInterface__InfrastructureRequiredRole": true,
	"eventGroup__SinkRole": true, "eventGroup__SourceRole": true, "eventType__EmitEventAction": true, "sourceRole__EmitEventAction": true,
	"passiveresource_AcquireAction": true, "passiveResource_ReleaseAction": true,
	"calledResourceDemandingInternalBehaviour": true, "parameter_CollectionIteratorAction": true,
	"primaryBehaviour__RecoveryAction": true, "failureHandlingAlternatives__RecoveryActionBehaviour": true,
	"failureTypes_FailureHandlingEntity": true, "signature__InfrastructureCall": true, "requiredRole__InfrastructureCall": true,
	"resourceRequiredRole__ResourceCall": true, "signature__ResourceCall": true,
	"dataType__Parameter": true, "returnType__OperationSignature": true, "innerType_CollectionDataType": true,
	"datatype_InnerDeclaration": true, "parentType_CompositeDataType": true, "parentInterfaces__Interface": true,
	"encapsulatedComponent__AssemblyContext": true, "innerProvidedRole_ProvidedDelegationConnector": true,
	"outerProvidedRole_ProvidedDelegationConnector": true, "assemblyContext_ProvidedDelegationConnector": true,
	"innerRequiredRole_RequiredDelegationConnector": true, "outerRequiredRole_RequiredDelegationConnector": true,
	"assemblyContext_RequiredDelegationConnector": true, "requiringAssemblyContext_AssemblyConnector": true,
	"providingAssemblyContext_AssemblyConnector": true, "providedRole_AssemblyConnector": true, "requiredRole_AssemblyConnector": true,
	"parentCompleteComponentTypes": true, "parentProvidesComponentTypes": true, "failureType": true,
	"softwareInducedFailureType__InternalFailureOccurrenceDescription":  true,
	"internalFailureOccurrenceDescriptions__SoftwareInducedFailureType": true,
	"passiveResource__ResourceTimeoutFailureType":                       true,
	"resourceTimeoutFailureType__PassiveResource":                       true,
	featureResource: true,
}

// references finds references that lead nowhere. What lies in files that are
// not here is not looked for.
func (c *check) references() {
	for n := range c.r.root.Walk() {
		if href, ok := n.Get("href"); ok && references[n.Local()] {
			to := c.r.index.Href(href)
			if to.Node == nil && (to.File == "" || to.In != nil) {
				c.warn(n, "dangling-reference", "Palladio shows an unresolved proxy there", "%s leads to %s, which does not exist", n.Local(), clip(href))
			}
		}
		for i := range n.Attrs {
			name := n.AttrName(i)
			if !references[name] {
				continue
			}
			for key := range strings.FieldsSeq(n.Attr(name)) {
				if strings.Contains(key, "#") {
					continue // of another file; EMF writes those as elements
				}
				if c.r.index.Resolve(key) == nil {
					c.warn(n, "dangling-reference", "Palladio reports an unresolved reference; restore the element or the reference",
						"%s leads to %s, which does not exist", name, clip(key))
				}
			}
		}
	}
}
