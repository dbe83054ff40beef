package pcm

import (
	"fmt"
	"slices"
	"strings"

	"beagle/cli/app"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/predict"
)

func writeAnswer(s *app.Sheet, a *predict.Answer) {
	s.Fold(fmt.Sprintf("%s: %s (seed %d)", a.Level, a.Why, a.Seed), 2)
	if a.Stopped != "" {
		s.Fold("not as precise as asked for: it stopped "+a.Stopped, 2)
	}
	writeRating(s, a.Rated)
	s.WriteByte('\n')
	var rows [][]string
	rows = append(rows, []string{"", "mean", "± 95 %", "median", "p90", "p99", "runs"})
	for _, scenario := range a.Scenarios {
		rows = append(rows, responseRow(safe.Line(scenario.Name), scenario.Response))
		rows = append(rows, callRows(scenario.Calls)...)
	}
	s.Table(rows)
	for _, scenario := range a.Scenarios {
		if scenario.Throughput != nil {
			s.Fold(fmt.Sprintf("%s: %s runs a second", safe.Line(scenario.Name), quantity.Short(*scenario.Throughput)), 2)
		}
		if scenario.Exact != nil && scenario.Mean != nil && !scenario.Unknown && a.Level != predict.Exact {
			s.Fold(fmt.Sprintf("%s: %s without contention, worked out exactly", safe.Line(scenario.Name), quantity.Seconds(*scenario.Exact)), 2)
		}
	}
	writeResources(s, a)
	writeWhere(s, a)
}

func writeRating(s *app.Sheet, r *predict.Rating) {
	if r != nil {
		s.Fold(safe.Line(r.String()), 2)
	}
}

func callRows(calls []predict.Call) (rows [][]string) {
	runs := map[string]int64{}
	for _, call := range calls {
		row := responseRow("  "+safe.Line(call.Name), call.Response)
		last := len(row) - 1
		key := strings.Join(row[:last], "\x00")
		if _, seen := runs[key]; !seen {
			rows = append(rows, row)
		}
		runs[key] += call.N
	}
	for _, row := range rows {
		last := len(row) - 1
		row[last] = quantity.Count(runs[strings.Join(row[:last], "\x00")])
	}
	return rows
}

func responseRow(name string, r predict.Response) []string {
	if r.Unknown {
		return []string{name, "no demand", "-", "-", "-", "-", quantity.Count(r.N)}
	}
	return []string{name, seconds(r.Mean), seconds(r.HalfWidth), seconds(r.Median), seconds(r.P90), seconds(r.P99), quantity.Count(r.N)}
}

// seconds is a time in words; - where it is unknown.
func seconds(x *float64) string {
	if x == nil {
		return "-"
	}
	return quantity.Seconds(*x)
}

func writeResources(s *app.Sheet, a *predict.Answer) {
	if len(a.Resources) == 0 {
		return
	}
	rows := [][]string{{"resource", "utilisation", "work a run", "servers"}}
	bottleneck, most := "", 0.0
	for _, r := range a.Resources {
		used := "-"
		if r.Utilisation != nil {
			used = quantity.Percent(*r.Utilisation)
			if *r.Utilisation > most && r.Policy != "Delay" {
				most, bottleneck = *r.Utilisation, r.Container+"."+r.Resource
			}
		}
		rows = append(rows, []string{safe.Line(r.Container + "." + r.Resource), used, quantity.Seconds(r.Demand), fmt.Sprintf("%d %s", r.Replicas, r.Policy)})
	}
	s.WriteByte('\n')
	s.Table(rows)
	if most > 0.15 {
		s.Fold(fmt.Sprintf("The busiest is %s, with %s.", safe.Line(bottleneck), quantity.Percent(most)), 0)
	}
}

func writeWhere(s *app.Sheet, a *predict.Answer) {
	const least, lines, bar = 0.01, 24, 20
	if len(a.Where) < 2 {
		return
	}
	children := make([][]int, len(a.Where))
	for i, n := range a.Where {
		if n.Parent >= 0 {
			children[n.Parent] = append(children[n.Parent], i)
		}
	}
	s.WriteString("\nwhere the time of a run goes\n")
	left := lines
	var show func(same []int, depth int)
	show = func(same []int, depth int) {
		n := a.Where[same[0]]
		below := children[same[0] : same[0]+1 : same[0]+1]
		for _, other := range same[1:] {
			n.Share, n.Seconds = n.Share+a.Where[other].Share, n.Seconds+a.Where[other].Seconds
			below = append(below, children[other])
		}
		if n.Share < least || left == 0 {
			return
		}
		left--
		length := int(n.Share*bar + 0.5)
		label := strings.Repeat("  ", depth) + safe.Line(n.Name)
		if n.Kind != "call" {
			label += " (" + n.Kind + ")"
		}
		s.Cut(fmt.Sprintf("%-*s %6s %8s  %s\n", bar, strings.Repeat("#", length), quantity.Percent(n.Share), quantity.Seconds(n.Seconds), label))
		for _, c := range alike(a.Where, slices.Concat(below...)) {
			show(c, depth+1)
		}
	}
	for _, c := range alike(a.Where, children[0]) {
		show(c, 0)
	}
	if left == 0 {
		s.Fold("... more with --output json or --flame FILE.svg", 0)
	}
}

func alike(all []predict.Where, nodes []int) (groups [][]int) {
	type kind struct{ name, kind string }
	at := map[kind]int{}
	for _, i := range nodes {
		k := kind{all[i].Name, all[i].Kind}
		g, seen := at[k]
		if !seen {
			g, at[k] = len(groups), len(groups)
			groups = append(groups, nil)
		}
		groups[g] = append(groups[g], i)
	}
	return groups
}

func writeCurve(s *app.Sheet, sweep predict.Sweep, points []predict.Point) {
	load := "arrivals/s"
	if sweep.Users {
		load = "users"
	}
	rows := [][]string{{load, "mean", "± 95 %", "p90", "runs/s", "busiest"}}
	for _, p := range points {
		row := []string{quantity.Short(p.Load), "-", "-", "-", "-", "overloaded"}
		if len(p.Answer.Scenarios) > 0 {
			r := p.Answer.Scenarios[0]
			row = []string{quantity.Short(p.Load), seconds(r.Mean), seconds(r.HalfWidth), seconds(r.P90), "-", busiest(p.Answer)}
			if r.Throughput != nil {
				row[4] = quantity.Short(*r.Throughput)
			}
		}
		rows = append(rows, row)
	}
	if len(points) > 0 && len(points[0].Answer.Scenarios) > 1 {
		s.Fold("of the usage scenario "+safe.Line(points[0].Answer.Scenarios[0].Name)+"; all of them: --output json", 0)
	}
	s.Table(rows)
}

func busiest(a *predict.Answer) string {
	name, most := "-", 0.0
	for _, r := range a.Resources {
		if r.Utilisation != nil && *r.Utilisation > most && r.Policy != "Delay" {
			most = *r.Utilisation
			name = fmt.Sprintf("%s.%s %s", safe.Line(r.Container), safe.Line(r.Resource), quantity.Percent(most))
		}
	}
	return name
}
