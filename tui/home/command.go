package home

import (
	"beagle/internal/shell"
	"beagle/run"
	"beagle/tui/keys"
)

// Command is an action on the chosen run or project as a command.
func (h *Home) Command(action keys.Action) string {
	write := func(words ...string) string { return shell.Join(append([]string{"beagle"}, words...)) }
	info := h.run()
	switch {
	case action == keys.Tour:
		return write("tour")
	case action == keys.Enter && info == nil && h.row().path != "":
		return write(h.row().path)
	case info == nil:
		return ""
	case action == keys.Enter && info.State == run.Finished, action == keys.Review:
		return write("review", info.ID)
	case action == keys.Enter:
		return write("attach", info.ID)
	case action == keys.Resume:
		return write("resume", info.ID)
	case action == keys.Compare && h.before(info) != "":
		return write("compare", h.before(info), info.ID)
	case action == keys.Earlier:
		return write("history", "--run", info.ID)
	case action == keys.Delete:
		return write("rm", info.ID)
	}
	return ""
}
