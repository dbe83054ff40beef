package pcm

import (
	"beagle/internal/xmi"
	"beagle/pcm/reference"
)

// StepKind tells the steps of a behaviour apart, as far as source code shows
// them.
type StepKind uint8

// The kinds of steps.
const (
	StepOther    StepKind = iota // set variable, acquire, fork, ...
	StepInternal                 // an internal action
	StepCall                     // an external call
	StepLoop                     // a loop or collection iterator
	StepBranch                   // a branch
)

// Step is one step of a behaviour and the behaviours inside it, in the order
// in which they run.
type Step struct {
	ID, Name string
	Kind     StepKind
	Callee   string // StepCall: name of the called signature
	Inner    []Behaviour
}

// Behaviour is a loop's body, or what one transition of a branch leads to.
type Behaviour struct {
	ID    string
	Steps []Step
}

// Steps are the steps of a SEFF, without start and stop actions; nil: there is
// no such SEFF.
func (r *Repository) Steps(seff string) []Step {
	n := r.index.Resolve(seff)
	if n == nil {
		return nil
	}
	return r.behaviour(n)
}

// behaviour follows the chain of successors; steps that it does not reach come
// last, in file order.
func (r *Repository) behaviour(n *xmi.Node) []Step {
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
	steps := make([]Step, 0, len(order))
	for _, s := range order {
		if c := class(s); c != classStart && c != classStop {
			steps = append(steps, r.stepOf(s))
		}
	}
	return steps
}

func (r *Repository) stepOf(n *xmi.Node) Step {
	s := Step{ID: reference.Key(n), Name: n.Attr("entityName")}
	switch class(n) {
	case classInternalAction:
		s.Kind = StepInternal
	case classExternalCall:
		s.Kind = StepCall
		if callee, _ := r.index.Follow(n, "calledService_ExternalService"); callee.Node != nil {
			s.Callee = callee.Node.Attr("entityName")
		}
	case classLoop, classCollectionIterator:
		s.Kind = StepLoop
		if body := n.Child("bodyBehaviour_Loop"); body != nil {
			s.Inner = []Behaviour{{reference.Key(body), r.behaviour(body)}}
		}
	case classBranch:
		s.Kind = StepBranch
		for t := range n.All("branches_Branch") {
			if b := t.Child("branchBehaviour_BranchTransition"); b != nil {
				s.Inner = append(s.Inner, Behaviour{reference.Key(b), r.behaviour(b)})
			}
		}
	}
	return s
}
