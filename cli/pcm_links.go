package cli

import (
	"fmt"
	"path/filepath"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/internal/safe"
	"beagle/links"
	"beagle/model"
	"beagle/model/language"
	"beagle/pcm"
)

func newPCMLinks(a *program) *cobra.Command {
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
what has none is matched: a service's method by its names, then steps and
statements in parallel. Look at what was matched before you use it.

--out writes source statement links (.xml) or Beagle's own mapping (.json).`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(sources) == 0 {
				return app.Usage("name the folders of the source with --source")
			}
			r, err := pcm.Read(args[0])
			if err != nil {
				return err
			}
			mapping, err := a.findLinks(r, from, sources)
			if err != nil {
				return err
			}
			if out != "" {
				if err := writeLinks(out, mapping, r, sources); err != nil {
					return err
				}
			}
			return a.printLinks(mapping)
		},
	}
	c.Flags().StringVar(&from, "from", "", "file to start from")
	c.Flags().StringSliceVar(&sources, "source", nil, "source folder; may be repeated")
	c.Flags().StringVar(&out, "out", "", "file to write, .xml or .json")
	return c
}

// findLinks imports or matches, and says on standard error what was lost.
func (a *program) findLinks(r *pcm.Repository, from string, folders []string) (*links.Mapping, error) {
	sources := language.NewSources(folders)
	if from == "" {
		methods, problems := sources.All()
		for _, p := range problems {
			a.Warn(p)
		}
		return links.NewMapping(r, links.Propose(r, methods), sources), nil
	}
	mapping, err := links.Import(from, r, sources)
	if err != nil {
		return nil, err
	}
	mapping, lost := mapping.Again(sources)
	for _, l := range lost {
		a.Warn(model.Problem{Severity: model.Warning, File: from, Message: l, Hint: "link the element anew"})
	}
	return mapping, nil
}

func writeLinks(out string, m *links.Mapping, r *pcm.Repository, folders []string) error {
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

func (a *program) printLinks(m *links.Mapping) error {
	if a.JSON() {
		return a.PrintJSON(m)
	}
	w := tabwriter.NewWriter(a.Out, 0, 0, 2, ' ', 0)
	for _, e := range m.Links {
		note := fmt.Sprintf("%.0f %%", 100*e.Confidence)
		if e.Moved {
			note = "moved"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s:%d-%d\t%s\t%s\n", safe.Line(e.Element), e.Kind, safe.Line(app.Short(e.Name, 30)), safe.Line(e.Unit), e.First.Line, e.Last.Line, note, safe.Line(e.Why))
	}
	return w.Flush()
}
