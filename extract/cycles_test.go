package extract

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/extract/rules"
	"beagle/extract/structure"
	"beagle/internal/need"
	"beagle/predict"
)

// Two components that call one another: the call that leads back is left out, with a
// finding, and the model can be foretold.
func TestComponentsThatCallEachOtherMakeAModelThatEnds(t *testing.T) {
	need.Java(t)
	dir := written(t, map[string]string{
		"Even": "public class Even {\n  Odd odd;\n  public int even(int n) {\n    if (n > 0) {\n      return odd.odd(n - 1);\n    }\n    int k = n * n;\n    return k + Math.abs(n);\n  }\n}",
		"Odd":  "public class Odd {\n  Even even;\n  public int odd(int n) {\n    int k = Math.abs(n);\n    for (int i = 0; i < 2; i++) {\n      k += even.even(n - 1);\n    }\n    return k;\n  }\n}",
	})
	choices := rules.Choices{By: rules.ByChoice, Services: []string{"Even.even"}, Components: map[string][]string{"Even": {"Even"}, "Odd": {"Odd"}}}
	r := extracted(t, dir, Options{Choices: choices})
	calls := map[string]int{}
	for _, c := range r.Model.Components {
		for _, s := range c.Services {
			s.Body.Walk(func(step *structure.Step) {
				if step.Kind == structure.Call {
					calls[c.Name]++
				}
				if step.Kind == structure.Loop {
					t.Errorf("%s keeps a loop around nothing", c.Name)
				}
			})
		}
	}
	if calls["Even"] != 1 || calls["Odd"] != 0 {
		t.Errorf("calls are %v", calls)
	}
	said := false
	for _, p := range r.Problems {
		said = said || p.Rule == "recursion" && strings.Contains(p.Message, "Even.even runs again inside itself, by way of Odd.odd")
	}
	if !said {
		t.Errorf("nothing is said of it: %v", r.Problems)
	}
	out := filepath.Join(t.TempDir(), "model")
	if err := os.MkdirAll(out, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Write(out); err != nil {
		t.Fatal(err)
	}
	if _, err := predict.TermsOf(predict.Question{Models: []string{out}, Seed: 1}); err != nil {
		t.Errorf("the model cannot be foretold: %v", err)
	}
}
