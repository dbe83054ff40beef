package wizard

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"beagle/run"
	"beagle/tui/dialog"
	"beagle/tui/screen"
	"beagle/tui/words"
)

// Outdated is a model that was extracted from sources which may have changed since.
type Outdated struct {
	// Files are the sources that have changed since, by their paths in the project.
	Files func(context.Context) ([]string, error)
	// Again extracts the model again, and gives the settings with which to go on, and what
	// there is to say of it.
	Again func(context.Context, run.Config) (run.Config, string, error)
}

// editedMsg are the sources that have changed; againMsg is what came of extracting again.
type (
	editedMsg struct{ files []string }
	againMsg  struct {
		cfg  run.Config
		said string
		err  error
	}
)

// outdated looks whether the model's sources have changed; nil: it was not extracted.
func (w *Wizard) outdated() tea.Cmd {
	o := w.opt.Outdated
	if o == nil {
		return nil
	}
	ctx := w.env.Ctx
	return func() tea.Msg {
		files, err := o.Files(ctx)
		if err != nil || len(files) == 0 {
			return nil // beagle check says what cannot be read
		}
		return editedMsg{files}
	}
}

// askAgain offers to extract the model again.
func (w *Wizard) askAgain(files []string) tea.Cmd {
	return dialog.Show(w.env, &dialog.Dialog{
		Title: "The sources have changed",
		Text:  words.Edited(files),
		Answers: []dialog.Answer{
			{Key: "esc", Word: "keep the model as it is"},
			{Key: "e", Word: "extract it again", Do: screen.Send(againMsg{})},
		},
		Focus: 1,
	})
}

// again extracts the model again, or goes on with what came of it.
func (w *Wizard) again(msg againMsg) tea.Cmd {
	switch {
	case msg.err != nil:
		w.busy.end()
		return screen.Say("The model was not extracted again: " + msg.err.Error())
	case msg.said == "":
		clock := w.busy.clocked("the compiler reads the sources; large programs take minutes")
		ctx, cfg, again := w.env.Ctx, w.cfg, w.opt.Outdated.Again
		return tea.Batch(clock, func() tea.Msg {
			now, said, err := again(ctx, cfg)
			return againMsg{now, said, err}
		})
	}
	w.busy.end()
	w.adopt(msg.cfg)
	first, _ := w.pages[0].(*projectPage)
	first.checked = run.Config{} // the same file says something else now
	return tea.Batch(first.check(false), screen.Say(msg.said))
}
