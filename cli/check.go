package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/cli/prepare"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/measure"
	"beagle/measure/campaign"
	"beagle/measure/java"
	"beagle/measure/launch"
	"beagle/measure/recorded"
	"beagle/model"
	"beagle/run"
	"beagle/run/project"
)

type checked struct {
	Version  int              `json:"version"`
	OK       bool             `json:"ok"` // an analysis could start
	Model    string           `json:"model"`
	Delivery *java.Choice     `json:"delivery,omitempty"` // how probes get into the program; none: nothing is launched
	Elements []checkedElement `json:"elements"`
	Plan     []string         `json:"plan,omitempty"` // which launches will be made, in words
	Problems []model.Problem  `json:"problems"`
}

type checkedElement struct {
	ID        string          `json:"id"`
	Key       model.ElementID `json:"key"`
	Kind      model.Kind      `json:"kind"`
	Name      string          `json:"name"`
	Component string          `json:"component"`
	Service   string          `json:"service"`
	Resource  string          `json:"resource,omitempty"`
	Parameter string          `json:"parameter,omitempty"`
	Old       string          `json:"old,omitempty"`
	Linked    bool            `json:"linked"`
	Measured  bool            `json:"measured"`          // selected, and linked or told of by the logs
	Records   *int64          `json:"records,omitempty"` // of recorded logs: how many observations they hold of it
	Refused   bool            `json:"refused,omitempty"` // linked and selected, but no probe can be put there
	Sections  []model.Section `json:"sections,omitempty"`
}

