package traces

import (
	"fmt"
	"slices"
	"strings"

	"beagle/internal/quantity"
	"beagle/traces"
	"beagle/tui/text"
)

// invalidList is the list of reasons, with the explanation of the chosen one.
type invalidList struct{ list }

// draw draws why traces are not valid, with examples.
func (l *invalidList) draw(s *seen, width, height int) []string {
	var reasons []traces.Reason
	for r := range traces.Reasons {
		if s.state.Invalid[r] > 0 {
			reasons = append(reasons, r)
		}
	}
	if len(reasons) == 0 {
		return []string{"", "All traces so far are valid."}
	}
	lines := table(s.theme, &l.list, []column{{"traces", 12, 1}}, "reason", len(reasons), min(len(reasons)+1, height/2), width, func(i int, head string) string {
		if head == "traces" {
			return quantity.Count(s.state.Invalid[reasons[i]])
		}
		return reasons[i].String()
	})
	chosen := reasons[l.Cursor.At]
	lines = append(lines, "")
	lines = append(lines, text.Wrap(upper(chosen.Explanation())+".", width)...)
	if !slices.ContainsFunc(s.examples, func(e traces.Invalid) bool { return e.Reason == chosen }) {
		lines = append(lines, s.theme.Muted.Render(text.Cut("no example here: those of traces that others reduced stay with them", width)))
	}
	for _, e := range s.examples {
		if e.Reason == chosen && s.matches(fmt.Sprint(e.Trace.ID, " ", e.Detail)) {
			lines = append(lines, text.Cut(fmt.Sprintf("%s %d  %s", s.theme.Muted.Render("trace"), e.Trace.ID, text.Safe(e.Detail)), width))
		}
	}
	return lines
}

// upper begins a sentence with a capital letter.
func upper(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
