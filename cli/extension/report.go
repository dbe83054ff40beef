package extension

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/extension"
	"beagle/extension/wire"
	"beagle/internal/safe"
)

// ResultOf is a run's result as "beagle run --output json" prints it; an empty id
// is the latest run.
type ResultOf func(ctx context.Context, id string) (any, error)

func newReport(a *app.App, resultOf ResultOf) *cobra.Command {
	var out string
	c := &cobra.Command{
		Use: "report NAME [RUN]", Short: "Write a run's result in the form that an extension knows", Args: cobra.RangeArgs(1, 2),
		Example: `beagle extension new markdown --kind reporter
beagle extension report markdown/beagle-markdown --out result.md`,
		RunE: func(c *cobra.Command, args []string) error {
			f, err := found(args[0])
			if err != nil {
				return err
			}
			x := &extension.Extension{Found: f}
			defer x.Close()
			if !x.Has(wire.Reporter) {
				return app.Usage("the extension %s writes no reports; its points are %s", f.Name, points(f.Points))
			}
			result, err := resultOf(c.Context(), append(args, "")[1])
			if err != nil {
				return err
			}
			data, err := json.Marshal(result)
			if err != nil {
				return err
			}
			text, err := x.Report(c.Context(), data)
			if err != nil {
				return err
			}
			if out == "" {
				_, err = fmt.Fprintln(a.Out, text)
				return err
			}
			if _, err := os.Stat(out); !errors.Is(err, fs.ErrNotExist) {
				return app.Usage("%s is there already; name another file", safe.Line(out))
			}
			_, err = safe.WriteFile(out, []byte(text), safe.WriteOptions{})
			return err
		},
	}
	c.Flags().StringVar(&out, "out", "", "write the report to this new file; default: standard output")
	return c
}
