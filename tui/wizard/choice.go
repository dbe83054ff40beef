package wizard

import (
	tea "charm.land/bubbletea/v2"

	"beagle/internal/quantity"
	"beagle/tui/keys"
	"beagle/tui/screen"
	"beagle/tui/text"
)

// choice lists the models of a folder that holds several: the wizard starts
// with it, and esc on the first step comes back to it.
type choice struct {
	screen.Base
	of     *projectPage
	cursor screen.Cursor
}

func (o *Options) choice() bool { return len(o.Models) > 1 && o.Guess != nil }

// newChoice offers the models that were found.
func newChoice(of *projectPage) *choice {
	c := &choice{of: of}
	for i, file := range of.of.opt.Models {
		if file == of.of.cfg.Model {
			c.cursor.At = i
		}
	}
	return c
}

func (c *choice) Scopes() []*keys.Scope {
	return []*keys.Scope{keys.Models, keys.Moving, keys.Everywhere}
}

func (c *choice) Footer() []keys.Action {
	return []keys.Action{keys.Enter, keys.Down, keys.Back, keys.Help, keys.Leave}
}

// Word says that going back leads to a field for any other file.
func (c *choice) Word(action keys.Action) string {
	if action == keys.Back {
		return "another file"
	}
	return ""
}

func (c *choice) Title() (left, right string) {
	return "New analysis", quantity.Plural(len(c.of.of.opt.Models), "model", "models")
}

// Act moves, or takes the model.
func (c *choice) Act(action keys.Action) tea.Cmd {
	switch action {
	case keys.Enter:
		return tea.Batch(c.of.env().Go(screen.Close{}), c.of.take(c.of.of.opt.Models[c.cursor.At]))
	case keys.Back:
		return c.of.env().Go(screen.Close{})
	case keys.Leave, keys.Stop:
		return c.of.of.leave()
	default:
		c.cursor.Move(action, len(c.of.of.opt.Models))
	}
	return nil
}

// Body draws the list, each model with the folder it lies in.
func (c *choice) Body(width, height int) []string {
	th, models := c.of.env().Theme, c.of.of.opt.Models
	lines := []string{th.Strong.Render(text.Cut("Which model shall be calibrated?", width)), ""}
	from, to := c.cursor.Window(len(models), height-len(lines))
	for i := from; i < to; i++ {
		lines = append(lines, th.Row(text.CutLeft(text.Safe(c.of.of.files().short(models[i])), width-1), width, i == c.cursor.At, th.Plain))
	}
	return text.Pad(lines, height)
}

// ticks are which rows of a list a person has chosen.
type ticks []bool

func (t ticks) count() (n int) {
	for _, chosen := range t {
		if chosen {
			n++
		}
	}
	return n
}

// box is what stands before a row.
func box(chosen bool) string {
	if chosen {
		return "[x] "
	}
	return "[ ] "
}

// Where says which row is chosen.
func (c *choice) Where() string { return c.cursor.Where() }
