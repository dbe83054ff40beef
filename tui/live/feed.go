// Package live pulls what a run shows: at most ten snapshots a second, one
// pending command at a time, so that a run with thousands of records a second
// costs no more drawing than a quiet one.
package live

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"beagle/model"
	"beagle/run"
	"beagle/run/folder"
	"beagle/tui/dialog"
	"beagle/tui/screen"
)

// pulse is the least time between two snapshots.
const pulse = 100 * time.Millisecond

// fresh is how long a detail of a living run is shown before it is asked for
// again.
const fresh = time.Second

// Feed is the present view of one run.
type Feed struct {
	Run      run.Run      // the run that is looked at; closed by whoever opened it
	Snapshot run.Snapshot // what screens draw: the newest, unless the display is frozen
	Received time.Time    // when Snapshot came
	Rows     Rows         // what was measured of an element; nil: it cannot be read

	Lives  func() bool // whether a process conducts the run; after its end here: it was resumed elsewhere; nil: unknown
	Attach tea.Cmd     // opens the resumed run

	env     *screen.Env
	before  []model.Problem // what was found before the run began
	frozen  bool            // the display stands still; the run goes on
	held    *run.Snapshot   // the newest that came meanwhile; nil: none
	ended   bool            // Changed is closed
	details map[subject]*detail
	aspects map[model.ElementID]run.Aspect // the latest that was looked at
	asking  bool                           // a detail is being fetched
	wanted  subject                        // fetched next
	telling []telling                      // requests in order; the first is under way
}

// subject is an element, looked at in a way.
type subject struct {
	id     model.ElementID
	aspect run.Aspect
}

// detail is what was learnt of an element, and when that was asked for.
type detail struct {
	run.Detail
	err    error
	at     time.Time
	seq    uint64
	failed int // times in a row
}

type (
	// Changed tells the screens that the snapshot or a detail is new.
	Changed struct{}

	// Each message knows whose it is: of a run that is left, some are still under way.
	snapshotMsg struct {
		feed     *Feed
		snapshot run.Snapshot
		ended    bool
		wait     bool // came from the loop, which goes on
	}
	detailMsg struct {
		feed   *Feed
		of     subject
		detail run.Detail
		err    error
		seq    uint64
	}
	tickMsg struct{ feed *Feed }
	// livesMsg says whether a process conducts the run now (lives), and whether there was none at an earlier look (over).
	livesMsg struct {
		feed        *Feed
		lives, over bool
	}
	toldMsg struct {
		feed   *Feed
		what   string
		answer tea.Msg // of what was asked in turn; nil: of an order
		err    error
	}
)

// New is a feed of a run.
func New(env *screen.Env, r run.Run) *Feed {
	return &Feed{Run: r, env: env, Snapshot: r.Snapshot(), Received: env.Now(), details: map[subject]*detail{}, aspects: map[model.ElementID]run.Aspect{}}
}

// Init starts pulling.
func (f *Feed) Init() tea.Cmd { return tea.Batch(f.wait(), f.tick()) }

// tick lets times on the screen go on while nothing else happens.
func (f *Feed) tick() tea.Cmd { return f.env.After(time.Second, tickMsg{f}) }

func (f *Feed) wait() tea.Cmd {
	r, ctx := f.Run, f.env.Ctx
	return func() tea.Msg {
		var open bool
		select {
		case _, open = <-r.Changed():
		case <-ctx.Done():
			return nil
		}
		if open {
			select {
			case <-time.After(pulse):
			case <-ctx.Done():
				return nil
			}
		}
		return snapshotMsg{feed: f, snapshot: r.Snapshot(), ended: !open, wait: true}
	}
}

// Frozen reports whether the display stands still.
func (f *Feed) Frozen() bool { return f.frozen }

// Begin shows what was found before the run began among the run's problems.
func (f *Feed) Begin(before []model.Problem) {
	f.before = before
	f.Snapshot.Problems = slices.Concat(before, f.Snapshot.Problems)
}

// Freeze lets the display stand still, so that it can be read, while the run goes on;
// or go on again. The end of the run is always shown.
func (f *Feed) Freeze() tea.Cmd {
	if f.frozen = !f.frozen; f.frozen {
		return screen.Say("The display stands still; the analysis goes on.")
	}
	if f.held != nil {
		f.Snapshot, f.Received, f.held = *f.held, f.env.Now(), nil
	}
	return screen.Send(Changed{})
}

