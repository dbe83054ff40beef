package cost

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/cli/prepare"
	"beagle/config"
	"beagle/cost"
	"beagle/internal/safe"
	"beagle/measure/java/driver"
	"beagle/model"
)

// What became of a contract.
const (
	held      = "held"
	broken    = "broken"
	undecided = "undecided"
)

// verified is what "beagle verify --output json" prints. Its names are a contract: add, never rename.
type verified struct {
	Version   int             `json:"version"`
	Contracts []checked       `json:"contracts"`
	Methods   []method        `json:"methods"` // what was learnt; the base of a later --against
	Problems  []model.Problem `json:"problems"`
}

type checked struct {
	Method   string       `json:"method"`
	Contract string       `json:"contract"` // in words
	Outcome  string       `json:"outcome"`  // held, broken or undecided
	Why      string       `json:"why"`
	Hint     string       `json:"hint,omitempty"`  // what would decide
	Ratio    model.Figure `json:"ratio,omitempty"` // of --against: how many times the base's cost; of a share: how much of the other cost
	File     string       `json:"file,omitempty"`  // source or settings with the promise; absent: an earlier result makes it
	Line     int          `json:"line,omitempty"`  // of the source
}

type verifyFlags struct {
	flags
	against string
	only    bool // against, no promises
	bisect  bool
	trust   bool
	format  string
	reports reports
}

// NewVerify is the command verify.
func NewVerify(a *app.App) *cobra.Command {
	var o verifyFlags
	c := &cobra.Command{
		Use:   "verify [DIR]",
		Short: "Check what is promised of methods' costs, or that they are not worse than before",
		Long: `Check what is promised of methods' costs. The promises stand in beagle.yaml:

  expect:
    - {cost: Sorter.sort, at: {values.NUMBER_OF_ELEMENTS: 100000}, below: 20ms}
    - {cost: Sorter.sort, grows: n log n}

or above the method: // beagle: {grows: n log n}

Each method is driven and learnt as beagle cost does it. A promise is held or broken
where the whole 90 % interval of the cost says so, else undecided.

With --against FILE, which "beagle cost --output json" or "beagle verify --output
json" wrote before, each method there must not be slower at its inputs by more than
chance makes of it in one of a hundred comparisons.

The exit code is 7 where something is broken, 4 where something could not be decided.`,
		Example: `  beagle verify
  beagle cost Sorter.sort --output json > base.json
  beagle verify --against base.json --format markdown`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			err := verify(c.Context(), a, args, &o)
			if o.bisect {
				err = app.Bisected(err)
			}
			return err
		},
	}
	o.driving(c)
	set := c.Flags()
	set.StringVar(&o.against, "against", "", "an earlier result of beagle cost or verify, as JSON: no method may be slower")
	set.BoolVar(&o.only, "only-against", false, "check only --against, and no promises")
	set.BoolVar(&o.bisect, "bisect", false, "end as git bisect run has it: 1 where something is broken, 125 where nobody can tell, 128 after wrong use")
	set.BoolVar(&o.trust, "trust", false, app.TrustUsage)
	set.StringArrayVar(&o.reports.paths, "report", nil, "also write the outcome to this file: "+reportEndings+"; again for each")
	set.StringVar(&o.format, "format", "text", "text, json, junit, sarif or markdown")
	return a.Prints(c, verified{})
}

func verify(ctx context.Context, a *app.App, args []string, o *verifyFlags) error {
	if a.JSON() {
		o.format = "json"
	}
	if err := o.reports.check(); err != nil {
		return err
	}
	write, known := formats[o.format]
	if !known {
		return app.Usage("--format %q is not known: write text, json, junit, sarif or markdown", safe.Line(o.format))
	}
	where := "."
	if len(args) > 0 {
		where = args[0]
	}
	cfg, err := settingsOf(where)
	if err != nil {
		return err
	}
	if err := o.obey(cfg.Drive); err != nil {
		return err
	}
	for i := range cfg.Expect {
		cfg.Expect[i].File = filepath.ToSlash(filepath.Join(where, config.FileName))
	}
	written, err := inComments(ctx, where)
	if err != nil {
		return err
	}
	promised := append(cfg.Expect, written...)
	if o.only {
		promised = nil
	}
	promises, err := promisesOf(promised, o.against)
	if err != nil {
		return err
	}
	if len(promises) == 0 {
		return app.Hinted(app.Usage("nothing is promised: %s has no expect", safe.Line(where)), "write expect: [{cost: Class.method, grows: n log n}] in beagle.yaml, or // beagle: {grows: n log n} above a method, or name an earlier result with --against")
	}
	program, problems, err := programOf(ctx, a, where, o.classPath, prepare.Code{Trust: o.trust}) // which methods run, the project says
	if err != nil {
		return err
	}
	x, err := driver.Read(ctx, program)
	if err != nil {
		return err
	}
	defer x.Close()
	out := verified{Version: 1, Contracts: []checked{}, Methods: []method{}, Problems: problems}
	for i := range promises { // several names may be of one method, which is measured once
		p := &promises[i]
		p.method, p.of = wholeName(x, p.method), wholeName(x, p.of)
	}
	if o.against != "" && !slices.ContainsFunc(promises, func(p promise) bool { return p.file == "" && there(x, p.method) }) {
		return model.Problem{
			Severity: model.Error, Rule: "against", File: o.against, Message: "this is the history of another project: none of its methods is in " + safe.Line(where),
			Hint: "write a base of this project: beagle cost METHOD --output json > base.json",
		}
	}
	named, learnt := prepare.NamedIn(a, x, cfg.Drive), map[string]*driven{}
	for _, name := range methodsOf(promises) {
		if learnt[name], err = drive(ctx, a, x, named, name, promises, o); err != nil {
			return err
		}
		if m := &learnt[name].method; m.Method != "" {
			out.Methods = append(out.Methods, *m)
		}
	}
	keep(ctx, a, where, out.Methods)
	for i := range promises {
		out.Contracts = append(out.Contracts, promises[i].outcome(learnt))
	}
	if err := errors.Join(write(a, &out), o.reports.write(&out)); err != nil { // a report that cannot be written hides no outcome
		return err
	}
	switch {
	case out.count(broken) > 0:
		return app.Exit(app.Worse, nil)
	case out.count(undecided) > 0:
		return app.Exit(app.Partial, nil)
	}
	return nil
}

