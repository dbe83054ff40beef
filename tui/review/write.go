package review

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"time"

	tea "charm.land/bubbletea/v2"

	"beagle/internal/quantity"
	"beagle/model"
	"beagle/run"
	"beagle/tui/dialog"
	"beagle/tui/evidence"
	"beagle/tui/form"
	"beagle/tui/keys"
	"beagle/tui/screen"
	"beagle/tui/text"
	"beagle/tui/words"
)

// write asks where the model goes, shows the change, and writes it.
type write struct {
	of    *Review
	view  *diffView
	form  *form.Form
	place *form.Field
	file  *form.Field
	rate  *form.Field

	busy    bool
	err     error
	written *run.Written
	undone  string // what was taken back, in words; empty: nothing
	mark    string // fingerprint of the decisions being written
}

// writtenMsg is what came of writing, or of taking back.
type writtenMsg struct {
	screen  *write
	written run.Written
	err     error
	undone  bool
}

const inPlace = "in place"

// newWrite asks where to write, and shows what would change.
func newWrite(of *Review) *write {
	w := &write{of: of, view: &diffView{of: of}}
	to, place := of.opt.Output, "file"
	if to.InPlace {
		place = inPlace
	}
	model := of.feed.Snapshot.Model
	to.File = cmp.Or(to.File, run.Calibrated(model))
	if to.Rate == 0 {
		to.Rate = 1
	}
	w.place = form.Choice("Write to", place, "",
		form.Option{Value: "file", Word: "a new file", Note: "the model stays as it is"},
		form.Option{Value: inPlace, Word: "the model itself", Note: "the old one is kept as .bak"})
	w.file = form.Text("New file", to.File, "")
	w.file.Off = func() string {
		if w.place.Value() == inPlace {
			return text.Safe(model)
		}
		return ""
	}
	w.rate = form.Short("Processing rate", strconv.FormatFloat(to.Rate, 'g', -1, 64),
		"of the resource in your model: demands are written as seconds times this rate; 1 writes seconds")
	w.form = form.New(w.place, w.file, w.rate)
	return w
}

func (w *write) Init() tea.Cmd { return w.view.load() }

func (w *write) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case diffMsg:
		w.view.update(msg)
	case replaceMsg:
		if msg.screen == w {
			return w.apply(true)
		}
	case writtenMsg:
		if msg.screen != w {
			return nil
		}
		return w.wrote(msg)
	case tea.KeyPressMsg, tea.PasteMsg:
		cmd, _ := w.form.Update(msg)
		return cmd
	}
	return nil
}

func (w *write) wrote(msg writtenMsg) tea.Cmd {
	w.busy, w.err = false, msg.err
	occupied := model.Problem{}
	switch {
	case errors.As(msg.err, &occupied) && occupied.Rule == run.Occupied:
		w.err = nil
		return dialog.Show(w.of.env, &dialog.Dialog{
			Title: "Replace this file?",
			Text:  text.Safe(occupied.File) + "\nexists, and this analysis did not write it. Replacing keeps it as .bak.",
			Answers: []dialog.Answer{{Key: "esc", Word: "keep it"}, {Key: "r", Word: "replace", Do: func() tea.Msg {
				return replaceMsg{w}
			}}},
		})
	case msg.err != nil:
	case msg.undone:
		w.undone, w.written, w.of.env.Wrote, w.of.decided.written = "✓ Undone: "+msg.written.File+" restored", nil, "", ""
		return tea.Batch(w.view.load(), w.of.feed.Refresh())
	default:
		w.written, w.undone = &msg.written, ""
		w.of.env.Wrote, w.of.decided.written = msg.written.File, w.mark
	}
	return nil
}

// replaceMsg is the person's word that a file may be replaced.
type replaceMsg struct{ screen *write }

// Place is where in the writing a person is.
func (w *write) Place() string {
	if w.written != nil {
		return keys.Written.Title
	}
	return "Review: writing"
}

func (w *write) Scopes() []*keys.Scope {
	if w.written != nil {
		return []*keys.Scope{keys.Written, keys.Everywhere}
	}
	return []*keys.Scope{keys.Forms, keys.Everywhere}
}

func (w *write) Typing() bool { return w.written == nil && w.form.Typing() }

func (w *write) Footer() []keys.Action {
	if w.written != nil {
		return []keys.Action{keys.Enter, keys.WhatNow, keys.Undo, keys.Help, keys.Leave}
	}
	return []keys.Action{keys.Enter, keys.Down, keys.Next, keys.PageDown, keys.Back, keys.Help}
}

func (w *write) Word(action keys.Action) string {
	switch action {
	case keys.Enter:
		if w.written == nil {
			return "write"
		}
	case keys.PageDown:
		return "scroll the change"
	default: // as the table of keys has it
	}
	return ""
}

