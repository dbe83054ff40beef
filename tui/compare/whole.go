package compare

import (
	tea "charm.land/bubbletea/v2"

	"beagle/tui/evidence"
	"beagle/tui/keys"
	"beagle/tui/screen"
)

// whole is the chosen element on the whole screen, where nothing is cut and what has no room is
// scrolled to.
type whole struct {
	screen.Base
	of     *Screen
	scroll screen.Scroll
}

func (v *whole) Scopes() []*keys.Scope {
	return []*keys.Scope{keys.Compared, keys.Moving, keys.Everywhere}
}

func (v *whole) Footer() []keys.Action {
	return []keys.Action{keys.Left, keys.Right, keys.Down, keys.Back, keys.Help, keys.Leave}
}

// Word says that moving scrolls here.
func (v *whole) Word(action keys.Action) string { return v.scroll.Word(action) }

// Where says which lines are seen.
func (v *whole) Where() string { return v.scroll.Where() }

func (v *whole) Title() (left, right string) { return v.of.Title() }

// Act scrolls, goes to the element before or after, or back to the list.
func (v *whole) Act(action keys.Action) tea.Cmd {
	if v.scroll.Move(action) {
		return nil
	}
	switch action {
	case keys.Back:
		return v.of.env.Go(screen.Close{})
	case keys.Leave, keys.Stop:
		return v.of.Act(action)
	case keys.Left:
		v.of.Cursor.Move(keys.Up, len(v.of.shown))
		v.scroll = screen.Scroll{}
	case keys.Right:
		v.of.Cursor.Move(keys.Down, len(v.of.shown))
		v.scroll = screen.Scroll{}
	default: // nothing else is special here
	}
	return nil
}

// Body draws what both analyses say.
func (v *whole) Body(width, height int) []string {
	lines, notes := v.of.said(width, evidence.Whole)
	lines = append(lines, curves(v.of.env, &v.of.all[v.of.shown[v.of.Cursor.At]], width, max(9, height-len(lines)-len(notes)-1))...)
	if len(notes) > 0 {
		lines = append(append(lines, ""), notes...)
	}
	return v.scroll.Shown(lines, height)
}
