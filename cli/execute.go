package cli

import (
	"context"
	"os"
	"strings"

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
		if os.Getenv("TERM") != "dumb" {
			root.SetHelpFunc(front.HelpFunc())
		}
		if width := a.Width(); 0 < width && width < pageWidth {
			flow(root)
		}
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

// pageWidth is what the long help texts are broken for, with fang's margins.
const pageWidth = 84

// flow makes one line of each paragraph of the long help texts, so that they
// can be broken for a narrow terminal.
func flow(c *cobra.Command) {
	paragraphs := strings.Split(c.Long, "\n\n")
	for i, p := range paragraphs {
		if !strings.Contains(p, "\n ") { // else it is a table
			paragraphs[i] = strings.ReplaceAll(p, "\n", " ")
		}
	}
	c.Long = strings.Join(paragraphs, "\n\n")
	for _, child := range c.Commands() {
		flow(child)
	}
}
