package review

import (
	tea "charm.land/bubbletea/v2"

	"beagle/tui/screen"
	"beagle/tui/whatif"
)

// whatIf asks the model that was written what would be.
func (r *Review) whatIf() tea.Cmd {
	asked, err := whatif.Written(r.env, r.env.Wrote, r.feed.Snapshot.Model, r.Leave)
	if err != nil {
		return screen.Say(err.Error())
	}
	return r.env.Go(screen.Open{Screen: asked})
}
