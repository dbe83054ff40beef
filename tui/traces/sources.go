package traces

import (
	"fmt"
	"slices"

	"beagle/measure/kieker"
	"beagle/tui/text"
)

// sources is the list of connections and logs, with what is odd about the
// chosen one.
func (m *model) sources(width, height int) []string {
	if len(m.state.Sources) == 0 {
		return []string{"", "No program has connected yet."}
	}
	all := slices.DeleteFunc(slices.Clone(m.state.Sources), func(s kieker.Report) bool { return !m.matches(s.Source) })
	if len(all) == 0 {
		return []string{"", "No source contains “" + text.Safe(m.filter) + "”. esc drops the filter."}
	}
	l := &m.lists[sourcesPage]
	lines := m.table(l, sourceColumns, "source", len(all), max(3, height/2), width, func(i int, head string) string {
		s := &all[i]
		switch head {
		case "records":
			return text.Count(s.Records)
		case "unknown":
			return text.Count(s.Unknown)
		case "broken":
			return text.Count(s.Broken)
		case "skipped":
			return text.Short(float64(s.Skipped)) + " B"
		case "paused":
			return nanos(float64(s.LongestPause))
		case "last":
			return m.ago(s.LastRecord)
		default:
			return text.Safe(s.Source)
		}
	})
	return append(append(lines, ""), m.source(&all[l.at], width)...)
}

var sourceColumns = []column{{"records", 13, 6}, {"unknown", 7, 5}, {"broken", 6, 3}, {"skipped", 8, 2}, {"paused", 8, 1}, {"last", 9, 4}}

func (m *model) source(s *kieker.Report, width int) []string {
	state := "connected for " + text.Clock(m.at.Sub(s.Connected))
	switch {
	case s.Ended && s.Error != "":
		state = m.theme.Bad.Render("ended: " + text.Safe(s.Error))
	case s.Ended && s.Complete:
		state = m.theme.Good.Render("ended after a whole record")
	case s.Ended && m.state.Address != "":
		state = m.theme.Warn.Render("ended within a record, or damaged before")
	case s.Ended:
		state = m.theme.Warn.Render("read, with damage")
	}
	facts := []string{state, "last record " + m.ago(s.LastRecord)}
	if s.Ended {
		facts = append(facts, "connected "+m.ago(s.Connected))
	}
	facts = append(facts, text.Safe(s.Kind), fmt.Sprintf("%s bytes, %s strings", text.Count(s.Bytes), text.Count(s.Strings)))
	if s.Skipped > 0 {
		facts = append(facts, text.Count(s.Skipped)+" bytes unreadable")
	}
	if s.LongestPause > 0 {
		facts = append(facts, "never kept waiting longer than "+nanos(float64(s.LongestPause)))
	}
	lines := flow(width, facts...)
	for _, c := range s.Classes {
		lines = append(lines, text.Cut(m.theme.Warn.Render("unknown class ")+fmt.Sprintf("%s: %s records, first at %s", text.Safe(c.Class), text.Count(c.Count), text.Safe(c.First)), width))
	}
	for _, p := range s.Problems {
		lines = append(lines, text.Cut(m.theme.Warn.Render("damaged ")+text.Safe(p.Message), width))
	}
	return lines
}
