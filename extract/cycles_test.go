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
// finding, and the model can be predicted.
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
		t.Errorf("the model cannot be predicted: %v", err)
	}
}

// Packages that call each other in circles are one component by the rule for that,
// and no call is left out.
func TestPackagesInACircleBecomeOneComponent(t *testing.T) {
	need.Java(t)
	dir := t.TempDir()
	for name, text := range map[string]string{
		"front/Front":   "public class Front {\n  public demo.sale.Sale sale;\n  public demo.sale.tax.Tax tax;\n  public int serve(int n) {\n    int k = tax.of(n);\n    return k + sale.sell(n);\n  }\n}",
		"sale/Sale":     "public class Sale {\n  public demo.stock.Stock stock;\n  public int sell(int n) {\n    int k = Math.abs(n);\n    return k + stock.take(n);\n  }\n  public int price(int n) {\n    return Math.abs(n) * down(n);\n  }\n  int down(int n) {\n    return n > 0 ? down(n - 1) : Math.abs(n);\n  }\n}",
		"stock/Stock":   "public class Stock {\n  public demo.sale.Sale sale;\n  public demo.log.Log log;\n  public int take(int n) {\n    int k = Math.abs(n);\n    log.note(k);\n    return k + sale.sell(n - 1) + sale.price(n);\n  }\n}",
		"sale/tax/Tax":  "public class Tax {\n  public demo.log.Log log;\n  public int of(int n) {\n    log.note(n);\n    return Math.abs(n);\n  }\n}",
		"log/Log":       "public class Log {\n  int sum;\n  public void note(int n) {\n    sum += Math.abs(n);\n  }\n}",
		"start/Starter": "public class Starter {\n  public static void main(String[] args) {\n    new demo.front.Front().serve(3);\n  }\n}",
	} {
		need.File(t, filepath.Join(dir, "demo", filepath.FromSlash(name)+".java"), "package demo."+strings.ReplaceAll(filepath.ToSlash(filepath.Dir(name)), "/", ".")+";\n\n"+text+"\n")
	}
	apart := extracted(t, dir, Options{Choices: rules.Choices{By: rules.ByPackages}})
	if every := extracted(t, dir, Options{Choices: rules.Choices{By: rules.BySubpackages}}); len(every.Model.Components) != 5 { // the one below sale, too
		t.Errorf("by every package there are %d components", len(every.Model.Components))
	}
	if len(apart.Model.Components) != 4 || apart.Circles != 1 || apart.Division().Circles != 1 {
		t.Errorf("by packages there are %d components and %d calls left out", len(apart.Model.Components), apart.Circles)
	}
	hint, inside := "", ""
	for _, p := range apart.Problems {
		if p.Rule == "recursion" && strings.Contains(p.Hint, "by: cycles") {
			hint = p.Message
		}
		if p.Rule == "recursion" && strings.Contains(p.Message, "Sale.down calls itself") && p.Line == 12 {
			inside = p.Message
		}
	}
	if hint == "" || inside == "" {
		t.Errorf("the rule is not offered (%q), or the recursion inside not told (%q): %v", hint, inside, apart.Problems)
	}
	r, err := apart.Decide(t.Context(), apart.Division().By(rules.ByCycles))
	if err != nil {
		t.Fatal(err)
	}
	did := map[string]string{}
	for _, c := range r.Model.Components {
		for _, s := range c.Services {
			did[c.Name+"."+s.Op.Name] = outline(s.Body)
		}
	}
	if r.Circles != 0 || did["sale-stock.sell"] != "internal internal note internal" || did["front.serve"] != "of sell" || len(r.Model.Components) != 3 {
		t.Errorf("by cycles %d calls are left out, services do %v", r.Circles, did)
	}
}
