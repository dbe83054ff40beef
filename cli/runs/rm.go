package runs

import (
	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/run/folder"
)

// NewRm is "beagle rm": folders of ended runs are deleted.
func NewRm(a *app.App) *cobra.Command {
	return &cobra.Command{
		Use:               "rm RUN...",
		Short:             "Delete ended analyses with everything that they kept",
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: Complete,
		RunE: func(_ *cobra.Command, args []string) error {
			for _, id := range args {
				if err := folder.Remove(id); err != nil {
					return None(err)
				}
				a.Say("removed %s", id)
			}
			return nil
		},
	}
}