// Refresh fetches a snapshot now; after a run has ended nothing else does.
func (f *Feed) Refresh() tea.Cmd {
	r := f.Run
	return func() tea.Msg { return snapshotMsg{feed: f, snapshot: r.Snapshot()} }
}

// Update handles the feed's own messages. A run that lost its connection may
// hand out a snapshot older than ours; that one is dropped.
func (f *Feed) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tickMsg:
		if f.ended || msg.feed != f {
			return nil
		}
		return tea.Batch(f.tick(), screen.Send(Changed{}))
	case snapshotMsg:
		if msg.feed != f {
			return nil
		}
		if len(f.before) > 0 {
			msg.snapshot.Problems = slices.Concat(f.before, msg.snapshot.Problems)
		}
		// What a store knows of a run whose process died may count from anew.
		if f.frozen && !msg.snapshot.State.Ended() {
			f.held = &msg.snapshot
		} else if f.frozen = false; msg.snapshot.Seq >= f.Snapshot.Seq || msg.snapshot.State.Ended() && !f.Snapshot.State.Ended() {
			f.Snapshot, f.Received = msg.snapshot, f.env.Now()
		}
		f.ended = f.ended || msg.ended
		switch {
		case msg.wait && !msg.ended:
			return tea.Batch(f.wait(), screen.Send(Changed{}))
		case msg.wait && f.Lives != nil:
			return tea.Batch(f.elsewhere(false, 0), screen.Send(Changed{}))
		}
		return screen.Send(Changed{})
	case livesMsg:
		switch {
		case msg.feed != f:
			return nil
		case msg.lives && msg.over:
			return dialog.Show(f.env, f.askAttach())
		}
		return f.elsewhere(msg.over || !msg.lives, often)
	case toldMsg:
		if msg.feed != f {
			return nil
		}
		f.telling = f.telling[1:]
		next := f.Refresh()
		if len(f.telling) > 0 {
			next = f.ask(f.telling[0])
		}
		if msg.answer != nil {
			next = tea.Batch(next, screen.Send(msg.answer))
		}
		if msg.err != nil {
			return tea.Batch(next, screen.Say(refused(msg.what, msg.err)))
		}
		return next
	case detailMsg:
		if msg.feed != f {
			return nil
		}
		f.asking = false
		if msg.err != nil {
			return f.failedDetail(msg)
		}
		if old, known := f.aspects[msg.of.id]; msg.of.aspect != (run.Aspect{}) {
			if known && old != msg.of.aspect && old != f.decided(msg.of.id) { // of what is typed, only the newest is of interest
				delete(f.details, subject{msg.of.id, old})
			}
			f.aspects[msg.of.id] = msg.of.aspect
		}
		f.details[msg.of] = &detail{Detail: msg.detail, at: f.env.Now(), seq: msg.seq}
		return tea.Batch(f.fetch(), screen.Send(Changed{}))
	}
	return nil
}

// often is how long elsewhere waits before it looks again.
const often = 5 * time.Second

// elsewhere looks, after a while, whether a process conducts the run that has ended here. over: at an earlier look there was
// none, so that one found now has resumed the run; otherwise it may be the process that is still ending.
func (f *Feed) elsewhere(over bool, after time.Duration) tea.Cmd {
	ctx := f.env.Ctx
	return func() tea.Msg {
		select {
		case <-time.After(after):
			return livesMsg{f, f.Lives(), over}
		case <-ctx.Done():
			return nil
		}
	}
}

// askAttach offers to leave the outdated screen for the resumed run.
func (f *Feed) askAttach() *dialog.Dialog {
	return &dialog.Dialog{
		Title: "The run was resumed elsewhere",
		Text:  "This screen shows how it was when it ended. Attach shows the run as it goes on.",
		Answers: []dialog.Answer{
			{Key: "esc", Word: "stay here"},
			{Key: "a", Word: "attach", Do: f.Attach},
		},
	}
}

