package cli

import (
	"os"

	"github.com/spf13/cobra"

	"beagle/internal/safe"
)

// start the screens, or say what to use instead.
func (a *app) openProject(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		if _, err := os.Stat(args[0]); err != nil {
			wrong := usage("beagle has no command or project %q", safe.Line(args[0]))
			if near := suggestion(c, args[0]); near != "" {
				return hinted(wrong, near)
			}
			return wrong
		}
	}
	if !a.screens() {
		return hinted(usage("the wizard needs a terminal"), "Use \"beagle run\" instead: the same analysis without screens; \"beagle check\" says what it would do.")
	}
	return nil
}
