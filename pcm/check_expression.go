package pcm

import (
	"fmt"
	"slices"
	"strings"

	"beagle/internal/safe"
	"beagle/internal/xmi"
	"beagle/model"
	"beagle/pcm/stoex"
)

var places = map[string]stoex.Place{
	featureDemandedSpec:                          stoex.Demand,
	"iterationCount_LoopAction":                  stoex.Iterations,
	"branchCondition_GuardedBranchTransition":    stoex.Guard,
	featureUsageSpec:                             stoex.Value, // by the characterisation's type
	"numberOfCalls__InfrastructureCall":          stoex.Calls,
	"numberOfCalls__ResourceCall":                stoex.Calls,
	"capacity_PassiveResource":                   stoex.Capacity,
	"filterCondition__EventChannelSinkConnector": stoex.Guard,
	"filterCondition__AssemblyEventConnector":    stoex.Guard,
}

func placeOf(holder *xmi.Node) stoex.Place {
	place := places[holder.Local()]
	if place == stoex.Value && holder.Parent != nil {
		char, _ := model.ParseCharacterisation(holder.Parent.Attr("type"))
		return stoex.PlaceOfCharacterisation(char)
	}
	return place
}

func (c *check) expressions() {
	scopes := map[*xmi.Node]*scope{}
	for n := range c.root.Walk() {
		if _, holds := places[n.Local()]; !holds {
			continue
		}
		text := n.Attr("specification")
		if strings.TrimSpace(text) == "" {
			c.warn(n, "specificationMustNotBeNULL", "the element is not calibrated yet; Beagle can learn it if it is linked", "%s has no expression", placeOf(n))
			continue
		}
		_, problems := stoex.CheckIn(text, placeOf(n), c.scopeOf(n, scopes))
		for _, p := range problems {
			c.expression(n, text, p)
		}
	}
}

func (c *check) expression(n *xmi.Node, text string, p model.Problem) {
	severity, hint := p.Severity, "the simulation fails there; Beagle can replace the expression"
	if severity != model.Error {
		hint = ""
	}
	if strings.HasPrefix(p.Rule, "stoex-old") {
		severity = model.Info
	}
	if p.Rule == "stoex-variable" { // variables of the caller may be meant
		severity, hint = model.Warning, "the simulation fails unless something else defines it"
	}
	c.report(severity, n, p.Rule, hint, "%s, column %d of %q: %s", placeOf(n), p.Column, safe.Clip(text), p.Message)
}

type scope struct {
	roots map[string]dataType
	open  bool // the signature is not known, hence nothing is wrong
}

func (c *check) scopeOf(n *xmi.Node, known map[*xmi.Node]*scope) stoex.Scope {
	seff, component := (*xmi.Node)(nil), (*xmi.Node)(nil)
	returned := false
	for up := n; up != nil; up = up.Parent {
		switch up.Local() {
		case featureSEFF:
			seff = up
		case "components__Repository":
			component = up
		case "returnVariableUsage__CallReturnAction":
			returned = true
		}
	}
	if seff == nil || component == nil || returned {
		return nil // component parameters, and results whose names the callee gives
	}
	s := known[seff]
	if s == nil {
		s = c.newScope(seff, component)
		known[seff] = s
	}
	if s.open {
		return nil
	}
	return s
}

// newScope is what expressions of a service may refer to: parameters, component parameters, and variables that the
// service sets or calls return. open: everything, where the signature is not known.
func (c *check) newScope(seff, component *xmi.Node) *scope {
	s := &scope{roots: map[string]dataType{}}
	signature, ok := c.index.Follow(seff, "describedService__SEFF")
	if !ok || signature.Node == nil {
		s.open = true
		return s
	}
	for _, p := range parametersOf(signature) {
		s.roots[p.name] = p.typ
	}
	for n := range component.All("componentParameterUsage_ImplementationComponentType") {
		s.addReference(n)
	}
	for n := range seff.Walk() {
		switch n.Local() {
		case "localVariableUsages_SetVariableAction", "returnVariableUsage__CallReturnAction", "outputParameterUsage_SynchronisationPoint":
			s.addReference(n)
		case featureInput: // of an internal behaviour
			if n.Parent != nil && class(n.Parent) == classInternalCall {
				s.addReference(n)
			}
		}
	}
	return s
}

func (s *scope) addReference(usage *xmi.Node) {
	root, _, _ := strings.Cut(referencePath(usage.Child("namedReference__VariableUsage")), ".")
	if _, known := s.roots[root]; !known && root != "" {
		s.roots[root] = dataType{}
	}
}

// Known implements stoex.Scope: the variable exists, and the path through it follows the declarations of its type.
func (s *scope) Known(path []string) (bool, string) {
	t, ok := s.roots[path[0]]
	if !ok {
		return false, s.names()
	}
	for _, word := range path[1:] {
		if t.node == nil || t.in == nil {
			return true, "" // the type is not known
		}
		switch class(t.node) {
		case classCollectionType:
			if word != "INNER" {
				return true, "" // the simulator takes any name
			}
			t = typeOf(t.in, t.node, "innerType_CollectionDataType")
		case classCompositeType:
			inner := (*xmi.Node)(nil)
			for d := range t.node.All("innerDeclaration_CompositeDataType") {
				if d.Attr("entityName") == word {
					inner = d
				}
			}
			if inner == nil {
				return true, ""
			}
			t = typeOf(t.in, inner, "datatype_InnerDeclaration")
		default:
			return true, ""
		}
	}
	return true, ""
}

func (s *scope) names() string {
	list := make([]string, 0, len(s.roots))
	for name := range s.roots {
		if name != "" {
			list = append(list, safe.Clip(name))
		}
	}
	if len(list) == 0 {
		return ": the service has no parameters"
	}
	slices.Sort(list)
	if len(list) > 8 {
		list = append(list[:8], "...")
	}
	return fmt.Sprintf(": there are %s", strings.Join(list, ", "))
}
