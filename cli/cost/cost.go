// Package cost holds the command that says what calls of methods cost.
//
// project.go finds the classes of a project or jar, result.go tells what was learnt as JSON, text.go to people.
// Package cost drives and learns.
package cost

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"beagle/cli/app"
	"beagle/cli/prepare"
	"beagle/cost"
	"beagle/internal/safe"
	"beagle/measure/java/driver"
	"beagle/model"
	"beagle/run"
	"beagle/statistics/decimal"
	"beagle/tui"
)

type flags struct {
	lasts     time.Duration
	time      *pflag.Flag // of lasts
	at        []string
	unsafe    bool
	classPath string
	inputs    string
	seed      uint64
	plot      string
	table     string
	as        string
	find      string
	below     time.Duration
	worst     bool
}

// New is the command cost.
func New(a *app.App) *cobra.Command {
	var o flags
	c := &cobra.Command{
		Use:   "cost [DIR or JAR] METHOD...",
		Short: "Learn what calls of a method cost as a function of its inputs",
		Long: `Learn what calls of a method cost as a function of its inputs. It finds the
method in a Java project (or a jar), generates a driver that calls it with inputs
of many sizes, measures in several JVMs, and learns a formula. No model, test or
benchmark is needed, and nothing in the project changes.

METHOD is Class.method, qualified as far as it takes to be the only one, with the
types of its parameters where it is overloaded: "Texts.wrap(String,int)".

A method that could delete or write files, start processes, open connections or
end the JVM is not driven without --unsafe.`,
		Example: `  beagle cost Texts.wrap
  beagle cost ~/src/shop 'Cart.total(List)' Cart.add --for 30s
  beagle cost lib.jar Texts.wrap --at text.BYTESIZE=20000,width.VALUE=80
  beagle cost Texts.wrap --find text.BYTESIZE --below 10ms
  beagle cost Texts.wrap --worst`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return answer(c.Context(), a, args, o) },
	}
	o.driving(c)
	set := c.Flags()
	answered(set, &o.at, &o.plot)
	set.StringVar(&o.find, "find", "", "find the largest value of this input, NAME.CHAR, at which a call costs less than --below; the others are those of --at, or typical")
	set.DurationVar(&o.below, "below", 0, "limit of the cost of a call for --find, e.g. 100ms")
	set.BoolVar(&o.worst, "worst", false, "then run the inputs that the formula says are the costliest, and say whether they confirm it")
	set.StringVar(&o.inputs, "inputs", "", "class with \"static Stream<Object[]> inputs(Random)\" that makes the inputs")
	set.StringVar(&o.table, "table", "", "write what was measured of the last method to this file, for beagle fit")
	app.As(set, &o.as)
	return a.Prints(c, result{})
}

// answered adds the flags that say how learnt costs are shown.
func answered(set *pflag.FlagSet, at *[]string, plot *string) {
	set.StringArrayVar(at, "at", nil, "inputs to say the cost at, as NAME.CHAR=VALUE, several separated by commas (repeatable)")
	set.StringVar(plot, "plot", "", "braille, plain or none; default: braille on a terminal, else plain")
}

func (o *flags) driving(c *cobra.Command) {
	set := c.Flags()
	set.DurationVar(&o.lasts, "for", time.Minute, "longest time for a method")
	set.BoolVar(&o.unsafe, "unsafe", false, "drive the methods also where they could do harm")
	set.StringVar(&o.classPath, "class-path", "", "further libraries")
	set.Uint64Var(&o.seed, "seed", 1, "seed of what is random")
	o.time = set.Lookup("for")
}

// obey takes the time for a method from a project's settings, where the person has said none.
func (o *flags) obey(settings run.Drive) error {
	if !o.time.Changed && settings.Budget > 0 {
		o.lasts = time.Duration(settings.Budget)
	}
	if o.lasts < time.Second {
		return app.Usage("--for, or drive.budget, must be a second at least, e.g. --for 30s")
	}
	return nil
}

