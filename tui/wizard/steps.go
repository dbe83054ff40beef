package wizard

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"beagle/tui/screen"
	"beagle/tui/text"
	"beagle/tui/theme"
)

// sequence is the steps of the wizard, and which of them is seen.
type sequence struct {
	pages  []screen.Screen // the steps, in order; their titles name them
	at     int
	detour bool // the overview asked for this step, and is come back to
}

func (s *sequence) page() screen.Screen { return s.pages[s.at] }

func name(page screen.Screen) string {
	title, _ := page.Title()
	return title
}

func (s *sequence) next() tea.Cmd {
	s.at++
	if s.at == len(s.pages) || s.detour {
		s.at = len(s.pages) - 1
	}
	s.detour = false
	return s.page().Init()
}

// visit goes to a step, by its title, from which the overview is come back to.
func (s *sequence) visit(title string) tea.Cmd {
	s.at, s.detour = slices.IndexFunc(s.pages, func(p screen.Screen) bool { return name(p) == title }), true
	return s.page().Init()
}

// names names all steps with a mark at the present one and those done.
func (s *sequence) names(th *theme.Theme, width int) string {
	line := ""
	for i, p := range s.pages {
		switch {
		case i == s.at:
			line += th.Title.Render("▸ " + name(p))
		case i < s.at:
			line += th.Good.Render("✓") + th.Muted.Render(" "+name(p))
		default:
			line += th.Muted.Render("· " + name(p))
		}
		line += "  "
	}
	if text.Width(line) > width+2 {
		line = th.Title.Render("▸ " + name(s.page()))
		if s.at+1 < len(s.pages) {
			line += th.Muted.Render("   then " + name(s.pages[s.at+1]))
		}
	}
	return text.Cut(line, width)
}
