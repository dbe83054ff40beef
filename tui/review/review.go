// Package review is where a person decides: old value, new expression, the
// evidence, the alternatives; then the diff of the model file, and only then
// it is written.
package review

import (
	"context"
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"beagle/internal/quantity"
	"beagle/model"
	"beagle/run"
	"beagle/run/folder"
	"beagle/tui/dialog"
	"beagle/tui/elements"
	"beagle/tui/evidence"
	"beagle/tui/keys"
	"beagle/tui/live"
	"beagle/tui/screen"
	"beagle/tui/text"
	"beagle/tui/validation"
	"beagle/tui/whatif"
	"beagle/tui/words"
)

// Options are what the review must know besides the run.
type Options struct {
	Table bool // of a lone table: there is no model to write
	// Typed is what a person was typing when the screens ended, by run, and KeepTyped keeps it; nil: nobody does.
	Typed     func(id string) *folder.Typed
	KeepTyped func(id string, t *folder.Typed)

	Output run.Output // where the model is written unless the person says otherwise
	// Report is one page of HTML about a run; nil: not offered.
	Report func(ctx context.Context, r run.Run) ([]byte, error)
}

// Review is the screen.
type Review struct {
	env  *screen.Env
	feed *live.Feed
	opt  Options

	list      *elements.List
	listWidth int // cells that it was drawn in
	listTop   int // lines above it
	looks     looks
	decided   decisions
}

// New is the review of a run.
func New(env *screen.Env, feed *live.Feed, opt Options) *Review {
	return &Review{env: env, feed: feed, opt: opt, list: elements.New(feed, elements.Flat, words.ByVerdict), looks: looks{}, decided: decisions{feed: feed, now: env.Now}}
}

// Init fetches the evidence of the first element.
func (r *Review) Init() tea.Cmd { return r.list.Want() }

// Update follows the feed, and the text of the filter.
func (r *Review) Update(msg tea.Msg) tea.Cmd {
	switch msg.(type) {
	case live.Changed:
		return r.list.Follow()
	case tea.KeyPressMsg, tea.PasteMsg:
		cmd, _ := r.list.Edit(msg)
		return cmd
	}
	return nil
}

// Scopes are the bindings that hold now.
func (r *Review) Scopes() []*keys.Scope {
	return append(r.list.Filter.Scopes(keys.ReviewList, keys.Moving), keys.Everywhere)
}

// Typing reports whether the filter is being typed.
func (r *Review) Typing() bool { return r.list.Filter.Typing }

// Footer names what matters now.
func (r *Review) Footer() []keys.Action {
	if r.opt.Table {
		return r.list.Filter.Footer(keys.Accept, keys.Edit, keys.Right, keys.Enter, keys.Copy, keys.Help, keys.Leave)
	}
	return r.list.Filter.Footer(keys.Accept, keys.Reject, keys.AcceptAll, keys.Write, keys.Enter, keys.Edit, keys.Mark, keys.Right, keys.Diff, keys.Undo, keys.Validate, keys.Help, keys.Leave)
}

// Word says what going back does while a filter holds.
func (r *Review) Word(action keys.Action) string { return r.list.Filter.Word(action) }

// Off says why something cannot be done now.
func (r *Review) Off(action keys.Action) string {
	e := r.list.Chosen()
	switch action {
	case keys.Accept, keys.Reject, keys.Edit, keys.Left, keys.Right, keys.Enter, keys.Zoom, keys.Copy, keys.Open:
		switch {
		case action == keys.Enter && (r.list.Filter.Typing || r.list.Heading()), decides(action) && len(r.list.Marked()) > 0:
			return ""
		case e == nil && r.list.Heading():
			return "space marks what is below the heading; enter opens or closes it"
		case e == nil:
			return "select an element first"
		}
		return r.offElement(e, action)
	case keys.AcceptAll:
		switch open := r.open(); {
		case len(open.all) == 0 && open.below == 0:
			return "every element with an expression is decided"
		case len(open.all) == 0:
			return "the rest is below the asked quality; accept one with a, its warning says why"
		}
	case keys.Undo:
		if len(r.decided.undo) == 0 && len(r.decided.latest()) == 0 && (e == nil || e.Decision.Choice == run.Undecided) {
			return "you have not decided anything"
		}
	case keys.Validate:
		return validation.Off(&r.feed.Snapshot)
	case keys.WhatNow:
		if r.wrote() == "" {
			return "write the model first (w)"
		}
	case keys.Report:
		if r.opt.Report == nil {
			return "the report is not available here"
		}
	case keys.Diff, keys.Write:
		if r.opt.Table {
			return "a table has no model; copy the expression with y"
		}
		if accepted(&r.feed.Snapshot) == 0 {
			return "accept an expression first (a)"
		}
	default: // everything else can be done at any time
	}
	return r.list.Off(action)
}

