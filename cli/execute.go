package cli

import (
	"context"
	"os"

	"charm.land/fang/v2"
	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/cli/setup"
)

// execute runs a command of the tree with fang's help and man page.
//
// Fang itself is given another root and no errors: of each one it would ask the
// terminal for its background before anything is printed, which takes seconds
// where the terminal does not answer, and swallows what was typed meanwhile.
func execute(ctx context.Context, a *app.App, root *cobra.Command) error {
	root.SilenceUsage, root.SilenceErrors, root.Version = true, true, setup.Build().Short()
	var failed error
	front := &cobra.Command{Use: root.Name(), Run: func(front *cobra.Command, _ []string) {
		if man, _, err := front.Find([]string{"man"}); err == nil && man != front {
			front.RemoveCommand(man)
			root.AddCommand(man)
		}
		help := root.HelpFunc()
		if os.Getenv("TERM") != "dumb" {
			help = front.HelpFunc()
		}
		root.SetHelpFunc(func(c *cobra.Command, args []string) {
			fitted(c, a.Width())
			help(c, args)
		})
		failed = root.ExecuteContext(ctx)
	}}
	front.SetArgs([]string{})
	front.SetOut(a.Out)
	front.SetErr(a.Err)
	if err := fang.Execute(ctx, front); err != nil {
		return err
	}
	return failed
}
