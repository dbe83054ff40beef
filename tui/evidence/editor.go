package evidence

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"

	tea "charm.land/bubbletea/v2"

	"beagle/internal/shell"
	"beagle/run"
	"beagle/tui/live"
	"beagle/tui/screen"
)

// OpenSource opens the code of an element in the person's editor, at its line.
func OpenSource(feed *live.Feed, e *run.ElementState) tea.Cmd {
	d, err := feed.Detail(e.ID)
	if err != nil || d == nil || d.Source.File == "" {
		return screen.Say("There is no source text of this element here.")
	}
	editor := cmp.Or(os.Getenv("VISUAL"), os.Getenv("EDITOR"), "vi")
	command, err := shell.Split(editor)
	if err != nil || len(command) == 0 {
		return screen.Say("EDITOR cannot be read as a command: " + editor)
	}
	command = append(command, fmt.Sprintf("+%d", max(1, d.Source.From)), d.Source.File)
	return tea.ExecProcess(exec.Command(command[0], command[1:]...), func(err error) tea.Msg { //nolint:noctx // it is the person's, and ends when they end it
		if err != nil {
			return screen.Notice{Text: editor + " did not work: " + err.Error() + "; EDITOR names another one"}
		}
		return nil
	})
}