func answer(ctx context.Context, a *app.App, args []string, o flags) error {
	if err := knownPlot(o.plot); err != nil {
		return err
	}
	language, coded, err := a.Language(o.as)
	if err != nil {
		return err
	}
	at, err := parseAt(o.at)
	if err != nil {
		return err
	}
	if err := o.goal(at); err != nil {
		return err
	}
	where, methods := ".", args
	if info, err := os.Stat(args[0]); err == nil && (info.IsDir() || strings.HasSuffix(args[0], ".jar")) {
		where, methods = args[0], args[1:]
	}
	if len(methods) == 0 {
		return app.Usage("which method? Write: beagle cost %s Class.method", safe.Line(where))
	}
	cfg, err := settingsOf(where)
	if err != nil {
		return err
	}
	settings := cfg.Drive
	if err := o.obey(settings); err != nil {
		return err
	}
	program, problems, err := programOf(ctx, a, where, o.classPath, prepare.Code{Ordered: true}) // a method that is named on the command line is to be run
	if err != nil {
		return err
	}
	x, err := driver.Read(ctx, program)
	if err != nil {
		return err
	}
	defer x.Close()
	out := result{Version: 1, Methods: []method{}, Problems: problems}
	found, missing := findAll(x, methods)
	if len(found) == 0 {
		return missing[0].Problems[0]
	}
	out.Methods = append(out.Methods, missing...)
	for _, m := range missing { // before anything is measured
		a.Say("%s: not found, the end says more", safe.Line(m.Method))
	}
	if len(found) > 1 {
		work, err := os.MkdirTemp("", "beagle-cost-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(work)
		if err := x.Compile(ctx, filepath.Join(work, "classes"), found...); err != nil {
			return err
		}
	}
	named := prepare.NamedIn(a, x, settings)
	complete := len(missing) == 0
	results, stopped := make([]cost.Result, 0, len(found)), error(nil)
	learn := func(ctx context.Context, tell func(int, cost.Progress)) error {
		for i, m := range found {
			learnt, err := cost.Learn(ctx, x, cost.Request{
				Method: m, For: o.lasts, Seed: o.seed, Unsafe: o.unsafe || named.Allowed(m), Given: cmp.Or(o.inputs, named.Inputs(m)), Worst: o.worst,
				Tell: func(p cost.Progress) {
					if p.Formula != nil {
						p.Formula = decimal.Rounded(p.Formula)
					}
					tell(i, p)
				},
			})
			if err != nil {
				return err
			}
			results = append(results, learnt)
		}
		return nil
	}
	say := teller(a, found, o.lasts)
	if a.Screens() {
		err = tui.Cost(ctx, namesOf(found), learn, say)
	} else {
		err = learn(ctx, say)
	}
	if errors.Is(err, tui.ErrStopped) {
		if len(results) == 0 {
			return app.Exit(app.Aborted, err)
		}
		stopped, err = err, nil // what is there is said
	}
	if err != nil {
		return err
	}
	for i := range results {
		learnt := &results[i]
		one, err := methodOf(learnt, at)
		if err != nil {
			return err
		}
		complete = complete && one.Final != nil
		if one.Final != nil && o.find != "" {
			if one.Find, err = one.largest(o.find, o.below.Seconds(), at); err != nil {
				return err
			}
			complete = complete && (one.Find == nil || one.Find.Value.Finite())
		}
		if o.table != "" {
			if err := writeTable(o.table, &learnt.Table); err != nil {
				return err
			}
		}
		out.Methods = append(out.Methods, one)
	}
	if v, err := model.ParseVariable(o.find); err == nil {
		at = append(at, assignment{{variable: v}})
	}
	if err := out.unused(at); err != nil {
		return err
	}
	keep(ctx, a, where, out.Methods)
	switch {
	case coded:
		err = a.PrintCode(out.formulas(), language)
	case a.JSON():
		err = a.PrintJSON(out)
	default:
		err = out.print(a, o.plot)
	}
	switch {
	case stopped != nil:
		return app.Exit(app.Aborted, errors.Join(err, stopped))
	case err == nil && !complete:
		return app.Exit(app.Partial, nil)
	}
	return err
}

func knownPlot(style string) error {
	switch style {
	case "", "braille", "plain", "none":
		return nil
	}
	return app.Usage("--plot %q is not known: write braille, plain or none", safe.Line(style))
}

// teller says each method and each step once.
func teller(a *app.App, found []*driver.Method, lasts time.Duration) func(int, cost.Progress) {
	method, last := -1, ""
	return func(at int, p cost.Progress) {
		if at != method {
			a.Say("%s: at most %s", found[at], lasts)
			method, last = at, ""
		}
		if p.Step != last {
			a.SayLine("  " + p.Step)
		}
		last = p.Step
	}
}

func namesOf(found []*driver.Method) (names []string) {
	for _, m := range found {
		names = append(names, m.String())
	}
	return names
}

// findAll are the methods of these names, and what is said of names that are none's.
func findAll(x *driver.Index, names []string) (found []*driver.Method, missing []method) {
	for _, name := range names {
		m, err := x.Find(name)
		if err == nil {
			found = append(found, m)
			continue
		}
		missing = append(missing, method{
			Method: name, Verdict: string(run.MeasureMore), At: []at{}, Varied: []varied{}, Problems: []model.Problem{model.AsProblem(err, "method")},
		})
	}
	return found, missing
}

func parseAt(texts []string) (all []assignment, err error) {
	for _, text := range texts {
		var one assignment
		for part := range strings.SplitSeq(text, ",") {
			name, value, ok := strings.Cut(part, "=")
			v, err := model.ParseVariable(strings.TrimSpace(name))
			if !ok || err != nil || value == "" {
				return nil, app.Usage("--at %q is not understood: write NAME.CHAR=VALUE, e.g. --at text.BYTESIZE=20000", safe.Line(part))
			}
			one = append(one, given{v, strings.TrimSpace(value)})
		}
		all = append(all, one)
	}
	return all, nil
}

func driversFolder(cache, where string) string {
	return filepath.Join(cache, "drivers", nameOf(where))
}

func writeTable(file string, t *model.Table) error {
	var b strings.Builder
	for i := range t.Columns {
		b.WriteString(t.Columns[i].Variable.String() + ",")
	}
	b.WriteString("launch,seconds\n")
	for row, y := range t.Target.Num {
		for i := range t.Columns {
			switch v := t.Columns[i].Value(row); v.Kind {
			case model.Number:
				fmt.Fprintf(&b, "%v,", v.Num)
			case model.Bool:
				fmt.Fprintf(&b, "%t,", v.Num != 0)
			default:
				b.WriteString(v.Str + ",")
			}
		}
		fmt.Fprintf(&b, "%d,%v\n", t.Launch[row], y)
	}
	_, err := safe.WriteFile(file, []byte(b.String()), safe.WriteOptions{})
	return err
}
