// Package fit holds the command that learns one expression from a table.
//
// A table of numbers, flags and names goes in, from a file or standard input; the best
// expression with its alternatives, the evidence, and where to measure next come out, as
// text or JSON. Package learn learns; this room reads, asks and prints.
package fit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"beagle/analysers/benchmarks"
	"beagle/analysers/csvtable"
	"beagle/cli/app"
	"beagle/internal/columnar"
	"beagle/internal/safe"
	"beagle/judge"
	"beagle/learn"
	"beagle/model"
	"beagle/run"
	"beagle/run/ended"
	"beagle/statistics/dataset"
	"beagle/statistics/launches"
	"beagle/tui"
)

type flags struct {
	target, kind string
	launch       string
	skip         []string
	seed         uint64
	budget       time.Duration
	fitness      string
	plot         string
	as           string
	predict      string
	asMeasured   bool
	benchmark    string
	verbose      bool
}

// New is the command fit.
func New(a *app.App) *cobra.Command {
	var o flags
	c := &cobra.Command{
		Use:   "fit FILE [--target COLUMN]",
		Short: "Learn one expression from a table, or from a benchmark tool's results",
		Long: `Learn one expression from a table: its first line names the columns, every
other line is an observation. Numbers, truth values and texts may explain the
target. Use - to read standard input.

Results of JMH, Google Benchmark, hyperfine, Go's testing, pytest-benchmark and
Extra-P are recognised by their content, and criterion's by its folder: one
expression for each benchmark, over the benchmark's parameters. So are Parquet files.

On a terminal the result is looked at on a screen first: its picture, other
proposals, and expressions of your own tried on the table. It is printed when the
screen is left, and at once with --plot, --predict or --output json.`,
		Example: `  beagle fit sort.csv --target seconds
  beagle fit small.csv --target seconds --predict large.csv
  beagle fit calls.csv --target count --kind count --output json
  beagle fit cache.csv --target hit --kind branch
  beagle fit jmh-result.json
  go test -bench . | beagle fit - --benchmark Sort
  beagle fit target/criterion`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return fit(c.Context(), a, args[0], o) },
	}
	set := c.Flags()
	set.StringVar(&o.target, "target", "", "column to be explained")
	set.StringVar(&o.benchmark, "benchmark", "", "the one to learn, of a benchmark tool's results; default: all")
	set.StringVar(&o.kind, "kind", "", "demand (measured, with noise), count (exact) or branch (a decision); default: by the data")
	set.StringVar(&o.launch, "launch", "", "column that tells launches of the program apart; default: launch, if there is one")
	set.StringSliceVar(&o.skip, "skip", nil, "columns that must not explain the target")
	set.BoolVar(&o.asMeasured, "as-measured", false, "leave in the values what launches, or stretches of rows, take longer than others with the same inputs")
	set.Uint64Var(&o.seed, "seed", 1, "seed of what is random")
	set.DurationVar(&o.budget, "budget", time.Minute, "longest time to search")
	set.StringVar(&o.fitness, "fitness", "", "own fitness: a formula over error, size, depth and cost; lower is better")
	app.As(set, &o.as)
	set.StringVar(&o.plot, "plot", "", "braille, plain or none; default: braille on a terminal, else none")
	set.BoolVar(&o.verbose, "verbose", false, "print all evidence and the other proposals, too")
	set.StringVar(&o.predict, "predict", "", "another table: say what is predicted for its rows, and how far off that is")
	return a.Prints(c, result{}, learntBenchmarks{})
}

func fit(ctx context.Context, a *app.App, path string, o flags) error {
	formula, err := judge.ParseFormula(o.fitness)
	if err != nil {
		return app.Exit(app.WrongUse, err)
	}
	switch o.plot {
	case "", "braille", "plain", "none":
	default:
		return app.Usage("--plot %q is not known: write braille, plain or none", safe.Line(o.plot))
	}
	language, coded, err := a.Language(o.as)
	if err != nil {
		return err
	}
	if o.budget <= 0 {
		return app.Usage("--budget must be longer than nothing, e.g. 30s")
	}
	in, results, err := readInput(ctx, a, path, o)
	if err != nil {
		return err
	}
	defer in.Close()
	var table *csvtable.Table
	if results == nil {
		table, err = readTable(path, in, o)
	} else {
		var one *benchmarks.Benchmark
		if one, err = chosen(path, results, o.benchmark); err == nil && one == nil {
			return fitAll(ctx, a, results, o, formula)
		}
		if err == nil {
			table, err = tableOfBenchmark(path, howToVary(results), one)
			o.target = one.Name
		}
	}
	if err != nil {
		return err
	}
	var other *csvtable.Table
	if o.predict != "" { // before the search: a wrong name is said at once
		if other, err = readOther(ctx, o); err != nil {
			return err
		}
	}
	limited, cancel := context.WithTimeout(ctx, o.budget)
	defer cancel()
	element, learnt, err := learnTable(limited, o, formula, table)
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	for _, p := range learnt.Problems { // analysers that failed
		a.Warn(p)
	}
	result := newResult(element, table, learnt)
	result.Tool, result.Unit = about(results, o.target)
	if other != nil {
		if result.Prediction, err = predict(o.predict, table, other, element, learnt); err != nil {
			return err
		}
		result.obeyPrediction(float64(learnt.Verdict.Spread))
	}
	if o.screens(a) {
		shown := ended.OfTable(safe.Line(path), learnt)
		if err := tui.Table(ctx, shown, shown.Rows); err != nil {
			return err
		}
		chosen := shown.Chosen()
		result.Yours = yours(&chosen)
	}
	switch {
	case coded:
		err = a.PrintCode(formulas(element, o.target, &result, learnt), language)
	case a.JSON():
		err = a.PrintJSON(result)
	default:
		err = printResult(a, result, element, table, learnt, o)
	}
	if err == nil && result.Final == nil {
		return app.Exit(app.Partial, nil)
	}
	return err
}

