package extension

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/extension"
	"beagle/extension/wire"
	"beagle/internal/safe"
)

func newSchema(a *app.App) *cobra.Command {
	return &cobra.Command{
		Use: "schema [MESSAGE or manifest]", Short: "Print the JSON Schema of a message, of the manifest, or of all", Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			all := map[string]any{"manifest": extension.Schema()}
			for _, name := range wire.Schemas() {
				all[name] = wire.Schema(name)
			}
			var schema any = all
			if len(args) > 0 {
				if schema = all[args[0]]; schema == nil {
					return app.Usage("there is no message %q; there are manifest, %s", safe.Line(args[0]), strings.Join(wire.Schemas(), ", "))
				}
			}
			data, err := json.MarshalIndent(schema, "", "  ")
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(a.Out, "%s\n", data)
			return err
		},
	}
}
