package cost

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/cost"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/measure/java/attached"
	"beagle/model"
)

// attachedTo is the JSON of "beagle attach-jvm PID". Its names are a contract: add, never rename.
type attachedTo struct {
	result
	JVM      *attached.JVM `json:"jvm"`
	Seconds  model.Figure  `json:"seconds"`     // that the probes were in
	Overhead model.Figure  `json:"overhead"`    // CPU time of the probes, as a share of one processor's time
	Share    model.Figure  `json:"of_program"`  // the same, as a share of the program's CPU time
	GoingIn  model.Figure  `json:"going_in"`    // CPU seconds that preparing and inserting the probes took
	Classes  int           `json:"classes"`     // that had probes
	Ended    bool          `json:"interrupted"` // before the time was over
}

type attaching struct {
	lasts    time.Duration
	calls    int64
	overhead float64
	at       []string
	tables   string
	seed     uint64
	plot     string
}

// NewAttach is the command attach-jvm.
func NewAttach(a *app.App) *cobra.Command {
	var o attaching
	c := &cobra.Command{
		Use:   "attach-jvm [PID] [METHOD, CLASS or PACKAGE...]",
		Short: "Learn what methods of a running JVM cost, without restarting it",
		Long: `Learn what methods of a running JVM cost as a function of their inputs, without
restarting it. Without PID it lists your JVMs, those in containers too.

It attaches to the JVM, puts probes into the methods, counts their calls exactly,
and times a share of them that stays within --overhead. Then the probes are taken
out again. Of a class or package, methods with a loop or a call are measured.

Ctrl-C ends the measuring early and learns from what is there.`,
		Example: `  beagle attach-jvm
  beagle attach-jvm 4711 Cart.total
  beagle attach-jvm 4711 com.shop.pricing --for 5m --overhead 0.5`,
		RunE: func(c *cobra.Command, args []string) error { return attach(c.Context(), a, args, o) },
	}
	set := c.Flags()
	set.DurationVar(&o.lasts, "for", time.Minute, "how long to measure")
	set.Int64Var(&o.calls, "calls", 0, "end as soon as so many calls of each method were timed; default: only the time counts")
	set.Float64Var(&o.overhead, "overhead", 2, "most CPU time that probes may take, in percent of one processor")
	answered(set, &o.at, &o.plot)
	set.StringVar(&o.tables, "tables", "", "write what was measured to this new folder, a table for each method, for beagle fit")
	set.Uint64Var(&o.seed, "seed", 1, "seed of what is random")
	return a.Prints(c, attachedTo{}, []attached.JVM{})
}

func (o *attaching) order(methods []string) (attached.Order, error) {
	switch {
	case o.lasts < time.Second:
		return attached.Order{}, app.Usage("--for must be a second at least, e.g. --for 30s")
	case o.calls < 0:
		return attached.Order{}, app.Usage("--calls must be positive, e.g. --calls 5000")
	case !(o.overhead > 0 && o.overhead <= 100):
		return attached.Order{}, app.Usage("--overhead is a percentage above 0 and at most 100, e.g. --overhead 0.5")
	}
	return attached.Order{Methods: methods, For: o.lasts, Calls: o.calls, Budget: o.overhead / 100}, nil
}

func attach(ctx context.Context, a *app.App, args []string, o attaching) error {
	if err := knownPlot(o.plot); err != nil {
		return err
	}
	if len(args) == 0 {
		return list(a)
	}
	pid, err := strconv.Atoi(args[0])
	if err != nil || pid <= 0 {
		return app.Hinted(app.Usage("%q is no process id", safe.Line(args[0])), "beagle attach-jvm lists the JVMs with theirs")
	}
	if len(args) == 1 {
		return app.Usage("which methods? Write: beagle attach-jvm %d Class.method, or a class or package", pid)
	}
	order, err := o.order(args[1:])
	if err != nil {
		return err
	}
	at, err := parseAt(o.at)
	if err != nil {
		return err
	}
	if o.tables != "" {
		if err := os.Mkdir(o.tables, 0o700); err != nil {
			return app.Hinted(err, "name a folder that does not exist yet")
		}
	}
	jvm, err := attached.Find(pid)
	if err != nil {
		return err
	}
	a.Say("%d %s: preparing", pid, safe.Line(jvm.Main))
	said := false
	found, err := attached.Measure(ctx, jvm, order, func(f *attached.Found) {
		if f.GoingIn > 0 && !said {
			said = true
			a.Say("  probes are in %s of %s; measuring for at most %s", quantity.Plural(len(f.Watched), "method", "methods"), quantity.Plural(f.Classes, "class", "classes"), o.lasts)
		}
	})
	if err != nil {
		return err
	}
	a.SayLine("  the probes are out again; learning")
	out := attachedTo{
		result: result{Version: 1, Methods: []method{}, Problems: append([]model.Problem{}, found.Problems...)}, JVM: jvm, Classes: found.Classes, Seconds: model.Figure(found.Lasted.Seconds()),
		Overhead: share(found.Overhead, found.Lasted), Share: share(found.Overhead, found.CPU), GoingIn: model.Figure(found.GoingIn.Seconds()), Ended: ctx.Err() != nil,
	}
	complete, err := out.learn(context.WithoutCancel(ctx), found, o, at)
	if err != nil {
		return err
	}
	if a.JSON() {
		err = a.PrintJSON(out)
	} else {
		err = out.show(a, o.plot)
	}
	if err == nil && ctx.Err() != nil {
		return a.EndedBy(ctx)
	}
	if err == nil && !complete {
		return app.Exit(app.Partial, nil)
	}
	return err
}

