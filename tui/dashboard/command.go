package dashboard

import (
	"beagle/internal/shell"
	"beagle/run"
	"beagle/tui/keys"
)

// Command is an action on the run as a command.
func (d *Dashboard) Command(action keys.Action) string {
	id := d.feed.Run.ID()
	write := func(words ...string) string { return shell.Join(append([]string{"beagle"}, words...)) }
	switch action {
	case keys.Pause:
		if d.feed.Snapshot.State == run.Paused {
			return write("resume", id)
		}
		return write("pause", id)
	case keys.Steer:
		return write("enough", id)
	case keys.There:
		if e := d.elements.Chosen(); e != nil {
			return write("launch", "there", id, string(e.ID))
		}
	case keys.Abort, keys.Resume, keys.Review:
		return write(string(action), id)
	case keys.Output:
		return write("log", id)
	default: // only on the screen
	}
	return ""
}
