// Package home is the screen from which everything else is reached: what was being
// set up, analyses with their states, projects, and the guided tour.
//
// What there is, is listed beside the screen, bounded in time, again and again while the
// screen is seen, since runs come and go by themselves. Whoever is chosen is opened by
// functions that the caller gives, so this room knows neither folders nor processes.
package home

import (
	"errors"
	"path/filepath"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"beagle/internal/quantity"
	"beagle/model"
	"beagle/model/adapter"
	"beagle/run"
	"beagle/run/draft"
	"beagle/run/folder"
	"beagle/tui/dialog"
	"beagle/tui/keys"
	"beagle/tui/screen"
	"beagle/tui/text"
)

// Listing is what there is to go on with.
type Listing struct {
	Here   Place         `json:"here"` // the folder in which the program was started, and what Beagle finds there
	Runs   []folder.Info `json:"runs"` // the newest first
	Drafts []draft.Draft `json:"-"`    // of the wizard
}

// Place is a folder and what lies in it.
type Place struct {
	Folder   string `json:"folder"`   // absolute path
	Settings bool   `json:"settings"` // it has a beagle.yaml
	Models   int    `json:"models"`   // .repository files below it
	Sources  bool   `json:"sources"`  // it has Java sources
}

// Options are what can be done from here; nil: not offered.
type Options struct {
	List    func() (Listing, error)            // what there is to go on with
	Remove  func(id string) error              // deletes an ended run
	Forget  func(project, named string) error  // forgets a draft of a project
	Look    func(id string) tea.Cmd            // into a run
	Review  func(id string) tea.Cmd            // shows the review of an ended run
	Resume  func(id string) tea.Cmd            // takes a run up that has no process
	Compare func(before, after string) tea.Cmd // shows what changed between two runs
	History func(newest string) tea.Cmd        // shows what the runs of a model learnt, up to this run
	Open    func(path string) tea.Cmd          // the wizard of a project or a model
	GoOn    func(path string) tea.Cmd          // the same, at the step its draft came to
	Tour    tea.Cmd                            // begins the tour with the example
}

// Home is the screen.
type Home struct {
	env *screen.Env
	opt Options

	listing Listing
	read    bool // it was listed once
	err     error
	asked   int       // number of the last listing
	marked  string    // run to compare with
	busy    string    // what is under way
	since   time.Time // when that began
	works   int       // number of what is under way
	list
	first int   // first line of the list that is seen
	top   int   // line of the body in which the list begins
	lines []int // of each line that is seen, which row it is; -1: a heading
}

// How often is looked whether something changed: while a run goes on, and else.
const (
	soon = 2 * time.Second
	late = 15 * time.Second
)

type (
	listedMsg struct {
		number  int
		listing Listing
		err     error
	}
	againMsg struct{ number int }
	idleMsg  struct{}
	// secondMsg lets the seconds go on of what takes long.
	secondMsg struct{ work int }
	doneMsg   struct {
		said string
		err  error
	}
)

// New is the home screen.
func New(env *screen.Env, opt Options) *Home {
	h := &Home{env: env, opt: opt}
	h.Keys, h.Narrow = keys.Home, func() { h.arrange(&h.listing, opt.Tour != nil) }
	return h
}

// Init lists what there is; what was listed before is seen until then.
func (h *Home) Init() tea.Cmd {
	h.busy = ""
	return h.look()
}

// look lists what there is, beside the screen.
func (h *Home) look() tea.Cmd {
	h.asked++
	number, list := h.asked, h.opt.List
	return func() tea.Msg {
		l, err := list()
		return listedMsg{number: number, listing: l, err: err}
	}
}

// Update takes in listings, and what is typed into the filter.
func (h *Home) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case listedMsg:
		if msg.number != h.asked {
			return nil
		}
		h.listing, h.err, h.read = msg.listing, msg.err, true
		h.Narrow()
		h.chosen = h.row().key // what enter does stays while rows come and go
		wait := late
		for i := range h.listing.Runs {
			if h.listing.Runs[i].Live {
				wait = soon
			}
		}
		return h.env.After(wait, againMsg{h.asked})
	case secondMsg:
		if msg.work == h.works && h.busy != "" {
			return h.env.After(time.Second, msg)
		}
	case idleMsg:
		h.busy = ""
	case againMsg:
		if msg.number == h.asked {
			return h.look()
		}
	case doneMsg:
		if msg.err != nil {
			return tea.Batch(h.look(), screen.Say(Reason(msg.err)))
		}
		return tea.Batch(h.look(), screen.Say(msg.said))
	default:
		return h.List.Update(msg)
	}
	return nil
}

