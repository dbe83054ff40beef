// Package cli is the command line: commands, flags and exit codes. It starts the screens and prints
// results; everything else happens behind package run.
package cli

import (
	"context"
	"os"
	"runtime"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/cli/pcm"
	"beagle/cli/setup"
	"beagle/extension"
	"beagle/measure/launch"
)

// Main runs the command line and returns the process's exit code.
func Main(args []string) int {
	if len(args) > 0 && args[0] == launch.SuperviseCommand { // before anything else: each extension waits for it
		return launch.Supervise(args[1:])
	}
	if program, err := os.Executable(); err == nil && runtime.GOOS != "windows" {
		extension.Supervisor = []string{program, launch.SuperviseCommand}
	}
	a := newProgram()
	ctx, stop := app.WithSignals(context.Background())
	defer stop()

	defer func() {
		if a.extensions != nil {
			a.extensions.Close()
		}
	}()
	root := newRoot(a)
	root.SetArgs(pcm.KeepExpressions(args))
	err := execute(ctx, a.App, root)
	if app.WantsJSON(args) {
		a.Output = app.JSON // also where the flags could not be read
	}
	return a.Finish(ctx, err)
}

func execute(ctx context.Context, a *app.App, root *cobra.Command) error {
	root.SilenceUsage, root.SilenceErrors, root.Version = true, true, setup.Build().Short()
	err := root.ExecuteContext(ctx)
	if rest := a.Rest(); rest != "" {
		a.Say("%s", rest)
	}
	return err
}
