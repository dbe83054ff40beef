package pcm

import (
	"math"
	"strconv"
	"strings"

	"beagle/internal/safe"
	"beagle/internal/xmi"
	"beagle/model"
	"beagle/pcm/stoex"
)

func (c *check) component(component *xmi.Node) {
	offered := c.offered(component)
	seffs := map[[2]string]bool{}
	described := map[*xmi.Node]bool{}
	for seff := range component.All(featureSEFF) {
		signature, ok := c.index.Follow(seff, "describedService__SEFF")
		kind := seff.Attr("seffTypeID")
		if _, given := seff.Get("seffTypeID"); !given {
			kind = "1"
		}
		if ok {
			key := [2]string{signature.File + "#" + signature.Key, kind}
			if seffs[key] {
				c.warn(seff, "noSeffTypeUsedTwice", "remove one of them", "the component has two SEFFs for one signature")
			}
			seffs[key] = true
		}
		if signature.Node != nil {
			described[signature.Node] = true
			if signature.Node.Local() == "signatures__OperationInterface" && !offered[signature.Node] {
				c.warn(seff, "referencedOperationSignatureMustBelongToInterfaceReferencedByProvidedRole", "add a provided role for the interface",
					"the component provides no interface that has the signature %s", safe.Clip(signature.Node.Attr("entityName")))
			}
		}
		c.behaviours(seff)
	}
	if class(component) != classBasicComponent {
		return
	}
	for role := range component.All("providedRoles_InterfaceProvidingEntity") {
		if to, ok := c.index.Follow(role, "providedInterface__OperationProvidedRole"); ok && to.Node != nil {
			for s := range to.Node.All("signatures__OperationInterface") {
				if !described[s] {
					c.warn(component, "everyOperationInterfaceMethodsNeedsSEFF", "calls of it cannot be simulated", "the provided service %s has no SEFF", safe.Clip(s.Attr("entityName")))
				}
			}
		}
	}
}

func (c *check) offered(component *xmi.Node) map[*xmi.Node]bool {
	list := map[*xmi.Node]bool{}
	for role := range component.All("providedRoles_InterfaceProvidingEntity") {
		if to, ok := c.index.Follow(role, "providedInterface__OperationProvidedRole"); ok {
			signatures(to, "signatures__OperationInterface", list, map[*xmi.Node]bool{})
		}
	}
	return list
}

func signatures(of xmi.Ref, feature string, into, seen map[*xmi.Node]bool) {
	if of.Node == nil || seen[of.Node] {
		return
	}
	seen[of.Node] = true
	for s := range of.Node.All(feature) {
		into[s] = true
	}
	for key := range strings.FieldsSeq(of.Node.Attr("parentInterfaces__Interface")) {
		signatures(xmi.Ref{Node: of.In.Resolve(key), In: of.In}, feature, into, seen)
	}
	for p := range of.Node.All("parentInterfaces__Interface") {
		signatures(of.In.Href(p.Attr("href")), feature, into, seen)
	}
}

func (c *check) behaviours(top *xmi.Node) {
	for n := range top.Walk() {
		if n.Child(featureSteps) != nil {
			c.behaviour(n)
		}
		if n.Local() == featureSteps {
			c.step(n)
		}
	}
}

func (c *check) behaviour(n *xmi.Node) {
	starts, stops := 0, 0
	for step := range n.All(featureSteps) {
		kind := class(step)
		_, before := c.index.Follow(step, "predecessor_AbstractAction")
		_, after := c.index.Follow(step, "successor_AbstractAction")
		switch kind {
		case classStart:
			starts++
			if before {
				c.warn(step, "startActionPredecessorMustNotBeDefined", "remove it", "the start action has a predecessor")
			}
		case classStop:
			stops++
			if after {
				c.warn(step, "stopActionSuccessorMustNotBeDefined", "remove it", "the stop action has a successor")
			}
		default:
			if !before || !after {
				c.warn(step, "eachActionExceptStartActionandStopActionMustHhaveAPredecessorAndSuccessor", "write both sides of the chain; the simulator follows successors",
					"the action lacks %s", lacking(before, after))
			}
		}
	}
	if starts != 1 {
		c.warn(n, "exactlyOneStartAction", "the behaviour cannot be simulated", "the behaviour has %d start actions", starts)
	}
	if stops != 1 {
		c.warn(n, "exactlyOneStopAction", "the behaviour cannot be simulated", "the behaviour has %d stop actions", stops)
	}
}

func lacking(before, after bool) string {
	switch {
	case !before && !after:
		return "a predecessor and a successor"
	case !before:
		return "a predecessor"
	default:
		return "a successor"
	}
}

func (c *check) step(step *xmi.Node) {
	c.uniqueDemands(step)
	switch class(step) {
	case classBranch:
		c.branch(step)
	case classExternalCall:
		c.externalCall(step)
	case classLoop:
		if step.Child("iterationCount_LoopAction") == nil {
			c.warn(step, "loop-without-count", "Beagle can learn it; it is needed for a simulation", "the loop has no iteration count")
		}
	case classAcquire:
		if v, err := strconv.ParseFloat(strings.TrimSpace(step.Attr("timeoutValue")), 64); err == nil && v < 0 {
			c.warn(step, "timeoutValueOfAcquireActionMustNotBeNegative", "", "the timeout is negative")
		}
	}
}

