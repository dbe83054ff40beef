package instance

import (
	"fmt"
	"strconv"

	"beagle/internal/xmi"
	"beagle/pcm/stoex"
)

const maxDepth = 200

type behaviours struct {
	r        *reader
	place    *place
	assembly *Assembly
	in       *xmi.Index
	depth    int
}

func (b *behaviours) read(n *xmi.Node) *Behaviour {
	body := &Behaviour{}
	if n == nil {
		return body
	}
	b.depth++
	defer func() { b.depth-- }()
	e := at(b.in, n)
	if b.depth > maxDepth {
		b.r.problem(e, "too-deep", fmt.Sprintf("behaviours lie in one another more than %d deep", maxDepth), "")
		return body
	}
	for _, s := range seffChain.actions(&b.r.notes, b.in, n) {
		b.action(s, body)
	}
	return body
}

func (b *behaviours) action(n *xmi.Node, body *Behaviour) {
	e := at(b.in, n)
	if demands := b.demands(n); len(demands) > 0 {
		body.Actions = append(body.Actions, &Internal{e, demands})
	}
	for _, feature := range []string{"infrastructureCall__Action", "resourceCall__Action"} {
		if n.Child(feature) != nil {
			b.r.warn(e, "not-simulated", "calls of infrastructure and of resource interfaces take no time here", "")
		}
	}
	add := func(a Action) { body.Actions = append(body.Actions, a) }
	switch space, class := n.Type(); class {
	case "StartAction", "StopAction", "InternalAction":
	case "ExternalCallAction":
		if call := b.call(e, n); call != nil {
			add(call)
		}
	case "LoopAction":
		add(&Loop{e, b.r.expression(n.Child("iterationCount_LoopAction"), e, "iteration count", stoex.Iterations), b.read(n.Child("bodyBehaviour_Loop"))})
	case "CollectionIteratorAction":
		parameter, _ := b.in.Follow(n, "parameter_CollectionIteratorAction")
		if parameter.Node == nil {
			b.r.problem(e, "iterator", "the collection iterator names no parameter", "choose the collection that it iterates over")
			return
		}
		add(&Iterator{e, parameter.Node.Attr("parameterName"), b.read(n.Child("bodyBehaviour_Loop"))})
	case "BranchAction":
		b.branch(e, n, body)
	case "ForkAction":
		fork := &Fork{Element: e}
		for f := range n.All("asynchronousForkedBehaviours_ForkAction") {
			fork.Asynchronous = append(fork.Asynchronous, b.read(f))
		}
		if point := n.Child("synchronisingBehaviours_ForkAction"); point != nil {
			for f := range point.All("synchronousForkedBehaviours_SynchronisationPoint") {
				fork.Synchronous = append(fork.Synchronous, b.read(f))
			}
		}
		add(fork)
	case "AcquireAction":
		if p := b.passive(e, n, "passiveresource_AcquireAction"); p != nil { // PCM spells it so
			add(&Acquire{e, p})
		}
		if n.Attr("timeout") == "true" {
			b.r.warn(e, "not-simulated", "the timeout of the acquire action is not simulated: it waits as long as it takes", "")
		}
	case "ReleaseAction":
		if p := b.passive(e, n, "passiveResource_ReleaseAction"); p != nil {
			add(&Release{e, p})
		}
	case "SetVariableAction":
		add(&Set{e, b.r.usages(b.in, n, "localVariableUsages_SetVariableAction")})
	case "InternalCallAction":
		b.r.warn(e, "internal-call", "no Palladio simulator runs an internal call action; here its behaviour runs in its place", "inline the behaviour before simulating elsewhere")
		if callee, _ := b.in.Follow(n, "calledResourceDemandingInternalBehaviour"); callee.Node != nil {
			body.Actions = append(body.Actions, b.read(callee.Node).Actions...)
		}
	default:
		b.r.problem(e, "action", fmt.Sprintf("an action of type %s (%s) cannot be simulated", class, space), "replace it by actions of the SEFF package")
	}
}

