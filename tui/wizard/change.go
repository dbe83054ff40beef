package wizard

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"beagle/run"
	"beagle/tui/form"
	"beagle/tui/keys"
	"beagle/tui/screen"
	"beagle/tui/text"
)

// change is a setting that is being changed where it stands.
type change struct {
	of      *Wizard
	setting run.Setting
	form    *form.Form
	field   *form.Field
	config  run.Config // with what is written; valid without err
	err     error
}

// newChange begins to change a setting, which the list calls by a label.
func newChange(w *Wizard, s run.Setting, label string) *change {
	c := &change{of: w, setting: s}
	if s.Choices != nil {
		var options []form.Option
		if s.Default == "" {
			options = append(options, form.Option{Word: "not set"})
		}
		for _, word := range s.Choices {
			option := form.Option{Value: word, Word: word}
			if word == s.Default {
				option.Note = "default"
			}
			options = append(options, option)
		}
		c.field = form.Choice(label, s.Value, "", options...)
	} else {
		hint := strings.ReplaceAll(s.Words, "`", "") + "; empty: not set"
		if s.Default != "" {
			hint = strings.ReplaceAll(s.Words, "`", "") + "; empty: the default, " + s.Default
		}
		c.field = form.Text(label, s.Value, hint)
		c.field.Short = !s.Path && !strings.ContainsAny(s.Value, " ,")
		if s.Path {
			c.field.Fits, c.field.Words = w.files().paths(), true
		}
	}
	c.form = form.New(c.field)
	c.check()
	return c
}

// check says whether what is written can be.
func (c *change) check() { c.config, c.err = c.of.opt.Change(c.of.cfg, c.setting.Key, c.field.Value()) }

// update takes in what is typed or pasted.
func (c *change) update(msg tea.Msg) tea.Cmd {
	cmd, changed := c.form.Update(msg)
	if changed {
		c.check()
	}
	return cmd
}

// act does what a key asks for; done: the setting is changed, or left as it was.
func (c *change) act(action keys.Action) (cmd tea.Cmd, done bool) {
	switch action {
	case keys.Enter:
		if c.err != nil {
			return screen.Say(c.setting.Key + ": " + c.err.Error()), false
		}
		c.of.adopt(c.config)
		return nil, true
	case keys.Back:
		return nil, true
	default:
		c.form.Act(action)
		c.check()
	}
	return nil, false
}

func (c *change) draw(width int) []string {
	th := c.of.env.Theme
	lines := c.form.Draw(th, width)
	if c.err != nil {
		lines = append(lines, "  "+th.Warn.Render(text.Cut("◆ "+text.Safe(c.err.Error()), width-2)))
	}
	return lines
}

// word replaces footer words while a setting is being changed.
func (c *change) word(action keys.Action) string {
	switch action {
	case keys.Enter:
		return "keep"
	case keys.Back:
		return "discard"
	default:
		return ""
	}
}
