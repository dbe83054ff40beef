package review

import (
	"os"
	"path/filepath"

	tea "charm.land/bubbletea/v2"

	"beagle/predict"
	"beagle/tui/screen"
	"beagle/tui/whatif"
)

// whatIf asks the model that was written, with the files beside the one that was
// analysed.
func (r *Review) whatIf() tea.Cmd {
	content, err := os.ReadFile(r.env.Wrote)
	if err != nil {
		return screen.Say(err.Error())
	}
	q := predict.Question{Models: predict.Beside(r.feed.Snapshot.Model), Content: content, Seed: 1}
	terms, err := predict.TermsOf(q)
	if err != nil {
		return screen.Say(err.Error())
	}
	return r.env.Go(screen.Open{Screen: whatif.New(r.env, filepath.Base(r.env.Wrote), q, terms, r.Leave)})
}