func (b *behaviours) demands(n *xmi.Node) (list []Demand) {
	for d := range n.All("resourceDemand_Action") {
		e := at(b.in, d)
		to, ok := b.in.Follow(d, "requiredResource_ParametricResourceDemand")
		if !ok {
			b.r.problem(e, "no-resource", "the demand names no resource", "choose CPU, HDD or DELAY")
			continue
		}
		amount := b.r.expression(d.Child("specification_ParametericResourceDemand"), e, "resource demand", stoex.Demand) // PCM spells it so
		if res := b.r.resourceFor(b.assembly, to, e); res != nil {
			list = append(list, Demand{res, amount})
		}
	}
	return list
}

func (b *behaviours) call(e Element, n *xmi.Node) *Call {
	c := &Call{
		Element: e,
		Inputs:  b.r.usages(b.in, n, "inputVariableUsages__CallAction"),
		Returns: b.r.usages(b.in, n, "returnVariableUsage__CallReturnAction"),
	}
	signature, _ := b.in.Follow(n, "calledService_ExternalService")
	role, _ := b.in.Follow(n, "role_ExternalService")
	if signature.Node == nil || role.Node == nil {
		b.r.problem(e, "call", "the external call names no service, or no required role", "choose both")
		return nil
	}
	c.Service = b.r.service(b.server(e, role), signature, e)
	if c.Service == nil {
		return nil
	}
	return c
}

func (b *behaviours) server(e Element, role xmi.Ref) *place {
	if b.place.alone {
		return b.r.onlyProvider(role, e)
	}
	return b.r.required(b.place, role.Node, e)
}

func (b *behaviours) branch(e Element, n *xmi.Node, body *Behaviour) {
	branch := &Branch{Element: e}
	guarded := 0
	for t := range n.All("branches_Branch") {
		transition := Transition{Element: at(b.in, t), Body: b.read(t.Child("branchBehaviour_BranchTransition"))}
		if _, class := t.Type(); class == "GuardedBranchTransition" {
			guard := b.r.expression(t.Child("branchCondition_GuardedBranchTransition"), transition.Element, "branch condition", stoex.Guard)
			transition.Guard = &guard
			guarded++
		} else {
			transition.Probability = b.r.probability(transition.Element, t)
		}
		branch.Transitions = append(branch.Transitions, transition)
	}
	switch {
	case len(branch.Transitions) == 0:
		b.r.problem(e, "no-transition", "the branch has no transition", "no simulator can leave it")
		return
	case guarded > 0 && guarded < len(branch.Transitions):
		b.r.problem(e, "mixed-branch", "the branch has guards and probabilities", "take one of both for all transitions")
		return
	case guarded == 0:
		b.r.shares(e, branch.Transitions)
	}
	body.Actions = append(body.Actions, branch)
}

func (r *notes) probability(e Element, n *xmi.Node) float64 {
	text := n.Attr("branchProbability")
	if text == "" {
		return 0 // the attribute's default, which EMF leaves out
	}
	p, err := strconv.ParseFloat(text, 64)
	if err != nil || !(p >= 0) || p > 1e300 {
		r.problem(e, "probability", fmt.Sprintf("%q is no probability", text), "write a number from 0 to 1")
		return 0
	}
	return p
}

// shares checks that the probabilities of a branch sum to 1. Simulators scale them silently.
func (r *notes) shares(e Element, transitions []Transition) {
	sum := 0.0
	for _, t := range transitions {
		sum += t.Probability
	}
	switch {
	case sum <= 0:
		r.problem(e, "probability", "no transition of the branch has a probability above 0", "give each its share")
	case sum < 1-1e-6 || sum > 1+1e-6:
		r.warn(e, "probability", fmt.Sprintf("the probabilities of the branch sum to %.4g; simulators scale them to 1", sum), "a single transition is always taken: add one that does nothing")
	}
}

func (b *behaviours) passive(e Element, n *xmi.Node, feature string) *Passive {
	to, _ := b.in.Follow(n, feature)
	for _, p := range b.assembly.Passive {
		if to.Node != nil && p.ID == xmi.ID(to.Node) {
			return p
		}
	}
	b.r.problem(e, "no-passive", "the passive resource is not found in the component "+b.assembly.Component, "choose one of the component")
	return nil
}
