package prepare

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/cli/setup"
	"beagle/config"
	"beagle/extract"
	"beagle/extract/project"
	"beagle/extract/rules"
	"beagle/extract/structure"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/model"
	"beagle/run"
)

type flags struct {
	out, by, name string
	bind          map[string]string
	ignore        []string
	services      []string
	yes, trust    bool
}

// New is the command extract.
func New(a *app.App) *cobra.Command {
	var f flags
	c := &cobra.Command{
		Use:   "extract --out FOLDER [DIR]",
		Short: "Make a Palladio model of a plain Java project, with links to its sources",
		Long: `Make a Palladio model of a plain Java project, with links to its sources:
repository, system, resource environment, allocation, usage model. Modules,
sources and class paths are found (Maven and Gradle as far as their files say them in so
many words, or none); javac says what each call means. Nothing of the project is
changed, built or run, and no annotation processor of it. With --trust the project's
build says its class paths, which runs code of the project.

Decisions that the source leaves open have a default, which is reported and can be
changed. On a terminal the components are shown first, as a tree in which they can
be merged, split, left out and renamed, or made by another rule; your decisions are
saved in beagle.yaml. Demands are 0, loops run once and branches are even until
beagle run has learnt them.`,
		Example: `  beagle extract --out model
  beagle extract ../shop --out model --by packages
  beagle extract --out model --bind Storage=DiskStorage --ignore 'demo.legacy.**'`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			dir := "."
			if len(args) > 0 {
				dir = args[0]
			}
			return extractInto(c, a, dir, &f)
		},
	}
	set := c.Flags()
	set.StringVar(&f.out, "out", "", "folder that the files are written to")
	set.StringVar(&f.name, "name", "", "name of the model and its files (default: the folder's)")
	set.StringVar(&f.by, "by", "", "rule that groups classes into components: components (of beagle.yaml), annotations, modules, packages, cycles, subpackages, interfaces or classes (default: the first that gives two that call each other)")
	set.StringToStringVar(&f.bind, "bind", nil, "which class stands behind an interface, e.g. Storage=DiskStorage")
	set.StringSliceVar(&f.ignore, "ignore", nil, "classes or packages to leave out, e.g. demo.legacy.**")
	set.StringSliceVar(&f.services, "service", nil, "method that is entered from outside, e.g. Upload.store")
	set.BoolVar(&f.yes, "yes", false, "take what beagle.yaml says and every default, without the screen")
	c.Flags().BoolVar(&f.trust, "trust", false, app.TrustUsage)
	_ = c.MarkFlagRequired("out")
	return a.Prints(c, result{})
}

func extractInto(c *cobra.Command, a *app.App, dir string, f *flags) error {
	began := time.Now()
	dir = safe.Absolute(dir) // paths in beagle.yaml are as seen from it
	if err := project.Readable(dir); err != nil {
		return err
	}
	decided, err := f.decided(dir)
	if err != nil {
		return err
	}
	if f.trust {
		if err := app.Agree(dir); err != nil {
			return err
		}
	}
	step, end := a.Steps()
	r, err := extract.Extract(c.Context(), extract.Options{Dir: dir, Runs: app.Agreed(dir), Cache: setup.CacheDir(), Name: f.name, Folder: f.out, Choices: Choices(decided), Say: step})
	end()
	if err != nil {
		return err
	}
	screens := a.Screens() && !f.yes
	if screens {
		if r, err = Decide(c.Context(), r); err != nil {
			return err
		}
	}
	written, err := r.Write(f.out)
	if err != nil {
		return err
	}
	if screens {
		if err := save(a, dir, r, written); err != nil {
			return err
		}
	}
	if a.JSON() {
		return a.PrintJSON(newResult(r, written, time.Since(began)))
	}
	for _, p := range r.Problems {
		if p.Severity != model.Info {
			a.Warn(p)
		}
	}
	return printText(a, r, written)
}

func (f *flags) decided(dir string) (run.Extract, error) {
	var e run.Extract
	settings, err := config.Load(config.Options{Project: dir, UserFile: setup.UserFile(), Env: os.Environ()})
	var missing *config.MissingError
	switch {
	case err == nil:
		e = settings.Extract()
	case !errors.As(err, &missing):
		return e, err
	}
	if f.by != "" {
		e.By = f.by
	}
	e.Bind = both(e.Bind, f.bind)
	e.Ignore = append(e.Ignore, f.ignore...)
	e.Services = append(e.Services, f.services...)
	return e, nil
}

// both are two maps together; the second wins.
func both(a, b map[string]string) map[string]string {
	all := maps.Clone(a)
	if all == nil {
		all = map[string]string{}
	}
	maps.Copy(all, b)
	return all
}

// Choices are decisions as the rules take them.
func Choices(e run.Extract) rules.Choices {
	c := rules.Choices{By: e.By, Bind: e.Bind, Ignore: e.Ignore, Services: e.Services, Inside: e.Inside, Components: map[string][]string{}}
	for name, patterns := range e.Components {
		c.Components[name] = strings.FieldsFunc(patterns, func(r rune) bool { return r == ' ' || r == ',' })
	}
	return c
}

