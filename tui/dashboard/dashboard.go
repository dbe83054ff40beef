// Package dashboard shows a run while it goes on: what happens now, how far it
// is, what was learnt of each element, and what went wrong.
package dashboard

import (
	"errors"
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
	"beagle/tui/words"
)

// ErrDetached marks that a person left a run that goes on.
var ErrDetached = errors.New("detached")

// DetachedError is what the screens return then; it says how to come back.
type DetachedError struct {
	Run string // id of the run that goes on
}

// Error says how to come back to the run.
func (e *DetachedError) Error() string {
	return "detached; the analysis goes on: beagle attach " + text.Safe(e.Run)
}

// Is makes the error an ErrDetached.
func (e *DetachedError) Is(target error) bool { return target == ErrDetached }

// Options are what the dashboard must know besides the run.
type Options struct {
	CanDetach bool          // the run goes on without the screen
	Review    screen.Screen // nil: not from here
	Output    screen.Screen // what build and launches print; nil: not from here
	// There takes up the run, when it has ended, to measure an element where that
	// decides; nil: not from here.
	There func(model.ElementID) tea.Cmd
	// Resume takes up the run when it was aborted, failed or killed; nil: not from here.
	Resume tea.Cmd
	// Seen and Saw remember how far a person saw a run; nil: nobody does.
	Seen  func(id string) folder.Seen
	Saw   func(id string, s folder.Seen)
	Leave func() tea.Cmd // leaves a run that has ended; nil: without a question
	Home  bool           // there is a home screen to go back to
}

// Dashboard is the screen.
type Dashboard struct {
	env  *screen.Env
	feed *live.Feed
	opt  Options

	status             status
	orders             orders
	elements           *elements.List
	listTop, listWidth int  // where it was drawn
	problems           bool // problems are shown instead of elements
	trouble            *trouble
}

// New is a dashboard of a run.
func New(env *screen.Env, feed *live.Feed, opt Options) *Dashboard {
	return &Dashboard{env: env, feed: feed, opt: opt, status: status{env, feed}, orders: orders{env, feed, opt}, elements: elements.New(feed, elements.Kinds, words.ByKind), trouble: newTrouble(feed)}
}

// Init fetches what is chosen at first, and says what went on since a person left.
func (d *Dashboard) Init() tea.Cmd { return tea.Batch(d.elements.Want(), d.away()) }

// Update follows the feed, and the text of the filter.
func (d *Dashboard) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case live.Changed:
		d.trouble.follow()
		return d.elements.Follow()
	case tea.KeyPressMsg, tea.PasteMsg:
		if d.problems {
			return d.trouble.Update(msg)
		}
		cmd, _ := d.elements.Edit(msg)
		return cmd
	}
	return nil
}

func (d *Dashboard) filter() *screen.Filter {
	if d.problems {
		return &d.trouble.Filter
	}
	return &d.elements.Filter
}

// Scopes are the bindings that hold now.
func (d *Dashboard) Scopes() []*keys.Scope {
	return append(d.filter().Scopes(keys.Dashboard, keys.Moving), keys.Everywhere)
}

// Typing reports whether the filter is being typed.
func (d *Dashboard) Typing() bool { return d.filter().Typing }

// Footer names what matters now.
func (d *Dashboard) Footer() []keys.Action {
	switch state := d.feed.Snapshot.State; {
	case state.Ended() && state != run.Finished:
		return d.filter().Footer(keys.Resume, keys.Review, keys.Enter, keys.Zoom, keys.Tab, keys.Filter, keys.Help, keys.Leave)
	case state.Ended():
		return d.filter().Footer(keys.Review, keys.Enter, keys.Zoom, keys.Tab, keys.Filter, keys.Help, keys.Leave)
	}
	return d.filter().Footer(keys.Pause, keys.Steer, keys.Abort, keys.Enter, keys.Output, keys.Zoom, keys.Tab, keys.Filter, keys.Help, keys.Leave)
}

// Word replaces a footer word where the same key means something else now.
func (d *Dashboard) Word(action keys.Action) string {
	switch {
	case action == keys.Pause && d.feed.Snapshot.State == run.Paused:
		return "continue"
	case action == keys.Pause && d.feed.Snapshot.Pausing:
		return "pause now"
	case action == keys.Abort && d.feed.Snapshot.State == run.Aborting:
		return "end now"
	case action == keys.Freeze && d.feed.Frozen():
		return "go on"
	case action == keys.Tab && d.problems:
		return "elements"
	}
	return d.filter().Word(action)
}

