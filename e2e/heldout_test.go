package e2e

import (
	"cmp"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"beagle/blackboard"
	"beagle/measure"
	"beagle/measure/java"
	"beagle/measure/parser"
	"beagle/model"
	"beagle/run"
	"beagle/run/project"
	"beagle/statistics/launches"
)

// heldOut measures launches of the example that nothing was learnt from: other
// seeds, each in launches of its own, since launches differ.
func heldOut(t testing.TB, dir string) []parser.Result {
	t.Helper()
	var launches []measure.Launch
	for _, seed := range []string{"99", "100", "101", "102"} {
		for _, work := range []string{"upload", "share", "index"} {
			launches = append(launches, measure.Launch{Name: work, Command: []string{"java", "-cp", "target/classes", "fileshare.Main", work, "--seed", seed}})
		}
	}
	return measured(t, run.Config{
		Project: dir, Model: filepath.Join(dir, "model/fileshare.repository"),
		Links:   filepath.Join(dir, "model/fileshare_source_statement_links.xml"),
		Sources: []string{filepath.Join(dir, "src/main/java")},
		Build:   []string{"javac", "-encoding", "UTF-8", "-d", "target/classes", "-sourcepath", "src/main/java", "src/main/java/fileshare/Main.java"},
	}, launches...)
}

// measured measures launches without learning from them. Each has results of
// its own. Warm-up is no part of a demand, so it is left out as it is for
// learning, launch by launch.
func measured(t testing.TB, config run.Config, launches ...measure.Launch) (results []parser.Result) {
	t.Helper()
	project, err := project.Prepare(config)
	if err != nil {
		t.Fatal(err)
	}
	program, err := java.NewTool(java.Options{
		Project: config.Project, Sources: config.Sources, WorkDir: filepath.Join(t.TempDir(), "work"), Build: config.Build,
	}).Prepare(t.Context(), project.Order)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = program.Close() }()
	parser := parser.New(project.Order, project.Chosen, measure.CPUTime)
	for i, l := range launches {
		report, err := program.Launch(t.Context(), l, int32(i+1), parser)
		if err != nil || report.ExitCode != 0 || !report.Complete {
			t.Fatalf("%s: %v, %+v", l.Name, err, report)
		}
		parser.Flush()
		results = append(results, warm(t, project.Chosen, parser.Results())...)
	}
	return results
}

// warm are the results of one launch without its warm-up.
func warm(t testing.TB, elements []model.Element, results []parser.Result) []parser.Result {
	t.Helper()
	board := blackboard.New(elements, 1, nil)
	view := board.Contribute("measure")
	for _, r := range results {
		view.AddResults(r.Element, r.Observations)
	}
	if err := view.Commit(); err != nil {
		t.Fatal(err)
	}
	for i, r := range results {
		table := board.Table(r.Element)
		at := slices.IndexFunc(elements, func(e model.Element) bool { return e.ID == r.Element })
		if elements[at].Kind.Noisy() {
			table, _ = launches.Level(table)
		}
		results[i].Observations = nil
		for row, y := range table.Target.Num {
			o := blackboard.Observation{Value: model.NumberValue(y)}
			if table.Target.Kind == model.Text {
				o.Value = model.TextValue(table.Target.Levels[int(y)])
			}
			for _, c := range table.Columns {
				a := blackboard.Assignment{Variable: c.Variable, Value: model.Value{Kind: c.Kind, Num: c.Num[row]}}
				switch {
				case math.IsNaN(c.Num[row]):
					continue
				case c.Kind == model.Text:
					a.Value = model.TextValue(c.Levels[int(c.Num[row])])
				}
				o.Inputs = append(o.Inputs, a)
			}
			results[i].Observations = append(results[i].Observations, o)
		}
	}
	return results
}

// How far written demands may be off what other launches take.
const (
	// growth: how a demand grows from its small to its large inputs, within each
	// launch. What a launch, or a minute of the machine, does to all its times is
	// not in it.
	growth = 0.25
	// level: on average over the elements, beside what all have in common.
	level = 0.25
	// compiled: each element. Compilers make one of two kinds of sorting for a whole
	// launch, 1.4 apart, and what was learnt from may have been mostly of one kind
	// and the other launches of the other.
	compiled = 0.5
	// drift: what all elements have in common. A machine that others share is a
	// quarter faster or slower a minute later.
	drift = 1.0
)

