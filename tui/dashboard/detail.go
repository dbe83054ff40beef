package dashboard

import (
	tea "charm.land/bubbletea/v2"

	"beagle/tui/evidence"
	"beagle/tui/keys"
	"beagle/tui/live"
	"beagle/tui/screen"
	"beagle/tui/text"
	"beagle/tui/words"
)

// detail is one element on the whole screen: facts, picture, proposals, code.
type detail struct {
	screen.Base
	of     *Dashboard
	scroll screen.Scroll
}

// newDetail is the screen of one element alone.
func newDetail(of *Dashboard) *detail { return &detail{of: of} }

func (v *detail) Init() tea.Cmd { return v.of.elements.Want() }

func (v *detail) Update(msg tea.Msg) tea.Cmd {
	if _, ok := msg.(live.Changed); ok {
		return v.of.elements.Want()
	}
	return nil
}

func (v *detail) Scopes() []*keys.Scope {
	return []*keys.Scope{keys.Element, keys.Moving, keys.Everywhere}
}

func (v *detail) Footer() []keys.Action {
	return []keys.Action{keys.Left, keys.Right, keys.Down, keys.Back, keys.Help, keys.Leave}
}

func (v *detail) Word(action keys.Action) string { return v.scroll.Word(action) }

// Where says which lines are seen.
func (v *detail) Where() string { return v.scroll.Where() }

func (v *detail) Title() (left, right string) { return v.of.Title() }

func (v *detail) Act(action keys.Action) tea.Cmd {
	if v.scroll.Move(action) {
		return nil
	}
	switch action {
	case keys.Back:
		return v.of.env.Go(screen.Close{})
	case keys.Leave, keys.Stop:
		return v.of.Leave()
	case keys.Left:
		v.scroll = screen.Scroll{}
		return v.of.move(keys.Up)
	case keys.Right:
		v.scroll = screen.Scroll{}
		return v.of.move(keys.Down)
	default: // nothing else is special here
	}
	return nil
}

func (v *detail) Body(width, height int) []string {
	e := v.of.elements.Chosen()
	if e == nil {
		return text.Pad([]string{"", v.of.env.Theme.Muted.Render("  this element is gone; esc goes back")}, height)
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
	return v.scroll.Shown(lines, height)
}