// Reason is an error in words, with what can be done.
func Reason(err error) string {
	said := text.Safe(err.Error())
	if problem := (model.Problem{}); errors.As(err, &problem) && problem.Hint != "" {
		said += "; " + text.Safe(problem.Hint)
	}
	return said
}

// Footer names what can be done with the row.
func (h *Home) Footer() []keys.Action {
	actions := []keys.Action{keys.Enter}
	if info := h.run(); info != nil {
		actions = append(actions, keys.Review, keys.Resume, keys.Compare, keys.Delete, keys.Earlier)
	} else if h.row().kind == drafted {
		actions = append(actions, keys.Delete)
	}
	return h.Filter.Footer(append(actions, keys.Other, keys.Tour, keys.Filter, keys.Help, keys.Leave)...)
}

// Word says what enter does with the row.
func (h *Home) Word(action keys.Action) string {
	if word := h.List.Word(action); word != "" {
		return word
	}
	switch {
	case action == keys.Enter:
		return h.row().does()
	case action == keys.Compare && h.marked != "" && h.run() != nil && h.run().ID != h.marked:
		return "compare with marked"
	case action == keys.Delete && h.row().kind == drafted:
		return "discard"
	}
	return ""
}

// Off says why something cannot be done now.
func (h *Home) Off(action keys.Action) string {
	if h.Filter.Typing {
		return ""
	}
	info := h.run()
	switch action {
	case keys.Enter, keys.Tour, keys.Other:
		if h.busy != "" {
			return h.busy
		}
		if action == keys.Enter && len(h.rows) == 0 {
			return "the list is empty"
		}
		if h.opt.Tour == nil && (action == keys.Tour || action == keys.Enter && h.row().kind == tour) {
			return "the tour is not available here"
		}
	case keys.Review, keys.Resume, keys.Compare, keys.Earlier, keys.Mark, keys.Copy:
		return h.offRun(action, info)
	case keys.Delete:
		switch {
		case h.row().kind == drafted:
		case info == nil:
			return "select a run or a draft first"
		case info.Live:
			return "the run is still going; abort it first (enter, then a)"
		}
	default: // everything else can be done at any time
	}
	return ""
}

// offRun says why something cannot be done with a run.
func (h *Home) offRun(action keys.Action, info *folder.Info) string {
	switch {
	case info == nil:
		return "select a run first"
	case h.busy != "":
		return h.busy
	case info.Problem != "" && action != keys.Copy:
		return "the run cannot be read: " + info.Problem
	case (action == keys.Review || action == keys.Earlier) && !info.State.Ended():
		return "the analysis is still running"
	case action == keys.Resume && info.State == run.Finished:
		return "the analysis has finished"
	case action == keys.Resume && info.Live && info.State != run.Paused:
		return "the analysis is still running"
	case action == keys.Compare && h.before(info) == "":
		return "mark another run first (m)"
	}
	return ""
}

// before is the run with which one is compared: the marked one, else the one that
// was made of the same model before it.
func (h *Home) before(info *folder.Info) string {
	if h.marked != "" && h.marked != info.ID {
		return h.marked
	}
	seen := false
	for i := range h.listing.Runs { // the newest first
		other := &h.listing.Runs[i]
		if seen && other.Model == info.Model && other.Problem == "" {
			return other.ID
		}
		seen = seen || other.ID == info.ID
	}
	return ""
}

// Act does what a key asks for.
func (h *Home) Act(action keys.Action) tea.Cmd {
	if h.Take(action, len(h.rows)) {
		h.chosen = h.row().key
		return nil
	}
	info := h.run()
	switch action {
	case keys.Enter:
		return h.enter()
	case keys.Review:
		return h.going("opening the run", h.opt.Review(info.ID))
	case keys.Resume:
		return h.going("resuming the run", h.opt.Resume(info.ID))
	case keys.Compare:
		before, after := h.before(info), info.ID
		return h.going("comparing the runs", h.opt.Compare(before, after))
	case keys.Earlier:
		return h.going("reading the runs", h.opt.History(info.ID))
	case keys.Mark:
		if h.marked == info.ID {
			h.marked = ""
			return nil
		}
		h.marked = info.ID
		return screen.Say("Marked. c on another run compares the two.")
	case keys.Delete:
		return dialog.Show(h.env, h.askDelete())
	case keys.Copy:
		return screen.Copy(info.ID)
	case keys.Export:
		return h.env.Export("runs", runColumns, h.table())
	case keys.Other:
		return h.env.Go(screen.Open{Screen: newOpening(h)})
	case keys.Tour:
		return h.going("preparing the example", h.opt.Tour)
	case keys.Back:
		return h.env.Go(screen.Close{})
	case keys.Leave, keys.Stop:
		return screen.Send(screen.Quit{})
	default: // nothing else is done here
	}
	return nil
}

