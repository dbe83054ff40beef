package traces

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// binding is a key and what it does; the footer and the help come from here.
type binding struct {
	keys       []string
	show, word string
	help       string
	do         func(*model) tea.Cmd
}

// bindings are the keys in the order of the footer.
func bindings() []binding {
	move := func(by int) func(*model) tea.Cmd {
		return func(m *model) tea.Cmd { m.current().move(by); return nil }
	}
	return []binding{
		{[]string{"enter"}, "enter", "open", "open the chosen class as a call tree", (*model).open},
		{[]string{"tab"}, "tab", "next list", "classes, invalid traces, sources", (*model).next},
		{[]string{"s"}, "s", "sort", "sort classes by count, time or recency", (*model).resort},
		{[]string{"/"}, "/", "filter", "show what contains a text, in any call", (*model).beginFilter},
		{[]string{"f"}, "f", "freeze", "stop the display; reading goes on", (*model).freeze},
		{[]string{"e"}, "e", "export", "write what is seen to a file in this folder", (*model).export},
		{[]string{"?"}, "?", "help", "all keys", func(m *model) tea.Cmd { m.help = !m.help; return nil }},
		{[]string{"q", "ctrl+c"}, "q", "leave", "end receiving and print the result", func(*model) tea.Cmd { return tea.Quit }},
		{[]string{"esc"}, "esc", "", "one step back", (*model).back},
		{[]string{"shift+tab"}, "shift+tab", "", "the list before", (*model).previous},
		{[]string{"down", "j"}, "↓ j", "", "next row", move(1)},
		{[]string{"up", "k"}, "↑ k", "", "row before", move(-1)},
		{[]string{"pgdown", "ctrl+d"}, "pgdn ctrl+d", "", "a page down", move(10)},
		{[]string{"pgup", "ctrl+u"}, "pgup ctrl+u", "", "a page up", move(-10)},
		{[]string{"g", "home"}, "g home", "", "first row", move(-1 << 30)},
		{[]string{"G", "end"}, "G end", "", "last row", move(1 << 30)},
	}
}

func (m *model) key(msg tea.KeyPressMsg) tea.Cmd {
	m.notice = ""
	key := msg.String()
	if m.typing && key != "ctrl+c" {
		m.typeFilter(key, msg.Text)
		return nil
	}
	for _, b := range bindings() {
		if !slices.Contains(b.keys, key) {
			continue
		}
		if b.word != "" && b.show != "?" { // it acts on what the help hides
			m.help = false
		}
		return b.do(m)
	}
	return nil
}

func (m *model) typeFilter(key, text string) {
	switch key {
	case "enter":
		m.typing = false
	case "esc":
		m.typing, m.filter = false, ""
	case "backspace":
		if runes := []rune(m.filter); len(runes) > 0 {
			m.filter = string(runes[:len(runes)-1])
		}
	default:
		if !strings.ContainsFunc(text, func(r rune) bool { return r < 0x20 || r == 0x7f }) && len(m.filter)+len(text) <= maxFilter {
			m.filter += text
		}
	}
	m.arrange()
}

// maxFilter bounds what is typed or pasted, in bytes.
const maxFilter = 200

func (m *model) open() tea.Cmd {
	if m.opened != nil || m.page != classesPage || len(m.rows) == 0 {
		return nil
	}
	key := m.rows[m.lists[classesPage].at].Key
	m.opened = &opened{key: key}
	if m.kept != nil { // frozen: as it was then
		for _, c := range m.kept.Classes {
			if c.Key() == key {
				m.opened.class = c
			}
		}
		return nil
	}
	return func() tea.Msg { return classMsg{key, m.live.Class(key)} }
}

func (m *model) next() tea.Cmd {
	m.opened = nil
	m.page = (m.page + 1) % pages
	return nil
}

func (m *model) previous() tea.Cmd {
	m.opened = nil
	m.page = (m.page + pages - 1) % pages
	return nil
}

func (m *model) back() tea.Cmd {
	switch {
	case m.help:
		m.help = false
	case m.opened != nil:
		m.opened = nil
	case m.filter != "":
		m.filter = ""
		m.arrange()
	}
	return nil
}

func (m *model) resort() tea.Cmd {
	m.sort = (m.sort + 1) % orders
	m.arrange()
	return nil
}

func (m *model) beginFilter() tea.Cmd {
	m.opened, m.typing = nil, true
	return nil
}

func (m *model) freeze() tea.Cmd {
	m.frozen, m.kept = !m.frozen, nil
	if m.frozen {
		return func() tea.Msg { return keptMsg{m.live.Result()} }
	}
	m.state, m.at = m.newest, m.now()
	m.arrange()
	return nil
}
