package traces

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"beagle/measure/traces"
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
		right = m.theme.Warn.Render("FROZEN") + " for " + text.Clock(m.now().Sub(m.at)) + ", reading goes on"
	}
	return text.Between(left, right, width)
}

// rates are the two lines with what arrives. What is wrong is said in full; the
// histories take the room that is left, as much in both lines.
func (m *model) rates(width int) []string {
	c := &m.state.Counts
	invalid := fmt.Sprintf("%s invalid", text.Count(c.Invalid))
	if c.Invalid > 0 {
		invalid = m.theme.Warn.Render(invalid)
	}
	lines := []string{
		m.rate("records", c.Records, func(r traces.Rate) int64 { return r.Records }) + m.health(),
		m.rate("traces", c.Valid+c.Invalid, func(r traces.Rate) int64 { return r.Traces }) + fmt.Sprintf("%s, %s open", invalid, text.Count(c.Open)),
	}
	room := min(60, width-2-max(text.Width(lines[0]), text.Width(lines[1])))
	if room < 4 {
		return lines
	}
	for i, of := range []func(traces.Rate) int64{func(r traces.Rate) int64 { return r.Records }, func(r traces.Rate) int64 { return r.Traces }} {
		values := make([]float64, len(m.state.History))
		for k, r := range m.state.History {
			values[k] = float64(of(r))
		}
		lines[i] = text.Between(lines[i], m.theme.Accent.Render(plot.Spark(values, room)), width)
	}
	return lines
}

// rate is how much came in all and how much comes now.
func (m *model) rate(name string, total int64, of func(traces.Rate) int64) string {
	now := text.None
	if n := len(m.state.History); n > 0 {
		now = text.Short(float64(of(m.state.History[n-1]))) + "/s"
	}
	return fmt.Sprintf("%s %s  %s  ", m.theme.Muted.Render(text.Fit(name, 8)), text.Right(text.Count(total), 15), m.theme.Strong.Render(text.Right(now, 8)))
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
		classesPage: "classes " + text.Count(int64(len(m.state.Rows))),
		invalidPage: fmt.Sprintf("invalid %s", text.Count(m.state.Counts.Invalid)),
		sourcesPage: fmt.Sprintf("sources %s", text.Count(int64(len(m.state.Sources)))),
	}
	if m.filter != "" {
		names[classesPage] = fmt.Sprintf("classes %s of %s", text.Count(int64(len(m.rows))), text.Count(int64(len(m.state.Rows))))
	}
	var shown []string
	for p, name := range names {
		if page(p) == m.page {
			shown = append(shown, m.theme.Focus.Render(" "+name+" "))
		} else {
			shown = append(shown, " "+m.theme.Muted.Render(name)+" ")
		}
	}
	left, right := strings.Join(shown, " "), ""
	if m.page == classesPage && m.opened == nil {
		right = m.theme.Muted.Render("by " + m.sort.String())
	}
	if m.typing || m.filter != "" {
		cursor := ""
		if m.typing {
			cursor = "▏"
		}
		filter := m.theme.Info.Render("filter: " + text.Safe(m.filter) + cursor)
		if text.Width(left)+text.Width(filter)+text.Width(right)+3 > width { // the order can be seen in the list
			right = filter
		} else {
			right = filter + "  " + right
		}
	}
	return text.Between(left, right, width)
}

func (m *model) body(width, height int) []string {
	switch {
	case m.help:
		return m.helpPage(height)
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

// helpPage names all keys; those for moving scroll it where it is too long.
func (m *model) helpPage(height int) []string {
	all := bindings()
	lines := []string{m.theme.Title.Render("Keys")}
	from, to := m.helped.scroll(len(all), height-1)
	for _, b := range all[from:to] {
		lines = append(lines, "  "+m.theme.Key.Render(text.Fit(b.show, 12))+" "+b.help)
	}
	if to < len(all) {
		lines[0] += m.theme.Muted.Render("   ↓ more")
	}
	return lines
}
