package dashboard

import (
	"fmt"
	"strings"

	"beagle/internal/quantity"
	"beagle/measure"
	"beagle/tui/text"
)

// sources says how the connections are that records come over; without any it
// is no line at all.
func (t status) sources(width int) []string {
	all := t.feed.Snapshot.Sources
	if len(all) == 0 {
		return nil
	}
	line := t.source(&all[len(all)-1])
	if len(all) > 1 {
		line = fmt.Sprintf("%s connections, the latest ", quantity.Count(int64(len(all)))) + line
	}
	return []string{t.fact("Kieker", line, width)}
}

// source is one connection: since when, how old its last record is, and what
// was wrong.
func (t status) source(s *measure.Source) string {
	th, now := t.env.Theme, t.env.Now()
	parts := []string{text.Safe(s.Name)}
	switch {
	case s.Ended:
		parts = append(parts, "ended after "+quantity.Count(s.Records)+" records")
	case s.LastRecord.IsZero():
		parts = append(parts, "connected "+quantity.Ago(now.Sub(s.Connected)), "no record yet")
	default:
		parts = append(parts, "connected "+quantity.Ago(now.Sub(s.Connected)), "last record "+quantity.Ago(now.Sub(s.LastRecord)))
	}
	line := strings.Join(parts, ", ")
	if s.Lost > 0 {
		line += "   " + th.Bad.Render("◆ "+quantity.Count(s.Lost)+" lost")
	}
	if s.Unknown > 0 {
		names := make([]string, len(s.Classes))
		for i, class := range s.Classes {
			names[i] = text.Safe(class[strings.LastIndexByte(class, '.')+1:])
		}
		line += "   " + th.Warn.Render(strings.TrimSpace(quantity.Count(s.Unknown)+" unknown "+strings.Join(names, ", ")))
	}
	if s.Broken > 0 {
		line += "   " + th.Warn.Render(quantity.Count(s.Broken)+" damaged")
	}
	switch {
	case s.Cut:
		line += "   " + th.Warn.Render("◆ without its mark of the end")
	case s.Ended && s.Lost+s.Unknown+s.Broken == 0:
		line += "   " + th.Good.Render("nothing lost")
	}
	return line
}
