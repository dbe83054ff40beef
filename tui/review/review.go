// Package review is where a person decides: old value, new expression, the
// evidence, the alternatives; then the diff of the model file, and only then
// it is written.
package review

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"beagle/model"
	"beagle/run"
	"beagle/tui/dialog"
	"beagle/tui/evidence"
	"beagle/tui/keys"
	"beagle/tui/live"
	"beagle/tui/screen"
	"beagle/tui/text"
	"beagle/tui/validation"
	"beagle/tui/words"
)

// Options are what the review must know besides the run.
type Options struct {
	Output run.Output // where the model is written unless the person says otherwise
}

// Review is the screen.
type Review struct {
	env  *screen.Env
	feed *live.Feed
	opt  Options

	shown    []int // indices into Snapshot.Elements that the filter shows
	cursor   screen.Cursor
	filter   screen.Filter
	order    words.Order
	proposal map[model.ElementID]int // which proposal is looked at
	seq      uint64
	decided  decisions
}

// New is the review of a run.
func New(env *screen.Env, feed *live.Feed, opt Options) *Review {
	r := &Review{env: env, feed: feed, opt: opt, proposal: map[model.ElementID]int{}, decided: decisions{feed: feed}}
	r.arrange()
	return r
}

// Init fetches the evidence of the first element.
func (r *Review) Init() tea.Cmd { return r.want() }

func (r *Review) arrange() {
	s := &r.feed.Snapshot
	r.seq = s.Seq
	r.shown = r.shown[:0]
	for i := range s.Elements {
		if words.Shows(&s.Elements[i], r.filter.Text) {
			r.shown = append(r.shown, i)
		}
	}
	r.order.Sort(s.Elements, r.shown)
	r.cursor.Clamp(len(r.shown))
}

// element is the chosen element; nil: none is shown.
func (r *Review) element() *run.ElementState {
	if len(r.shown) == 0 {
		return nil
	}
	return &r.feed.Snapshot.Elements[r.shown[r.cursor.At]]
}

func (r *Review) want() tea.Cmd {
	if e := r.element(); e != nil {
		return r.feed.Want(e.ID)
	}
	return nil
}

// looking is the proposal that is looked at, and its index.
func (r *Review) looking(e *run.ElementState) (*run.Proposed, int) {
	at, moved := r.proposal[e.ID]
	if !moved && e.Decision.Choice == run.Accept {
		at = e.Decision.Proposal
	}
	if at < 0 || at >= len(e.Proposals) {
		at = 0
	}
	if len(e.Proposals) == 0 {
		return nil, 0
	}
	return &e.Proposals[at], at
}

// Update follows the feed, and the text of the filter.
func (r *Review) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case live.Changed:
		if r.feed.Snapshot.Seq != r.seq {
			r.arrange()
		}
		return r.want()
	case tea.KeyPressMsg, tea.PasteMsg:
		if r.filter.Edit(msg) {
			r.arrange()
			return r.want()
		}
	}
	return nil
}

// Scopes are the bindings that hold now.
func (r *Review) Scopes() []*keys.Scope {
	return append(r.filter.Scopes(keys.ReviewList, keys.Moving), keys.Everywhere)
}

// Typing reports whether the filter is being typed.
func (r *Review) Typing() bool { return r.filter.Typing }

// Footer names what matters now.
func (r *Review) Footer() []keys.Action {
	return r.filter.Footer(keys.Accept, keys.Reject, keys.Edit, keys.Write, keys.Right, keys.Zoom, keys.Diff, keys.Undo, keys.AcceptAll, keys.Foretold, keys.Help, keys.Leave)
}

// Word says what going back does while a filter holds.
func (r *Review) Word(action keys.Action) string { return r.filter.Word(action) }

// Off says why something cannot be done now.
func (r *Review) Off(action keys.Action) string {
	e := r.element()
	switch action {
	case keys.Accept, keys.Reject, keys.Edit, keys.Left, keys.Right, keys.Zoom, keys.Copy:
		if e == nil {
			return "no element is shown"
		}
		return r.offElement(e, action)
	case keys.AcceptAll:
		if len(r.acceptable()) == 0 {
			return "every element that has an expression is decided"
		}
	case keys.Undo:
		if len(r.decided.undo) == 0 {
			return "nothing was decided here yet"
		}
	case keys.Foretold:
		return validation.Off(&r.feed.Snapshot)
	case keys.WhatNow:
		if r.env.Wrote == "" {
			return "write the model first (w): what was written is asked"
		}
	case keys.Diff, keys.Write:
		if accepted(&r.feed.Snapshot) == 0 {
			return "nothing is accepted yet; space accepts"
		}
	default: // everything else can be done at any time
	}
	return ""
}

func (r *Review) offElement(e *run.ElementState, action keys.Action) string {
	p, _ := r.looking(e)
	switch action {
	case keys.Accept:
		if p == nil {
			return "there is no expression for this element"
		}
		if p.Unsayable != "" {
			return p.Unsayable
		}
	case keys.Left, keys.Right:
		if len(e.Proposals) < 2 {
			return "there are no alternatives"
		}
	default: // nothing else is special here
	}
	return ""
}

// acceptable are the undecided elements whose best proposal StoEx can say.
func (r *Review) acceptable() []int {
	var out []int
	for _, i := range r.shown {
		e := &r.feed.Snapshot.Elements[i]
		if e.Decision.Choice == run.Undecided && e.Best != nil && e.Best.Unsayable == "" && len(e.Proposals) > 0 {
			out = append(out, i)
		}
	}
	return out
}