func (v *verified) count(outcome string) (n int) {
	for i := range v.Contracts {
		if v.Contracts[i].Outcome == outcome {
			n++
		}
	}
	return n
}

// wholeName is the full name of a method; a name that is not found is returned as it is.
func wholeName(x *driver.Index, name string) string {
	if found, err := x.Find(name); name != "" && err == nil {
		return found.String()
	}
	return name
}

func there(x *driver.Index, method string) bool {
	_, err := x.Find(method)
	return err == nil
}

// methodsOf lists the methods whose costs promises need, each once, in the order of the promises.
func methodsOf(all []promise) (names []string) {
	for i := range all {
		for _, name := range []string{all[i].method, all[i].of} {
			if name != "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// driven is a method that was driven and learnt for the promises, or the reason why it was not.
type driven struct {
	method method
	at     map[string]*at // its cost at the inputs of promises; keys are assignment.words
	lacks  checked        // outcome of its promises where nothing was learnt; the zero value: it was learnt
}

// drive learns a method, at the inputs of all promises that need its cost.
func drive(ctx context.Context, a *app.App, x *driver.Index, named prepare.Named, name string, all []promise, o *verifyFlags) (*driven, error) {
	found, err := x.Find(name)
	if err != nil {
		p := model.AsProblem(err, "method")
		return &driven{lacks: checked{Outcome: undecided, Why: p.Message, Hint: cmp.Or(p.Hint, "change the contract's method, or remove the contract")}}, nil
	}
	a.Say("%s: at most %s", found, o.lasts)
	learnt, err := cost.Learn(ctx, x, cost.Request{Method: found, For: o.lasts, Seed: o.seed, Unsafe: o.unsafe || named.Allowed(found), Given: named.Inputs(found)})
	if err != nil {
		return nil, err
	}
	var asked []assignment
	for i := range all {
		if p := &all[i]; p.asked != nil && (p.method == name || p.of == name) {
			asked = append(asked, p.asked)
		}
	}
	d := &driven{at: map[string]*at{}}
	if d.method, err = methodOf(&learnt, asked); err != nil {
		return nil, err
	}
	switch m := &d.method; {
	case m.Final == nil && len(m.Problems) > 0:
		d.lacks = checked{Outcome: undecided, Why: m.Problems[0].Message, Hint: m.Problems[0].Hint}
	case m.Final == nil:
		d.lacks = checked{Outcome: undecided, Why: "nothing was learnt"}
	default:
		for i := range asked {
			d.at[asked[i].words()] = &m.At[i]
		}
	}
	return d, nil
}

// outcome checks a promise against the costs that were learnt: held, broken or undecided.
func (p *promise) outcome(all map[string]*driven) checked {
	d, of := all[p.method], all[p.of]
	one := d.lacks
	if one.Outcome == "" && of != nil && of.lacks.Outcome != "" {
		one = of.lacks
		one.Why = p.of + ": " + one.Why
	}
	if one.Outcome == "" {
		one = p.depends(d, of)
	}
	if one.Outcome == "" {
		var whole *at
		if of != nil {
			whole = of.at[p.asked.words()]
		}
		one = p.check(&d.method, d.at[p.asked.words()], whole)
	}
	one.Method, one.Contract, one.File, one.Line = cmp.Or(d.method.Method, p.method), p.words, p.file, p.line
	return one
}

// depends is undecided where a promise names an input that none of the costs has; else it is the zero value.
func (p *promise) depends(of ...*driven) checked {
	var names []string
	for _, d := range of {
		if d == nil {
			continue
		}
		for _, one := range d.method.Varied {
			names = append(names, one.Name)
		}
	}
	for _, g := range p.asked {
		if !slices.Contains(names, g.variable.String()) {
			return checked{Outcome: undecided, Why: "the cost has no input " + g.variable.String(), Hint: "the inputs are " + strings.Join(names, ", ")}
		}
	}
	return checked{}
}
