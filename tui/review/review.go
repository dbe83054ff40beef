// Package review is where a person decides: old value, new expression, the
// evidence, the alternatives; then the diff of the model file, and only then
// it is written.
package review

import (
	"context"
	"fmt"

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
	list, looked := elements.New(feed, elements.Flat, words.ByVerdict), looks{}
	return &Review{env: env, feed: feed, opt: opt, list: list, looks: looked, decided: decisions{feed: feed, now: env.Now, list: list, looks: looked}}
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
		return r.decided.offElement(e, action)
	case keys.AcceptAll, keys.Undo:
		return r.decided.off(action, e)
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

// Act does what a key asks for.
func (r *Review) Act(action keys.Action) tea.Cmd {
	switch marked := r.list.Marked(); {
	case action == keys.Enter && !r.list.Filter.Typing && r.list.Heading():
		r.list.Toggle()
		return nil
	case decides(action) && len(marked) > 0:
		return r.decided.decideMarked(action, marked)
	case action == keys.Back && !r.list.Filter.Typing && r.list.Unmark():
		return nil
	}
	if cmd, done := r.list.Act(action); done {
		return cmd
	}
	e := r.list.Chosen()
	switch action {
	case keys.Accept, keys.Reject, keys.AcceptAll, keys.Undo:
		return r.decided.decide(action, e)
	case keys.Edit:
		return r.env.Go(screen.Open{Screen: r.edit(e)})
	case keys.Left, keys.Right:
		r.looks.turn(e, action == keys.Left)
	case keys.Copy:
		p, _ := r.looks.at(e)
		return screen.Copy(words.Expression(p))
	case keys.Open:
		return evidence.OpenSource(r.feed, e)
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

// means reports whether an element's measured mean is what is written, or would be.
func means(e *run.ElementState) bool {
	return e.Decision.Choice == run.TakeMean || len(e.Proposals) == 0 && e.Measured != nil
}

// step goes to another element.
func (r *Review) step(action keys.Action) tea.Cmd {
	cmd, _ := r.list.Act(action)
	return cmd
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
