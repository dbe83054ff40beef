package cli

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/cli/extension"
	"beagle/cli/runs"
	"beagle/run/folder"
	"beagle/run/remote"
)

// extensible are the commands in which extensions take part.
var extensible = []string{
	"beagle", "beagle home", "beagle tour", "beagle run", "beagle check", "beagle fit", "beagle learn", "beagle resume", "beagle review", "beagle apply", "beagle config", "beagle pcm links",
	"beagle validate", "beagle report", "beagle " + remote.EngineCommand,
}

// ofRun are the commands about a run, in which its extensions have their part again.
var ofRun = []string{"beagle learn", "beagle resume", "beagle review", "beagle apply", "beagle validate", "beagle report"}

// useExtensions has the extensions take part in a command that the user chose.
func (a *program) useExtensions(c *cobra.Command, args []string) (err error) {
	if !slices.Contains(extensible, c.CommandPath()) {
		if len(a.named) > 0 && c.CommandPath() != "beagle tools" { // which asks them itself
			return app.Usage("extensions have no part in %s", c.CommandPath())
		}
		return nil
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

// resultOf is the result of a run that has ended.
func resultOf(_ context.Context, id string) (any, error) {
	analysis, err := remote.Attach(id, remote.Watch)
	if err != nil {
		return nil, runs.None(err)
	}
	defer analysis.Close()
	return newResult(analysis.Snapshot(), ""), nil
}