func newCheck(a *program) *cobra.Command {
	var flags settingFlags
	c := &cobra.Command{
		Use:   "check [DIR or beagle.yaml]",
		Short: "Check settings, model, links, sources and commands, and say what would be measured",
		Long: `Check settings, model, links, sources and commands, and say what would be
measured. Nothing is changed and nothing is started. Recorded logs are read as an
analysis reads them, so that what is said of them is what it would learn from.

Exit codes: 0 an analysis could start; 1 something keeps it from starting.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			cfg, err := flags.chosen(a.App, c, args)
			if err != nil {
				return err
			}
			prepare.TellEdited(c.Context(), a.App, cfg.Model)
			project, err := project.Prepare(cfg)
			if err != nil {
				return err
			}
			return reportCheck(c.Context(), a.App, project)
		},
	}
	flags.add(c)
	flags.addSelect(c)
	return a.Prints(c, checked{})
}

func reportCheck(ctx context.Context, a *app.App, p *project.Project) error {
	r := checked{Version: 1, OK: true, Model: safe.Shown(p.Config.Model), Plan: project.Plan(&p.Config), Problems: append([]model.Problem{}, p.Problems...)}
	chosen := map[model.ElementID]bool{}
	for i := range p.Chosen {
		chosen[p.Chosen[i].ID] = true
	}
	for i := range p.Elements {
		r.Elements = append(r.Elements, newCheckedElement(&p.Elements[i], chosen))
	}
	if err := p.Ready(); err != nil {
		r.Problems = append(r.Problems, app.AsProblem(err))
	} else if p.Config.Recorded() {
		if err := r.read(ctx, p); err != nil {
			return err
		}
	}
	r.Problems = append(r.Problems, commandProblems(&p.Config)...)
	if p.Config.Launches() && p.Config.Measure.Tool == measure.DefaultTool && len(p.Chosen) > 0 && len(p.Config.Launch) > 0 {
		choice, notes, err := java.Choose(ctx, java.Options{
			Project: p.Config.Project, Clock: p.Config.Measure.Clock, Build: p.Config.Build, Delivery: project.Delivery(&p.Config), Launches: p.Config.Launch,
		}, p.Order)
		if err != nil {
			r.Problems = append(r.Problems, app.AsProblem(err))
		} else {
			r.Delivery = &choice
		}
		r.refuse(notes)
	}
	for _, problem := range r.Problems {
		if problem.Severity == model.Error {
			r.OK = false
		}
	}
	if a.JSON() {
		if err := a.PrintJSON(r); err != nil {
			return err
		}
	} else {
		printCheck(a, &r, p)
	}
	if !r.OK {
		return app.Exit(app.Failed, nil)
	}
	return nil
}

func (r *checked) refuse(notes []model.Problem) {
	for _, note := range notes {
		r.Problems = append(r.Problems, note)
		for i := range r.Elements {
			if e := &r.Elements[i]; note.Severity == model.Warning && note.Element == e.Key && e.Kind != model.Branch {
				e.Measured, e.Refused = false, true
			}
		}
	}
	if !slices.ContainsFunc(r.Elements, func(e checkedElement) bool { return e.Measured }) {
		r.Problems = append(r.Problems, model.Problem{
			Severity: model.Error, Rule: "instrument", Message: "nothing can be measured: no section could be instrumented", Hint: "correct the links; the notes before this one say what is wrong with them",
		})
	}
}

func (r *checked) read(ctx context.Context, p *project.Project) error {
	from, err := p.Logs()
	if err != nil {
		return err
	}
	learnt, err := recorded.Read(ctx, from)
	if err != nil {
		return err
	}
	r.Problems = append(r.Problems, learnt.Problems...)
	if err := learnt.Silent(); err != nil {
		r.Problems = append(r.Problems, app.AsProblem(err))
	} else {
		r.Problems = append(r.Problems, learnt.Unrecorded(p.Chosen)...)
	}
	for i := range r.Elements {
		if e := &r.Elements[i]; e.Measured {
			seen := learnt.Seen[e.Key]
			e.Measured, e.Records = seen > 0, &seen
		}
	}
	return nil
}

func newCheckedElement(e *model.Element, chosen map[model.ElementID]bool) checkedElement {
	c := checkedElement{
		ID: e.PCMID, Key: e.ID, Kind: e.Kind, Name: e.Name, Component: e.Component, Service: e.Service,
		Resource: e.Resource.Name, Old: e.Old, Linked: e.Linked(), Measured: chosen[e.ID], Sections: e.Sections,
	}
	if e.Argument.Name != "" {
		c.Parameter = e.Argument.String()
	}
	for _, option := range e.Branches {
		if option.Section != nil {
			c.Sections = append(c.Sections, *option.Section)
		}
	}
	return c
}

func commandProblems(cfg *run.Config) []model.Problem {
	var problems []model.Problem
	check := func(spec launch.Spec, severity model.Severity) {
		if err := launch.Check(spec); err != nil {
			problem := app.AsProblem(err)
			problem.Severity = severity
			problems = append(problems, problem)
		}
	}
	// What a build makes is not there before it: of build and launches only
	// programs from the PATH are looked for.
	onPath := func(command []string) bool { return len(command) > 0 && filepath.Base(command[0]) == command[0] }
	if cfg.Launches() {
		if onPath(cfg.Build) {
			check(launch.Spec{Name: "build", Command: cfg.Build}, model.Error)
		}
		for _, l := range cfg.Launch {
			if err := campaign.Startable(&l); err != nil {
				problems = append(problems, app.AsProblem(err))
			}
		}
	}
	// Without these the analysis is as good.
	if len(cfg.Notify) > 0 {
		check(launch.Spec{Name: "notify", Command: cfg.Notify, Dir: cfg.Project}, model.Warning)
	}
	if cfg.WhenDone.Desktop {
		check(launch.Spec{Name: "when_done.desktop", Command: []string{"notify-send"}}, model.Warning)
	}
	if cfg.WhenDone.Mail != "" {
		check(launch.Spec{Name: "when_done.mail", Command: []string{launch.Sendmail()}}, model.Warning)
	}
	return problems
}

func printCheck(a *app.App, r *checked, p *project.Project) {
	service, measured := "", 0
	for i := range r.Elements {
		e := &r.Elements[i]
		if s := e.Component + "." + e.Service; s != service {
			service = s
			fmt.Fprintf(a.Out, "%s\n", safe.Line(service))
		}
		mark, why := "  ", "  (not selected)"
		switch {
		case e.Measured && e.Records != nil:
			mark, why = "* ", "  from "+quantity.Plural(int(*e.Records), "record", "records")
			measured++
		case e.Measured:
			mark, why = "* ", ""
			measured++
		case e.Refused:
			why = "  (no probe can be put there, see below)"
		case e.Records != nil:
			why = "  (no record tells of it)"
		case !e.Linked:
			why = "  (no link to the source)"
		}
		old := ""
		if e.Old != "" {
			old = "  now " + e.Old
		}
		fmt.Fprintf(a.Out, "  %s%s%s%s\n", mark, safe.Line(e.title()), safe.Line(old), why)
	}
	var how string
	if p.Config.Recorded() {
		how = "learnt from " + quantity.Plural(len(p.Config.Measure.Logs), "recorded log", "recorded logs") + "; the program is neither built nor launched"
	} else if !p.Config.Launches() {
		how = "learnt from " + quantity.Plural(len(p.Config.Launch), "file of records", "files of records") + "; the program is neither built nor launched"
	} else {
		how = "measured, in " + quantity.Plural(len(measure.Plan(p.Config.Launch)), "launch", "launches")
	}
	fmt.Fprintf(a.Out, "\n%d of %s would be %s\n", measured, quantity.Plural(len(r.Elements), "element", "elements"), how)
	for i, line := range r.Plan {
		fmt.Fprintf(a.Out, "%d. %s\n", i+1, line)
	}
	if r.Delivery != nil {
		fmt.Fprintf(a.Out, "%s\n", safe.Line(r.Delivery.String()))
	}
	for _, problem := range r.Problems {
		a.Warn(problem)
	}
	if r.OK {
		a.Say("ready; \"beagle run\" starts the analysis")
	}
}

func (e *checkedElement) title() string {
	r := app.Element{Kind: e.Kind, Name: e.Name, Resource: e.Resource, Parameter: e.Parameter, Unit: "s"}
	return r.Title() + " (" + e.ID + ")"
}
