package cli

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/cli/extension"
	"beagle/cli/runs"
	"beagle/run/folder"
	"beagle/run/remote"
)

// extensible are the commands in which extensions take part: they have the flag --extension, and no
// other command has.
var extensible = []string{
	"beagle", "beagle home", "beagle tour", "beagle demo", "beagle run", "beagle model", "beagle check", "beagle fit", "beagle learn", "beagle resume",
	"beagle review", "beagle apply", "beagle config", "beagle pcm links", "beagle predict", "beagle tools", "beagle validate", "beagle report",
	"beagle " + remote.EngineCommand,
}

const extensionFlag = "extension"

func (a *program) addExtensionFlag(c *cobra.Command) {
	if slices.Contains(extensible, c.CommandPath()) {
		c.Flags().StringArrayVar(&a.named, extensionFlag, nil, "let this extension take part, by name or path (repeatable)")
	}
	for _, child := range c.Commands() {
		a.addExtensionFlag(child)
	}
}

func noPart(c *cobra.Command, err error) error {
	if strings.HasPrefix(err.Error(), "unknown flag: --"+extensionFlag) {
		return app.Usage("extensions have no part in %s", c.CommandPath())
	}
	return app.Exit(app.WrongUse, err)
}

// ofRun are the commands about a run, in which its extensions have their part again.
var ofRun = []string{"beagle learn", "beagle resume", "beagle review", "beagle apply", "beagle validate", "beagle report"}

func (a *program) useExtensions(c *cobra.Command, args []string) (err error) {
	switch {
	case c.Flags().Lookup(extensionFlag) == nil:
		return nil
	case c.CommandPath() == "beagle tools": // which asks them itself
		return extension.There(a.named)
	}
	var made []string // with which the run was made; one that is not there says so itself
	if slices.Contains(ofRun, c.CommandPath()) {
		if began, err := folder.Settings(runs.Arg(args)); err == nil {
			made = began.Extensions
		}
	}
	ask := !c.HasParent() && a.Interactive && !a.JSON()
	a.extensions, err = extension.Use(c, a.App, a.named, made, ask)
	return err
}

func resultOf(_ context.Context, id string) (any, error) {
	analysis, err := remote.Attach(id, remote.Watch)
	if err != nil {
		return nil, runs.None(err)
	}
	defer analysis.Close()
	return newResult(analysis.Snapshot(), ""), nil
}
