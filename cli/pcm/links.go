package pcm

import (
	"fmt"
	"path/filepath"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/links"
	"beagle/model"
	"beagle/model/adapter"
	"beagle/model/language"
)

func newLinks(a *app.App) *cobra.Command {
	var from, out string
	var sources []string
	c := &cobra.Command{
		Use:   "links MODEL --source DIR",
		Short: "Find a model's elements in the source: import, match, or find again",
		Long: `Find a model's elements in the source.

With --from, links are read from a file: source statement links, Beagle's own
mapping, a CIPM .correspondences or an iObserve .rac; sections of files that
have changed are found again by method and position, and marked as moved.
Without it, positions in the names of actions count (SoMoX writes them), and
elements without one are matched: a service's method by its names, then steps and
statements in parallel. Look at what was matched before you use it.

Elements that were not found are listed with the reason and the likely places; the exit
code is 4 then. --out writes source statement links (.xml) or Beagle's own mapping (.json).`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(sources) == 0 {
				return app.Usage("name the folders of the source with --source")
			}
			r, err := adapter.Read(args[0])
			if err != nil {
				return err
			}
			mapping, unmatched, err := findLinks(a, r, from, sources)
			if err != nil {
				return err
			}
			if out != "" {
				if err := writeLinks(out, mapping, r, sources); err != nil {
					return err
				}
			}
			if err := printLinks(a, mapping, unmatched); err != nil {
				return err
			}
			if len(unmatched) > 0 {
				return app.Exit(app.Partial, nil)
			}
			return nil
		},
	}
	c.Flags().StringVar(&from, "from", "", "file to start from")
	c.Flags().StringSliceVar(&sources, "source", nil, "source folder; may be repeated")
	c.Flags().StringVar(&out, "out", "", "file to write, .xml or .json")
	return c
}

func findLinks(a *app.App, r adapter.Model, from string, folders []string) (*links.Mapping, []links.Unmatched, error) {
	sources := language.NewSources(folders)
	if err := sources.None(); err != nil {
		return nil, nil, err
	}
	if from == "" {
		methods, problems := sources.All()
		for _, p := range problems {
			a.Warn(p)
		}
		matches, unmatched := links.Propose(r, methods)
		return links.NewMapping(r, matches, sources), unmatched, nil
	}
	mapping, err := links.Import(from, r, sources)
	if err != nil {
		return nil, nil, err
	}
	mapping, lost := mapping.Again(sources)
	for _, l := range lost {
		a.Warn(model.Problem{Severity: model.Warning, File: from, Message: l, Hint: "link the element anew"})
	}
	return mapping, nil, nil
}

func writeLinks(out string, m *links.Mapping, r adapter.Model, folders []string) error {
	switch filepath.Ext(out) {
	case ".json":
		return links.WriteMapping(out, m)
	case ".xml":
		file := m.File(out)
		file.Rehash(r.Bytes(), language.NewSources(folders))
		return links.Write(file)
	default:
		return app.Usage("--out %q: write to a file that ends in .xml or .json", out)
	}
}

func printLinks(a *app.App, m *links.Mapping, unmatched []links.Unmatched) error {
	if a.JSON() {
		return a.PrintJSON(struct {
			*links.Mapping
			Unmatched []links.Unmatched `json:"unmatched,omitempty"`
		}{m, unmatched})
	}
	w := tabwriter.NewWriter(a.Out, 0, 0, 2, ' ', 0)
	for _, e := range m.Links {
		note := fmt.Sprintf("%.0f %%", 100*e.Confidence)
		if e.Moved {
			note = "moved"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s:%d-%d\t%s\t%s\n", safe.Line(e.Element), e.Kind, safe.Line(app.Short(e.Name, 30)), safe.Line(e.Unit), e.First.Line, e.Last.Line, note, safe.Line(e.Why))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	sayUnmatched(a, unmatched)
	return nil
}

func sayUnmatched(a *app.App, unmatched []links.Unmatched) {
	told := slices.DeleteFunc(slices.Clone(unmatched), func(u links.Unmatched) bool { return u.Folded() })
	if len(told) == 0 {
		return
	}
	with := ""
	if folded := len(unmatched) - len(told); folded > 0 {
		with = fmt.Sprintf(", and with services that were not found %s in them", quantity.Plural(folded, "element", "elements"))
	}
	a.Say("%s not found in the source%s:", quantity.Plural(len(told), "link was", "links were"), with)
	for _, u := range told {
		name := u.Service
		if u.Kind != "service" {
			name += ": " + u.Kind + " " + app.Short(u.Name, 30)
		}
		a.Say("  %s (%s): %s", safe.Line(name), safe.Line(u.Element), safe.Line(u.Reason))
		for _, c := range u.Candidates {
			a.Say("    perhaps %s", safe.Line(c))
		}
	}
}
