package traces

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"beagle/tui/plot"
	"beagle/tui/text"
	"beagle/tui/theme"
)

const leastWidth, leastHeight = 40, 10

// View draws the whole screen.
func (m *model) View() tea.View {
	frame := m.frame()
	if m.ascii {
		frame = theme.ASCII(frame)
	}
	v := tea.NewView(frame)
	v.AltScreen = true
	v.WindowTitle = "Beagle traces"
	return v
}

func (m *model) frame() string {
	if m.width < leastWidth || m.height < leastHeight {
		return fmt.Sprintf("Beagle needs a larger terminal:\nhave %dx%d, need %dx%d.\nq leaves.", m.width, m.height, leastWidth, leastHeight)
	}
	inner := m.width - 2
	rule := m.theme.Rule.Render(strings.Repeat("─", m.width))
	lines := []string{m.header(inner), rule}
	if !m.help {
		lines = append(lines, m.rates(inner)...)
		lines = append(lines, m.tabs(inner))
	}
	body := m.body(inner, m.height-len(lines)-2)
	lines = append(lines, text.Pad(body, m.height-len(lines)-2)...)
	if m.notice != "" {
		rule = m.theme.Warn.Render(text.Fit(" ◆ "+text.Safe(m.notice), m.width))
	}
	lines = append(lines, rule, m.footer(inner))
	for i, line := range lines {
		if i != 1 && i != len(lines)-2 {
			lines[i] = " " + text.Cut(line, inner)
		}
	}
	return strings.Join(lines, "\n")
}

func (m *model) header(width int) string {
	left := m.theme.Title.Render("Beagle") + "  traces"
	if m.state.Address != "" {
		left += " on " + m.state.Address
	}
	right := "live " + text.Clock(m.state.Uptime)
	if m.frozen {
		right = m.theme.Warn.Render("FROZEN") + " reading goes on"
	}
	return text.Between(left, right, width)
}

// rates are the two lines with what arrives.
func (m *model) rates(width int) []string {
	c := &m.state.Counts
	line := func(name string, total int64, extra string, of func(i int) int64) string {
		values := make([]float64, len(m.state.History))
		for i := range values {
			values[i] = float64(of(i))
		}
		rate := text.None
		if n := len(values); n > 0 {
			rate = text.Short(values[n-1]) + "/s"
		}
		left := fmt.Sprintf("%s %s  %s  %s", m.theme.Muted.Render(text.Fit(name, 8)), text.Right(text.Count(total), 15), m.theme.Strong.Render(text.Right(rate, 8)), extra)
		return text.Between(left, m.theme.Accent.Render(plot.Spark(values, max(0, min(60, width-62)))), width)
	}
	invalid := fmt.Sprintf("%s invalid", text.Count(c.Invalid))
	if c.Invalid > 0 {
		invalid = m.theme.Warn.Render(invalid)
	}
	return []string{
		line("records", c.Records, m.health(), func(i int) int64 { return m.state.History[i].Records }),
		line("traces", c.Valid+c.Invalid, invalid+fmt.Sprintf(", %s open", text.Count(c.Open)), func(i int) int64 { return m.state.History[i].Traces }),
	}
}

// health says in some words whether anything is lost.
func (m *model) health() string {
	var unknown, broken, skipped int64
	open := 0
	for i := range m.state.Sources {
		s := &m.state.Sources[i]
		unknown += s.Unknown
		broken += s.Broken
		skipped += s.Skipped
		if !s.Ended {
			open++
		}
	}
	damage := text.Count(broken) + " broken"
	if skipped > 0 {
		damage = text.Short(float64(skipped)) + " B unreadable"
	}
	switch {
	case unknown > 0 && broken+skipped > 0:
		return m.theme.Warn.Render(text.Count(unknown) + " unknown, " + damage)
	case unknown > 0:
		return m.theme.Warn.Render(text.Count(unknown) + " of unknown classes")
	case broken+skipped > 0:
		return m.theme.Warn.Render(damage)
	case len(m.state.Sources) == 0:
		return m.theme.Muted.Render("waiting for a program")
	case open == 0:
		return "all sources ended"
	default:
		return m.theme.Good.Render("nothing lost")
	}
}

// tabs names the lists.
func (m *model) tabs(width int) string {
	names := [pages]string{
		classesPage: fmt.Sprintf("classes %s", text.Count(int64(len(m.state.Rows)))),
		invalidPage: fmt.Sprintf("invalid %s", text.Count(m.state.Counts.Invalid)),
		sourcesPage: fmt.Sprintf("sources %s", text.Count(int64(len(m.state.Sources)))),
	}
	var shown []string
	for p, name := range names {
		if page(p) == m.page {
			shown = append(shown, m.theme.Focus.Render(" "+name+" "))
		} else {
			shown = append(shown, " "+m.theme.Muted.Render(name)+" ")
		}
	}
	right := ""
	if m.page == classesPage && m.opened == nil {
		right = m.theme.Muted.Render("by " + m.sort.String())
	}
	if m.typing || m.filter != "" {
		cursor := ""
		if m.typing {
			cursor = "▏"
		}
		right = m.theme.Info.Render("filter: "+text.Safe(m.filter)+cursor) + "  " + right
	}
	return text.Between(strings.Join(shown, " "), right, width)
}

func (m *model) body(width, height int) []string {
	switch {
	case m.help:
		return m.helpPage(width)
	case m.opened != nil:
		return m.tree(width, height)
	case m.page == invalidPage:
		return m.invalid(width, height)
	case m.page == sourcesPage:
		return m.sources(width, height)
	default:
		return m.classes(width, height)
	}
}

// footer names the keys that matter now.
func (m *model) footer(width int) string {
	if m.typing {
		return m.theme.Muted.Render("type to filter · enter keeps it · esc drops it")
	}
	var entries []string
	for _, b := range bindings() {
		if b.word == "" || b.word == "open" && (m.page != classesPage || m.opened != nil) || b.word == "sort" && m.page != classesPage {
			continue
		}
		word := b.word
		if word == "freeze" && m.frozen {
			word = "go on"
		}
		entries = append(entries, m.theme.Key.Render(b.show)+" "+word)
	}
	if m.opened != nil {
		entries = append([]string{m.theme.Key.Render("esc") + " back"}, entries...)
	}
	for len(entries) > 2 && text.Width(strings.Join(entries, "  ")) > width {
		entries = append(entries[:len(entries)-3], entries[len(entries)-2:]...)
	}
	return strings.Join(entries, "  ")
}

func (m *model) helpPage(int) []string {
	lines := []string{m.theme.Title.Render("Keys")}
	for _, b := range bindings() {
		lines = append(lines, "  "+m.theme.Key.Render(text.Fit(b.show, 12))+" "+b.help)
	}
	return lines
}