// failedDetail keeps what was known, and asks again: a run that has just ended
// cannot be asked while its process goes and its store is not yet opened.
func (f *Feed) failedDetail(msg detailMsg) tea.Cmd {
	d := f.details[msg.of]
	if d == nil {
		d = &detail{}
		f.details[msg.of] = d
	}
	d.failed++
	if d.failed > attempts {
		d.err, d.seq, d.at = msg.err, msg.seq, f.env.Now()
		return tea.Batch(f.fetch(), screen.Send(Changed{}))
	}
	return f.env.After(fresh, Changed{})
}

// attempts is how often a detail is asked for before its failure is shown.
const attempts = 5

// Detail is what is known of an element in depth, with the expression of a person's own that is to be written;
// nil: not yet.
func (f *Feed) Detail(id model.ElementID) (*run.Detail, error) {
	if d, err := f.known(subject{id, f.decided(id)}); d != nil || err != nil {
		return d, err
	}
	return f.known(subject{id: id})
}

// decided is how an element is looked at: with a person's own expression where that is to be written.
func (f *Feed) decided(id model.ElementID) run.Aspect {
	for i := range f.Snapshot.Elements {
		if e := &f.Snapshot.Elements[i]; e.ID == id && e.Decision.Choice == run.Edit {
			return run.Aspect{Text: e.Decision.StoEx}
		}
	}
	return run.Aspect{}
}

// Aspect is an element as it was looked at last in a way of its own, which may be
// older than the one that is wanted; before the first, as it is unasked.
func (f *Feed) Aspect(id model.ElementID) (*run.Detail, run.Aspect, error) {
	aspect := f.aspects[id]
	d, err := f.known(subject{id, aspect})
	return d, aspect, err
}

// known is what is known of an element by now; nil: not yet.
func (f *Feed) known(of subject) (*run.Detail, error) {
	d := f.details[of]
	if d == nil || d.at.IsZero() {
		return nil, nil //nolint:nilnil // not yet known is neither a value nor an error
	}
	return &d.Detail, d.err
}

// Want asks for an element in depth unless that is known and fresh.
func (f *Feed) Want(id model.ElementID) tea.Cmd { return f.WantAspect(id, f.decided(id)) }

// WantAspect asks for an element looked at in a way of its own.
func (f *Feed) WantAspect(id model.ElementID, aspect run.Aspect) tea.Cmd {
	of := subject{id, aspect}
	if id == "" {
		return nil
	}
	if d := f.details[of]; d != nil {
		// After the end nothing asks again, so the last detail must be of the end.
		living := !f.Snapshot.State.Ended()
		if d.seq == f.Snapshot.Seq || living && f.env.Now().Sub(d.at) < fresh {
			return nil
		}
	}
	f.wanted = of
	return f.fetch()
}

// fetch asks for the element that is wanted, one at a time.
func (f *Feed) fetch() tea.Cmd {
	if f.asking || f.wanted.id == "" {
		return nil
	}
	f.asking = true
	ctx, r, of, seq := f.env.Ctx, f.Run, f.wanted, f.Snapshot.Seq
	f.wanted = subject{}
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, timeout)
		defer cancel()
		d, err := r.Detail(ctx, of.id, of.aspect)
		return detailMsg{feed: f, of: of, detail: d, err: err, seq: seq}
	}
}

// Elapsed is the time the run has taken, without pauses; it goes on between
// snapshots.
func (f *Feed) Elapsed() time.Duration {
	elapsed := time.Duration(f.Snapshot.Elapsed)
	switch f.Snapshot.State {
	case run.Preparing, run.Running, run.Aborting:
		elapsed += max(0, f.env.Now().Sub(f.Received))
	case run.Paused, run.Aborted, run.Finished, run.Failed:
	}
	return elapsed
}

// refused says why a request was not carried out, and what to do.
func refused(what string, err error) string {
	words := what + " did not work: " + err.Error()
	var problem model.Problem
	if errors.As(err, &problem) && problem.Hint != "" {
		words += "; " + problem.Hint
	}
	return words
}

// telling is a request that must stay in order with others.
type telling struct {
	what    string
	timeout time.Duration // from when it is under way
	do      func(context.Context) (answer tea.Msg, err error)
}

