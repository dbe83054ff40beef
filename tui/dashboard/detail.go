package dashboard

import (
	tea "charm.land/bubbletea/v2"

	"beagle/tui/evidence"
	"beagle/tui/keys"
	"beagle/tui/live"
	"beagle/tui/screen"
	"beagle/tui/words"
)

// detail is one element on the whole screen: facts, picture, proposals, code.
type detail struct {
	screen.Whole
	of *Dashboard
}

// newDetail is the screen of one element alone.
func newDetail(of *Dashboard) *detail {
	v := &detail{of: of}
	v.Whole = screen.Whole{Env: of.env, Of: of, Keys: keys.Element, Step: of.move, Lines: v.lines}
	return v
}

func (v *detail) Init() tea.Cmd { return v.of.elements.Want() }

func (v *detail) Update(msg tea.Msg) tea.Cmd {
	if _, ok := msg.(live.Changed); ok {
		return v.of.elements.Want()
	}
	return nil
}

func (v *detail) lines(width, height int) []string {
	e := v.of.elements.Chosen()
	if e == nil {
		return []string{"", v.of.env.Theme.Muted.Render("  this element is gone; esc goes back")}
	}
	th := v.of.env.Theme
	lines := []string{evidence.Heading(th, e, width), ""}
	lines = append(lines, evidence.Fact(th, "Old", words.Old(&e.Element), width, evidence.Whole)...)
	lines = append(lines, evidence.Finding(th, v.of.feed, e, width, evidence.Whole)...)
	grounds := evidence.Grounds(th, v.of.feed, e, width, evidence.Whole)
	// Before the grounds: it says most, and must not need scrolling if that can be.
	room := height - len(lines) - 2
	tall := max(8, min(max(18, height/2), room-len(grounds)-1))
	if room >= 6 {
		tall = min(tall, room)
	}
	picture := evidence.Picture(v.of.env, v.of.feed, e, width, tall)
	lines = append(append(lines, "", evidence.Legend(th, v.of.feed, e)), picture...)
	lines = append(append(lines, ""), grounds...)
	if len(e.Proposals) > 0 {
		lines = append(lines, "")
		lines = append(lines, evidence.Proposals(th, e, width)...)
	}
	if d, err := v.of.feed.Detail(e.ID); err == nil && d != nil && len(d.Source.Lines) > 0 {
		lines = append(lines, "", th.Title.Render("Source"))
		lines = append(lines, evidence.Source(th, &d.Source, width, len(d.Source.Lines)+1)...)
	}
	return lines
}
