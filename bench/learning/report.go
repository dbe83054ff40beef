package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"beagle/statistics/robust"
)

type group struct {
	suite, design, learner string
	noise, budget          float64
}

func report(w io.Writer, outcomes []outcome) {
	var order []group
	groups := map[group][]outcome{}
	families := map[[2]string][2]int{}
	for _, o := range outcomes {
		if o.Suite == "R" {
			continue // a table of its own
		}
		g := group{o.Suite, o.Design, o.Learner, o.Noise, o.Budget}
		if groups[g] == nil {
			order = append(order, g)
		}
		groups[g] = append(groups[g], o)
		if o.Learner == "beagle" {
			f := families[[2]string{o.Suite, o.Family}]
			f[1]++
			if o.Recovered {
				f[0]++
			}
			families[[2]string{o.Suite, o.Family}] = f
		}
	}
	reportRecorded(w, outcomes)
	if len(order) == 0 {
		return
	}
	slices.SortStableFunc(order, func(a, b group) int {
		if c := strings.Compare(a.suite+a.design, b.suite+b.design); c != 0 {
			return c
		}
		if a.noise != b.noise {
			return cmp.Compare(a.noise, b.noise)
		}
		return cmp.Compare(a.budget, b.budget)
	})
	head := []string{"suite", "design", "noise", "learner", "budget s", "fits", "recovered %", "catastrophic %", "off beyond %", "nodes", "constants", "depth", "false %", "false, not said %", "missed %", "CPU ms", "longest", "failed"}
	rows := [][]string{head}
	for _, g := range order {
		rows = append(rows, g.line(groups[g]))
	}
	show(w, rows)
	coverage(w, outcomes)
	earned(w, slices.DeleteFunc(slices.Clone(outcomes), func(o outcome) bool { return o.Suite == "R" }))
	plain(w, outcomes)
	var names [][2]string
	for f := range families {
		names = append(names, f)
	}
	slices.SortFunc(names, func(a, b [2]string) int { return strings.Compare(a[0]+a[1], b[0]+b[1]) })
	fmt.Fprintln(w)
	for _, f := range names {
		fmt.Fprintf(w, "  %s %-20s %d/%d\n", f[0], f[1], families[f][0], families[f][1])
	}
}

func (g group) line(outcomes []outcome) []string {
	var recovered, catastrophic, falses, unsaid, missed, failed int
	var size, constants, depth, seconds, off []float64
	for _, o := range outcomes {
		seconds = append(seconds, o.Seconds)
		if o.Failed != "" {
			failed++
			catastrophic++
			continue
		}
		if o.Recovered {
			recovered++
		}
		if o.Beyond == nil || *o.Beyond < 0 {
			catastrophic++
		}
		if o.False > 0 {
			falses++
			if !o.Undecided {
				unsaid++
			}
		}
		if o.Missed > 0 {
			missed++
		}
		if o.Off != nil {
			off = append(off, 100**o.Off)
		}
		size, constants, depth = append(size, float64(o.Size)), append(constants, float64(o.Constants)), append(depth, float64(o.Depth))
	}
	n := float64(len(outcomes))
	percent := func(count int) string { return fmt.Sprintf("%.1f", 100*float64(count)/n) }
	slices.Sort(seconds)
	return []string{
		g.suite, g.design, fmt.Sprint(g.noise), g.learner, fmt.Sprint(g.budget), fmt.Sprint(len(outcomes)), percent(recovered), percent(catastrophic),
		fmt.Sprintf("%.3g", middle(off)), fmt.Sprintf("%.0f", middle(size)), fmt.Sprintf("%.0f", middle(constants)), fmt.Sprintf("%.0f", middle(depth)),
		percent(falses), percent(unsaid), percent(missed), fmt.Sprintf("%.0f", 1000*middle(seconds)), fmt.Sprintf("%.0f", 1000*seconds[len(seconds)-1]), fmt.Sprint(failed),
	}
}

func middle(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	return robust.Quantile(sorted, 0.5)
}

func show(w io.Writer, rows [][]string) {
	t := tabwriter.NewWriter(w, 2, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintln(t, strings.Join(row, "\t"))
	}
	t.Flush()
}

// coverage says how often 90 % intervals hold the true value after the form was selected.
func coverage(w io.Writer, outcomes []outcome) {
	var covered, known, rightCovered, rightKnown, tables, right int
	for _, o := range outcomes {
		if o.Known == 0 {
			continue
		}
		tables, covered, known = tables+1, covered+o.Covered, known+o.Known
		if o.Right {
			right, rightCovered, rightKnown = right+1, rightCovered+o.Covered, rightKnown+o.Known
		}
	}
	if known > 0 {
		fmt.Fprintf(w, "\n90 %% intervals hold %.1f %% of %d true values in %d tables", 100*float64(covered)/float64(known), known, tables)
	}
	if rightKnown > 0 {
		fmt.Fprintf(w, "; %.1f %% of %d in the %d whose form is the true one", 100*float64(rightCovered)/float64(rightKnown), rightKnown, right)
	}
	fmt.Fprintln(w)
}

func plain(w io.Writer, outcomes []outcome) {
	var all, right, needless int
	for _, o := range outcomes {
		if _, ok := plainForms[o.Problem]; !ok || o.Suite != "M" || o.Learner != "beagle" {
			continue
		}
		all++
		if o.Right {
			right++
		}
		if o.Needless {
			needless++
		}
	}
	if all > 0 {
		percent := func(n int) float64 { return 100 * float64(n) / float64(all) }
		fmt.Fprintf(w, "\nplain demands as campaigns measure them: %.1f %% as they are, %.1f %% with needless terms, %.1f %% otherwise\n",
			percent(right), percent(needless), percent(all-right-needless))
	}
}