// screens reports whether the table is looked at on a screen before the result is
// printed: a picture or a prediction that was asked for is printed at once.
func (o *flags) screens(a *app.App) bool {
	return a.Screens() && o.plot == "" && o.predict == "" && o.as == ""
}

// formulas returns what was learnt, to be written as code; a decision gives one formula for each outcome with a
// condition.
func formulas(e model.Element, target string, r *result, learnt learn.Result) (all []app.Formula) {
	final := learnt.Verdict.Final
	if final < 0 {
		return nil
	}
	if e.Kind != model.Branch {
		return []app.Formula{{Name: target, About: target + " " + r.Unit, Node: learnt.Written(final)}}
	}
	for i, b := range learnt.Proposals[final].Branches {
		if b.Guard != nil {
			name := r.Final.Transitions[i].Name
			all = append(all, app.Formula{Name: target + " " + name, About: "1 where " + target + " is " + name + ", else 0", Node: b.Guard})
		}
	}
	return all
}

// yours is what a person chose on the screen other than the best; empty: nothing.
func yours(e *run.ElementState) string {
	switch d := e.Decision; {
	case d.Choice == run.Accept && d.Proposal > 0 && d.Proposal < len(e.Proposals):
		return app.Proposal(&e.Proposals[d.Proposal])
	case d.Choice == run.Edit && d.StoEx != "":
		return safe.Line(d.StoEx)
	case d.Choice == run.Edit:
		return app.Proposal(&run.Proposed{Transitions: d.Transitions})
	}
	return ""
}

func readTable(path string, in io.Reader, o flags) (*csvtable.Table, error) {
	table, err := tableOf(path, in, csvtable.Columns{Target: o.target, Launch: o.launch, Skip: o.skip})
	if err == nil && !o.asMeasured {
		err = onlyOne(path, table)
	}
	if err == nil && o.target == "" {
		return nil, app.Hinted(app.Usage("which column is to be explained? Say it with --target"), "the columns are "+safe.Line(strings.Join(table.Names, ", ")))
	}
	return table, err
}

// onlyOne is the error of two tables in one: nothing that is learnt of both together is true of either.
func onlyOne(path string, table *csvtable.Table) error {
	from, to, times := launches.Pasted(&table.Table)
	if times == 0 {
		return nil
	}
	return model.Problem{
		Severity: model.Error, File: path,
		Message: fmt.Sprintf("rows %d to %d take %.3g times as much as the others with similar inputs: these look like two tables, or two units", from+1, to, times),
		Hint:    "fit each by itself, write all values in one unit, or name the column that tells them apart; --as-measured learns from all of them as they are",
	}
}

// openTable opens a file, of which a Parquet file is read as text; the error names it and what to do.
func openTable(ctx context.Context, path string) (input, error) {
	file, err := safe.Open(ctx, path)
	if err != nil {
		if ctx.Err() != nil {
			return input{}, err
		}
		return input{}, model.Problem{Severity: model.Error, Message: "the table cannot be opened: " + safe.Cause(err).Error(), File: path}
	}
	in := input{file, file}
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		if err == nil && info.IsDir() {
			_ = file.Close()
			return in, model.Problem{Severity: model.Error, Message: "this is a folder, not a table", File: path}
		}
		return in, nil
	}
	start := make([]byte, 8)
	_, _ = file.ReadAt(start, 0) // a shorter file is no Parquet file
	err = nil
	switch {
	case columnar.Is(start):
		in.Reader, err = columnar.Text(file, info.Size())
	case columnar.IsArrow(start):
		err = model.Problem{
			Severity: model.Error, Message: "this is an Arrow file, which Beagle does not read",
			Hint: "write it as Parquet, e.g. in Python: pyarrow.parquet.write_table(pyarrow.feather.read_table(FILE), \"table.parquet\")",
		}
	}
	if err != nil {
		_ = file.Close()
		p := model.AsProblem(err, "table")
		p.File = path
		return in, p
	}
	return in, nil
}