// Off says why something cannot be done now.
func (d *Dashboard) Off(action keys.Action) string {
	s := &d.feed.Snapshot
	if why := d.orders.off(action, d.elements.Chosen()); why != "" {
		return why
	}
	switch action {
	case keys.Freeze:
		if s.State.Ended() {
			return "the analysis has ended"
		}
	case keys.Output:
		if d.opt.Output == nil {
			return "the output is not available here"
		}
	case keys.Review:
		if d.opt.Review == nil {
			return "the review is not available here"
		}
		if len(s.Elements) == 0 {
			return "there are no elements"
		}
		if !s.State.Ended() {
			return "the analysis is still running"
		}
	case keys.Zoom, keys.Copy, keys.Open:
		if d.elements.Chosen() == nil {
			return "select an element first"
		}
	case keys.Enter:
		if d.filter().Typing {
			return "" // it keeps the filter
		}
		if !d.problems && d.elements.Chosen() == nil && !d.elements.Heading() {
			return "select an element first"
		}
		if d.problems && len(d.trouble.rows) == 0 {
			return "there are no problems"
		}
	default: // everything else can be done at any time
	}
	return d.elements.Off(action)
}

// Act does what a key asks for.
func (d *Dashboard) Act(action keys.Action) tea.Cmd {
	if d.problems && d.trouble.Take(action, len(d.trouble.rows)) {
		return nil
	}
	if action == keys.Back && d.problems {
		d.problems = false
		return nil
	}
	if action == keys.Enter && !d.problems && !d.elements.Filter.Typing && d.elements.Heading() {
		d.elements.Toggle()
		return nil
	}
	if _, moves := keys.Of([]*keys.Scope{keys.Moving}, action); !moves {
		if cmd, done := d.elements.Act(action); done {
			d.problems = false
			return cmd
		}
	}
	switch action {
	case keys.Pause, keys.Abort, keys.Steer, keys.There, keys.Resume:
		return d.orders.give(action, d.elements.Chosen())
	case keys.Output:
		return d.env.Go(screen.Open{Screen: d.opt.Output})
	case keys.Review:
		return d.env.Go(screen.Open{Screen: d.opt.Review})
	case keys.Export:
		if d.problems {
			return d.trouble.export(d.env)
		}
		return d.elements.Export(d.env)
	case keys.Freeze:
		return d.feed.Freeze()
	case keys.Zoom:
		return d.env.Go(screen.Open{Screen: evidence.NewZoom(d.env, d.feed, d.elements.Chosen, d.move, d.Leave)})
	case keys.Open:
		return evidence.OpenSource(d.feed, d.elements.Chosen())
	case keys.Copy:
		return screen.Copy(words.Expression(d.elements.Chosen().Best))
	case keys.Tab:
		d.problems = !d.problems
	case keys.Enter:
		if d.problems {
			return d.trouble.enter(d.env)
		}
		return d.env.Go(screen.Open{Screen: newDetail(d)})
	case keys.Back:
		switch {
		case d.opt.Home && (d.opt.CanDetach || !d.orders.goesOn()):
			d.Ended()
			return d.env.Go(screen.Close{})
		case d.opt.Home:
			return screen.Say("The analysis ends with this screen; q aborts it and leaves.")
		}
		return d.env.Go(screen.Close{})
	case keys.Leave, keys.Stop:
		return d.Leave()
	default:
		return d.move(action)
	}
	return nil
}

// Leave asks what is to become of a run that goes on, or of decisions that are not written.
func (d *Dashboard) Leave() tea.Cmd { return d.orders.leave() }

// move goes through the elements.
func (d *Dashboard) move(action keys.Action) tea.Cmd {
	cmd, _ := d.elements.Act(action)
	return cmd
}

// problemDialog shows a problem whole, with what to do.
func problemDialog(p *model.Problem) *dialog.Dialog {
	body := words.Problem(p)
	if p.Hint != "" {
		body += "\n\n" + text.Safe(p.Hint)
	}
	return &dialog.Dialog{Title: words.Severity(p.Severity), Text: body, Answers: []dialog.Answer{{Key: "esc", Word: "close"}}}
}

// Click chooses an element or a problem.
func (d *Dashboard) Click(x, y int) tea.Cmd {
	switch {
	case d.problems:
		return d.trouble.Click(x, y-d.listTop)
	case x >= d.listWidth:
		return nil
	}
	return d.elements.Click(y - d.listTop - 1)
}

// Where says where in the list a person is.
func (d *Dashboard) Where() string {
	if d.problems {
		return d.trouble.Where()
	}
	return d.elements.Where()
}

// Title is the header: what is analysed, and the state in a word.
func (d *Dashboard) Title() (left, right string) {
	s := &d.feed.Snapshot
	left = text.Safe(base(s.Model))
	if d.feed.Frozen() {
		left = d.env.Theme.Warn.Render("frozen") + "  " + left
	}
	if s.Watching != "" && !s.State.Ended() {
		left = d.env.Theme.Warn.Render("read-only") + "  " + left + d.env.Theme.Muted.Render("  "+text.Safe(string(s.Watching)))
		return left, d.status.state() + d.env.Theme.Muted.Render("  "+quantity.Clock(d.feed.Elapsed()))
	}
	if s.Watchers > 1 {
		left += d.env.Theme.Muted.Render(fmt.Sprintf("   %d viewers", s.Watchers))
	}
	return left, d.status.state() + d.env.Theme.Muted.Render("  "+quantity.Clock(d.feed.Elapsed())+d.status.times())
}
