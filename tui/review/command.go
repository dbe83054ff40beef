package review

import (
	"beagle/internal/shell"
	"beagle/tui/keys"
)

// Command is an action on the run as a command.
func (r *Review) Command(action keys.Action) string {
	id := r.feed.Run.ID()
	write := func(words ...string) string { return shell.Join(append([]string{"beagle"}, words...)) }
	switch {
	case r.opt.Table: // it has no run that a command could name
	case action == keys.Report:
		return write("report", id, "--out", "report.html")
	case action == keys.Validate:
		return write("validate", id)
	case action == keys.Diff:
		return write("apply", id, "--dry-run")
	case action == keys.Write && r.opt.Output.File != "":
		return write("apply", id, "--out", r.opt.Output.File)
	case action == keys.Write:
		return write("apply", id)
	}
	return ""
}
