package cli

import (
	"github.com/spf13/cobra"

	"beagle/run/folder"
)

func newRm(a *program) *cobra.Command {
	return &cobra.Command{
		Use:               "rm RUN...",
		Short:             "Delete ended analyses with everything that they kept",
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: completeRun,
		RunE: func(_ *cobra.Command, args []string) error {
			for _, id := range args {
				if err := folder.Remove(id); err != nil {
					return noRun(err)
				}
				a.Say("removed %s", id)
			}
			return nil
		},
	}
}
