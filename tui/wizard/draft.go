package wizard

import (
	"reflect"
	"slices"
	"strings"
	"sync"

	tea "charm.land/bubbletea/v2"

	"beagle/internal/quantity"
	"beagle/run"
	"beagle/run/draft"
	"beagle/tui/dialog"
	"beagle/tui/form"
	"beagle/tui/screen"
	"beagle/tui/text"
)

// drafting is what the wizard knows of its draft, and does with it.
type drafting struct {
	of    *Wizard
	began run.Config   // what this wizard started from
	last  *draft.Draft // that was given to be kept, without its time; nil: none
	going bool         // a draft is being gone on from
	told  bool         // that nothing can be kept
	goal  *draft.Draft // whose step is gone to once the model was read; nil: none
	order keeping
}

// keeping has what was kept last win: commands run in no order.
type keeping struct {
	mu        sync.Mutex
	next, did int
}

// in does something unless something that was asked for later is done already.
func (k *keeping) in(number int, do func() error) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if number < k.did {
		return nil
	}
	k.did = number
	return do()
}

// draftMsg is a person's word on the draft; undraftedMsg says that none can be kept.
type (
	draftMsg     struct{ goOn bool }
	undraftedMsg struct{ err error }
)

func (f *drafting) ask() *dialog.Dialog {
	w, d := f.of, f.of.opt.Draft
	ask := &dialog.Dialog{
		Title: "Continue your draft?",
		Text:  "Stopped at step " + f.step(d) + ", " + quantity.Ago(w.env.Now().Sub(d.Saved)) + ".",
		Again: screen.Send(screen.Quit{}),
	}
	if d.Started != "" {
		ask.Text = "You started " + text.Safe(d.Started) + " " + quantity.Ago(w.env.Now().Sub(d.Saved)) + " with settings that beagle.yaml does not have. The draft has them."
	}
	if len(w.opt.Stale) > 0 {
		ask.Text += "\nbeagle.yaml has changed since (" + strings.Join(w.opt.Stale, ", ") + "). Your values win."
	}
	ask.Answers = []dialog.Answer{
		{Key: "g", Word: "continue", Do: screen.Send(draftMsg{goOn: true})},
		{Key: "n", Word: "start over (discard draft)", Do: screen.Send(draftMsg{})},
	}
	return ask
}

// step is the number and name of the step that a draft came to.
func (f *drafting) step(d *draft.Draft) string {
	w := f.of
	at := min(d.Step, len(w.pages)) - 1
	return quantity.Count(int64(at+1)) + ", " + name(w.pages[at])
}

// fromDraft goes on from the draft, or begins anew.
func (f *drafting) from(msg draftMsg) tea.Cmd {
	w, d := f.of, f.of.opt.Draft
	if w.opt.Draft = nil; d == nil {
		return nil
	}
	if !msg.goOn {
		return tea.Batch(f.drop(), w.begin())
	}
	w.cfg = d.Config
	defaults(&w.cfg)
	f.going, f.goal = true, d
	w.open()
	first, _ := w.page().(*projectPage)
	if cmd := first.Init(); cmd != nil {
		return tea.Batch(cmd, w.outdated()) // the step is gone to once the model was read
	}
	f.goal = nil
	first.form.SetValues(d.Entered)
	return nil
}

// arrive goes to the step that the draft came to: its model was read.
func (f *drafting) arrive() tea.Cmd {
	w, d := f.of, f.goal
	f.goal = nil
	// The tree is made of the project, also where a later step is gone to.
	commands := []tea.Cmd{w.pages[min(1, d.Step-1)].Init()}
	if w.at = min(d.Step, len(w.pages)) - 1; w.at > 1 {
		commands = append(commands, w.page().Init())
	}
	if d.Launch == 0 {
		if form := fields(w.page()); form != nil {
			form.SetValues(d.Entered)
		}
	}
	if page, ok := w.page().(*launchPage); ok && d.Launch != 0 {
		page.cursor.At = max(0, min(d.Launch, len(w.cfg.Launch))-1)
		launch := page.form(d.Launch)
		launch.form.SetValues(d.Entered)
		commands = append(commands, w.env.Go(screen.Open{Screen: launch}))
	}
	return tea.Batch(commands...)
}

// fields is the form of a step; nil: it has none.
func fields(page screen.Screen) *form.Form {
	switch page := page.(type) {
	case *projectPage:
		return page.form
	case *timeoutPage:
		return page.form
	case *measuringPage:
		return page.form
	}
	return nil
}

func (f *drafting) present() draft.Draft {
	w := f.of
	d := draft.Draft{Step: w.at + 1, Began: f.began, Config: w.cfg}
	if w.form != nil {
		d.Launch, d.Entered = w.form.number(), w.form.form.Values()
	} else if form := fields(w.page()); form != nil {
		d.Entered = form.Values()
	}
	return d
}

// entered reports whether there is something that would be lost by leaving.
func (f *drafting) entered() bool {
	w := f.of
	first, _ := w.pages[0].(*projectPage)
	return !reflect.DeepEqual(w.cfg, w.saved) || w.form != nil && w.form.changed() || !slices.Equal(first.form.Values(), first.filled)
}

// keep keeps what was entered, beside another command. Nothing is kept while a
// draft is asked about or gone to, and before anything was entered.
func (f *drafting) keep(beside tea.Cmd) tea.Cmd {
	w := f.of
	if w.opt.Keep == nil || w.opt.Draft != nil || f.goal != nil || f.last == nil && w.at == 0 && !f.entered() {
		return beside
	}
	d := f.present()
	if f.last != nil && reflect.DeepEqual(*f.last, d) {
		return beside
	}
	f.last = &d
	return tea.Batch(beside, f.write(d))
}

func (f *drafting) write(d draft.Draft) tea.Cmd {
	d.Saved = f.of.env.Now()
	return f.inOrder(func() error { return f.of.opt.Keep(d) })
}

// drop is the command that forgets the draft; nil: none is kept.
func (f *drafting) drop() tea.Cmd {
	f.last, f.going = nil, false
	if f.of.opt.Drop == nil {
		return nil
	}
	return f.inOrder(f.of.opt.Drop)
}

// inOrder does something with the draft unless something newer was done with it.
func (f *drafting) inOrder(do func() error) tea.Cmd {
	f.order.next++
	number := f.order.next
	return func() tea.Msg {
		if err := f.order.in(number, do); err != nil {
			return undraftedMsg{err}
		}
		return nil
	}
}

// failed says once that what is entered is not kept.
func (f *drafting) failed(err error) tea.Cmd {
	if f.told {
		return nil
	}
	f.told = true
	return screen.Say("Your input is not kept as a draft: " + err.Error())
}

// ended keeps what was typed last before the terminal vanished: the command that
// would have done so may not have run.
func (f *drafting) ended() {
	if f.last != nil {
		_ = f.write(*f.last)() // nobody is there to be told
	}
}

// keepStarted keeps the settings of an analysis that was started, unless the project's
// file has them.
func (f *drafting) keepStarted(id string) tea.Cmd {
	if f.of.opt.Keep == nil || reflect.DeepEqual(f.of.cfg, f.of.saved) {
		return f.drop()
	}
	d := f.present()
	d.Started = id
	return f.write(d)
}

// saved takes note of what the project's file says now.
func (f *drafting) saved(c run.Config) {
	first, _ := f.of.pages[0].(*projectPage)
	f.of.saved, f.began, f.going, first.filled = c, c, false, first.form.Values()
}

// word says in the header that a draft is gone on from.
func (f *drafting) word() string {
	if !f.going {
		return ""
	}
	return "from your draft · "
}
