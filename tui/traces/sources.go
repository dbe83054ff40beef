package traces

import (
	"fmt"
	"slices"

	"beagle/internal/quantity"
	"beagle/traces/kieker"
	"beagle/tui/text"
)

// sourceList is the list of connections and logs, with what is odd about the
// chosen one.
type sourceList struct{ list }

// draw draws the programs that send records.
func (l *sourceList) draw(s *seen, width, height int) []string {
	if len(s.state.Sources) == 0 {
		return []string{"", "No program has connected yet."}
	}
	all := slices.DeleteFunc(slices.Clone(s.state.Sources), func(r kieker.Report) bool { return !s.matches(r.Source) })
	if len(all) == 0 {
		return []string{"", "No source contains “" + text.Safe(s.filter.Text) + "”. esc drops the filter."}
	}
	lines := table(s.theme, &l.list, sourceColumns, "source", len(all), max(3, height/2), width, func(i int, head string) string {
		r := &all[i]
		switch head {
		case "records":
			return quantity.Count(r.Records)
		case "unknown":
			return quantity.Count(r.Unknown)
		case "broken":
			return quantity.Count(r.Broken)
		case "skipped":
			return quantity.Short(float64(r.Skipped)) + " B"
		case "paused":
			return nanos(float64(r.LongestPause))
		case "last":
			return s.ago(r.LastRecord)
		default:
			return text.Safe(r.Source)
		}
	})
	return append(append(lines, ""), source(s, &all[l.Cursor.At], width)...)
}

var sourceColumns = []column{{"records", 13, 6}, {"unknown", 7, 5}, {"broken", 6, 3}, {"skipped", 8, 2}, {"paused", 8, 1}, {"last", 9, 4}}

// source draws one connection with what came through it.
func source(s *seen, r *kieker.Report, width int) []string {
	state := "connected for " + quantity.Clock(s.at.Sub(r.Connected))
	switch {
	case r.Ended && r.Error != "":
		state = s.theme.Bad.Render("ended: " + text.Safe(r.Error))
	case r.Ended && r.Complete:
		state = s.theme.Good.Render("ended after a whole record")
	case r.Ended && s.state.Address != "":
		state = s.theme.Warn.Render("ended within a record, or damaged before")
	case r.Ended:
		state = s.theme.Warn.Render("read, with damage")
	}
	facts := []string{state, "last record " + s.ago(r.LastRecord)}
	if r.Ended {
		facts = append(facts, "connected "+s.ago(r.Connected))
	}
	facts = append(facts, text.Safe(r.Kind), fmt.Sprintf("%s bytes, %s strings", quantity.Count(r.Bytes), quantity.Count(r.Strings)))
	if r.Skipped > 0 {
		facts = append(facts, quantity.Count(r.Skipped)+" bytes unreadable")
	}
	if r.LongestPause > 0 {
		facts = append(facts, "never kept waiting longer than "+nanos(float64(r.LongestPause)))
	}
	lines := flow(width, facts...)
	for _, c := range r.Classes {
		lines = append(lines, text.Cut(s.theme.Warn.Render("unknown class ")+fmt.Sprintf("%s: %s records, first at %s", text.Safe(c.Class), quantity.Count(c.Count), text.Safe(c.First)), width))
	}
	for _, p := range r.Problems {
		lines = append(lines, text.Cut(s.theme.Warn.Render("damaged ")+text.Safe(p.Message), width))
	}
	return lines
}
