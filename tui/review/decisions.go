package review

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"beagle/internal/quantity"
	"beagle/model"
	"beagle/run"
	"beagle/tui/elements"
	"beagle/tui/live"
	"beagle/tui/words"
)

// decisions are what a person decided on this screen.
type decisions struct {
	feed    *live.Feed
	now     func() time.Time
	list    *elements.List // of the screen
	looks   looks          // of the screen: which proposal of an element is shown
	undo    [][]undone     // what was decided together
	written string         // fingerprint of the decisions that were written last
}

// undone is how things were before a decision.
type undone struct {
	id     model.ElementID
	before run.Decision
}

// take shows a decision on some elements at once and tells the run; the snapshot
// follows.
func (d *decisions) take(to run.Decision, on ...*run.ElementState) tea.Cmd {
	return d.takeEach(func(*run.ElementState) run.Decision { return to }, on...)
}

func (d *decisions) takeEach(to func(*run.ElementState) run.Decision, on ...*run.ElementState) tea.Cmd {
	var before []undone
	var told []tea.Cmd
	at := d.now().UnixNano()
	for _, e := range on {
		before = append(before, undone{e.ID, e.Decision})
		decision := to(e)
		decision.At = at
		told = append(told, d.tell(e, decision))
	}
	if len(before) > 0 {
		d.undo = append(d.undo, before)
	}
	return tea.Batch(told...)
}

// tell shows a decision at once, and sends it to the run.
func (d *decisions) tell(e *run.ElementState, decision run.Decision) tea.Cmd {
	e.Decision = decision
	id, to := e.ID, d.feed.Run
	return d.feed.Tell("Keeping the decision", func(ctx context.Context) error { return to.Decide(ctx, id, decision) })
}

// takeBack undoes the last decision and says of which element it was, or of the
// first of several.
func (d *decisions) takeBack() (of model.ElementID, told tea.Cmd) {
	last := d.undo[len(d.undo)-1]
	d.undo = d.undo[:len(d.undo)-1]
	before := map[model.ElementID]run.Decision{}
	for _, u := range last {
		before[u.id] = u.before
	}
	var all []tea.Cmd
	s := &d.feed.Snapshot
	for i := range s.Elements {
		if was, known := before[s.Elements[i].ID]; known {
			all = append(all, d.tell(&s.Elements[i], was))
		}
	}
	return last[0].id, tea.Batch(all...)
}

// latest are the elements that were decided on last, together, in this session or an earlier one.
func (d *decisions) latest() (all []*run.ElementState) {
	at := int64(0)
	for i := range d.feed.Snapshot.Elements {
		e := &d.feed.Snapshot.Elements[i]
		if e.Decision.Choice == run.Undecided || e.Decision.At < at {
			continue
		}
		if e.Decision.At > at {
			at, all = e.Decision.At, nil
		}
		if at > 0 {
			all = append(all, e)
		}
	}
	return all
}

// fingerprint tells one set of decisions from another.
func (d *decisions) fingerprint() string {
	var b strings.Builder
	for i := range d.feed.Snapshot.Elements {
		e := &d.feed.Snapshot.Elements[i]
		if expression, changed := words.Decided(e); changed {
			fmt.Fprintf(&b, "%q %q\n", e.ID, expression)
		}
	}
	return b.String()
}

// unwritten reports whether something is accepted that was written neither from here nor by the run before.
func (d *decisions) unwritten() bool {
	now := d.fingerprint()
	if now == "" || now == d.written {
		return false
	}
	s := &d.feed.Snapshot
	return s.Wrote == nil || slices.ContainsFunc(s.Elements, func(e run.ElementState) bool { return e.Decision.At > s.Wrote.At.UnixNano() })
}

// summary counts what is written and what is not.
func (r *Review) summary() string {
	s := &r.feed.Snapshot
	kept, open := 0, 0
	for i := range s.Elements {
		switch s.Elements[i].Decision.Choice {
		case run.Reject:
			kept++
		case run.Undecided:
			open++
		case run.Accept, run.Edit, run.TakeMean:
		}
	}
	said := quantity.Plural(accepted(s), "element", "elements")
	if kept > 0 {
		said += fmt.Sprintf("; %d keep the old value", kept)
	}
	if open > 0 {
		said += fmt.Sprintf("; %d undecided", open)
	}
	return said
}

// accepted is the number of elements whose value would change.
func accepted(s *run.Snapshot) int {
	n := 0
	for i := range s.Elements {
		if s.Elements[i].Decision.Changes() {
			n++
		}
	}
	return n
}
