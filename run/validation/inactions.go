package validation

import "beagle/model"

// whole are what launches in which as many actions of a service were timed as in any of their kind
// say of it; passes time some demands alone.
func whole(all []*collected, kinds map[int32]int) map[*collected]bool {
	type alike struct {
		seff string
		kind int
	}
	most, is := map[alike]int{}, map[*collected]bool{}
	for _, c := range all {
		k := alike{c.seff, kinds[c.launch]}
		most[k] = max(most[k], c.actions())
	}
	for _, c := range all {
		is[c] = c.actions() == most[alike{c.seff, kinds[c.launch]}]
	}
	return is
}

// inActions is the share of the time that services spent themselves in their actions;
// unknown where they took no time, and of brief ones. Launches in which fewer actions of the service were timed than
// in others of their kind say nothing of it.
func inActions(all []*collected, kinds map[int32]int, brief map[string]bool) model.Figure {
	inside, spent, full := 0.0, 0.0, whole(all, kinds)
	for _, c := range all {
		if !full[c] || brief[c.seff] {
			continue
		}
		for _, e := range c.list {
			own, actions := e.took, 0.0
			for _, p := range e.parts {
				if p.call {
					own -= p.seconds
				} else {
					actions += p.seconds
				}
			}
			if !e.sampled { // a statement that is in several actions took its time once
				actions = min(actions, own-(e.took-e.covered))
			}
			if own > 0 {
				inside += e.weight * max(0, min(actions, own))
				spent += e.weight * own
			}
		}
	}
	if spent == 0 {
		return model.Unknown()
	}
	return model.Figure(inside / spent)
}
