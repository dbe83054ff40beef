package recorded

import (
	"fmt"
	"maps"
	"slices"

	"beagle/model"
)

// A branch that was passed without any of its transitions is a decision, too.

const notSet = "<not set>"

func (c *collector) findBranches(all []model.Element) {
	for i := range all {
		if all[i].Kind == model.Branch {
			wanted := slices.IndexFunc(c.elements, func(e model.Element) bool { return e.ID == all[i].ID })
			c.branches[all[i].SEFF] = append(c.branches[all[i].SEFF], wanted)
		}
	}
}

// none is the decision for none of the transitions that the source writes.
func (c *collector) none(branch int) model.Value {
	e := &c.elements[branch]
	if missing := e.MissingElse(); missing >= 0 {
		return model.NumberValue(float64(missing))
	}
	return model.NumberValue(float64(len(e.Branches)))
}

// branch gives the index of the executed transition.
func (c *collector) branch(execution, branch, executed string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at, known := c.byOption[executed]; known && executed != "" {
		c.wait(execution, at.element, model.NumberValue(float64(at.transition)))
		return
	}
	if branch == "" || branch == notSet {
		if executed != "" && executed != notSet {
			return // a transition of a branch that is not wanted
		}
		open, givenUp := c.calls.of(execution)
		open.unnamed++
		for _, g := range givenUp {
			c.learnt.GivenUp += g.seen
		}
		return
	}
	for _, i := range c.byPCM[branch] {
		if c.elements[i].Kind == model.Branch {
			c.wait(execution, i, c.none(i))
		}
	}
}

// endUnnamed leaves out the branches of SEFFs of which records say that one was passed without a transition, but not
// which.
func (c *collector) endUnnamed() {
	for _, seff := range slices.Sorted(maps.Keys(c.unnamed)) {
		for _, i := range c.branches[seff] {
			if i < 0 || c.learnt.Seen[c.elements[i].ID] == 0 {
				continue
			}
			e := &c.elements[i]
			c.learnt.Used -= c.learnt.Seen[e.ID]
			delete(c.learnt.Observations, e.ID)
			delete(c.learnt.Seen, e.ID)
			c.learnt.Problems = append(c.learnt.Problems, model.Problem{
				Severity: model.Warning, Rule: "recorded-branch-unnamed", Element: e.ID, Name: e.Name,
				Message: fmt.Sprintf("%d records say that no transition of a branch was executed, but not of which one of its SEFF (id %s): nothing is learnt of it", c.unnamed[seff], seff),
				Hint:    "record branchId, too, or measure it: beagle run without logs",
			})
		}
	}
}