// going says what is under way, and from the second second on for how long, until the home
// screen is seen again, or something is said.
func (h *Home) going(what string, cmd tea.Cmd) tea.Cmd {
	h.works++
	h.busy, h.since = what, h.env.Now()
	return tea.Batch(h.env.After(time.Second, secondMsg{h.works}), func() tea.Msg {
		return tea.BatchMsg{screen.Send(cmd()), screen.Send(idleMsg{})}
	})
}

func (h *Home) enter() tea.Cmd {
	r := h.row()
	switch r.kind {
	case here, project:
		return h.going("opening the project", h.opt.Open(r.path))
	case drafted:
		return h.going("opening the project", h.opt.GoOn(r.path))
	case tour:
		return h.going("preparing the example", h.opt.Tour)
	case opening:
		return h.env.Go(screen.Open{Screen: newOpening(h)})
	case analysis:
		if r.info.State == run.Finished && r.info.Problem == "" {
			return h.going("opening the run", h.opt.Review(r.info.ID))
		}
		return h.going("opening the run", h.opt.Look(r.info.ID))
	case nothing: // it only says that there is none
	}
	return nil
}

// askDelete asks before something goes for good.
func (h *Home) askDelete() *dialog.Dialog {
	r := h.row()
	ask := &dialog.Dialog{Answers: []dialog.Answer{{Key: "esc", Word: "keep"}}}
	if r.kind == drafted {
		d, forget := *r.draft, h.opt.Forget
		ask.Title, ask.Text = "Discard the draft?", "Unsaved input for "+text.Safe(r.path)+", "+quantity.Ago(h.env.Now().Sub(d.Saved))+", is deleted."
		ask.Answers = append(ask.Answers, dialog.Answer{Key: "d", Word: "discard", Do: func() tea.Msg {
			return doneMsg{said: "Draft discarded.", err: forget(d.Project, d.Named)}
		}})
		return ask
	}
	id, remove := r.info.ID, h.opt.Remove
	ask.Title = "Remove " + text.Cut(text.Safe(id), 50) + "?"
	ask.Text = "Its measurements, expressions, decisions and output are deleted. Models written from it stay."
	ask.Answers = append(ask.Answers, dialog.Answer{Key: "d", Word: "remove", Do: func() tea.Msg {
		return doneMsg{said: "Removed " + id + ".", err: remove(id)}
	}})
	return ask
}

// Title is the header.
func (h *Home) Title() (left, right string) {
	switch {
	case h.busy != "":
		lasts := ""
		if took := h.env.Now().Sub(h.since); took >= time.Second {
			lasts = " " + quantity.Clock(took)
		}
		return "Home", h.env.Theme.Accent.Render("○ " + h.busy + "…" + lasts)
	case !h.read:
		return "Home", ""
	}
	running, paused := 0, 0
	for i := range h.listing.Runs {
		switch info := &h.listing.Runs[i]; {
		case info.Live && info.State == run.Paused:
			paused++
		case info.Live:
			running++
		}
	}
	right = quantity.Plural(len(h.listing.Runs), "run", "runs")
	if running+paused > 0 {
		right = quantity.Count(int64(len(h.listing.Runs))) + " total"
		if paused > 0 {
			right = quantity.Count(int64(paused)) + " paused, " + right
		}
		if running > 0 {
			right = quantity.Count(int64(running)) + " running, " + right
		}
	}
	return "Home", right
}

// Click chooses a row.
func (h *Home) Click(_, y int) tea.Cmd {
	if at := y - h.top; at >= 0 && at < len(h.lines) && h.lines[at] >= 0 {
		h.Cursor.At = h.lines[at]
		h.chosen = h.row().key
	}
	return nil
}

// base is the name of a project or model as people call it.
func base(path string) string {
	return strings.TrimSuffix(filepath.Base(path), adapter.Suffix(path))
}
