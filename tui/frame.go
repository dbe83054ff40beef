package tui

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"beagle/internal/safe"
	"beagle/tui/dialog"
	"beagle/tui/keys"
	"beagle/tui/live"
	"beagle/tui/screen"
	"beagle/tui/text"
	"beagle/tui/theme"
)

// The least size at which the screens make sense. Above it they drop columns
// and panes by themselves.
const (
	leastWidth  = 40
	leastHeight = 10
)

// View draws the frame: header, body, footer.
func (a *app) View() tea.View {
	frame := safe.Frame(a.frame())
	if a.ascii {
		frame = theme.ASCII(frame)
	}
	v := tea.NewView(frame)
	v.AltScreen = true
	if a.mouse {
		v.MouseMode = tea.MouseModeCellMotion
	}
	v.WindowTitle = windowTitle(a.feed)
	return v
}

// windowTitle lets a person see from another window whether the run has ended.
func windowTitle(feed *live.Feed) string {
	if feed == nil {
		return "Beagle"
	}
	return "Beagle: " + text.Safe(string(feed.Snapshot.State))
}

// frame draws the whole screen: title, body, keys and message.
func (a *app) frame() string {
	th, width, height := a.env.Theme, a.width, a.height
	if width < leastWidth || height < leastHeight {
		return strings.Join(tooSmall(width, height), "\n")
	}
	rule := th.Rule.Render(strings.Repeat("─", width))
	left, right := a.top().Title()
	// One blank column at both sides keeps the text off the edge.
	inner := width - 2
	lines := make([]string, 0, height)
	lines = append(lines, " "+text.Between(th.Title.Render("Beagle")+"  "+left, right, inner), rule)
	notice := noticeLines(th, a.notice, width)
	room := height - 4 - max(0, len(notice)-1)
	guide := a.guide.lines(th, placeOf(a.top(), a.feed), inner, room)
	room -= len(guide)
	body := text.Pad(a.top().Body(inner, room), room)
	if a.dialog != nil {
		body = dialog.Over(body, a.dialog.Box(th, inner, room), inner)
	}
	for _, line := range body {
		lines = append(lines, " "+text.Cut(line, inner))
	}
	for _, line := range guide {
		lines = append(lines, " "+text.Cut(line, inner))
	}
	if len(notice) == 0 {
		notice = []string{ruled(th, where(a.top()), width)}
	}
	return strings.Join(append(append(lines, notice...), " "+a.footer(inner)), "\n")
}

// where is the position of a screen in its list or text; empty: all of it is seen.
func where(top screen.Screen) string {
	if s, scrolled := top.(screen.Scrolled); scrolled {
		return s.Where()
	}
	return ""
}

// ruled is the line above the footer, with a text in it.
func ruled(th *theme.Theme, said string, width int) string {
	if said == "" {
		return th.Rule.Render(strings.Repeat("─", width))
	}
	said = " " + said + " "
	return th.Rule.Render(strings.Repeat("─", width-text.Width(said)-2)) + th.Muted.Render(said) + th.Rule.Render("──")
}

// noticeLines is the notice in place of the line above the footer; a long one
// takes a few more.
func noticeLines(th *theme.Theme, notice string, width int) []string {
	if notice == "" {
		return nil
	}
	lines := text.Wrap(text.Safe(notice), width-4)
	lines = lines[:min(len(lines), 3)]
	for i, line := range lines {
		mark := "   "
		if i == 0 {
			mark = " ◆ "
		}
		lines[i] = th.Warn.Render(text.Fit(mark+line, width))
	}
	return lines
}

// tooSmall says how large a terminal has to be.
func tooSmall(width, height int) []string {
	lines := []string{
		"Beagle needs a larger terminal:",
		fmt.Sprintf("have %dx%d, need %dx%d.", width, height, leastWidth, leastHeight),
		"ctrl+c leaves.",
	}
	for i, line := range lines {
		lines[i] = text.Cut(line, width)
	}
	return lines[:min(len(lines), max(0, height))]
}

// footer names the keys that matter now; what is not possible is dimmed and
// bracketed, and what does not fit stays in the help.
func (a *app) footer(width int) string {
	th := a.env.Theme
	if a.dialog != nil {
		how := "tab next · enter choose · esc " + a.dialog.Answers[0].Word
		if len(a.dialog.Answers) == 1 {
			how = "esc " + a.dialog.Answers[0].Word
		}
		return th.Muted.Render(text.Cut(how, width))
	}
	entries := entries(th, a.top(), a.word)
	gap := 3
	if total(entries)+gap*(len(entries)-1) > width {
		gap = 2
	}
	// The last two, help and leave, always stay.
	for len(entries) > 2 && total(entries)+gap*(len(entries)-1) > width {
		out := 0
		for i, e := range entries[:len(entries)-2] {
			if e.rank >= entries[out].rank {
				out = i
			}
		}
		entries = slices.Delete(entries, out, out+1)
	}
	said := make([]string, len(entries))
	for i, e := range entries {
		said[i] = e.said
	}
	return strings.Join(said, strings.Repeat(" ", gap))
}

// entry is a key of the footer with its word.
type entry struct {
	said string
	rank rank
}

// rank orders entries by which is left out first where the footer is too narrow: the highest.
type rank int

const (
	back rank = iota
	possible
	impossible
)

func total(entries []entry) int {
	sum := 0
	for _, e := range entries {
		sum += text.Width(e.said)
	}
	return sum
}

// entries are the keys of the footer.
func entries(th *theme.Theme, top screen.Screen, wordOf func(keys.Action) string) (entries []entry) {
	for _, action := range top.Footer() {
		binding, ok := keys.Of(top.Scopes(), action)
		if !ok {
			continue
		}
		key, word := binding.Show, wordOf(action)
		if top.Typing() && slices.ContainsFunc(binding.Keys, keys.Text) { // another key of the same does it beside a field
			at := slices.IndexFunc(binding.Keys, func(k string) bool { return !keys.Text(k) })
			if at < 0 {
				continue
			}
			key = binding.Keys[at]
		}
		e := entry{th.Key.Render(key) + " " + word, possible}
		switch {
		case top.Off(action) != "":
			e = entry{th.Muted.Render("(" + key + " " + word + ")"), impossible}
		case action == keys.Back:
			e.rank = back
		}
		entries = append(entries, e)
	}
	return entries
}
