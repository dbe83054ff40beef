package cli

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"beagle/config"
	"beagle/internal/safe"
	"beagle/measure"
)

func newConfig(a *program) *cobra.Command {
	var flags settingFlags
	var schema bool
	c := &cobra.Command{
		Use:   "config [DIR or beagle.yaml]",
		Short: "Show the effective settings and where each comes from",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if schema {
				return a.PrintJSON(config.Schema())
			}
			settings, err := flags.load(a.App, c, args)
			if err != nil {
				return err
			}
			if a.JSON() {
				return a.PrintJSON(map[string]any{"file": settings.File, "user_file": settings.UserFile, "settings": settings.All()})
			}
			table := tabwriter.NewWriter(a.Out, 0, 4, 2, ' ', 0)
			for _, s := range settings.All() {
				if s.Value == nil {
					continue
				}
				fmt.Fprintf(table, "%s\t%s\t%s\n", s.Key, safe.Line(settingText(s)), safe.Line(s.Origin))
			}
			return table.Flush()
		},
	}
	c.Flags().BoolVar(&schema, "schema", false, "print a JSON schema of beagle.yaml, for editors")
	flags.add(c)
	return c
}

func settingText(s config.Setting) string {
	launches, ok := s.Value.([]measure.Launch)
	if !ok {
		return fmt.Sprint(s.Value)
	}
	all := make([]string, 0, len(launches))
	for _, launch := range launches {
		all = append(all, fmt.Sprintf("%s (%d×)", launch.Name, launch.Repeat))
	}
	return strings.Join(all, ", ")
}
