// Command learning measures how well expressions are found: on counts (suite
// A), demands with noise (B) and the literature's functions (D).
//
//	go run ./bench/learning -suite B -noise 0.1
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"time"

	"beagle/analysers"
	"beagle/analysers/fit"
	"beagle/model"
	"beagle/model/expression"
)

// outcome is how one fit went.
type outcome struct {
	Problem    string  `json:"problem"`
	Family     string  `json:"family"`
	Seed       uint64  `json:"seed"`
	Recovered  bool    `json:"recovered"`
	Inside     float64 `json:"r2_inside"`
	Beyond     float64 `json:"r2_beyond"`
	Size       int     `json:"size"`
	Seconds    float64 `json:"seconds"`
	False      int     `json:"false_dependencies"`
	Missed     int     `json:"missed_dependencies"`
	Expression string  `json:"expression"`
	Analyser   string  `json:"analyser"`
}

func main() {
	suite := flag.String("suite", "B", "A, B, D or H (held out)")
	noise := flag.Float64("noise", 0.1, "B: standard deviation of the logarithm")
	seeds := flag.Uint64("seeds", 3, "data sets per problem")
	rows := flag.Int("rows", 200, "rows per data set")
	distractors := flag.Int("distractors", 0, "B: parameters that do not matter")
	collinear := flag.Bool("collinear", false, "B: one more parameter that follows the first")
	warm := flag.Bool("warmup", false, "B: the first tenth is slower")
	budget := flag.Duration("budget", 60*time.Second, "time for each fit")
	only := flag.String("only", "", "one problem by name, with its candidates")
	quiet := flag.Bool("q", false, "only the summary")
	export := flag.String("export", "", "write the tables below this folder instead, for other learners")
	output := flag.String("json", "", "file for all outcomes")
	flag.Parse()

	problems := map[string][]problem{"A": suiteA, "B": suiteB, "D": suiteD, "H": suiteH, "K": suiteK, "C": suiteC}[*suite]
	s := setting{rows: *rows, distractors: *distractors, collinear: *collinear, warmUp: *warm}
	if *suite == "B" || *suite == "H" || *suite == "K" {
		s.noise, s.outliers = *noise, *noise > 0
	}
	var outcomes []outcome
	for _, p := range problems {
		if *only != "" && p.name != *only {
			continue
		}
		for seed := range *seeds {
			if *export != "" {
				if err := generate(p, s, seed+1).export(*export, seed+1); err != nil {
					fmt.Fprintln(os.Stderr, err)
					os.Exit(1)
				}
				continue
			}
			o := run(generate(p, s, seed+1), *suite, seed+1, *budget, *only != "")
			outcomes = append(outcomes, o)
			if !*quiet || *only != "" {
				mark := "ok"
				if !o.Recovered {
					mark = "--"
				}
				fmt.Printf("%s %-20s %d %6.0f ms  R2 %8.5f %8.5f  %2d  %-10s %s\n", mark, o.Problem, o.Seed, 1000*o.Seconds, o.Inside, o.Beyond, o.Size, o.Analyser, o.Expression)
			}
		}
	}
	summary(outcomes)
	if *output != "" {
		data, err := json.MarshalIndent(outcomes, "", " ")
		if err == nil {
			err = os.WriteFile(*output, data, 0o644)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

func run(t *table, suite string, seed uint64, budget time.Duration, verbose bool) outcome {
	kind := model.InternalAction
	if suite == "A" || suite == "C" {
		kind = model.Loop
	}
	ctx, cancel := context.WithTimeout(context.Background(), budget)
	defer cancel()
	start := time.Now()
	result := analysers.Fit(ctx, t.table(), kind, analysers.Options{Seed: seed})
	o := outcome{
		Problem: t.problem.name, Family: t.problem.family, Seed: seed, Seconds: time.Since(start).Seconds(),
		Inside: math.Inf(-1), Beyond: math.Inf(-1),
	}
	if verbose {
		fmt.Println(result.Verdict.Reason, result.Verdict.Warnings)
		for i, p := range result.Proposals[:min(10, len(result.Proposals))] {
			fmt.Printf("   %8.2f %.4f %2d %-10s %s\n", result.Grades[i].Fitness, result.Grades[i].RelativeError, result.Grades[i].Size, p.Analyser, expression.String(fit.Rounded(p.Expression)))
		}
	}
	if result.Verdict.Final < 0 {
		return o
	}
	best := result.Proposals[0]
	o.Size, o.Analyser = result.Grades[0].Size, best.Analyser
	o.Expression = expression.String(fit.Rounded(best.Expression))
	o.Inside = t.r2(best.Expression, t.inside)
	o.Beyond = t.r2(best.Expression, t.beyond)
	o.Recovered = o.Inside > 0.9999 && o.Beyond > 0.999
	if t.setting.noise > 0 {
		o.Recovered = o.Inside > 0.99 && o.Beyond > 0.95
	}
	if suite == "A" || suite == "C" {
		o.Recovered = t.exact(best.Expression, t.inside) && t.exact(best.Expression, t.beyond)
	}
	used := expression.Variables(best.Expression)
	for j := range t.inputs {
		matters := t.matters(j)
		uses := slices.ContainsFunc(used, func(v model.Variable) bool { return v.String() == t.inputs[j].name })
		if uses && !matters {
			o.False++
		}
		if !uses && matters {
			o.Missed++
		}
	}
	return o
}

func summary(outcomes []outcome) {
	if len(outcomes) == 0 {
		return
	}
	count := float64(len(outcomes))
	var recovered, catastrophic, falses, missed float64
	var sizes, seconds []float64
	families := map[string][2]int{}
	for _, o := range outcomes {
		f := families[o.Family]
		f[1]++
		if o.Recovered {
			recovered++
			f[0]++
		}
		families[o.Family] = f
		if o.Beyond < 0 {
			catastrophic++
		}
		if o.False > 0 {
			falses++
		}
		if o.Missed > 0 {
			missed++
		}
		sizes, seconds = append(sizes, float64(o.Size)), append(seconds, o.Seconds)
	}
	slices.Sort(sizes)
	slices.Sort(seconds)
	fmt.Printf("%d fits: recovered %.1f %%, catastrophic %.1f %%, median size %.0f, false dependencies %.1f %%, missed %.1f %%, median %.0f ms, longest %.0f ms\n",
		len(outcomes), 100*recovered/count, 100*catastrophic/count, fit.Quantile(sizes, 0.5), 100*falses/count, 100*missed/count,
		1000*fit.Quantile(seconds, 0.5), 1000*fit.Quantile(seconds, 1))
	names := make([]string, 0, len(families))
	for name := range families {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Printf("  %-12s %d/%d\n", name, families[name][0], families[name][1])
	}
}
