package cost

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/cli/prepare"
	"beagle/cost"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/measure/java/driver"
	"beagle/model"
	"beagle/model/expression"
	"beagle/run"
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
	Ratio    model.Figure `json:"ratio,omitempty"` // of --against: how many times the base's cost
}

type verifyFlags struct {
	flags
	against string
	trust   bool
	format  string
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

Each method is driven and learnt as beagle cost does it. A promise is held or broken
where the whole 90 % interval of the cost says so, else undecided.

With --against FILE, which "beagle cost --output json" or "beagle verify --output
json" wrote before, each method there must not be slower at its inputs: it is where
the interval of now lies above the interval of then.

The exit code is 7 where something is broken, 4 where something could not be decided.`,
		Example: `  beagle verify
  beagle cost Sorter.sort --output json > base.json
  beagle verify --against base.json --format markdown`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return verify(c.Context(), a, args, &o) },
	}
	o.driving(c)
	set := c.Flags()
	set.StringVar(&o.against, "against", "", "an earlier result of beagle cost or verify, as JSON: no method may be slower")
	set.BoolVar(&o.trust, "trust", false, app.TrustUsage)
	set.StringVar(&o.format, "format", "text", "text, json, junit, sarif or markdown")
	return c
}

type promise struct {
	method string
	words  string
	asked  assignment // inputs at which the cost is needed; nil: it is not
	check  func(m *method, at *at) checked
}

func verify(ctx context.Context, a *app.App, args []string, o *verifyFlags) error {
	if a.JSON() {
		o.format = "json"
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
	promises, err := promisesOf(&cfg, o.against)
	if err != nil {
		return err
	}
	if len(promises) == 0 {
		return app.Hinted(app.Usage("nothing is promised: %s has no expect", safe.Line(where)), "write expect: [{cost: Class.method, grows: n log n}] in beagle.yaml, or name an earlier result with --against")
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
	for _, group := range byMethod(promises) {
		if err := out.verify(ctx, a, x, cfg.Drive, group, o); err != nil {
			return err
		}
	}
	if err := write(a, &out); err != nil {
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

// byMethod are promises in groups of one method, in the order in which the methods come first.
func byMethod(all []promise) (groups [][]promise) {
	at := map[string]int{}
	for _, p := range all {
		i, ok := at[p.method]
		if !ok {
			i = len(groups)
			at[p.method] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], p)
	}
	return groups
}

func (v *verified) verify(ctx context.Context, a *app.App, x *driver.Index, settings run.Drive, group []promise, o *verifyFlags) error {
	all := func(why, hint string) {
		for _, p := range group {
			v.Contracts = append(v.Contracts, checked{Method: p.method, Contract: p.words, Outcome: undecided, Why: why, Hint: hint})
		}
	}
	found, err := x.Find(group[0].method)
	if err != nil {
		p := model.AsProblem(err, "method")
		all(p.Message, cmp.Or(p.Hint, "change the contract's method, or remove the contract"))
		return nil
	}
	a.Say("%s: at most %s", found, o.lasts)
	learnt, err := cost.Learn(ctx, x, cost.Request{Method: found, For: o.lasts, Seed: o.seed, Unsafe: o.unsafe, Given: inputsOf(settings, x, found)})
	if err != nil {
		return err
	}
	var asked []assignment
	for _, p := range group {
		if p.asked != nil {
			asked = append(asked, p.asked)
		}
	}
	m, err := methodOf(&learnt, asked)
	if err != nil {
		return err
	}
	v.Methods = append(v.Methods, m)
	if m.Final == nil {
		why, hint := "nothing was learnt", ""
		if len(m.Problems) > 0 {
			why, hint = m.Problems[0].Message, m.Problems[0].Hint
		}
		all(why, hint)
		return nil
	}
	next := 0
	for _, p := range group {
		var here *at
		if p.asked != nil {
			here = &m.At[next]
			next++
		}
		one := m.depends(p.asked)
		if one.Outcome == "" {
			one = p.check(&m, here)
		}
		one.Method, one.Contract = m.Method, p.words
		v.Contracts = append(v.Contracts, one)
	}
	return nil
}

// depends says that a promise names an input that the cost does not have; the zero value: it names none.
func (m *method) depends(asked assignment) checked {
	var names []string
	for _, one := range m.Varied {
		names = append(names, one.Name)
	}
	for _, g := range asked {
		if !slices.Contains(names, g.variable.String()) {
			return checked{Outcome: undecided, Why: "the cost has no input " + g.variable.String(), Hint: "the inputs are " + strings.Join(names, ", ")}
		}
	}
	return checked{}
}

// promisesOf are the contracts of the settings, and those that an earlier result makes.
func promisesOf(cfg *run.Config, against string) (all []promise, err error) {
	for _, c := range cfg.Expect {
		if c.Below > 0 {
			asked := assignment{}
			for _, name := range slices.Sorted(maps.Keys(c.At)) {
				variable, err := model.ParseVariable(name)
				if err != nil {
					return nil, app.Usage("expect: the input %q of %s is not understood: write NAME.CHAR, e.g. values.NUMBER_OF_ELEMENTS", safe.Line(name), safe.Line(c.Cost))
				}
				asked = append(asked, given{variable, c.At[name]})
			}
			all = append(all, promise{c.Cost, "below " + time.Duration(c.Below).String() + asked.words(), asked, below(time.Duration(c.Below).Seconds())})
		}
		if c.Grows != "" {
			limit, err := expression.ParseGrowth(c.Grows)
			if err != nil {
				return nil, err
			}
			all = append(all, promise{c.Cost, "grows " + c.Grows, nil, grows(limit)})
		}
	}
	if against == "" {
		return all, nil
	}
	base, err := readBase(against)
	if err != nil {
		return nil, err
	}
	for i := range base.Methods {
		m := &base.Methods[i]
		if m.Final == nil {
			continue
		}
		for j := range m.At {
			asked := assignment{}
			for _, name := range slices.Sorted(maps.Keys(m.At[j].Inputs)) {
				variable, err := model.ParseVariable(name)
				if err != nil {
					return nil, model.Problem{Severity: model.Error, File: against, Message: fmt.Sprintf("%q is no input", name)}
				}
				asked = append(asked, given{variable, fmt.Sprint(m.At[j].Inputs[name])})
			}
			all = append(all, promise{m.Method, "not slower than before" + asked.words(), asked, notSlower(m, &m.At[j])})
		}
	}
	return all, nil
}

// words are inputs for people; empty: there are none.
func (a assignment) words() string {
	var parts []string
	for _, g := range a {
		parts = append(parts, g.variable.String()+" = "+g.value)
	}
	if len(parts) == 0 {
		return ""
	}
	return " at " + strings.Join(parts, ", ")
}

func readBase(file string) (*result, error) {
	const most = 64 << 20
	f, err := safe.Open(context.Background(), file)
	if err != nil {
		return nil, model.Problem{Severity: model.Error, File: file, Message: "the base cannot be opened: " + safe.Cause(err).Error(), Hint: "write it with beagle cost METHOD --output json"}
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, most))
	var base result
	if err == nil {
		err = json.NewDecoder(bytes.NewReader(data)).Decode(&base)
	}
	if err != nil || base.Version != 1 || len(base.Methods) == 0 {
		return nil, model.Problem{Severity: model.Error, File: file, Message: "this is no result of beagle cost or beagle verify", Hint: "write it with beagle cost METHOD --output json"}
	}
	return &base, nil
}

func below(limit float64) func(*method, *at) checked {
	return func(_ *method, here *at) checked {
		c := checked{Outcome: undecided, Why: fmt.Sprintf("it costs %s (90 %%: %s to %s)", quantity.Seconds(float64(here.Mean)), quantity.Seconds(float64(here.Low)), quantity.Seconds(float64(here.High)))}
		switch {
		case float64(here.High) < limit:
			c.Outcome = held
		case float64(here.Low) > limit:
			c.Outcome = broken
		case here.Beyond:
			c.Hint = "the inputs lie outside the measured ones: a class that makes such inputs would decide (drive.inputs)"
		default:
			c.Hint = "more time would decide: --for"
		}
		return c
	}
}

func grows(limit expression.Growth) func(*method, *at) checked {
	return func(m *method, _ *at) checked {
		c := checked{Outcome: undecided, Why: "it grows " + m.Grows}
		growth, err := expression.ParseGrowth(m.Grows)
		switch {
		case err != nil:
			c.Hint = "a growth can be promised of one input; the cost depends on several: promise a time with below"
		case m.Verdict == string(run.MeasureMore):
			c.Hint = "the formula is not sure: more time would decide: --for"
		case !growth.Exceeds(limit):
			c.Outcome = held
		case m.Verdict == string(run.Trusted):
			c.Outcome = broken
		default:
			c.Hint = "the formula is not sure: more time would decide: --for"
		}
		return c
	}
}

// notSlower checks that a cost is not above an earlier one: the whole interval of now above the whole interval of then,
// which chance alone does in about one of a hundred comparisons (two means whose 90 % intervals do not meet differ by
// 2.3 standard errors or more).
func notSlower(before *method, then *at) func(*method, *at) checked {
	return func(m *method, now *at) checked {
		c := checked{Outcome: held, Ratio: now.Mean / then.Mean}
		c.Why = fmt.Sprintf("%s now, %s before", quantity.Seconds(float64(now.Mean)), quantity.Seconds(float64(then.Mean)))
		switch {
		case now.Low > then.High:
			c.Outcome = broken
			c.Why += fmt.Sprintf(": %.2g times", float64(c.Ratio))
		case now.High < then.Low:
			c.Why += ": faster"
		}
		if before.Grows != m.Grows && before.Verdict == string(run.Trusted) && m.Verdict == string(run.Trusted) {
			c.Why += fmt.Sprintf("; it grew %s and grows %s", before.Grows, m.Grows)
		}
		return c
	}
}