func (c *check) uniqueDemands(step *xmi.Node) {
	seen := map[string]bool{}
	for demand := range step.All(featureDemand) {
		resource := resourceOf(c.index, demand)
		if demand.Child(featureDemandedSpec) == nil {
			c.warn(demand, "specificationMustNotBeNULL", "the element is not calibrated yet; Beagle can learn it if it is linked", "the demand has no expression")
		}
		switch {
		case resource == (model.Resource{}):
			c.warn(demand, "demand-without-resource", "the demand cannot be simulated", "the demand names no resource")
		case resource.Name == "LAN":
			c.warn(demand, "demand-on-network", "demand CPU, HDD or DELAY instead", "a network link is no processing resource")
		case seen[resource.Href]:
			c.warn(demand, "demandedProcessingResourceMustBeUniqueWithinAbstractInternalControlFlowAction", "add the two demands up",
				"the action demands %s twice", safe.Clip(resource.Name))
		}
		seen[resource.Href] = true
	}
}

func (c *check) branch(step *xmi.Node) {
	c.guards(step)
	guarded, probabilistic, sum := 0, 0, 0.0
	for t := range step.All("branches_Branch") {
		switch class(t) {
		case classGuarded:
			guarded++
		case classProbabilistic:
			probabilistic++
			text := t.Attr("branchProbability")
			p, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
			if err != nil && text != "" || math.IsNaN(p) || p < 0 || p > 1 {
				c.warn(t, "probability", "write a number between 0 and 1", "%q is no probability", safe.Clip(text))
			}
			sum += p
		}
		if behaviour := t.Child("branchBehaviour_BranchTransition"); behaviour != nil && xmi.ID(behaviour) == "" {
			c.warn(behaviour, "missing-id", "Palladio makes up another id on each load, so a link cannot name it; save the model in Palladio once", "the behaviour of the transition has no id")
		}
	}
	switch {
	case guarded > 0 && probabilistic > 0:
		c.warn(step, "eitherGuardedBranchesOrProbabilisiticBranchTransitions", "make all transitions of one kind", "guarded and probabilistic transitions are mixed")
	case probabilistic > 0 && (sum <= 0.9999 || sum >= 1.0001):
		c.warn(step, "allProbabilisticBranchProbabilitiesMustSumUpTo1", "change them so that they sum to 1", "the probabilities of the branch sum to %s", strconv.FormatFloat(sum, 'g', 6, 64))
	case guarded+probabilistic == 0 && step.Child("branches_Branch") == nil:
		c.warn(step, "branch-without-transitions", "the branch cannot be simulated", "the branch has no transitions")
	}
}

// externalCall checks that role, signature and component belong together; what lies in other files is not looked at.
func (c *check) externalCall(step *xmi.Node) {
	role, _ := c.index.Follow(step, "role_ExternalService")
	service, _ := c.index.Follow(step, "calledService_ExternalService")
	if role.Node == nil || service.Node == nil {
		if _, ok := c.index.Follow(step, "role_ExternalService"); !ok {
			c.warn(step, "call-without-role", "the call cannot be simulated", "the call names no required role")
		}
		return
	}
	if to, ok := role.In.Follow(role.Node, "requiredInterface__OperationRequiredRole"); ok && to.Node != nil {
		list := map[*xmi.Node]bool{}
		signatures(to, "signatures__OperationInterface", list, map[*xmi.Node]bool{})
		if !list[service.Node] {
			c.warn(step, "signatureBelongsToRole", "choose the role that requires the service's interface",
				"the called service %s does not belong to the interface of the role %s", safe.Clip(service.Node.Attr("entityName")), safe.Clip(role.Node.Attr("entityName")))
		}
	}
	owner := step
	for owner != nil && owner.Local() != "components__Repository" {
		owner = owner.Parent
	}
	if owner != nil && role.Node.Parent != owner && role.In == c.index {
		c.warn(step, "operationRequiredRoleMustBeReferencedByContainer", "choose a role of the component itself",
			"the role %s belongs to another component", safe.Clip(role.Node.Attr("entityName")))
	}
}

func (c *check) interfaces() {
	for i := range c.root.All("interfaces__Repository") {
		seen := map[string]bool{}
		for s := range i.All("signatures__OperationInterface") {
			key := s.Attr("entityName")
			names := map[string]bool{}
			for _, p := range parametersOf(xmi.Ref{Node: s, In: c.index}) {
				if names[p.name] && p.name != "" {
					c.warn(s, "parameterNamesHaveToBeUniqueForASignature", "rename one of them", "two parameters are called %s", safe.Clip(p.name))
				}
				names[p.name] = true
				key += "\x00" + p.typ.name
			}
			if seen[key] {
				c.warn(s, "signaturesHaveToBeUniqueForAnInterface", "rename one of them", "the interface has the signature %s twice", safe.Clip(s.Attr("entityName")))
			}
			seen[key] = true
		}
	}
}

// guards looks for values for which no transition of a branch is taken, and for random guards, each of which is drawn
// on its own.
func (c *check) guards(step *xmi.Node) {
	var guards []stoex.Expr
	random := 0
	for t := range step.All("branches_Branch") {
		condition := t.Child("branchCondition_GuardedBranchTransition")
		if condition == nil {
			return
		}
		x, err := stoex.Parse(condition.Attr("specification"))
		if err != nil {
			return // said elsewhere
		}
		guards = append(guards, x)
		if stoex.Draws(x) {
			random++
		}
	}
	if random > 1 {
		c.warn(step, "guards-random", "use probabilities, or let the last guard be true", "%d guards of the branch draw random numbers, each on its own: none or several can hold", random)
	}
	gap, overlap := stoex.Gap(guards)
	if gap != "" {
		c.warn(step, "guards-not-exhaustive", "the simulation ends there; let the last guard be true or the negation of the others", "no guard of the branch holds at %s", safe.Clip(gap))
	}
	if overlap != "" {
		c.report(model.Info, step, "guards-overlap", "the first in the file is taken", "several guards of the branch hold at %s", safe.Clip(overlap))
	}
}
