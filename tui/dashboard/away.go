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
	news := now.Since(before, d.feed.Snapshot.State)
	if len(news) == 0 {
		return nil
	}
	return screen.Say(fmt.Sprintf("Since you left %s: %s.", quantity.Ago(now.At.Sub(before.At)), strings.Join(news, ", ")))
}

// Ended keeps how far the run was seen, for whoever comes back.
func (d *Dashboard) Ended() {
	if d.opt.Saw != nil {
		d.opt.Saw(d.feed.Run.ID(), folder.SeenIn(&d.feed.Snapshot, d.env.Now()))
	}
}
