package cli

import (
	"context"

	_ "beagle/builtin"

	"beagle/cli/app"
	"beagle/extension"
	"beagle/run"
	"beagle/run/folder"
	"beagle/run/remote"
)

// program is what the commands share that deal with analyses.
type program struct {
	*app.App
	start func(context.Context, run.Config) (run.Run, error) // the engine
	busy  func() ([]folder.Info, error)                      // analyses that measure now; nil: nobody asks

	named      []string       // values of --extension
	extensions *extension.Set // that take part; nil: none
}

func newProgram() *program {
	return &program{App: app.New(), start: remote.Launch, busy: folder.Measuring}
}
