package plain

import (
	"context"
	"strconv"
	"strings"
	"time"

	"beagle/internal/quantity"
	"beagle/run/draft"
	"beagle/tui/text"
)

// Draft asks whether to go on from a draft. Stale are the settings of the project's
// file that changed since it was kept.
func (t *Talk) Draft(ctx context.Context, d *draft.Draft, now time.Time, stale []string) (goOn bool, err error) {
	if d.Started != "" {
		t.say("The settings with which you started %s are not saved in beagle.yaml, but were kept.", text.Safe(d.Started))
	} else {
		t.say("You stopped in step %d of the wizard, %s. What you entered and did not save is kept.", d.Step, quantity.Ago(now.Sub(d.Saved)))
	}
	if len(stale) > 0 {
		t.say("beagle.yaml says something else since then: %s. Where you changed the same, yours is taken.", text.Safe(strings.Join(stale, ", ")))
	}
	said, err := t.choose(ctx, "Go on where you were?", answer{"g", "go on"}, answer{"n", "begin anew and forget it"})
	return said == "g", err
}

// Pick asks for one of several, by its number; -1: none of them.
func (t *Talk) Pick(ctx context.Context, question string, rows []string) (at int, err error) {
	for i, row := range rows {
		t.say("%d: %s.", i+1, text.Safe(row))
	}
	for {
		line, err := t.ask(ctx, question+" A number, or 0 to leave", "0")
		if err != nil {
			return -1, err
		}
		if n, err := strconv.Atoi(line); err == nil && n >= 0 && n <= len(rows) {
			return n - 1, nil
		}
		t.say("There is no answer %q here.", text.Safe(line))
	}
}

// Path asks for a project; empty: for none.
func (t *Talk) Path(ctx context.Context) (string, error) {
	return t.ask(ctx, "Folder with a beagle.yaml, a model or Java sources, or a model (empty: none)", "")
}
