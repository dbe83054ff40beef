package extension

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/extension"

	"beagle/extension/wire"
	"beagle/internal/quantity"
	"beagle/internal/safe"
)

type checked struct {
	Name    string    `json:"name"`
	Version string    `json:"version"`
	Program string    `json:"program"`
	OK      bool      `json:"ok"`
	Cases   []Outcome `json:"cases"`
}

func newCheck(a *app.App) *cobra.Command {
	return &cobra.Command{
		Use:   "check NAME or PATH",
		Short: "Test an extension: its description, its answers at each point, and its behaviour when it is disturbed",
		Long: `Test an extension: its description, its answers at each point, and its behaviour
when it is disturbed. It runs with your rights.

Exit codes: 0 every case passed; 1 one did not.`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			f, err := found(args[0])
			if err != nil {
				return err
			}
			folder, err := os.MkdirTemp("", "beagle-check")
			if err != nil {
				return err
			}
			defer os.RemoveAll(folder)
			result := checked{Name: f.Name, Version: f.Version, Program: f.Program, OK: true, Cases: Run(c.Context(), f, folder)}
			failed := 0
			for _, o := range result.Cases {
				if !o.OK {
					failed++
					result.OK = false
				}
			}
			if err := c.Context().Err(); err != nil {
				return err
			}
			if a.JSON() {
				err = a.PrintJSON(result)
			} else {
				err = printChecked(a, result)
			}
			if err == nil && failed > 0 {
				err = fmt.Errorf("extension %s fails %s of %d", f.Name, quantity.Plural(failed, "case", "cases"), len(result.Cases))
				if a.JSON() {
					err = app.Exit(app.Failed, nil)
				}
			}
			return err
		},
	}
}

func printChecked(a *app.App, result checked) error {
	fmt.Fprintf(a.Out, "%s %s, %s\n", result.Name, result.Version, safe.Line(result.Program))
	table := tabwriter.NewWriter(a.Out, 0, 4, 2, ' ', 0)
	for _, o := range result.Cases {
		word, point := "ok", string(o.Point)
		if !o.OK {
			word = "FAILS"
		}
		if point == "" {
			point = "every"
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", word, point, o.Case, o.Took.Round(time.Millisecond), safe.Line(o.Detail))
	}
	return table.Flush()
}

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
