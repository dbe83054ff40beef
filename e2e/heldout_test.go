package e2e

import (
	"math"
	"path/filepath"
	"slices"
	"testing"

	"beagle/measure"
	"beagle/measure/java"
	"beagle/model"
	"beagle/run"
)

// heldOut measures launches that nothing was learnt from: other seeds.
func heldOut(t *testing.T, dir string) []measure.Result {
	t.Helper()
	project, err := run.Prepare(run.Config{
		Project: dir, Model: filepath.Join(dir, "model/fileshare.repository"),
		Links:   filepath.Join(dir, "model/fileshare_source_statement_links.xml"),
		Sources: []string{filepath.Join(dir, "src/main/java")},
	})
	if err != nil {
		t.Fatal(err)
	}
	program, err := java.NewTool(java.Options{
		Project: dir, Sources: []string{filepath.Join(dir, "src/main/java")}, WorkDir: filepath.Join(t.TempDir(), "work"),
		Build: []string{"javac", "-encoding", "UTF-8", "-d", "target/classes", "-sourcepath", "src/main/java", "src/main/java/fileshare/Main.java"},
	}).Prepare(t.Context(), project.Order)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = program.Close() }()
	parser := measure.NewParser(project.Order, project.Chosen, measure.CPUTime)
	for i, work := range []string{"upload", "share", "index"} {
		l := measure.Launch{Name: work, Command: []string{"java", "-cp", "target/classes", "fileshare.Main", work, "--seed", "99"}}
		report, err := program.Launch(t.Context(), l, int32(i+1), parser)
		if err != nil || report.ExitCode != 0 || !report.Complete {
			t.Fatalf("%s: %v, %+v", work, err, report)
		}
		parser.Flush()
	}
	return parser.Results()
}

// predicts asserts that the written demands are right, in the median, within a
// tolerance on launches that nothing was learnt from, and that all that is
// exact is exact there, too.
func predicts(t *testing.T, written map[model.ElementID]model.Element, results []measure.Result, tolerance float64) {
	t.Helper()
	for _, r := range results {
		e := written[r.Element]
		if e.Kind == model.Branch {
			continue // decides says more
		}
		var off []float64
		for _, o := range r.Observations {
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
				break
			}
			off = append(off, math.Abs(got-o.Value.Num)/max(o.Value.Num, 1e-12))
		}
		if e.Kind != model.InternalAction {
			continue
		}
		slices.Sort(off)
		if median := off[len(off)/2]; median > tolerance {
			t.Errorf("%s is written as %q: in the median %.0f %% off on other launches", e.ID, e.Old, 100*median)
		} else {
			t.Logf("%s: %q, %.1f %% off on other launches", e.ID, e.Old, 100*median)
		}
	}
}
