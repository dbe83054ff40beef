package traces

import (
	"fmt"

	"beagle/internal/quantity"
	"beagle/traces"
	"beagle/tui/plot"
	"beagle/tui/text"
)

// rates are the two lines with what arrives. What is wrong is said in full; the
// histories take the room that is left, as much in both lines.
func rates(s *seen, width int) []string {
	c := &s.state.Counts
	invalid := fmt.Sprintf("%s invalid", quantity.Count(c.Invalid))
	if c.Invalid > 0 {
		invalid = s.theme.Warn.Render(invalid)
	}
	lines := []string{
		rate(s, "records", c.Records, func(r traces.Rate) int64 { return r.Records }) + health(s),
		rate(s, "traces", c.Valid+c.Invalid, func(r traces.Rate) int64 { return r.Traces }) + fmt.Sprintf("%s, %s open", invalid, quantity.Count(c.Open)),
	}
	room := min(60, width-2-max(text.Width(lines[0]), text.Width(lines[1])))
	if room < 4 {
		return lines
	}
	for i, of := range []func(traces.Rate) int64{func(r traces.Rate) int64 { return r.Records }, func(r traces.Rate) int64 { return r.Traces }} {
		values := make([]float64, len(s.state.History))
		for k, r := range s.state.History {
			values[k] = float64(of(r))
		}
		lines[i] = text.Between(lines[i], s.theme.Accent.Render(plot.Spark(values, room)), width)
	}
	return lines
}

// rate is how much came in all and how much comes now.
func rate(s *seen, name string, total int64, of func(traces.Rate) int64) string {
	now := quantity.None
	if n := len(s.state.History); n > 0 {
		now = quantity.Short(float64(of(s.state.History[n-1]))) + "/s"
	}
	return fmt.Sprintf("%s %s  %s  ", s.theme.Muted.Render(text.Fit(name, 8)), text.Right(quantity.Count(total), 15), s.theme.Strong.Render(text.Right(now, 8)))
}

// health says in some words whether anything is lost.
func health(s *seen) string {
	var unknown, broken, skipped int64
	open := 0
	for i := range s.state.Sources {
		r := &s.state.Sources[i]
		unknown += r.Unknown
		broken += r.Broken
		skipped += r.Skipped
		if !r.Ended {
			open++
		}
	}
	damage := quantity.Count(broken) + " broken"
	if skipped > 0 {
		damage = quantity.Short(float64(skipped)) + " B unreadable"
	}
	switch {
	case unknown > 0 && broken+skipped > 0:
		return s.theme.Warn.Render(quantity.Count(unknown) + " unknown, " + damage)
	case unknown > 0:
		return s.theme.Warn.Render(quantity.Count(unknown) + " of unknown classes")
	case broken+skipped > 0:
		return s.theme.Warn.Render(damage)
	case len(s.state.Sources) == 0:
		return s.theme.Muted.Render("waiting for a program")
	case open == 0:
		return "all sources ended"
	default:
		return s.theme.Good.Render("nothing lost")
	}
}