func (w *write) Off(action keys.Action) string {
	switch {
	case w.busy && (action == keys.Enter || action == keys.Undo):
		return "it is being written"
	case action == keys.WhatNow:
		return w.of.Off(action)
	case action != keys.Enter || w.written != nil:
		return ""
	}
	if _, err := w.output(); err != nil {
		return err.Error()
	}
	return ""
}

func (w *write) output() (run.Output, error) {
	rate, err := strconv.ParseFloat(w.rate.Value(), 64)
	if err != nil || !(rate > 0) || math.IsInf(rate, 0) {
		return run.Output{}, fmt.Errorf("the rate must be a number above 0, not %q", w.rate.Value())
	}
	out := run.Output{Rate: rate, InPlace: w.place.Value() == inPlace}
	if !out.InPlace {
		if out.File = w.file.Value(); out.File == "" {
			return run.Output{}, fmt.Errorf("enter a name for the new file")
		}
	}
	return out, nil
}

// writeTimeout bounds the writing; a file system that hangs longer is said.
const writeTimeout = time.Minute

func (w *write) Act(action keys.Action) tea.Cmd {
	switch action {
	case keys.Enter:
		if w.written != nil {
			return w.of.env.Go(screen.Close{})
		}
		return w.apply(false)
	case keys.WhatNow:
		return w.of.whatIf()
	case keys.Undo:
		return w.takeBack()
	case keys.Back:
		return w.of.env.Go(screen.Close{})
	case keys.Leave, keys.Stop:
		return w.of.Leave()
	case keys.PageDown, keys.PageUp:
		w.view.cursor.Move(action, max(1, len(w.view.lines)))
	default:
		w.form.Act(action)
	}
	return nil
}

// apply writes; replace: over a file of somebody else's, too.
func (w *write) apply(replace bool) tea.Cmd {
	out, err := w.output()
	if err != nil {
		return screen.Say(err.Error())
	}
	out.Replace = replace
	w.busy, w.err, w.undone, w.mark = true, nil, "", w.of.decided.fingerprint()
	r := w.of.feed.Run
	return w.of.feed.Ask(writeTimeout, func(ctx context.Context) tea.Msg {
		written, err := r.Apply(ctx, out)
		return writtenMsg{screen: w, written: written, err: err}
	})
}

// takeBack undoes what was written last.
func (w *write) takeBack() tea.Cmd {
	w.busy = true
	r := w.of.feed.Run
	return w.of.feed.Ask(writeTimeout, func(ctx context.Context) tea.Msg {
		written, err := r.Undo(ctx)
		return writtenMsg{screen: w, written: written, err: err, undone: true}
	})
}

func (w *write) Title() (left, right string) {
	return "Write the model", quantity.Plural(accepted(&w.of.feed.Snapshot), "expression", "expressions")
}

func (w *write) Body(width, height int) []string {
	th := w.of.env.Theme
	if w.written != nil {
		return text.Pad(w.done(width), height)
	}
	lines := w.form.Draw(th, width)
	switch {
	case w.busy:
		lines = append(lines, "", th.Muted.Render("writing…"))
	case w.err != nil:
		lines = append(lines, "")
		lines = append(lines, text.Wrap(th.Bad.Render("✗ Nothing was written: "+text.Safe(w.err.Error())), width)...)
	case w.undone != "":
		lines = append(lines, "", th.Good.Render(text.Cut(text.Safe(w.undone), width)))
	default:
		lines = append(lines, "")
	}
	lines = append(lines, th.Title.Render("What is written")+th.Muted.Render("   "+w.of.summary()))
	return append(lines, w.view.draw(th, width, max(1, height-len(lines)))...)
}

// done tells what was written and where the former file is.
func (w *write) done(width int) []string {
	th := w.of.env.Theme
	lines := []string{"", th.Good.Bold(true).Render("✓ Written: ") + quantity.Plural(w.written.Changed, "value changed", "values changed"), ""}
	lines = append(lines, evidence.Fact(th, "Model", text.Safe(w.written.File), width, 3)...)
	lines = append(lines, evidence.Fact(th, "Backup", text.Safe(w.written.Backup), width, 3)...)
	lines = append(lines, evidence.Fact(th, "Evidence", text.Safe(w.written.Provenance), width, 3)...)
	if w.err != nil {
		lines = append(lines, "")
		lines = append(lines, text.Wrap(th.Bad.Render("✗ Undo failed: "+text.Safe(w.err.Error())), width)...)
	}
	if len(w.written.Problems) == 0 {
		return append(lines, "", th.Muted.Render("The written file was checked: no problems."))
	}
	lines = append(lines, "", th.Title.Render("Problems in the written file"))
	for i := range w.written.Problems {
		p := w.written.Problems[i]
		if p.File != "" { // which it is stands above, and a long path would be torn
			p.File = filepath.Base(w.written.File)
		}
		lines = append(lines, text.Wrap(words.Severity(p.Severity)+"  "+words.Problem(&p), width)...)
	}
	return lines
}

// Where says which lines are seen.
func (w *write) Where() string {
	if w.written != nil {
		return ""
	}
	return w.view.where()
}
