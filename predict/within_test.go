package predict_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"beagle/model"
	"beagle/predict"
)

// ranged is the shop, whose demand of saving an item was learnt to be used up to a size only.
func ranged(t *testing.T, stoex, most string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "pcm", "instance", "testdata", "shop"))); err != nil {
		t.Fatal(err)
	}
	side := `{"version": 1, "elements": [{"id": "_s2", "name": "write", "component": "Store", "service": "save", "stoex": "` + stoex + `",
		"within": {"factor": 1.25, "most": [{"Variable": "item.BYTESIZE", "Value": ` + most + `}], "beyond": []}}]}`
	if err := os.WriteFile(filepath.Join(dir, "shop.repository.beagle.json"), []byte(side), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// beyondOf is what a prediction says of inputs beyond ranges, and how it says it.
func beyondOf(t *testing.T, q predict.Question) (a *predict.Answer, said []string) {
	t.Helper()
	a, err := predict.Predict(t.Context(), q)
	if err != nil {
		t.Fatal(err, a)
	}
	for _, p := range a.Problems {
		if p.Rule == "range" {
			if p.Severity != model.Warning || p.Hint == "" {
				t.Errorf("no warning that says what to do: %+v", p)
			}
			said = append(said, p.Error())
		}
	}
	return a, said
}

func TestInputsBeyondWhatAnExpressionWasWrittenForAreToldAtEveryLevel(t *testing.T) {
	const learnt = "1.0E-5 * item.BYTESIZE"
	for _, level := range []predict.Level{predict.Sampling, predict.Simulation, predict.Exact} {
		for name, c := range map[string]struct {
			stoex, most string
			told        bool
		}{
			"within it":                             {learnt, "300", false},
			"beyond it":                             {learnt, "250", true},
			"the expression is another one by now":  {"2.0E-5 * item.BYTESIZE", "250", false},
			"beyond it even for the smallest input": {learnt, "50", true},
		} {
			a, said := beyondOf(t, predict.Question{Models: []string{ranged(t, c.stoex, c.most)}, Seed: 1, Level: level, Precision: 0.05})
			if told := len(a.Beyond) > 0; told != c.told || told != (len(said) > 0) {
				t.Errorf("%s, %s: %v, said as %q", level, name, a.Beyond, said)
				continue
			}
			if !c.told {
				continue
			}
			b := a.Beyond[0]
			if b.ID != "_s2" || b.Element != "write" || b.Service != "Store.save" || b.Input != "item.BYTESIZE" || b.Asked != 300 || b.Factor != 1.25 {
				t.Errorf("%s, %s: not what is asked for: %+v", level, name, b)
			}
			for _, part := range []string{"Store.save", "item.BYTESIZE = 300", "up to " + c.most + " only", "1.25 times what was measured", `"write", id _s2`} {
				if !strings.Contains(said[0], part) {
					t.Errorf("%s, %s: %q does not say %q", level, name, said[0], part)
				}
			}
		}
	}
}

// What happens once in a hundred thousand calls is in no sample of 200, but in the closed form.
func TestTheClosedFormTellsOfRareInputsToo(t *testing.T) {
	dir := ranged(t, "1.0E-5 * item.BYTESIZE", "300")
	file := filepath.Join(dir, "shop.usagemodel")
	usage, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	rare := strings.Replace(string(usage), "IntPMF[(100;0.5)(300;0.5)]", "IntPMF[(100;0.99999)(9000;0.00001)]", 1)
	if err := os.WriteFile(file, []byte(rare), 0o600); err != nil {
		t.Fatal(err)
	}
	if a, _ := beyondOf(t, predict.Question{Models: []string{dir}, Seed: 1, Level: predict.Exact}); len(a.Beyond) != 1 || a.Beyond[0].Asked != 9000 {
		t.Errorf("not told: %+v", a.Beyond)
	}
}

func TestARangeDoesNotChangeWhatIsPredicted(t *testing.T) {
	var means []float64
	for _, most := range []string{"1", "1000"} {
		a, _ := beyondOf(t, predict.Question{Models: []string{ranged(t, "1.0E-5 * item.BYTESIZE", most)}, Seed: 7, Level: predict.Simulation, Precision: 0.05})
		means = append(means, *a.Scenarios[0].Mean)
	}
	if means[0] != means[1] {
		t.Errorf("the same seed gives %v", means)
	}
}

func TestWhatIsAskedOfOneServiceIsHeldAgainstItsRangeToo(t *testing.T) {
	q := predict.Question{Models: []string{ranged(t, "1.0E-5 * item.BYTESIZE", "900")}, Service: "order", Seed: 1}
	for _, given := range []string{"items.NUMBER_OF_ELEMENTS=2", "items.INNER.BYTESIZE=1000"} {
		in, err := predict.ParseInput(given)
		if err != nil {
			t.Fatal(err)
		}
		q.Inputs = append(q.Inputs, in)
	}
	if a, _ := beyondOf(t, q); len(a.Beyond) != 1 || a.Beyond[0].Asked != 1000 {
		t.Errorf("not told: %+v", a.Beyond)
	}
}

// A model that is not in its file yet has the ranges of the file that it was written to.
func TestContentHasTheRangesOfTheFileItIsFrom(t *testing.T) {
	dir := ranged(t, "1.0E-5 * item.BYTESIZE", "250")
	file := filepath.Join(dir, "shop.repository")
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for from, want := range map[string]int{file: 1, "": 0, filepath.Join(dir, "other.repository"): 0} {
		if a, _ := beyondOf(t, predict.Question{Models: []string{dir}, Content: content, From: from, Seed: 1}); len(a.Beyond) != want {
			t.Errorf("from %q: %+v", from, a.Beyond)
		}
	}
}

func TestASideFileThatCannotBeReadIsTold(t *testing.T) {
	dir := ranged(t, "", "1")
	if err := os.WriteFile(filepath.Join(dir, "shop.repository.beagle.json"), []byte(`{"elements": 3`), 0o600); err != nil {
		t.Fatal(err)
	}
	_, said := beyondOf(t, predict.Question{Models: []string{dir}, Seed: 1})
	if len(said) != 1 || !slices.ContainsFunc(said, func(s string) bool { return strings.Contains(s, "shop.repository.beagle.json: up to which inputs") }) {
		t.Errorf("said %q", said)
	}
}
