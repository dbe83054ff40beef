package wizard

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"beagle/measure"
	"beagle/run"
	"beagle/tui/text"
)

// shellOnly are words that mean something to a shell only.
var shellOnly = []string{"|", "||", "&&", "&", ";", ">", ">>", "<", "2>&1"}

// doubts says what is odd about a command that can be kept all the same; empty:
// nothing. A program on the PATH may be another one where it is launched, and a file
// may be the build's.
func (w *Wizard) doubts(what string, command []string, dir string) string {
	if len(command) == 0 {
		return ""
	}
	if i := slices.IndexFunc(command, func(word string) bool { return slices.Contains(shellOnly, word) }); i >= 0 {
		return what + ": there is no shell, so " + command[i] + " is handed to the program as it stands; sh -c '…' starts one"
	}
	if info, err := os.Stat(dir); dir != "" && (err != nil || !info.IsDir()) {
		return what + ": there is no folder " + text.Safe(w.files().short(dir)) + " now; the build has to make it"
	}
	if dir == "" {
		dir = w.cfg.Project
	}
	program := command[0]
	if strings.ContainsRune(program, filepath.Separator) {
		if !filepath.IsAbs(program) {
			program = filepath.Join(dir, program)
		}
		if _, err := os.Stat(program); err != nil {
			return what + ": there is no " + text.Safe(command[0]) + " now; the build has to make it"
		}
		return ""
	}
	if w.opt.Commands == nil {
		return ""
	}
	cfg := w.cfg
	cfg.Build, cfg.Notify, cfg.WhenDone = nil, nil, run.WhenDone{}
	cfg.Launch = []measure.Launch{{Name: what, Command: command}}
	if found := w.opt.Commands(&cfg); len(found) > 0 {
		said := found[0].Message
		if found[0].Hint != "" {
			said += ": " + found[0].Hint
		}
		return said
	}
	return ""
}
