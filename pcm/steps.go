package pcm

import (
	"beagle/internal/xmi"
	"beagle/model"
)

// Steps are the steps of a SEFF, without start and stop actions; nil: there is no such SEFF.
func (r *Repository) Steps(seff string) []model.Step {
	n := r.index.Resolve(seff)
	if n == nil {
		return nil
	}
	return r.behaviour(n)
}

func (r *Repository) behaviour(n *xmi.Node) []model.Step {
	var order []*xmi.Node
	seen := map[*xmi.Node]bool{}
	follow := func(at *xmi.Node) {
		for at != nil && !seen[at] && at.Parent == n {
			seen[at] = true
			order = append(order, at)
			next, _ := r.index.Follow(at, "successor_AbstractAction")
			at = next.Node
		}
	}
	for s := range n.All(featureSteps) {
		if class(s) == classStart {
			follow(s)
		}
	}
	for s := range n.All(featureSteps) {
		follow(s)
	}
	steps := make([]model.Step, 0, len(order))
	for _, s := range order {
		if c := class(s); c != classStart && c != classStop {
			steps = append(steps, r.stepOf(s))
		}
	}
	return steps
}

func (r *Repository) stepOf(n *xmi.Node) model.Step {
	s := model.Step{ID: xmi.Key(n), Name: n.Attr("entityName")}
	switch class(n) {
	case classInternalAction:
		s.Kind = model.StepInternal
	case classExternalCall:
		s.Kind = model.StepCall
		if callee, _ := r.index.Follow(n, "calledService_ExternalService"); callee.Node != nil {
			s.Callee = callee.Node.Attr("entityName")
		}
	case classLoop, classCollectionIterator:
		s.Kind = model.StepLoop
		if body := n.Child("bodyBehaviour_Loop"); body != nil {
			s.Inner = []model.Behaviour{{ID: xmi.Key(body), Steps: r.behaviour(body)}}
		}
	case classBranch:
		s.Kind = model.StepBranch
		for t := range n.All("branches_Branch") {
			if b := t.Child("branchBehaviour_BranchTransition"); b != nil {
				s.Inner = append(s.Inner, model.Behaviour{ID: xmi.Key(b), Steps: r.behaviour(b)})
			}
		}
	}
	return s
}
