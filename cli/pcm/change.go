package pcm

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/internal/safe"
	"beagle/model"
	"beagle/model/adapter"
	"beagle/pcm"
)

func newDiff(a *app.App) *cobra.Command {
	return &cobra.Command{
		Use:   "diff OLD NEW",
		Short: "Compare two versions of a model: elements and values, not white space",
		Args:  cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, args []string) error {
			before, err := pcm.Read(args[0])
			if err != nil {
				return err
			}
			after, err := pcm.Read(args[1])
			if err != nil {
				return err
			}
			return printDiff(a, before, after)
		},
	}
}

// printDiff prints the differences; the exit code tells whether there are any.
func printDiff(a *app.App, before, after *pcm.Repository) error {
	list, same := pcm.Diff(before, after)
	if a.JSON() {
		type change struct {
			Element model.ElementID `json:"element"`
			Name    string          `json:"name"`
			Feature string          `json:"feature"`
			Old     string          `json:"old,omitempty"`
			New     string          `json:"new,omitempty"`
			OldLine int             `json:"old_line,omitempty"`
			NewLine int             `json:"new_line,omitempty"`
		}
		changes := make([]change, len(list))
		for i, d := range list {
			changes[i] = change{d.Element, d.Name, d.Feature, d.Old, d.New, d.OldLine, d.NewLine}
		}
		return a.PrintJSON(map[string]any{"old": before.Path(), "new": after.Path(), "same_bytes": same, "changes": changes})
	}
	for _, d := range list {
		fmt.Fprintf(a.Out, "%s %s: %s\n", safe.Line(string(d.Element)), safe.Line(d.Name), safe.Line(d.Feature))
		if d.OldLine > 0 {
			fmt.Fprintf(a.Out, "  - %s\n", safe.Line(d.Old))
		}
		if d.NewLine > 0 {
			fmt.Fprintf(a.Out, "  + %s\n", safe.Line(d.New))
		}
	}
	switch {
	case same:
		a.Say("The files are identical.")
	case len(list) == 0:
		a.Say("The files differ in white space and spelling only; the models are the same.")
	}
	return nil
}

func newSet(a *app.App) *cobra.Command {
	var out string
	var inPlace, dryRun bool
	c := &cobra.Command{
		Use:   "set FILE ID EXPR [ID EXPR...]",
		Short: "Give elements new values; every other byte of the file stays",
		Long: `Give elements new values; every other byte of the file stays.

ID is the id of an element, as pcm list shows it, or of a branch transition.
EXPR is a stochastic expression, or a probability. A branch takes the values of
all its transitions, separated by ";"; where it has two, one is enough.`,
		Example: `  beagle pcm set model/fileshare.repository '_digest#CPU' '1.2E-9 * content.BYTESIZE' --out new.repository
  beagle pcm set model/fileshare.repository _isText '0.2; 0.8' --in-place`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < 3 || len(args)%2 == 0 {
				return fmt.Errorf("give the file, then pairs of an id and an expression")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if (out != "") == (inPlace || dryRun) {
				return app.Usage("say where the model goes: either --out FILE, or --in-place, or --dry-run")
			}
			r, err := pcm.Read(args[0])
			if err != nil {
				return err
			}
			data, err := set(r, args[1:])
			if err != nil {
				return err
			}
			after, err := pcm.Parse(args[0], data)
			if err != nil {
				return err
			}
			for _, p := range pcm.Introduced(r.Check(), after.Check()) {
				if p.Severity != model.Info {
					a.Warn(p)
				}
			}
			if dryRun {
				return printDiff(a, r, after)
			}
			if !dryRun && !inPlace && safe.SameFile(args[0], out) {
				return app.Usage("%s is the model itself: write --in-place, which keeps it as .bak", out)
			}
			options, path := safe.WriteOptions{Backup: true}, out
			if inPlace {
				path, options = args[0], safe.WriteOptions{Expect: r.Bytes(), Backup: true}
			}
			backup, err := safe.WriteFile(path, data, options)
			if err != nil {
				return err
			}
			return sayWritten(a, path, backup, len(args)/2)
		},
	}
	c.Flags().StringVar(&out, "out", "", "file to write")
	c.Flags().BoolVar(&inPlace, "in-place", false, "write the file itself, and keep it as .bak")
	c.Flags().BoolVar(&dryRun, "dry-run", false, "write nothing, show the difference")
	c.MarkFlagsMutuallyExclusive("out", "in-place", "dry-run")
	return c
}

func set(r *pcm.Repository, pairs []string) ([]byte, error) {
	var changes []adapter.Change
	for i := 0; i < len(pairs); i += 2 {
		change, err := r.ChangeFor(pairs[i], strings.TrimSpace(pairs[i+1]))
		if err != nil {
			return nil, err
		}
		for _, p := range r.CheckChange(change) {
			if p.Severity == model.Error {
				p.Hint = "nothing was written"
				return nil, p
			}
		}
		changes = pcm.Merge(changes, change)
	}
	return r.Apply(changes)
}

func sayWritten(a *app.App, path, backup string, count int) error {
	if a.JSON() {
		return a.PrintJSON(map[string]any{"written": path, "backup": backup, "changed": count})
	}
	a.Say("Wrote %s: %d changed.", safe.Line(path), count)
	if backup != "" {
		a.Say("The old file is kept as %s.", safe.Line(backup))
	}
	return nil
}
