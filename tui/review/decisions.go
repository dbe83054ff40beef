package review

import (
	"context"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"beagle/model"
	"beagle/run"
	"beagle/tui/live"
	"beagle/tui/words"
)

// decisions are what a person decided on this screen.
type decisions struct {
	feed    *live.Feed
	undo    []undone
	written string // fingerprint of the decisions that were written last
}

// undone is how things were before a decision.
type undone struct {
	id     model.ElementID
	before run.Decision
}

// take shows a decision at once and tells the run; the snapshot follows.
func (d *decisions) take(e *run.ElementState, to run.Decision) tea.Cmd {
	d.undo = append(d.undo, undone{e.ID, e.Decision})
	return d.tell(e, to)
}

func (d *decisions) tell(e *run.ElementState, decision run.Decision) tea.Cmd {
	e.Decision = decision
	id, to := e.ID, d.feed.Run
	return d.feed.Tell("Keeping the decision", func(ctx context.Context) error { return to.Decide(ctx, id, decision) })
}

// takeBack undoes the last decision and says of which element it was.
func (d *decisions) takeBack() (of model.ElementID, told tea.Cmd) {
	last := d.undo[len(d.undo)-1]
	d.undo = d.undo[:len(d.undo)-1]
	s := &d.feed.Snapshot
	for i := range s.Elements {
		if s.Elements[i].ID == last.id {
			return last.id, d.tell(&s.Elements[i], last.before)
		}
	}
	return last.id, nil
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

// unwritten reports whether something is accepted that was not written from here.
func (d *decisions) unwritten() bool {
	now := d.fingerprint()
	return now != "" && now != d.written
}

// accepted is the number of elements whose value would change.
func accepted(s *run.Snapshot) int {
	n := 0
	for i := range s.Elements {
		if c := s.Elements[i].Decision.Choice; c == run.Accept || c == run.Edit {
			n++
		}
	}
	return n
}
