package cli

import (
	_ "beagle/builtin"

	"beagle/cli/app"
	"beagle/extension"
	"beagle/run/folder"
	"beagle/run/remote"
)

// program is what the commands share that deal with analyses.
type program struct {
	*app.App
	starter

	named      []string       // values of --extension
	extensions *extension.Set // that take part; nil: none
}

func newProgram() *program {
	return &program{App: app.New(), starter: starter{start: remote.Launch, busy: folder.Measuring}}
}