// decides reports whether an action is a decision that may be on several elements.
func decides(action keys.Action) bool { return action == keys.Accept || action == keys.Reject }

// offElement says why nothing can be done with an element; empty: it can.
func (r *Review) offElement(e *run.ElementState, action keys.Action) string {
	p, _ := r.looks.at(e)
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

// Act does what a key asks for.
func (r *Review) Act(action keys.Action) tea.Cmd {
	switch marked := r.list.Marked(); {
	case action == keys.Enter && !r.list.Filter.Typing && r.list.Heading():
		r.list.Toggle()
		return nil
	case decides(action) && len(marked) > 0:
		return r.decideMarked(action, marked)
	case action == keys.Back && !r.list.Filter.Typing && r.list.Unmark():
		return nil
	}
	if cmd, done := r.list.Act(action); done {
		return cmd
	}
	e := r.list.Chosen()
	switch action {
	case keys.Accept:
		if len(e.Proposals) == 0 && e.Measured != nil {
			return r.takeMean(e)
		}
		_, at := r.looks.at(e)
		if e.Decision.Choice == run.Accept && e.Decision.Proposal == at {
			return r.reopen(e)
		}
		return r.moveOn(e, run.Decision{Choice: run.Accept, Proposal: at}, "accepted")
	case keys.Reject:
		if e.Decision.Choice == run.Reject {
			return r.reopen(e)
		}
		return r.moveOn(e, run.Decision{Choice: run.Reject}, "keeps its old value")
	case keys.Edit:
		return r.env.Go(screen.Open{Screen: r.edit(e)})
	case keys.Left, keys.Right:
		r.looks.turn(e, action == keys.Left)
	case keys.Copy:
		p, _ := r.looks.at(e)
		return screen.Copy(words.Expression(p))
	case keys.Open:
		return evidence.OpenSource(r.feed, e)
	case keys.AcceptAll:
		return r.acceptAll()
	case keys.Undo:
		return r.undoLast()
	case keys.Export:
		return r.list.Export(r.env)
	case keys.Report:
		return tea.Sequence(screen.Say("Writing the report…"), r.env.Make("report", func() (map[string][]byte, error) {
			page, err := r.opt.Report(r.env.Ctx, r.feed.Run)
			return map[string][]byte{".html": page}, err
		}))
	case keys.Enter, keys.Zoom:
		return r.env.Go(screen.Open{Screen: evidence.NewZoom(r.env, r.feed, r.list.Chosen, r.step, r.Leave)})
	case keys.Validate:
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
	default: // nothing else is done here
	}
	return nil
}

// takeMean takes the measured mean of an element of which nothing was learnt, or no longer.
func (r *Review) takeMean(e *run.ElementState) tea.Cmd {
	if e.Decision.Choice == run.TakeMean {
		return r.reopen(e)
	}
	return r.moveOn(e, run.Decision{Choice: run.TakeMean}, "gets its measured mean")
}

// means reports whether an element's measured mean is what is written, or would be.
func means(e *run.ElementState) bool {
	return e.Decision.Choice == run.TakeMean || len(e.Proposals) == 0 && e.Measured != nil
}

// moveOn decides on an element, says so, and goes to the next one.
func (r *Review) moveOn(e *run.ElementState, to run.Decision, said string) tea.Cmd {
	return tea.Batch(r.decided.take(to, e), r.step(keys.Down), screen.Say(words.Name(&e.Element)+" "+said+". u: undo."))
}

// reopen makes an element undecided again.
func (r *Review) reopen(e *run.ElementState) tea.Cmd {
	return tea.Batch(r.decided.take(run.Decision{}, e), screen.Say(words.Name(&e.Element)+" is undecided again."))
}

// step goes to another element.
func (r *Review) step(action keys.Action) tea.Cmd {
	cmd, _ := r.list.Act(action)
	return cmd
}

// decideMarked decides on all marked elements, which are not marked any more then.
func (r *Review) decideMarked(action keys.Action, marked []*run.ElementState) tea.Cmd {
	to, said := run.Decision{Choice: run.Reject}, quantity.Plural(len(marked), "element keeps its old value", "elements keep their old values")
	if action == keys.Accept {
		marked = slices.DeleteFunc(marked, func(e *run.ElementState) bool { return !acceptable(e) })
		to, said = run.Decision{Choice: run.Accept}, quantity.Plural(len(marked), "expression", "expressions")+" accepted"
	}
	r.list.Unmark()
	return tea.Batch(r.decideAll(marked, to), screen.Say(said+". u: undo."))
}

// decideAll decides on several elements at once.
func (r *Review) decideAll(all []*run.ElementState, to run.Decision) tea.Cmd {
	for _, e := range all {
		delete(r.looks, e.ID)
	}
	return r.decided.take(to, all...)
}

// acceptAll accepts the best proposal of every undecided element that is shown, as a run
// without screens does: what is below the asked quality a person accepts by itself, or gets its
// measured mean where these are asked for.
func (r *Review) acceptAll() tea.Cmd {
	open := r.open()
	for _, e := range open.all {
		delete(r.looks, e.ID)
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
	return tea.Batch(r.decided.takeEach(usual, open.all...), screen.Say(said))
}

// undecided are the elements that are shown and not decided on.
type undecided struct {
	all   []*run.ElementState // that acceptAll decides on
	means int                 // of these, that get their measured mean
	below int                 // others, whose best proposal is below the asked quality
}

func (r *Review) open() (open undecided) {
	for _, e := range r.list.Shown() {
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
func (r *Review) undoLast() tea.Cmd {
	if len(r.decided.undo) > 0 {
		id, told := r.decided.takeBack()
		return tea.Batch(told, r.list.GoTo(id))
	}
	last := r.decided.latest()
	if len(last) == 0 {
		last = []*run.ElementState{r.list.Chosen()}
	}
	said := words.Name(&last[0].Element) + " is undecided again."
	if len(last) > 1 {
		said = quantity.Plural(len(last), "element is", "elements are") + " undecided again."
	}
	told := []tea.Cmd{screen.Say(said), r.list.GoTo(last[0].ID)}
	for _, e := range last {
		told = append(told, r.decided.tell(e, run.Decision{}))
	}
	return tea.Batch(told...)
}

// Leave asks where something is accepted that no file holds yet.
func (r *Review) Leave() tea.Cmd {
	quit := screen.Send(screen.Quit{})
	if r.opt.Table || !r.decided.unwritten() {
		return quit
	}
	return dialog.Show(r.env, &dialog.Dialog{
		Title: "Leave without writing?",
		Text: fmt.Sprintf("%s not written. Decisions are kept; go on with\nbeagle review %s",
			quantity.Plural(accepted(&r.feed.Snapshot), "accepted expression was", "accepted expressions were"), text.Safe(r.feed.Run.ID())),
		Answers: []dialog.Answer{{Key: "esc", Word: "stay"}, {Key: "l", Word: "leave", Do: quit}},
		Again:   quit,
	})
}

// Click chooses a row of the list, which stands at the top.
func (r *Review) Click(x, y int) tea.Cmd {
	if x >= r.listWidth {
		return nil
	}
	return r.list.Click(y - 1 - r.listTop)
}

// Where says which element is chosen.
func (r *Review) Where() string { return r.list.Where() }

// Title is the header.
func (r *Review) Title() (left, right string) {
	th, s := r.env.Theme, &r.feed.Snapshot
	decided := 0
	for i := range s.Elements {
		if s.Elements[i].Decision.Choice != run.Undecided {
			decided++
		}
	}
	if r.opt.Table {
		return "Table" + th.Muted.Render("  "+text.Safe(fileName(s.Model))), ""
	}
	left = "Review" + th.Muted.Render("  "+text.Safe(fileName(s.Model)))
	right = fmt.Sprintf("%d of %d decided", decided, len(s.Elements))
	if !s.State.Ended() {
		right = words.State(s.State) + "  " + right
	}
	return left, right
}

// looks are the proposals that a person looks at, by element: places in
// ElementState.Proposals. Of the others it is the one that was accepted, or the best.
type looks map[model.ElementID]int

// at is the proposal that is looked at, and its place; nil: there is none.
func (l looks) at(e *run.ElementState) (*run.Proposed, int) {
	at, moved := l[e.ID]
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

// turn goes to the proposal before or after, in a circle.
func (l looks) turn(e *run.ElementState, before bool) {
	_, at := l.at(e)
	n := len(e.Proposals)
	if before {
		at += n - 1
	} else {
		at++
	}
	l[e.ID] = at % n
}

// wrote is the model that was written from here, or by the run before; empty: none was.
func (r *Review) wrote() string {
	if s := &r.feed.Snapshot; r.env.Wrote == "" && s.Wrote != nil {
		return s.Wrote.File
	}
	return r.env.Wrote
}

// whatIf asks the model that was written what would be.
func (r *Review) whatIf() tea.Cmd {
	asked, err := whatif.Written(r.env, r.wrote(), r.feed.Snapshot.Model, r.Leave)
	if err != nil {
		return screen.Say(err.Error())
	}
	return r.env.Go(screen.Open{Screen: asked})
}
