package extension

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/cli/setup"
	"beagle/extension"
	"beagle/extension/wire"
)

func newList(a *app.App) *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "List the extensions that are there, and which take part; runs none", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			all, err := setup.Extensions(nil)
			if err != nil {
				return err
			}
			if a.JSON() {
				return a.PrintJSON(all)
			}
			if len(all) == 0 {
				a.SayLine("there is no extension on the PATH or in " + extension.Folder() + "; beagle extension new writes one")
				return nil
			}
			table := tabwriter.NewWriter(a.Out, 0, 4, 2, ' ', 0)
			for i := range all {
				x := &all[i]
				state := "no part"
				switch {
				case x.Problem != "":
					state = "BROKEN. " + x.Problem
				case x.Chosen != "":
					state = x.Chosen
				}
				fmt.Fprintf(table, "%s %s\t%s\t%s\t%s\n", x.Name, x.Version, points(x.Points), x.Path, state)
			}
			return table.Flush()
		},
	}
}

func points(list []wire.Point) string {
	words := make([]string, len(list))
	for i, p := range list {
		words[i] = string(p)
	}
	return strings.Join(words, ", ")
}

func found(name string) (extension.Found, error) {
	return extension.Named(name, extension.Find())
}
