package traces

import (
	tea "charm.land/bubbletea/v2"

	"beagle/traces"
	"beagle/tui/keys"
	"beagle/tui/screen"
)

// Act does what a person asked for.
func (s *Screen) Act(action keys.Action) tea.Cmd {
	if action == keys.Filter || action == keys.Back && s.opened != nil {
		s.opened = nil
		if action == keys.Back {
			return nil
		}
	}
	if s.filter.Act(action) {
		s.Narrow()
		return nil
	}
	if l := s.lists().cursor(); l.Cursor.Move(action, l.count) {
		return nil
	}
	switch action {
	case keys.Enter:
		return s.open()
	case keys.Tab:
		s.opened, s.page = nil, (s.page+1)%pagesOf(&s.state)
	case keys.Previous:
		s.opened, s.page = nil, (s.page+pagesOf(&s.state)-1)%pagesOf(&s.state)
	case keys.Sort:
		s.classes.sort = (s.classes.sort + 1) % orders
		s.classes.arrange(&s.seen)
	case keys.Freeze:
		return s.freeze()
	case keys.Export:
		return s.export()
	case keys.Back:
		return s.env.Go(screen.Close{})
	case keys.Leave, keys.Stop:
		return s.env.Go(screen.Quit{})
	default:
	}
	return nil
}

func pagesOf(state *traces.State) page {
	if state.Clustered {
		return pages
	}
	return machinesPage
}

// open shows the chosen class alone.
func (s *Screen) open() tea.Cmd {
	key := s.classes.rows[s.classes.Cursor.At].Key
	s.opened = &opened{key: key}
	if s.kept != nil { // frozen: as it was then
		for _, c := range s.kept.Classes {
			if c.Key() == key {
				s.opened.class = c
			}
		}
		return nil
	}
	return func() tea.Msg { return classMsg{key, s.live.Class(key)} }
}

// freeze holds what is seen, or lets it go on.
func (s *Screen) freeze() tea.Cmd {
	s.frozen, s.kept = !s.frozen, nil
	if s.frozen {
		return func() tea.Msg { return keptMsg{s.live.Result()} }
	}
	s.state, s.at = s.newest, s.env.Now()
	s.classes.arrange(&s.seen)
	return nil
}

// Where says which row of the list is chosen.
func (s *Screen) Where() string { return s.lists().cursor().Where() }

// Click chooses the row at a cell of the body.
func (s *Screen) Click(x, y int) tea.Cmd { return s.lists().cursor().Click(x, y-s.top) }
