package cli

import (
	"context"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/cli/setup"
)

func execute(ctx context.Context, a *app.App, root *cobra.Command) error {
	root.SilenceUsage, root.SilenceErrors, root.Version = true, true, setup.Build().Short()
	err := root.ExecuteContext(ctx)
	if rest := a.Rest(); rest != "" {
		a.Say("%s", rest)
	}
	return err
}
