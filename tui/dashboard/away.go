package dashboard

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"beagle/internal/quantity"
	"beagle/run/folder"
	"beagle/tui/screen"
)

// away says what went on since a person looked at the run last; nil: nothing did.
func (d *Dashboard) away() tea.Cmd {
	if d.opt.Seen == nil {
		return nil
	}
	before := d.opt.Seen(d.feed.Run.ID())
	if before.At.IsZero() {
		return nil
	}
	now := folder.SeenIn(&d.feed.Snapshot, d.env.Now())
	var parts []string
	if now.Ended && !before.Ended {
		parts = append(parts, "the analysis "+ended(string(d.feed.Snapshot.State)))
	}
	for _, part := range []struct {
		n         int
		one, many string
	}{
		{now.Launches - before.Launches, "launch", "launches"},
		{now.Learnt - before.Learnt, "more element with an expression", "more elements with an expression"},
		{now.Problems - before.Problems, "problem", "problems"},
	} {
		if part.n > 0 {
			parts = append(parts, quantity.Plural(part.n, part.one, part.many))
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return screen.Say(fmt.Sprintf("Since you left %s: %s.", quantity.Ago(now.At.Sub(before.At)), strings.Join(parts, ", ")))
}

func ended(state string) string {
	if state == "aborted" {
		return "was aborted"
	}
	return state
}

// Ended keeps how far the run was seen, for whoever comes back.
func (d *Dashboard) Ended() {
	if d.opt.Saw != nil {
		d.opt.Saw(d.feed.Run.ID(), folder.SeenIn(&d.feed.Snapshot, d.env.Now()))
	}
}
