package review

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"time"

	tea "charm.land/bubbletea/v2"

	"beagle/run"
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
	mark    string // fingerprint of the decisions being written
}

// writtenMsg is what came of writing.
type writtenMsg struct {
	screen  *write
	written run.Written
	err     error
}

const inPlace = "in place"

func newWrite(of *Review) *write {
	w := &write{of: of, view: &diffView{of: of}}
	to, place := of.opt.Output, "file"
	if to.InPlace {
		place = inPlace
	}
	model := of.feed.Snapshot.Model
	to.File = words.Calibrated(to.File, model)
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
	w.rate = form.Text("Rate", strconv.FormatFloat(to.Rate, 'g', -1, 64),
		"the processing rate of the resource in your model: demands are written as seconds times this; 1 writes seconds")
	w.form = form.New(w.place, w.file, w.rate)
	return w
}

func (w *write) Init() tea.Cmd { return w.view.load() }

func (w *write) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case diffMsg:
		w.view.update(msg)
	case writtenMsg:
		if msg.screen != w {
			return nil
		}
		w.busy, w.err = false, msg.err
		if msg.err == nil {
			w.written = &msg.written
			w.of.env.Wrote = msg.written.File
			w.of.written = w.mark
		}
	case tea.KeyPressMsg, tea.PasteMsg:
		cmd, _ := w.form.Update(msg)
		return cmd
	}
	return nil
}

func (w *write) Scopes() []*keys.Scope {
	return []*keys.Scope{keys.Forms, keys.Everywhere}
}

func (w *write) Typing() bool { return w.written == nil && w.form.Typing() }

func (w *write) Footer() []keys.Action {
	if w.written != nil {
		return []keys.Action{keys.Enter, keys.Leave}
	}
	return []keys.Action{keys.Enter, keys.Down, keys.Next, keys.PageDown, keys.Back, keys.Help}
}

func (w *write) Word(action keys.Action) string {
	switch {
	case action == keys.Enter && w.written != nil:
		return "back to the review"
	case action == keys.Enter:
		return "write"
	case action == keys.PageDown:
		return "scroll the change"
	}
	return ""
}

func (w *write) Off(action keys.Action) string {
	if action != keys.Enter || w.written != nil {
		return ""
	}
	if w.busy {
		return "it is being written"
	}
	if _, err := w.output(); err != nil {
		return err.Error()
	}
	return ""
}

// output is what the form says.
func (w *write) output() (run.Output, error) {
	rate, err := strconv.ParseFloat(w.rate.Value(), 64)
	if err != nil || !(rate > 0) || math.IsInf(rate, 0) {
		return run.Output{}, fmt.Errorf("the rate must be a number above 0, not %q", w.rate.Value())
	}
	out := run.Output{Rate: rate, InPlace: w.place.Value() == inPlace}
	if !out.InPlace {
		if out.File = w.file.Value(); out.File == "" {
			return run.Output{}, fmt.Errorf("the new file needs a name")
		}
	}
	return out, nil
}

// patience bounds the writing; a file system that hangs longer is said.
const patience = time.Minute

func (w *write) Act(action keys.Action) tea.Cmd {
	switch action {
	case keys.Enter:
		if w.written != nil {
			return w.of.env.Go(screen.Close{})
		}
		return w.apply()
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

func (w *write) apply() tea.Cmd {
	out, err := w.output()
	if err != nil {
		return screen.Say(err.Error())
	}
	w.busy, w.err, w.mark = true, nil, w.of.fingerprint()
	r, ctx := w.of.feed.Run, w.of.env.Ctx
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		written, err := r.Apply(ctx, out)
		return writtenMsg{screen: w, written: written, err: err}
	}
}

func (w *write) Title() (left, right string) {
	return "Write the model", text.Plural(accepted(&w.of.feed.Snapshot), "expression", "expressions")
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
	default:
		lines = append(lines, "")
	}
	lines = append(lines, th.Title.Render("The change"))
	return append(lines, w.view.draw(th, width, max(1, height-len(lines)))...)
}

func (w *write) done(width int) []string {
	th := w.of.env.Theme
	lines := []string{"", th.Good.Bold(true).Render("✓ Written: ") + text.Plural(w.written.Changed, "value changed", "values changed"), ""}
	lines = append(lines, evidence.Fact(th, "Model", text.Safe(w.written.File), width, 3)...)
	lines = append(lines, evidence.Fact(th, "Backup", text.Safe(w.written.Backup), width, 3)...)
	lines = append(lines, evidence.Fact(th, "Evidence", text.Safe(w.written.Provenance), width, 3)...)
	if len(w.written.Problems) == 0 {
		return append(lines, "", th.Muted.Render("The written file was checked; nothing is wrong with it."))
	}
	lines = append(lines, "", th.Title.Render("The check of the written file says"))
	for i := range w.written.Problems {
		p := &w.written.Problems[i]
		lines = append(lines, text.Wrap(words.Severity(p.Severity)+"  "+words.Problem(p), width)...)
	}
	return lines
}