// Act does what a key asks for.
func (r *Review) Act(action keys.Action) tea.Cmd {
	if r.filter.Act(action) {
		r.arrange()
		return r.want()
	}
	e := r.element()
	switch action {
	case keys.Accept:
		_, at := r.looking(e)
		if e.Decision.Choice == run.Accept && e.Decision.Proposal == at {
			return r.decided.take(e, run.Decision{})
		}
		return r.moveOn(r.decided.take(e, run.Decision{Choice: run.Accept, Proposal: at}))
	case keys.Reject:
		if e.Decision.Choice == run.Reject {
			return r.decided.take(e, run.Decision{})
		}
		return r.moveOn(r.decided.take(e, run.Decision{Choice: run.Reject}))
	case keys.Edit:
		return r.env.Go(screen.Open{Screen: newEditor(r, e)})
	case keys.Left, keys.Right:
		r.turn(e, action)
	case keys.Sort:
		r.sort()
		return tea.Batch(r.want(), screen.Say("Sorted by "+r.order.String()+"; s goes on."))
	case keys.Doubt:
		return r.nextDoubt()
	case keys.Copy:
		p, _ := r.looking(e)
		return screen.Copy(words.Expression(p))
	case keys.AcceptAll:
		return r.acceptAll()
	case keys.Undo:
		return r.undoLast()
	case keys.Zoom:
		return r.env.Go(screen.Open{Screen: evidence.NewZoom(r.env, r.feed, r.element, r.step, r.Leave)})
	case keys.Foretold:
		return r.env.Go(screen.Open{Screen: validation.New(r.env, func() *run.Validation { return r.feed.Snapshot.Validation }, r.Leave)})
	case keys.WhatNow:
		return r.whatIf()
	case keys.Diff:
		return r.env.Go(screen.Open{Screen: newDiff(r)})
	case keys.Write:
		return r.env.Go(screen.Open{Screen: newWrite(r)})
	case keys.Back:
		return r.env.Go(screen.Close{})
	case keys.Leave, keys.Stop:
		return r.Leave()
	default:
		return r.step(action)
	}
	return nil
}

// moveOn goes to the next element after a decision.
func (r *Review) moveOn(told tea.Cmd) tea.Cmd { return tea.Batch(told, r.step(keys.Down)) }

// sort changes the order and keeps the chosen element.
func (r *Review) sort() {
	e := r.element()
	r.order = r.order.Next()
	r.arrange()
	for at, i := range r.shown {
		if e != nil && r.feed.Snapshot.Elements[i].ID == e.ID {
			r.cursor.At = at
		}
	}
}

// nextDoubt goes to the next element that a person should look at.
func (r *Review) nextDoubt() tea.Cmd {
	for by := 1; by <= len(r.shown); by++ {
		if at := (r.cursor.At + by) % len(r.shown); words.Doubtful(&r.feed.Snapshot.Elements[r.shown[at]]) {
			r.cursor.At = at
			return r.want()
		}
	}
	return screen.Say("There is no element to look at: all that have an expression are to be trusted.")
}

// step goes to another element.
func (r *Review) step(action keys.Action) tea.Cmd {
	r.cursor.Move(action, len(r.shown))
	return r.want()
}

func (r *Review) turn(e *run.ElementState, action keys.Action) {
	_, at := r.looking(e)
	n := len(e.Proposals)
	if action == keys.Left {
		at += n - 1
	} else {
		at++
	}
	r.proposal[e.ID] = at % n
}

// acceptAll accepts the best proposal of every undecided element that is shown.
func (r *Review) acceptAll() tea.Cmd {
	all := r.acceptable()
	commands := make([]tea.Cmd, 0, len(all)+1)
	for _, i := range all {
		e := &r.feed.Snapshot.Elements[i]
		delete(r.proposal, e.ID)
		commands = append(commands, r.decided.take(e, run.Decision{Choice: run.Accept}))
	}
	return tea.Batch(append(commands, screen.Say(text.Plural(len(all), "expression", "expressions")+" accepted; u takes them back one by one."))...)
}

// undoLast takes the last decision back and goes to its element.
func (r *Review) undoLast() tea.Cmd {
	id, told := r.decided.takeBack()
	for at, i := range r.shown {
		if r.feed.Snapshot.Elements[i].ID == id {
			r.cursor.At = at
		}
	}
	return tea.Batch(told, r.want())
}

// Leave asks where something is accepted that no file holds yet.
func (r *Review) Leave() tea.Cmd {
	quit := screen.Send(screen.Quit{})
	if !r.decided.unwritten() {
		return quit
	}
	return dialog.Show(r.env, &dialog.Dialog{
		Title: "Leave without writing?",
		Text: fmt.Sprintf("%s not written on this screen. The decisions are kept; go on with\nbeagle review %s",
			text.Plural(accepted(&r.feed.Snapshot), "accepted expression was", "accepted expressions were"), text.Safe(r.feed.Run.ID())),
		Answers: []dialog.Answer{{Key: "esc", Word: "stay"}, {Key: "l", Word: "leave", Do: quit}},
		Again:   quit,
	})
}

// Title is the header.
func (r *Review) Title() (left, right string) {
	th, s := r.env.Theme, &r.feed.Snapshot
	decided := 0
	for i := range s.Elements {
		if s.Elements[i].Decision.Choice != run.Undecided {
			decided++
		}
	}
	left = "Review" + th.Muted.Render("  "+text.Safe(fileName(s.Model)))
	return left, fmt.Sprintf("%d of %d decided", decided, len(s.Elements))
}
