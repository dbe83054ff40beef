// Package extension holds the commands about extensions, and has those that were
// chosen take part in a command.
package extension

import (
	"os"
	"slices"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/cli/setup"
	"beagle/config"
	"beagle/extension"
)

// New is the command extension.
func New(a *app.App, resultOf ResultOf) *cobra.Command {
	c := &cobra.Command{
		Use:   "extension",
		Short: "Programs that add analysers, fitness functions, measurement tools, languages, reports",
		Long: `Programs that add analysers, fitness functions, measurement tools, languages and
reports. An extension is a program beagle-NAME on the PATH or in the folder that
"beagle paths" names, with a manifest in the same folder. It takes part once you name it, in
extensions: of your own settings or with --extension NAME, or agree to it.`,
	}
	c.AddCommand(newList(a), newNew(a), newCheck(a), newSchema(a), newTrust(a), newForget(a), newReport(a, resultOf))
	return c
}

// Use has the extensions take part that the user chose: in settings, the
// environment, flags, or on the screen; and those with which the run was made that
// a command is about. Those that cannot are said; a flag that names none that is there, or none that
// may be run, is wrong use. Where ask is true, the person at
// the terminal is asked about those that are there and were never answered for. The
// caller closes the set.
func Use(c *cobra.Command, a *app.App, flags, ofRun []string, ask bool) (*extension.Set, error) {
	extension.Version = setup.Build().Short()
	named, err := config.Extensions(setup.UserFile(), os.Environ())
	if err != nil {
		return nil, err
	}
	if err := There(flags); err != nil {
		return nil, err
	}
	named = slices.Concat(named, flags, ofRun)
	if ask {
		if err := askAbout(a, named); err != nil {
			return nil, err
		}
	}
	chosen, problems := extension.Chosen(named)
	set := extension.Use(c.Context(), chosen)
	for _, p := range append(problems, set.Problems...) {
		a.Warn(p)
	}
	if len(set.All) == 0 || c.Name() == "config" { // which says who named them
		return set, nil
	}
	// The run keeps them by their paths, and a background process takes them.
	return set, os.Setenv(config.ExtensionsVariable, config.List(set.Programs()))
}

// There says which of the extensions that flags name is not there, or may not be run.
func There(flags []string) error {
	if len(flags) == 0 {
		return nil
	}
	found := extension.Find()
	for _, name := range flags {
		if _, err := extension.Named(name, found); err != nil {
			return app.Exit(app.WrongUse, err)
		}
	}
	return nil
}