type result struct {
	Version    int                `json:"version"`
	Rule       string             `json:"rule"`
	Files      *extract.Written   `json:"files"`
	Modules    int                `json:"modules"`
	Sources    int                `json:"sources"`
	Lines      int                `json:"lines"`
	Libraries  int                `json:"libraries"`
	Calls      calls              `json:"calls"`
	Components []componentResult  `json:"components"`
	Counts     map[string]int     `json:"counts"`
	Decisions  []rules.Decision   `json:"decisions"`
	Seconds    map[string]float64 `json:"seconds"`
	Problems   []model.Problem    `json:"problems"`
}

type calls struct {
	Resolved   int `json:"resolved"`
	ByName     int `json:"by_name"` // javac could not decide; only one method has the name and number of parameters
	Unresolved int `json:"unresolved"`
}

type componentResult struct {
	ID       string   `json:"id"`
	Name     string   `json:"name"`
	Classes  []string `json:"classes"`
	Provides []string `json:"provides"`
	Requires []string `json:"requires"`
	Services int      `json:"services"`
}

func newResult(r *extract.Result, w *extract.Written, took time.Duration) result {
	out := result{
		Version: 1, Rule: r.Rule, Files: w, Modules: len(r.Project.Modules), Sources: len(r.Program.Files), Libraries: len(r.Project.ClassPath),
		Calls: calls{r.Program.Resolved, r.Program.Guessed, r.Program.Unresolved}, Counts: counts(r),
		Decisions: append([]rules.Decision{}, r.Open...), Problems: append([]model.Problem{}, r.Problems...),
		Seconds: map[string]float64{"javac": r.Attributed.Seconds(), "rules": r.Ruled.Seconds(), "all": took.Seconds()},
	}
	for _, f := range r.Program.Files {
		out.Lines += f.Lines
	}
	classes := map[string][]string{}
	for _, c := range r.Divided {
		for _, t := range c.Classes {
			if t.Name == t.Outer {
				id := structure.NewID("component", c.Key)
				classes[id] = append(classes[id], t.Name)
			}
		}
	}
	for _, c := range r.Model.Components {
		one := componentResult{ID: c.ID, Name: c.Name, Classes: classes[c.ID], Provides: []string{}, Requires: []string{}, Services: len(c.Services)}
		for _, role := range c.Provides {
			one.Provides = append(one.Provides, role.Interface.Name)
		}
		for _, role := range c.Requires {
			one.Requires = append(one.Requires, role.Interface.Name+" of "+role.Provider.Name)
		}
		out.Components = append(out.Components, one)
	}
	return out
}

func counts(r *extract.Result) map[string]int {
	m := r.Model
	n := map[string]int{"components": len(m.Components), "interfaces": len(m.Interfaces), "data types": len(m.Types), "connectors": len(m.Connectors), "calls in circles": r.Circles, "beside calls": r.Beside}
	kinds := map[structure.Kind]string{structure.Internal: "internal actions", structure.Call: "external calls", structure.Loop: "loops", structure.Branch: "branches"}
	for _, c := range m.Components {
		n["services"] += len(c.Services)
		for _, s := range c.Services {
			if s.Entry {
				n["entered from outside"]++
			}
			s.Body.Walk(func(step *structure.Step) { n[kinds[step.Kind]]++ })
		}
	}
	return n
}

func printText(a *app.App, r *extract.Result, w *extract.Written) error {
	n := counts(r)
	var sheet app.Sheet
	sheet.Width = a.Width()
	sheet.Field("model", safe.Line(filepath.ToSlash(w.Repository)))
	sheet.Field("rule", fmt.Sprintf("components by %s", r.Rule))
	sheet.Field("elements", fmt.Sprintf("%s, %s (%d entered from outside), %s, %s, %s, %s", quantity.Plural(n["components"], "component", "components"), quantity.Plural(n["services"], "service", "services"),
		n["entered from outside"], quantity.Plural(n["internal actions"], "internal action", "internal actions"), quantity.Plural(n["external calls"], "external call", "external calls"),
		quantity.Plural(n["loops"], "loop", "loops"), quantity.Plural(n["branches"], "branch", "branches")))
	p := r.Program
	sheet.Field("calls", fmt.Sprintf("%d resolved, %d by name alone, %d not", p.Resolved, p.Guessed, p.Unresolved))
	if r.Circles > 0 {
		sheet.Field("left out", fmt.Sprintf("%s back to a service that runs: --by cycles makes one component of such packages", quantity.Plural(r.Circles, "call", "calls")))
	}
	if r.Beside > 0 {
		sheet.Field("beside", fmt.Sprintf("no action has the work of %s beside an external call", quantity.Plural(r.Beside, "statement computes", "statements compute")))
	}
	sheet.WriteString("\n")
	rows := [][]string{{"component", "services", "provides", "requires"}}
	for _, c := range r.Model.Components {
		rows = append(rows, []string{safe.Line(app.Short(c.Name, 40)), fmt.Sprint(len(c.Services)), fmt.Sprint(len(c.Provides)), fmt.Sprint(len(c.Requires))})
	}
	sheet.Table(rows)
	for _, kept := range w.Kept {
		sheet.WriteString("\nkept as it was: " + safe.Line(kept) + "\n")
	}
	if w.Changes != nil {
		tellChanges(&sheet, w.Changes)
	}
	_, err := fmt.Fprint(a.Out, sheet.String())
	return err
}
