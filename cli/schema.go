package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/config"
	"beagle/internal/jsonschema"
	"beagle/internal/safe"
)

func newSchema(a *program) *cobra.Command {
	return &cobra.Command{
		Use:   "schema [COMMAND]",
		Short: "Print the JSON schema of a command's JSON, or of beagle.yaml",
		Long: `Print the JSON schema of what a command prints with --output json, or of
beagle.yaml. Without a name it lists the commands that have one. Messages of
extensions have theirs in "beagle extension schema".`,
		Example: `  beagle schema run
  beagle schema pcm list
  beagle schema beagle.yaml`,
		RunE: func(c *cobra.Command, args []string) error {
			wanted := strings.Join(args, " ")
			known := []string{config.FileName}
			if wanted == config.FileName {
				return a.PrintJSON(config.Schema())
			}
			var found *cobra.Command
			var walk func(of *cobra.Command)
			walk = func(of *cobra.Command) {
				if name := nameOf(of); a.Results(of) != nil {
					known = append(known, name)
					if name == wanted {
						found = of
					}
				}
				for _, child := range of.Commands() {
					walk(child)
				}
			}
			walk(c.Root())
			switch {
			case found != nil:
				return a.PrintJSON(jsonschema.Of("beagle "+wanted, a.Results(found)...))
			case wanted != "":
				return app.Usage("there is no schema of %q: write one of %s", safe.Line(wanted), strings.Join(known, ", "))
			case a.JSON():
				return a.PrintJSON(known)
			}
			_, err := fmt.Fprintln(a.Out, strings.Join(known, "\n"))
			return err
		},
	}
}

// nameOf is the words of a command as people type them after beagle: pcm list.
func nameOf(c *cobra.Command) string {
	_, name, _ := strings.Cut(c.CommandPath(), " ")
	return name
}
