package instance

import (
	"fmt"
	"strconv"

	"beagle/internal/xmi"
	"beagle/pcm/stoex"
)

func (r *reader) usage() {
	x, root := r.root(usageFile)
	if root == nil {
		return
	}
	for n := range root.All("usageScenario_UsageModel") {
		s := &Scenario{Element: at(x, n)}
		u := scenarios{r: r, in: x}
		s.Body = u.read(n.Child("scenarioBehaviour_UsageScenario"), s.Element)
		r.workload(x, n.Child("workload_UsageScenario"), s)
		r.instance.Scenarios = append(r.instance.Scenarios, s)
	}
	for n := range root.All("userData_UsageModel") {
		r.warn(at(x, n), "not-simulated", "user data of the usage model is not taken into account", "")
	}
}

// workload reads whether users come and go or stay; problems leave a workload with which reading can go on.
func (r *reader) workload(x *xmi.Index, n *xmi.Node, s *Scenario) {
	if n == nil {
		r.problem(s.Element, "workload", "the usage scenario has no workload", "add an open or a closed one")
		return
	}
	if id := n.Attr("id"); id != "" {
		r.problem(s.Element, "feature", fmt.Sprintf("the workload has an id (%s), which workloads have not: Palladio's tools refuse the whole file", id), "remove the attribute id")
	}
	switch _, class := n.Type(); class {
	case "ClosedWorkload":
		count, err := strconv.Atoi(n.Attr("population"))
		if err != nil || count < 1 || count > 10_000_000 {
			r.problem(s.Element, "workload", fmt.Sprintf("%q is no population", n.Attr("population")), "write a whole number, at least 1")
			count = 1
		}
		s.Population = count
		think := r.unbound(n.Child("thinkTime_ClosedWorkload"), s.Element, "think time")
		s.ThinkTime = &think
	case "OpenWorkload":
		between := r.unbound(n.Child("interArrivalTime_OpenWorkload"), s.Element, "inter-arrival time")
		s.InterArrival = &between
	default:
		r.problem(s.Element, "workload", "the workload is neither open nor closed", "")
	}
}

type scenarios struct {
	r     *reader
	in    *xmi.Index
	depth int
}

func (u *scenarios) read(n *xmi.Node, of Element) *Behaviour {
	body := &Behaviour{}
	u.depth++
	defer func() { u.depth-- }()
	if n == nil || u.depth > maxDepth {
		u.r.problem(of, "no-behaviour", "there is no behaviour, or it lies too deep", "")
		return body
	}
	for _, s := range usageChain.actions(&u.r.notes, u.in, n) {
		u.action(s, body)
	}
	return body
}

func (u *scenarios) action(n *xmi.Node, body *Behaviour) {
	e := at(u.in, n)
	add := func(a Action) { body.Actions = append(body.Actions, a) }
	switch _, class := n.Type(); class {
	case "Start", "Stop":
	case "EntryLevelSystemCall":
		if c := u.entry(e, n); c != nil {
			add(c)
		}
	case "Loop":
		add(&Loop{e, u.r.expression(n.Child("loopIteration_Loop"), e, "iteration count", stoex.Iterations), u.read(n.Child("bodyBehaviour_Loop"), e)})
	case "Branch":
		b := &Branch{Element: e}
		for t := range n.All("branchTransitions_Branch") {
			b.Transitions = append(b.Transitions, Transition{
				Element: at(u.in, t), Probability: u.r.probability(e, t), Body: u.read(t.Child("branchedBehaviour_BranchTransition"), e),
			})
		}
		u.r.shares(e, b.Transitions)
		add(b)
	case "Delay":
		add(&Wait{e, u.r.expression(n.Child("timeSpecification_Delay"), e, "delay", stoex.Time)})
	default:
		u.r.problem(e, "action", "an action of type "+class+" is not known in a usage model", "")
	}
}

func (u *scenarios) entry(e Element, n *xmi.Node) *Call {
	role, _ := u.in.Follow(n, "providedRole_EntryLevelSystemCall")
	signature, _ := u.in.Follow(n, "operationSignature__EntryLevelSystemCall")
	if role.Node == nil || signature.Node == nil {
		u.r.problem(e, "call", "the call names no role of the system, or no service, that can be found", "choose both")
		return nil
	}
	s := u.r.service(u.r.provider(role.In, role.Node.Parent, role.Node, nil, e), signature, e)
	if s == nil {
		return nil
	}
	return &Call{
		Element: e, Service: s, Entry: true,
		Inputs:  u.r.usages(u.in, n, "inputParameterUsages_EntryLevelSystemCall"),
		Returns: u.r.usages(u.in, n, "outputParameterUsages_EntryLevelSystemCall"),
	}
}
