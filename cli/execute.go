package cli

import (
	"context"
	"os"

	"charm.land/fang/v2"
	"charm.land/lipgloss/v2"
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
			help = unasked(front.HelpFunc())
		}
		root.SetHelpFunc(func(c *cobra.Command, args []string) {
			fitted(c, a.Width())
			help(c, args)
		})
		failed = root.ExecuteContext(ctx)
		if rest := a.Rest(); rest != "" {
			a.Say("%s", rest)
		}
	}}
	front.SetArgs([]string{})
	front.SetOut(a.ForHelp())
	front.SetErr(a.Err)
	if err := fang.Execute(ctx, front, fang.WithColorSchemeFunc(colours)); err != nil {
		return err
	}
	return failed
}

// unasked has help printed without a terminal on standard input, since fang would ask that one for its background,
// too: a terminal that does not answer keeps a person waiting, and an answer that is late is taken for
// typed. Where there is no such file as nothing the question is asked.
func unasked(help func(*cobra.Command, []string)) func(*cobra.Command, []string) {
	return func(c *cobra.Command, args []string) {
		if nothing, err := os.Open(os.DevNull); err == nil {
			in := os.Stdin
			os.Stdin = nothing
			defer func() { os.Stdin, _ = in, nothing.Close() }()
		}
		help(c, args)
	}
}

// colours are those of help: few, and such that can be read on dark and on light, since nobody knows which it is.
func colours(lipgloss.LightDarkFunc) fang.ColorScheme {
	own := lipgloss.NoColor{} // the terminal's
	return fang.ColorScheme{
		Base: own, Title: own, Description: own, Codeblock: own, DimmedArgument: own, Comment: own, FlagDefault: own, Argument: own,
		QuotedString: own, Help: own, Dash: own, ErrorDetails: own,
		Program: lipgloss.Magenta, Command: lipgloss.Magenta, Flag: lipgloss.Green,
	}
}