// predicts asserts that the written demands are right on launches that nothing
// was learnt from, and that all that is exact is exact there, too. Single times
// scatter, so what is looked at is the median ratio of written and measured
// demands of the small, the middling and the large ones, as a mean over the
// launches. Filling and walking what leaves the caches grows by no input, so the
// demands named there are held to twice as much.
func predicts(t testing.TB, written map[model.ElementID]model.Element, results []parser.Result, leavesCaches ...model.ElementID) {
	t.Helper()
	launches := map[model.ElementID][][3]float64{}
	for _, r := range results {
		e := written[r.Element]
		if e.Kind == model.Branch {
			continue // decides says more
		}
		if ratios := compared(t, e, r.Observations); e.Kind == model.InternalAction && len(ratios) >= 3 {
			launches[e.ID] = append(launches[e.ID], thirds(ratios))
		}
	}
	shapes, levels := map[model.ElementID][3]float64{}, map[model.ElementID]float64{}
	for id, all := range launches {
		var shape [3]float64
		for _, third := range all {
			mean := (third[0] + third[1] + third[2]) / 3
			levels[id] += mean / float64(len(all))
			for i := range third {
				shape[i] += (third[i] - mean) / float64(len(all))
			}
		}
		shapes[id] = shape
	}
	sorted := slices.Sorted(maps.Values(levels))
	machine := sorted[len(sorted)/2]
	off := 0.0
	for id, shape := range shapes {
		widen := 1.0
		if slices.Contains(leavesCaches, id) {
			widen = 2
		}
		own := levels[id] - machine
		off += math.Abs(own) / widen / float64(len(shapes))
		t.Logf("%s: %q is %.2f times what %d other launches take; beside all others %.2f; small, middling, large %.2f, %.2f, %.2f of it",
			id, written[id].Old, math.Exp(levels[id]), len(launches[id]), math.Exp(own), math.Exp(shape[0]), math.Exp(shape[1]), math.Exp(shape[2]))
		if i := slices.IndexFunc(shape[:], func(x float64) bool { return beyond(x, widen*growth) }); i >= 0 {
			t.Errorf("%s: %q does not grow as what is measured (third %d)", id, written[id].Old, i+1)
		}
		if beyond(own, widen*compiled) {
			t.Errorf("%s: %q is too far off other launches", id, written[id].Old)
		}
	}
	t.Logf("all demands are %.2f times what other launches take, each off by %.0f %% more on average", math.Exp(machine), 100*math.Expm1(off))
	if beyond(machine, drift) || beyond(off, level) {
		t.Error("the demands are too far off other launches")
	}
}

// beyond says whether a factor, given by its logarithm, is more than a part above
// or below 1.
func beyond(logarithm, part float64) bool { return math.Abs(logarithm) > math.Log1p(part) }

// thirds are the logarithms of the median ratios of the small, the middling and
// the large demands.
func thirds(ratios []ratio) (medians [3]float64) {
	for i := range medians {
		part := slices.Clone(ratios[len(ratios)*i/3 : len(ratios)*(i+1)/3])
		slices.SortFunc(part, func(a, b ratio) int { return cmp.Compare(a.toMeasured, b.toMeasured) })
		medians[i] = math.Log(part[len(part)/2].toMeasured)
	}
	return medians
}

// ratio is a written demand, and how it relates to a measured one.
type ratio struct{ written, toMeasured float64 }

// compared evaluates what is written for each observation of a launch, sorted by
// its value. What is exact must be the same.
func compared(t testing.TB, e model.Element, observations []blackboard.Observation) (ratios []ratio) {
	t.Helper()
	for _, o := range observations {
		in := inputs{}
		for _, a := range o.Inputs {
			switch a.Value.Kind {
			case model.Number:
				in[a.Variable.String()] = int(a.Value.Num)
			case model.Bool:
				in[a.Variable.String()] = a.Value.Num != 0
			default:
				in[a.Variable.String()] = a.Value.Str
			}
		}
		got := value(t, e.Old, e, in)
		if e.Kind != model.InternalAction && got != o.Value.Num {
			t.Errorf("%s is written as %q: %g for %v, but it was %g", e.ID, e.Old, got, in, o.Value.Num)
			return nil
		}
		ratios = append(ratios, ratio{got, got / max(o.Value.Num, 1e-12)})
	}
	slices.SortStableFunc(ratios, func(a, b ratio) int { return cmp.Compare(a.written, b.written) })
	return ratios
}