// tableOf reads a table; problems have the file's name and the line.
func tableOf(path string, in io.Reader, columns csvtable.Columns) (*csvtable.Table, error) {
	table, err := csvtable.Read(io.LimitReader(in, 1<<40), columns)
	var problem model.Problem
	if errors.As(err, &problem) {
		problem.File = path
		return nil, problem
	}
	return table, err
}

func learnTable(ctx context.Context, o flags, formula *judge.Formula, table *csvtable.Table) (model.Element, learn.Result, error) {
	options := learn.Options{Seed: o.seed, Fitness: formula, AsMeasured: o.asMeasured, ProcessorTimes: table.ProcessorTimes}
	if o.kind == "" {
		if t := &table.Target; t.Kind == model.Number && dataset.Flag(*t) && slices.Contains(t.Num, 0) && slices.Contains(t.Num, 1) {
			decide(t) // 0 and 1 are false and true
		}
		options.Element = elementOf(o.target, model.InternalAction, table)
		if table.Target.Kind != model.Number {
			options.Element = elementOf(o.target, model.Branch, table)
		}
		learnt, kind, err := learn.Any(ctx, &table.Table, options)
		return elementOf(o.target, kind, table), learnt, err
	}
	kind, err := kindOf(o.kind, &table.Table)
	if err != nil {
		return model.Element{}, learn.Result{}, err
	}
	if kind == model.InternalAction {
		noteNegative(table)
	}
	options.Element = elementOf(o.target, kind, table)
	learnt, err := learn.Table(ctx, &table.Table, kind, options)
	return options.Element, learnt, err
}

// noteNegative says that what is meant to be a demand cannot be one.
func noteNegative(table *csvtable.Table) {
	negative := 0
	for _, y := range table.Target.Num {
		if y < 0 {
			negative++
		}
	}
	if negative > 0 {
		table.Notes = append(table.Notes, fmt.Sprintf("%d of %d values are negative, as no demand is: they are learnt as they are, and a model would take them for zero", negative, len(table.Target.Num)))
	}
}

func kindOf(name string, table *model.Table) (model.Kind, error) {
	switch name {
	case "demand":
		if table.Target.Kind != model.Number {
			return 0, app.Usage("a demand is a number, but the column holds texts or truth values; use --kind branch")
		}
		return model.InternalAction, nil
	case "count":
		if table.Target.Kind != model.Number {
			return 0, app.Usage("a count is a number, but the column holds texts or truth values; use --kind branch")
		}
		for _, y := range table.Target.Num {
			if y != math.Trunc(y) || y < 0 {
				return model.CallParameter, nil // exact, but no iteration count
			}
		}
		return model.Loop, nil
	case "branch":
		decide(&table.Target)
		return model.Branch, nil
	}
	return 0, app.Usage("--kind %q is not known: write demand, count or branch", safe.Line(name))
}

// decide makes numbers decisions: each distinct one is a transition.
func decide(target *model.Column) {
	if target.Kind != model.Number {
		return
	}
	places := map[float64]float64{}
	for i, y := range target.Num {
		if math.IsNaN(y) {
			continue
		}
		place, ok := places[y]
		if !ok {
			place = float64(len(places))
			places[y] = place
			target.Levels = append(target.Levels, fmt.Sprint(y))
		}
		target.Num[i] = place
	}
	target.Kind = model.Text
}

func elementOf(target string, kind model.Kind, table *csvtable.Table) model.Element {
	e := model.Element{ID: model.ElementID(target), PCMID: target, Name: target, Kind: kind}
	if kind == model.CallParameter {
		e.Argument = model.Variable{Name: target, Char: model.ValueOf}
	}
	if kind == model.Branch {
		levels := table.Target.Levels
		if table.Target.Kind == model.Bool {
			levels = []string{"false", "true"}
		}
		for _, level := range levels {
			e.Branches = append(e.Branches, model.Option{ID: level, Name: level, Guarded: true})
		}
	}
	for i, c := range table.Columns {
		e.Inputs = append(e.Inputs, model.Input{Name: c.Variable.Name, Index: i, Type: inputType(c)})
	}
	return e
}

func inputType(c model.Column) string {
	switch c.Kind {
	case model.Bool:
		return "BOOL"
	case model.Text:
		return "STRING"
	default:
	}
	for _, x := range c.Num {
		if x != math.Trunc(x) && !math.IsNaN(x) {
			return "DOUBLE"
		}
	}
	return "INT"
}
