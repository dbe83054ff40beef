package cli

import (
	"github.com/spf13/cobra"

	"beagle/run/remote"
)

// newEngine is the background process of a run; people do not call it.
func newEngine(a *program) *cobra.Command {
	return &cobra.Command{
		Use: remote.EngineCommand + " RUN", Short: "Conduct an analysis in the background", Hidden: true, Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return remote.Engine(c.Context(), args[0], a.Err) },
	}
}
