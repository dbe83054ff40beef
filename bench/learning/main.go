// Command learning measures how well expressions are found, by Beagle and by the peers that are installed, on the
// same tables and one core each.
//
//	go run ./bench/learning -suite B -noise 0.1
//	go run ./bench/learning -suite A,B -noise 0,0.1 -python /tmp/peers/bin/python -budget 1s,10s
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"time"

	"beagle/extension"
)

type options struct {
	suites, designs   []string
	conditions        []string
	noises            []float64
	budgets           []time.Duration
	seeds             uint64
	only              string
	learners, pythons []string
	extensions        []string
	quiet, coverage   bool
	rows              int
	collinear         bool
	alarms            int
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	o, err := flags()
	switch {
	case err != nil:
	case o.alarms > 0:
		err = alarms(ctx, os.Stdout, o.alarms)
	default:
		err = measure(ctx, o)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "learning:", err)
		stop()
		os.Exit(1)
	}
}

func flags() (o options, err error) {
	suite := flag.String("suite", "B", "A, B, C, D, E, G, H, K, M, N, R, U, V or W, several with commas; C, H, K, U and V were held out; E are bounds and blocks, G decisions, R real code")
	noise := flag.String("noise", "0.1", "standard deviations of the logarithm, for B, H, K, N and U; shares of decisions that went another way, for G")
	design := flag.String("design", "random", "random, grid: where the points lie")
	budget := flag.String("budget", "60s", "CPU times for each fit, several with commas")
	python := flag.String("python", "", "interpreters to look for peers in, several with commas")
	extensions := flag.String("extension", "", "paths of extensions whose analysers propose beside Beagle's, several with commas")
	learners := flag.String("learners", "", "only these, such as beagle,ols; default: all that are there")
	condition := flag.String("condition", "quiet", "of suite R: quiet, busy or throttled, several with commas")
	flag.Uint64Var(&o.seeds, "seeds", 1, "data sets per problem; campaigns of suite R")
	flag.IntVar(&o.rows, "rows", 200, "rows per data set")
	flag.BoolVar(&o.collinear, "collinear", false, "one more parameter that follows the first")
	flag.StringVar(&o.only, "only", "", "one problem by name, with its candidates")
	flag.BoolVar(&o.quiet, "q", false, "only the summary")
	flag.IntVar(&o.alarms, "alarms", 0, "instead, compare so many programs with themselves, and with a doubled coefficient")
	flag.BoolVar(&o.coverage, "coverage", false, "how often Beagle's 90 % intervals hold the true values at held-out points")
	flag.Parse()
	o.suites, o.designs = split(*suite), split(*design)
	o.conditions = split(*condition)
	o.pythons, o.learners, o.extensions = split(*python), split(*learners), split(*extensions)
	for _, text := range split(*noise) {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil || x < 0 {
			return o, fmt.Errorf("-noise %q is no standard deviation", text)
		}
		o.noises = append(o.noises, x)
	}
	for _, text := range split(*budget) {
		d, err := time.ParseDuration(text)
		if err != nil || d <= 0 {
			return o, fmt.Errorf("-budget %q is no time, such as 10s", text)
		}
		o.budgets = append(o.budgets, d)
	}
	for _, s := range o.suites {
		if _, ok := suites[s]; !ok {
			return o, fmt.Errorf("there is no suite %q", s)
		}
	}
	if o.rows < 1 || len(o.budgets) == 0 || len(o.noises) == 0 {
		return o, fmt.Errorf("-rows, -budget and -noise must be positive")
	}
	return o, nil
}

func split(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
}

// suites by their letters; the noisy ones are demands, the exact ones counts.
var suites = map[string]struct {
	problems     []problem
	noisy, exact bool
}{
	"A": {problems: suiteA, exact: true}, "E": {problems: suiteE, exact: true}, "C": {problems: suiteC, exact: true},
	"B": {problems: suiteB, noisy: true}, "H": {problems: suiteH, noisy: true}, "K": {problems: suiteK, noisy: true},
	"U": {problems: suiteU, noisy: true}, "V": {problems: suiteV, exact: true},
	"R": {}, "W": {problems: suiteW, noisy: true}, "G": {problems: suiteG, noisy: true}, "D": {problems: suiteD}, "M": {problems: suiteM}, "N": {problems: suiteN, noisy: true},
}

func (o options) tables() (all []*table, err error) {
	for _, name := range o.suites {
		if name == "R" {
			for _, condition := range o.conditions {
				more, err := recordedTables(condition, o.seeds, o.only)
				if err != nil {
					return nil, err
				}
				all = append(all, more...)
			}
			continue
		}
		suite := suites[name]
		noises := []float64{0}
		if suite.noisy {
			noises = o.noises
		}
		for _, design := range o.designs {
			for _, noise := range noises {
				s := setting{
					suite: name, design: design, noise: noise, outliers: noise > 0,
					collinear: o.collinear, rows: o.rows, exact: suite.exact,
				}
				for _, p := range suite.problems {
					if o.only != "" && o.only != p.name {
						continue
					}
					for seed := range o.seeds {
						all = append(all, generate(p, s, seed+1))
					}
				}
			}
		}
	}
	return all, nil
}

func measure(ctx context.Context, o options) error {
	with := extension.Use(ctx, o.extensions)
	defer with.Close()
	if len(with.Problems) > 0 {
		return with.Problems[0]
	}
	tables, err := o.tables()
	if err != nil {
		return err
	}
	folder := ""
	if len(o.pythons) > 0 {
		if folder, err = os.MkdirTemp("", "beagle-learning"); err != nil {
			return err
		}
		defer os.RemoveAll(folder)
		for _, t := range tables {
			if err := t.export(folder); err != nil {
				return err
			}
		}
	}
	learners, err := find(ctx, o)
	if err != nil {
		return err
	}
	load := loadAverage()
	var outcomes []outcome
	for _, l := range learners {
		for i, budget := range o.budgets {
			if i > 0 && !l.spends {
				continue // it would do the same again
			}
			for _, t := range tables {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				if l.name == "extrap" && t.texts() || t.setting.decides() && !l.decides() {
					continue // it knows no enumerations, or no decisions: these tables do not count for it
				}
				out := t.score(l.learn(ctx, t, folder, budget))
				out.Learner, out.Budget = l.name, budget.Seconds()
				outcomes = append(outcomes, out)
				if !o.quiet || o.only != "" {
					fmt.Println(out)
				}
			}
		}
		l.close()
	}
	fmt.Printf("load average %s before and %s after, one core per learner\n\n", load, loadAverage())
	report(os.Stdout, outcomes)
	return nil
}

func loadAverage() string {
	data, err := os.ReadFile("/proc/loadavg")
	if fields := strings.Fields(string(data)); err == nil && len(fields) > 0 {
		return fields[0]
	}
	return "unknown"
}
