package tui

import (
	"fmt"

	"beagle/internal/quantity"
	"beagle/run"
	"beagle/tui/text"
)

// farewell is what the shell shows after the screens: where the model is, or
// how to come back to what was learnt. Empty: there is nothing to say.
func farewell(a *app) string {
	if a.env.Wrote != "" {
		return "the model was written to " + text.Safe(a.env.Wrote)
	}
	if a.feed == nil || a.err != nil {
		return ""
	}
	s := a.feed.Run.Snapshot()
	found := 0
	for i := range s.Elements {
		if s.Elements[i].Best != nil {
			found++
		}
	}
	if s.State != run.Finished || found == 0 {
		return ""
	}
	return fmt.Sprintf("nothing was written this time; %s kept: beagle review %s",
		quantity.Plural(found, "expression is", "expressions are"), text.Safe(a.feed.Run.ID()))
}
