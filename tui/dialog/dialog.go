// Package dialog asks a question over a screen. The safe answer has the focus
// at first, and every answer also has a key of its own that the dialog shows.
//
// A dialog is data: a title, a text and answers, of which each carries what is done. The
// router draws it over the screen that asked and takes its keys; nothing else gets keys
// while it is open.
package dialog

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"beagle/tui/keys"
	"beagle/tui/screen"
	"beagle/tui/text"
	"beagle/tui/theme"
)

// Answer is one button.
type Answer struct {
	Key  string  // one character
	Word string  // what the button says
	Do   tea.Cmd // nil: only closes the dialog
}

// Dialog is a question. The first answer is the safe one; esc gives it.
type Dialog struct {
	Title   string      // one line above the question
	Text    string      // the question; wrapped to the dialog's width
	Answers []Answer    // at least one, in the order in which they are shown
	Again   tea.Cmd     // what a second ctrl+c does; nil: it gives the safe answer
	While   func() bool // the dialog closes by itself when this is false; nil: it stays

	Focus int // answer that enter gives at first
}

// Ask shows a dialog; the router understands it.
type Ask struct {
	Dialog *Dialog // what is asked; it is shown above everything else
}

// Show asks.
func Show(env *screen.Env, d *Dialog) tea.Cmd { return env.Go(Ask{Dialog: d}) }

// Key handles a key; done: the dialog is answered and do is to be run.
func (d *Dialog) Key(key string) (do tea.Cmd, done bool) {
	if key == "ctrl+c" && d.Again != nil {
		return d.Again, true
	}
	if key == "esc" || key == "ctrl+c" {
		return d.Answers[0].Do, true
	}
	for _, a := range d.Answers {
		if a.Key == key {
			return a.Do, true
		}
	}
	binding, ok := keys.Find([]*keys.Scope{keys.Dialogs}, key)
	if !ok {
		return nil, false
	}
	switch binding.Action {
	case keys.Next:
		d.Focus = (d.Focus + 1) % len(d.Answers)
	case keys.Previous:
		d.Focus = (d.Focus + len(d.Answers) - 1) % len(d.Answers)
	case keys.Enter:
		return d.Answers[d.Focus].Do, true
	default: // nothing else is special here
	}
	return nil, false
}

// Box draws the dialog as a box for a body of the given size.
func (d *Dialog) Box(th *theme.Theme, width, height int) []string {
	inner := min(64, width-6)
	if inner < 20 {
		inner = max(8, width-2)
	}
	lines := []string{th.Title.Render(text.Cut(d.Title, inner)), ""}
	for paragraph := range strings.SplitSeq(d.Text, "\n") {
		lines = append(lines, text.Wrap(paragraph, inner)...)
	}
	lines = append(lines, "")
	lines = append(lines, d.buttons(th, inner)...)
	if over := len(lines) + 2 - height; over > 0 && len(lines) > over+3 {
		keep := len(lines) - len(d.buttons(th, inner)) - 1
		lines = append(lines[:max(1, keep-over)], lines[keep:]...)
	}
	box := []string{th.Accent.Render("╭" + strings.Repeat("─", inner+4) + "╮")}
	side := th.Accent.Render("│")
	for _, line := range lines {
		box = append(box, side+"  "+text.Fit(line, inner)+"  "+side)
	}
	return append(box, th.Accent.Render("╰"+strings.Repeat("─", inner+4)+"╯"))
}

// buttons are the answers, in as many lines as they take.
func (d *Dialog) buttons(th *theme.Theme, width int) []string {
	var lines []string
	line := ""
	for i, a := range d.Answers {
		label := "  " + a.Key + " " + a.Word + " "
		style := th.Button
		if i == d.Focus {
			label, style = "▸ "+a.Key+" "+a.Word+" ", th.Focus
		}
		if line != "" && text.Width(line)+text.Width(label)+2 > width {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += "  "
		}
		line += style.Render(text.Cut(label, width))
	}
	return append(lines, line)
}

// Over lays a box over the middle of a body.
func Over(body, box []string, width int) []string {
	top := max(0, (len(body)-len(box))/2)
	for i, line := range box {
		if top+i >= len(body) {
			break
		}
		left := max(0, (width-text.Width(line))/2)
		body[top+i] = text.Splice(body[top+i], line, left, width)
	}
	return body
}
