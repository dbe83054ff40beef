package review

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"beagle/internal/quantity"
	"beagle/run"
	"beagle/tui/keys"
	"beagle/tui/screen"
	"beagle/tui/words"
)

// decides reports whether an action is a decision that marked elements share.
func decides(action keys.Action) bool { return action == keys.Accept || action == keys.Reject }

// offElement says why nothing can be done with an element; empty: it can.
func (d *decisions) offElement(e *run.ElementState, action keys.Action) string {
	p, _ := d.looks.at(e)
	switch action {
	case keys.Accept:
		if p == nil && e.Measured != nil {
			return ""
		}
		if p == nil {
			return "this element has no expression"
		}
		if p.Unsayable != "" {
			return p.Unsayable
		}
	case keys.Left, keys.Right:
		if len(e.Proposals) < 2 {
			return "there is only one proposal"
		}
	default: // nothing else is special here
	}
	return ""
}

// acceptable reports whether an element is undecided and StoEx can say its best proposal.
func acceptable(e *run.ElementState) bool {
	return e.Decision.Choice == run.Undecided && e.Best != nil && e.Best.Unsayable == "" && len(e.Proposals) > 0
}

// off says why accepting all, or undoing, is not possible; empty: it is, or the action is another one.
func (d *decisions) off(action keys.Action, e *run.ElementState) string {
	switch action {
	case keys.AcceptAll:
		switch open := d.open(); {
		case len(open.all) == 0 && open.below == 0:
			return "every element with an expression is decided"
		case len(open.all) == 0:
			return "the rest is below the asked quality; accept one with a, its warning says why"
		}
	case keys.Undo:
		if len(d.undo) == 0 && len(d.latest()) == 0 && (e == nil || e.Decision.Choice == run.Undecided) {
			return "you have not decided anything"
		}
	default: // nothing is decided
	}
	return ""
}

// decide decides on the chosen element or on all that are undecided, or undoes a decision.
func (d *decisions) decide(action keys.Action, e *run.ElementState) tea.Cmd {
	switch action {
	case keys.Accept:
		if len(e.Proposals) == 0 && e.Measured != nil {
			return d.takeMean(e)
		}
		_, at := d.looks.at(e)
		if e.Decision.Choice == run.Accept && e.Decision.Proposal == at {
			return d.reopen(e)
		}
		return d.moveOn(e, run.Decision{Choice: run.Accept, Proposal: at}, "accepted")
	case keys.Reject:
		if e.Decision.Choice == run.Reject {
			return d.reopen(e)
		}
		return d.moveOn(e, run.Decision{Choice: run.Reject}, "keeps its old value")
	case keys.AcceptAll:
		return d.acceptAll()
	case keys.Undo:
		return d.undoLast()
	default: // nothing is decided
	}
	return nil
}

// takeMean takes the measured mean of an element of which nothing was learnt, or no longer.
func (d *decisions) takeMean(e *run.ElementState) tea.Cmd {
	if e.Decision.Choice == run.TakeMean {
		return d.reopen(e)
	}
	return d.moveOn(e, run.Decision{Choice: run.TakeMean}, "gets its measured mean")
}

// moveOn decides on an element, says so, and goes to the next one.
func (d *decisions) moveOn(e *run.ElementState, to run.Decision, said string) tea.Cmd {
	next, _ := d.list.Act(keys.Down)
	return tea.Batch(d.take(to, e), next, screen.Say(words.Name(&e.Element)+" "+said+". u: undo."))
}

// reopen makes an element undecided again.
func (d *decisions) reopen(e *run.ElementState) tea.Cmd {
	return tea.Batch(d.take(run.Decision{}, e), screen.Say(words.Name(&e.Element)+" is undecided again."))
}

// decideMarked decides on all marked elements and unmarks them.
func (d *decisions) decideMarked(action keys.Action, marked []*run.ElementState) tea.Cmd {
	to, said := run.Decision{Choice: run.Reject}, quantity.Plural(len(marked), "element keeps its old value", "elements keep their old values")
	if action == keys.Accept {
		marked = slices.DeleteFunc(marked, func(e *run.ElementState) bool { return !acceptable(e) })
		to, said = run.Decision{Choice: run.Accept}, quantity.Plural(len(marked), "expression", "expressions")+" accepted"
	}
	d.list.Unmark()
	return tea.Batch(d.decideAll(marked, to), screen.Say(said+". u: undo."))
}

// decideAll decides on several elements at once.
func (d *decisions) decideAll(all []*run.ElementState, to run.Decision) tea.Cmd {
	for _, e := range all {
		delete(d.looks, e.ID)
	}
	return d.take(to, all...)
}

// acceptAll accepts the best proposal of every undecided element that is shown, as a run
// without screens does: what is below the asked quality a person accepts by itself, or gets its
// measured mean where these are asked for.
func (d *decisions) acceptAll() tea.Cmd {
	open := d.open()
	for _, e := range open.all {
		delete(d.looks, e.ID)
	}
	said := quantity.Plural(len(open.all)-open.means, "expression", "expressions") + " accepted"
	if open.means > 0 {
		said += ", " + quantity.Plural(open.means, "measured mean", "measured means") + " taken"
	}
	more := 0
	for _, e := range open.all {
		if e.Trust() == run.MeasureMore {
			more++
		}
	}
	if more > 0 {
		said += fmt.Sprintf(" (%d of them should be measured more)", more)
	}
	if open.below > 0 {
		said += fmt.Sprintf(", %d below the asked quality left; accept one with a.", open.below)
	} else {
		said += ". u: undo."
	}
	return tea.Batch(d.takeEach(usual, open.all...), screen.Say(said))
}

// undecided are the elements that are shown and not decided on.
type undecided struct {
	all   []*run.ElementState // that acceptAll decides on
	means int                 // of these, that get their measured mean
	below int                 // others, whose best proposal is below the asked quality
}

func (d *decisions) open() (open undecided) {
	for _, e := range d.list.Shown() {
		switch {
		case e.Decision.Choice == run.Undecided && e.Measured != nil:
			open.means++
		case !acceptable(e):
			continue
		case e.Below != "":
			open.below++
			continue
		}
		open.all = append(open.all, e)
	}
	return open
}

// usual is what a run without screens decides: the best proposal, or the measured mean in its place.
func usual(e *run.ElementState) run.Decision {
	if e.Measured != nil {
		return run.Decision{Choice: run.TakeMean}
	}
	return run.Decision{Choice: run.Accept}
}

// undoLast takes the last decision back and goes to its element. After reopening it makes undecided what was decided on
// last; decisions of an older Beagle have no order, and there it is that on the chosen element.
func (d *decisions) undoLast() tea.Cmd {
	if len(d.undo) > 0 {
		id, told := d.takeBack()
		return tea.Batch(told, d.list.GoTo(id))
	}
	last := d.latest()
	if len(last) == 0 {
		last = []*run.ElementState{d.list.Chosen()}
	}
	said := words.Name(&last[0].Element) + " is undecided again."
	if len(last) > 1 {
		said = quantity.Plural(len(last), "element is", "elements are") + " undecided again."
	}
	told := []tea.Cmd{screen.Say(said), d.list.GoTo(last[0].ID)}
	for _, e := range last {
		told = append(told, d.tell(e, run.Decision{}))
	}
	return tea.Batch(told...)
}
