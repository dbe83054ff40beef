package cli

import (
	"strings"

	"github.com/spf13/cobra"
)

// commands lists every command. One file holds one command.
func commands(a *app) []group {
	return []group{
		{"Analyse", []*cobra.Command{
			// demo, run, check, review
		}},
		{"Runs", []*cobra.Command{
			// ps, attach, pause, resume, abort, rm, apply
		}},
		{"Single steps", []*cobra.Command{
			// fit, traces, kieker, instrument, pcm, stoex
		}},
		{"Set-up", []*cobra.Command{
			newConfig(a),
			newPaths(a),
			newVersion(a),
		}},
	}
}

type group struct {
	title    string
	commands []*cobra.Command
}

func newRoot(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:   "beagle",
		Short: "Learn from a running Java program how its costs depend on its inputs, and write it into its Palladio model",
	}
	for _, g := range commands(a) {
		if len(g.commands) == 0 {
			continue
		}
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title})
		for _, command := range g.commands {
			command.GroupID = g.title
			root.AddCommand(command)
		}
	}
	root.SetIn(a.in)
	root.SetOut(a.out)
	root.SetErr(a.err)
	root.PersistentFlags().StringVar(&a.output, "output", outputText, "form of what goes to standard output: text or json")
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		a.command = c.CommandPath()
		return exit(exitUsage, err)
	})
	root.PersistentPreRunE = func(c *cobra.Command, _ []string) error {
		// Cobra checks these later, with errors that do not say what they are.
		if err := c.ValidateRequiredFlags(); err != nil {
			return exit(exitUsage, err)
		}
		if err := c.ValidateFlagGroups(); err != nil {
			return exit(exitUsage, err)
		}
		return a.checkOutput(c)
	}
	wrongUse(a, root)
	return root
}

// wrongUse gives every command of the tree the exit code of wrong use for
// wrong arguments, and makes unknown subcommands an error.
func wrongUse(a *app, c *cobra.Command) {
	c.SuggestionsMinimumDistance = 2
	check := c.Args
	if c.HasSubCommands() && !c.Runnable() {
		c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
		check = unknownCommand
	}
	c.Args = func(c *cobra.Command, args []string) error {
		a.command = c.CommandPath()
		if check == nil {
			return nil
		}
		if err := check(c, args); err != nil {
			return exit(exitUsage, err)
		}
		return nil
	}
	for _, child := range c.Commands() {
		wrongUse(a, child)
	}
}

// unknownCommand refuses arguments of a command that has only subcommands.
func unknownCommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	err := usage("%s has no command %q", c.CommandPath(), args[0])
	if near := c.SuggestionsFor(args[0]); len(near) > 0 {
		return hinted(err, "Did you mean "+strings.Join(near, " or ")+"?")
	}
	return err
}
