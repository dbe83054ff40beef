package fit

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"beagle/analysers/benchmarks"
	"beagle/analysers/csvtable"
	"beagle/cli/app"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/judge"
	"beagle/model"
)

// input is the text of a table; Close ends the use of its file.
type input struct {
	io.Reader
	io.Closer
}

// readInput opens a table, or reads a benchmark tool's results, which are no table then. A table whose
// target is named is read as such, also where a tool wrote it.
func readInput(ctx context.Context, a *app.App, path string, o flags) (input, *benchmarks.Results, error) {
	in := input{app.NewUntilStopped(ctx, a.In), io.NopCloser(nil)}
	if path != "-" {
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			root, err := os.OpenRoot(path)
			if err != nil {
				return in, nil, err
			}
			defer root.Close()
			results, err := benchmarks.ReadFolder(root.FS())
			if err == nil && results == nil {
				err = model.Problem{Severity: model.Error, File: path, Message: "this is a folder, not a table, and none in which criterion keeps its results", Hint: "name a file, or criterion's folder, target/criterion"}
			}
			return in, results, err
		}
		file, err := openTable(ctx, path)
		if err != nil {
			return in, nil, err
		}
		in = input{app.NewUntilStopped(ctx, file), file}
	}
	if o.target != "" && o.benchmark == "" {
		return in, nil, nil
	}
	start, err := io.ReadAll(io.LimitReader(in, benchmarks.MaxBytes))
	if err != nil {
		return in, nil, err
	}
	results, err := benchmarks.Read(start)
	if err == nil && results == nil && (o.benchmark != "" || isJSON(start)) {
		err = model.Problem{
			Severity: model.Error, File: path, Message: "these are no results of a benchmark tool that Beagle knows",
			Hint: "known are JMH, Google Benchmark, hyperfine, Go's testing, pytest-benchmark, criterion and Extra-P; a table of any other tool needs --target",
		}
	}
	in.Reader = io.MultiReader(bytes.NewReader(start), in.Reader)
	return in, results, err
}

// isJSON reports whether a text begins as JSON does, and no table.
func isJSON(text []byte) bool {
	text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\ufeff")))
	return len(text) > 0 && (text[0] == '{' || text[0] == '[')
}

// chosen is the benchmark that is to be learnt; nil: all.
func chosen(path string, r *benchmarks.Results, name string) (*benchmarks.Benchmark, error) {
	if name != "" {
		return r.Find(name)
	}
	if len(r.All) == 1 {
		return r.All[0], nil
	}
	for _, b := range r.All {
		if b.Varied() {
			return nil, nil
		}
	}
	return nil, model.Problem{Severity: model.Error, File: path, Message: fmt.Sprintf("none of the %d benchmarks was measured at more than one input: there is nothing to learn from", len(r.All)), Hint: howToVary(r)}
}

// tableOfBenchmark is the table of a benchmark; hint says how to give it a parameter where it has none.
func tableOfBenchmark(path, hint string, b *benchmarks.Benchmark) (*csvtable.Table, error) {
	if !b.Varied() {
		return nil, model.Problem{Severity: model.Error, File: path, Message: fmt.Sprintf("%s was measured at one input only: there is nothing to learn from", safe.Line(b.Name)), Hint: hint}
	}
	return tableOf(path, b.Table(), csvtable.Columns{Target: benchmarks.Target})
}

// howToVary is how the user of a tool gives a benchmark a parameter.
func howToVary(r *benchmarks.Results) string { return "with " + r.Tool + ": " + r.Hint }

// about are the tool that measured a benchmark, and its unit; empty: it is a table.
func about(r *benchmarks.Results, name string) (tool, unit string) {
	if r == nil {
		return "", ""
	}
	for _, b := range r.All {
		if b.Name == name {
			unit = b.Unit
		}
	}
	return r.Tool, unit
}

type learntBenchmarks struct {
	Tool       string   `json:"tool"`
	Benchmarks []result `json:"benchmarks"`
	Left       []string `json:"left"` // benchmarks that were measured at one input only
}

// fitAll learns all benchmarks of a file and prints them below each other.
func fitAll(ctx context.Context, a *app.App, r *benchmarks.Results, o flags, formula *judge.Formula) error {
	if o.predict != "" || o.plot != "" {
		return app.Usage("--predict and --plot need one benchmark: name it with --benchmark")
	}
	limited, cancel := context.WithTimeout(ctx, o.budget)
	defer cancel()
	out := learntBenchmarks{Tool: r.Tool, Benchmarks: []result{}, Left: []string{}}
	missing := false
	for _, b := range r.All {
		if !b.Varied() {
			out.Left = append(out.Left, b.Name)
			continue
		}
		table, err := tableOfBenchmark("", "", b)
		if err != nil {
			return err
		}
		o.target = b.Name
		element, learnt, err := learnTable(limited, o, formula, table)
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		one := newResult(element, table, learnt)
		one.Tool, one.Unit = r.Tool, b.Unit
		missing = missing || one.Final == nil
		out.Benchmarks = append(out.Benchmarks, one)
	}
	var err error
	if a.JSON() {
		err = a.PrintJSON(out)
	} else {
		_, err = io.WriteString(a.Out, out.text(howToVary(r)))
	}
	if err == nil && missing {
		return app.Exit(app.Partial, nil)
	}
	return err
}

func (l *learntBenchmarks) text(hint string) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 2, 0, 2, ' ', 0)
	fmt.Fprintln(w, "benchmark\tunit\trows\tverdict\tcost")
	for i := range l.Benchmarks {
		r := &l.Benchmarks[i]
		cost := "none found: " + safe.Line(r.Reason)
		if r.Final != nil {
			cost = strings.Join(inWords(*r), "; ")
		}
		fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%s\n", safe.Line(r.Name), safe.Line(r.Unit), r.Rows, r.Verdict, cost)
	}
	w.Flush()
	if len(l.Left) > 0 {
		fmt.Fprintf(&b, "\n%s measured at one input only: %s\n%s\n", quantity.Plural(len(l.Left), "benchmark was", "benchmarks were"), safe.Line(strings.Join(quantity.Some(l.Left, 10), ", ")), hint)
	}
	if len(l.Benchmarks) > 0 {
		b.WriteString("\n--benchmark NAME shows one of them with its picture, intervals and other proposals\n")
	}
	return b.String()
}
