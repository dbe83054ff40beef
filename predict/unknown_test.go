package predict_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"beagle/model"
	"beagle/predict"
)

// Learning leaves a demand 0 where it finds nothing good enough: what that takes must
// not look like no time at all.
func TestActionsWithoutADemandAreSaidAndServicesOfNothingElseMarked(t *testing.T) {
	for name, c := range map[string]struct {
		replace [2]string
		says    string // empty: nothing
	}{
		"all known":        {[2]string{"nothing", "nothing"}, ""},
		"the store is not": {[2]string{`"1.0E-5 * item.BYTESIZE"`, `"0.0"`}, "1 of 2 internal actions have a demand of 0, so all times here leave out what they take: Store.save"},
		"small is not 0":   {[2]string{`"1.0E-5 * item.BYTESIZE"`, `"0.0000001"`}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			from := filepath.Join("..", "pcm", "instance", "testdata", "shop")
			if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(dir, "shop.repository")
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(strings.Replace(string(data), c.replace[0], c.replace[1], 1)), 0o600); err != nil {
				t.Fatal(err)
			}
			a, err := predict.Predict(t.Context(), predict.Question{Models: []string{dir}, Seed: 1, Level: predict.Sampling, Precision: 0.05})
			if err != nil {
				t.Fatal(err, a.Problems)
			}
			i := slices.IndexFunc(a.Problems, func(p model.Problem) bool { return p.Rule == "unknown-demand" })
			if said := i >= 0; said != (c.says != "") || said && a.Problems[i].Message != c.says {
				t.Errorf("not %q but %v", c.says, a.Problems)
			}
			for _, s := range a.Scenarios {
				if s.Unknown {
					t.Errorf("%s is not 0: %v", s.Name, *s.Mean)
				}
			}
		})
	}
}

// A model that nobody has calibrated takes no time at all only as far as anybody knows.
func TestNoTimeOfAModelWithoutDemandsIsKnown(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "pcm", "instance", "testdata", "shop"))); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "shop.repository")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	none := regexp.MustCompile(`(ParametericResourceDemand specification=)"[^"]*"`).ReplaceAll(data, []byte(`$1"0"`))
	if err := os.WriteFile(file, none, 0o600); err != nil {
		t.Fatal(err)
	}
	a, err := predict.Predict(t.Context(), predict.Question{Models: []string{dir}, Seed: 1, Level: predict.Sampling, Precision: 0.05})
	if err != nil {
		t.Fatal(err, a.Problems)
	}
	if !slices.ContainsFunc(a.Problems, func(p model.Problem) bool { return p.Rule == "no-demand" }) {
		t.Errorf("nobody says that it is not calibrated: %v", a.Problems)
	}
	for _, s := range a.Scenarios {
		if !s.Unknown || s.Mean == nil {
			t.Errorf("%s is said to take %v", s.Name, s.Mean)
		}
	}
}

// Of a usage scenario too few of whose runs ended there is no time, and what tells more is said.
func TestWhatTellsMoreOfAScenarioIsSaidWhereTooFewOfItsRunsEnded(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "pcm", "instance", "testdata", "shop"))); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "shop.usagemodel")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	longer := strings.ReplaceAll(string(data), `IntPMF[(1;0.5)(3;0.5)]`, `1000`) // items of an order
	if err := os.WriteFile(file, []byte(longer), 0o600); err != nil {
		t.Fatal(err)
	}
	q := predict.Question{Models: []string{dir}, Seed: 1, Level: predict.Simulation, Steps: 1000}
	q.Change.Users = 4
	a, err := predict.Predict(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(a.Problems, func(p model.Problem) bool { return p.Rule == "too-few-runs" })
	if i < 0 || !strings.Contains(a.Problems[i].Hint, "--steps") || a.Scenarios[0].Mean != nil {
		t.Fatalf("%+v", a)
	}
	q.Steps, q.Precision = 10_000_000, 0.05
	if a, err = predict.Predict(t.Context(), q); err != nil || slices.ContainsFunc(a.Problems, func(p model.Problem) bool { return p.Rule == "too-few-runs" }) {
		t.Errorf("%v %+v", err, a.Problems)
	}
}
