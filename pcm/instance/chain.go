package instance

import (
	"beagle/internal/xmi"
)

type chain struct {
	steps, successor, predecessor string // names of references; predecessor may be empty: nobody needs it
	start, stop                   string // classes
	mayBeEmpty                    bool
}

var (
	seffChain  = chain{steps: "steps_Behaviour", successor: "successor_AbstractAction", predecessor: "predecessor_AbstractAction", start: "StartAction", stop: "StopAction", mayBeEmpty: true}
	usageChain = chain{steps: "actions_ScenarioBehaviour", successor: "successor", start: "Start", stop: "Stop"}
)

func (c chain) actions(r *notes, in *xmi.Index, behaviour *xmi.Node) (list []*xmi.Node) {
	e := at(in, behaviour)
	start, steps := (*xmi.Node)(nil), 0
	for s := range behaviour.All(c.steps) {
		steps++
		if _, class := s.Type(); class == c.start {
			if start != nil {
				r.problem(e, "two-starts", "the behaviour has two start actions", "")
			}
			start = s
		}
	}
	if start == nil {
		if steps > 0 || !c.mayBeEmpty {
			r.problem(e, "no-start", "the behaviour has no start action", "a simulator does not know where to begin")
		}
		return nil
	}
	seen := map[*xmi.Node]bool{}
	for s := start; ; {
		if seen[s] {
			r.problem(at(in, s), "circle", "the actions follow one another in a circle", "repeat actions by a loop action")
			return list
		}
		seen[s] = true
		list = append(list, s)
		if s != start && c.predecessor != "" {
			if before, _ := in.Follow(s, c.predecessor); before.Node == nil {
				r.problem(at(in, s), "no-predecessor", "the action names no predecessor", "simulators take it for a second start; set "+c.predecessor)
			}
		}
		if _, class := s.Type(); class == c.stop {
			break
		}
		next, _ := in.Follow(s, c.successor)
		if next.Node == nil || next.Node.Parent != behaviour {
			r.problem(at(in, s), "no-successor", "the action has no successor, and is no stop action", "set "+c.successor)
			break
		}
		s = next.Node
	}
	for s := range behaviour.All(c.steps) {
		if !seen[s] {
			r.warn(at(in, s), "unreached", "the action is reached from no other one and never runs", "connect it by predecessor and successor")
		}
	}
	return list
}