// list prints the JVMs that this user may attach to.
func list(a *app.App) error {
	all, err := attached.All()
	if err != nil {
		return err
	}
	if a.JSON() {
		return a.PrintJSON(append([]*attached.JVM{}, all...))
	}
	if len(all) == 0 {
		a.SayLine("No JVM of yours runs on this machine.")
		return nil
	}
	rows := [][]string{{"PID", "program", "container"}}
	for _, jvm := range all {
		rows = append(rows, []string{strconv.Itoa(jvm.PID), safe.Line(jvm.Main), jvm.Container})
	}
	s := &app.Sheet{Width: a.Width()}
	s.Table(rows)
	_, err = io.WriteString(a.Out, s.String())
	return err
}

// least is in how many seconds the learner comes to its end for most tables.
const least = 2

// learn learns the costs of the methods that were called, those that took most first, until as much time is over as was
// measured; it writes their tables. Complete: each has a formula.
func (r *attachedTo) learn(ctx context.Context, found *attached.Found, o attaching, at []assignment) (complete bool, err error) {
	var never []string
	called := slices.DeleteFunc(slices.Clone(found.Watched), func(w *attached.Watched) bool {
		if w.Counted == 0 && len(found.Watched) > 1 {
			never = append(never, w.Method.String())
		}
		return w.Counted == 0 && len(found.Watched) > 1
	})
	slices.SortStableFunc(called, func(a, b *attached.Watched) int { return cmp.Compare(b.Total(), a.Total()) })
	complete = true
	begin := time.Now()
	for i, w := range called {
		if left := o.lasts - time.Since(begin); i > 0 && left < 0 {
			r.warn("time", fmt.Sprintf("%s were measured, too, and not learnt in the time: they took less", quantity.Plural(len(called)-i, "method", "methods")), "name those of interest")
			break
		}
		learnt := cost.Observed(ctx, &w.Method, w.Observations, max(o.lasts.Seconds()/float64(len(called)), least), o.seed)
		if w.Wall > 0 {
			learnt.Problems = append(learnt.Problems, model.Problem{
				Severity: model.Warning, Rule: "wall", Message: fmt.Sprintf("wall time of %s calls, waiting included: virtual threads have no CPU time", quantity.Count(w.Wall)),
			})
		}
		learnt.Problems = append(learnt.Problems, w.Problems...)
		one, err := methodOf(&learnt, at)
		if err != nil {
			return false, err
		}
		one.Counted = w.Counted
		complete = complete && one.Final != nil
		r.Methods = append(r.Methods, one)
		if o.tables != "" && len(w.Observations) > 0 {
			if err := writeTable(filepath.Join(o.tables, fileOf(one.Method)), &learnt.Table); err != nil {
				return false, err
			}
		}
	}
	if len(never) > 0 {
		r.warn("never-called", "not called while the probes were in: "+strings.Join(quantity.Some(never, 5), ", "), "")
	}
	for _, p := range r.Problems {
		complete = complete && p.Rule != "unmatched"
	}
	return complete && len(called) > 0, r.unused(at)
}

func (r *attachedTo) warn(rule, message, hint string) {
	r.Problems = append(r.Problems, model.Problem{Severity: model.Warning, Rule: rule, Message: message, Hint: hint})
}

// fileOf is the name of a method's table.
func fileOf(method string) string {
	return strings.NewReplacer("(", "-", ",", "-", ")", "", "[]", "s").Replace(method) + ".csv"
}

func share(part, whole time.Duration) model.Figure {
	if whole <= 0 {
		return 0
	}
	return model.Figure(part.Seconds() / whole.Seconds())
}

// show prints what was learnt of each method, what it took of the program, and what went wrong.
func (r *attachedTo) show(a *app.App, style string) error {
	if err := r.print(a, style); err != nil {
		return err
	}
	s := &app.Sheet{Width: a.Width()}
	s.WriteByte('\n')
	s.Field("overhead", fmt.Sprintf("%s of one processor, %s of the program's CPU time; going in took %s of CPU", quantity.Percent(float64(r.Overhead)), quantity.Percent(float64(r.Share)), quantity.Seconds(float64(r.GoingIn))))
	_, err := io.WriteString(a.Out, s.String())
	a.WarnAll(r.Problems)
	if rest := a.Rest(); rest != "" {
		a.SayLine(rest)
	}
	return err
}
