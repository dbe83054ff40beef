package traces

import (
	"fmt"

	"beagle/internal/quantity"
	"beagle/tui/text"
)

// machineList is the list of agents, workers and hubs, with what is odd about the
// chosen one.
type machineList struct{ list }

func (l *machineList) draw(s *seen, width, height int) []string {
	all := s.state.Machines
	if len(all) == 0 {
		return []string{"", "Nobody has been heard of yet: no agent, no worker, no hub."}
	}
	lines := table(s.theme, &l.list, machineColumns, "host and process", len(all), max(3, height-4), width, func(i int, head string) string {
		m := &all[i]
		switch head {
		case "role":
			return m.Role
		case "parts":
			return quantity.Count(m.Parts)
		case "records":
			return quantity.Count(m.Records)
		case "waiting":
			return quantity.Count(m.Waiting)
		case "busy":
			if m.Role != "worker" {
				return quantity.None
			}
			return quantity.Percent(m.Busy)
		case "up":
			if !m.Alive {
				return "gone"
			}
			return quantity.Clock(m.Up)
		default:
			return fmt.Sprintf("%s, process %d", text.Safe(m.Host), m.Process)
		}
	})
	m := &all[l.Cursor.At]
	state := s.theme.Good.Render("alive")
	if !m.Alive {
		state = s.theme.Bad.Render("not heard of")
	}
	facts := []string{state, text.Safe(m.Role) + " " + text.Safe(m.ID)}
	if m.Share != "" {
		facts = append(facts, text.Safe(m.Share))
	}
	if m.Trouble != "" {
		facts = append(facts, s.theme.Warn.Render(text.Safe(m.Trouble)))
	}
	return append(append(lines, ""), flow(width, facts...)...)
}

var machineColumns = []column{{"role", 8, 7}, {"parts", 9, 3}, {"records", 12, 4}, {"waiting", 7, 6}, {"busy", 5, 2}, {"up", 9, 1}}