// ask asks the run something beside the screen, for a bounded time.
func (f *Feed) ask(t telling) tea.Cmd {
	ctx := f.env.Ctx
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, t.timeout)
		defer cancel()
		answer, err := t.do(ctx)
		return toldMsg{feed: f, what: t.what, answer: answer, err: err}
	}
}

// Tell sends requests one after the other in the order of the calls, since
// commands on their own run in no order. What fails is said.
func (f *Feed) Tell(what string, do func(context.Context) error) tea.Cmd {
	return f.inTurn(telling{what, timeout, func(ctx context.Context) (tea.Msg, error) { return nil, do(ctx) }})
}

// Ask waits until all that was told before has arrived, then asks, and sends the
// answer to the screens; its context ends after timeout. What depends on decisions
// is asked so: on its own it could overtake them.
func (f *Feed) Ask(timeout time.Duration, do func(context.Context) tea.Msg) tea.Cmd {
	return f.inTurn(telling{timeout: timeout, do: func(ctx context.Context) (tea.Msg, error) { return do(ctx), nil }})
}

// inTurn sends orders one after the other, in the order in which they were given.
func (f *Feed) inTurn(t telling) tea.Cmd {
	f.telling = append(f.telling, t)
	if len(f.telling) > 1 {
		return nil
	}
	return f.ask(f.telling[0])
}

// timeout is how long a request to the run may take before the screen says
// that it did not answer.
const timeout = 15 * time.Second

// Do sends a request to the run; what comes of it is seen in the next
// snapshot, and said where it fails.
func (f *Feed) Do(what string, ask func(context.Context) error) tea.Cmd {
	ctx, r := f.env.Ctx, f.Run
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, timeout)
		defer cancel()
		err := ask(ctx)
		switch {
		case errors.Is(err, context.DeadlineExceeded):
			return screen.Notice{Text: fmt.Sprintf("%s: the analysis did not answer within %s", what, timeout)}
		case err != nil:
			if question := f.askControl(what, ask, err); question != nil {
				return dialog.Ask{Dialog: question}
			}
			return screen.Notice{Text: refused(what, err)}
		}
		return snapshotMsg{feed: f, snapshot: r.Snapshot()}
	}
}

// askControl offers to take the control from another screen, where that is why
// an order was refused; else it is nil.
func (f *Feed) askControl(what string, order func(context.Context) error, err error) *dialog.Dialog {
	var problem model.Problem
	shared, ok := f.Run.(run.Shared)
	if !ok || !errors.As(err, &problem) || problem.Rule != run.Controlled {
		return nil
	}
	return &dialog.Dialog{
		Title: "Another screen is in control. Take it over?",
		Text:  "Then the order is given from here (" + what + "), and the other screen only watches until it takes the control back.",
		Answers: []dialog.Answer{
			{Key: "esc", Word: "leave it there"},
			{Key: "t", Word: "take control", Do: f.Do(what, func(ctx context.Context) error {
				if err := shared.TakeControl(ctx); err != nil {
					return err
				}
				return order(ctx)
			})},
		},
	}
}

// Rows is what was measured of an element of a run: a header, and a row for each observation.
type Rows func(id string, of model.ElementID) ([][]string, error)

// Runs is what can be done with a run that has no process, by its name; nil: not offered.
type Runs struct {
	// There takes up a run that has ended to measure an element where that decides what is
	// undecided of it, and Resume one that was aborted, failed or killed.
	There  func(ctx context.Context, id string, e model.ElementID) (run.Run, error)
	Resume func(ctx context.Context, id string) (run.Run, error)
	// Live reports whether a process conducts the run, and Attach looks into one that is.
	Live   func(id string) bool
	Attach func(id string) (run.Run, error)
	// Printed lists what build and launches printed.
	Printed func(id string) ([]run.Printed, error)
	Rows    Rows // what was measured of an element
	// Report is one page of HTML about a run.
	Report func(ctx context.Context, r run.Run) ([]byte, error)
	// Seen is how far a person saw the run last, which Saw keeps.
	Seen func(id string) folder.Seen
	Saw  func(id string, s folder.Seen)
	// Typed is what a person was typing when the screens ended, which KeepTyped keeps; nil: nothing.
	Typed     func(id string) *folder.Typed
	KeepTyped func(id string, t *folder.Typed)
}
