package runs

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/config"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/judge"
	"beagle/model"
	"beagle/run"
	"beagle/run/engine"
)

type relearnt struct {
	Version    int               `json:"version"`
	Run        string            `json:"run"`
	Settings   map[string]string `json:"settings"` // that were changed
	Elements   []relearntElement `json:"elements"`
	Extensions []app.Added       `json:"extensions,omitempty"` // how the proposals of extensions fared
	Problems   []model.Problem   `json:"problems"`             // with the measurements
}

type relearntElement struct {
	Before  app.Element `json:"before"`
	After   app.Element `json:"after"`
	Changed bool        `json:"changed"` // the final expression is another one
}

// NewLearn is "beagle learn": the analysers and the judge once more on what a run measured, with other
// settings.
func NewLearn(a *app.App) *cobra.Command {
	var sets []string
	c := &cobra.Command{
		Use:   "learn [RUN]",
		Short: "Learn again from the measurements that an analysis keeps",
		Long: `Learn again from the measurements that an analysis keeps, with other settings of
judge, derive, rate or seed, and show old and new side by side. Nothing is
measured, and the analysis stays as it is.`,
		Example: `  beagle learn
  beagle learn 2026-11-22-1430-fileshare --set judge.scatter=true
  beagle learn --set 'judge.fitness=error + size / 100' --output json`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: Complete,
		RunE: func(c *cobra.Command, args []string) error {
			changes := map[string]string{}
			for _, set := range sets {
				key, value, ok := strings.Cut(set, "=")
				if !ok {
					return app.Usage("--set %s: write key=value, e.g. --set judge.scatter=true", safe.Line(set))
				}
				changes[key] = value
			}
			again, err := engine.Relearn(c.Context(), Arg(args), func(cfg *run.Config) error {
				if err := config.Relearn(cfg, changes); err != nil {
					return app.Exit(app.WrongUse, err)
				}
				return nil
			})
			if err != nil {
				return None(err)
			}
			return reportRelearnt(a, again, changes)
		},
	}
	c.Flags().StringArrayVar(&sets, "set", nil, "change a setting of judge, derive, rate or seed, e.g. --set judge.scatter=true")
	return a.Prints(a.WithOutputs(c, app.Text, app.JSON), relearnt{})
}

func reportRelearnt(a *app.App, r *engine.Relearnt, changes map[string]string) error {
	out := relearnt{Version: 1, Run: r.Run, Settings: changes, Elements: []relearntElement{}, Problems: append([]model.Problem{}, r.Problems...)}
	missing := 0
	for i := range r.Before {
		e := relearntElement{Before: app.Of(&r.Before[i]), After: app.Of(&r.After[i])}
		e.Changed = app.Proposal(e.Before.Final) != app.Proposal(e.After.Final)
		if e.After.Final == nil {
			missing++
		}
		out.Elements = append(out.Elements, e)
	}
	learnt := make([]app.Element, len(out.Elements))
	for i := range out.Elements {
		learnt[i] = out.Elements[i].After
	}
	out.Extensions = app.AddedTo(learnt)
	if a.JSON() {
		if err := a.PrintJSON(out); err != nil {
			return err
		}
	} else {
		printRelearnt(a, out)
	}
	a.WarnAll(r.Problems)
	if r.Unmeasured > 0 {
		a.Say("%s no measurements that are kept", quantity.Plural(r.Unmeasured, "element has", "elements have"))
	}
	if missing > 0 {
		return app.Exit(app.Partial, nil)
	}
	return nil
}

func printRelearnt(a *app.App, r relearnt) {
	service, changed := "", 0
	for i := range r.Elements {
		e := &r.Elements[i]
		if s := e.After.Component + "." + e.After.Service; s != service {
			service = s
			fmt.Fprintf(a.Out, "%s\n", safe.Line(service))
		}
		fmt.Fprintf(a.Out, "  %s\n", safe.Line(e.After.Title()))
		if !e.Changed {
			fmt.Fprintf(a.Out, "    same   %s\n", app.Proposal(e.After.Final))
		} else {
			changed++
			fmt.Fprintf(a.Out, "    before %s\n", app.Proposal(e.Before.Final))
			printQuality(a, &e.Before)
			fmt.Fprintf(a.Out, "    now    %s\n", app.Proposal(e.After.Final))
		}
		printQuality(a, &e.After)
	}
	for i := range r.Extensions {
		fmt.Fprintf(a.Out, "extension %s\n", r.Extensions[i].Words())
	}
	fmt.Fprintf(a.Out, "%d of %s another expression now\n", changed, quantity.Plural(len(r.Elements), "element has", "elements have"))
}

func printQuality(a *app.App, e *app.Element) {
	if e.Final == nil {
		return
	}
	fmt.Fprintf(a.Out, "           %s\n", e.Quality())
	if said := judge.HeldOut(e.HeldOut); said != "" {
		fmt.Fprintf(a.Out, "           %s\n", said)
	}
	if bound := judge.Bound(e.Within); bound != "" {
		fmt.Fprintf(a.Out, "           %s\n", safe.Line(bound))
	}
	if e.Below != "" {
		fmt.Fprintf(a.Out, "           %s\n", safe.Line(e.Below))
	}
}
