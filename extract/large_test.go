package extract

import (
	"fmt"
	"strings"
	"testing"

	"beagle/extract/rules"
	"beagle/extract/structure"
	"beagle/internal/need"
	"beagle/measure/observed"
)

// Every service of one component calls a chain of own methods of which each calls the other
// component: all of it in the place of the calls would be some 20,000 steps.
func TestALargeProgramsModelStaysBounded(t *testing.T) {
	need.Java(t)
	const services, links = 400, 25
	var desk, use strings.Builder
	for i := range services {
		fmt.Fprintf(&desk, "  public int serve%d(int n) {\n    int k = n * %d;\n    return step0(k);\n  }\n", i, i)
		fmt.Fprintf(&use, "    d.serve%d(3);\n", i)
	}
	for i := range links {
		fmt.Fprintf(&desk, "  int step%d(int n) {\n    int k = store.take(n);\n    k = k * k + %d;\n    return step%d(k);\n  }\n", i, i, i+1)
	}
	fmt.Fprintf(&desk, "  int step%d(int n) {\n    return n;\n  }\n", links)
	dir := written(t, map[string]string{
		"Desk":  "public class Desk {\n  Store store = new Store();\n" + desk.String() + "}",
		"Store": "public class Store {\n  int sum;\n  public int take(int n) {\n    sum += n * n;\n    return sum;\n  }\n}",
		"Main":  "public class Main {\n  public static void main(String[] args) {\n    Desk d = new Desk();\n" + use.String() + "  }\n}",
	})
	steps := func(r *Result) (n int) {
		for _, c := range r.Model.Components {
			for _, s := range c.Services {
				s.Body.Walk(func(*structure.Step) { n++ })
			}
		}
		return n
	}
	choices := rules.Choices{By: rules.ByChoice, Components: map[string][]string{"Desk": {"Desk"}, "Store": {"Store"}}}
	r := extracted(t, dir, Options{Choices: choices})
	said := 0
	for _, p := range r.Problems {
		if p.Rule == "large" {
			said++
		}
	}
	if n := steps(r); n > 10_000+20*(services+1) || n < 4_000 || said != 1 {
		t.Errorf("%d steps, said %d times", n, said)
	}
	for _, c := range r.Model.Components {
		if c.Name == "Desk" && len(c.Requires) != 1 {
			t.Errorf("the component requires %d interfaces", len(c.Requires))
		}
	}

	// What no launch ran is cut first: the one that ran keeps all of its calls.
	id := seffs(r)["Desk.serve7"]
	ran, err := r.With(t.Context(), rules.Choices{}, []Launched{{Did: &observed.Launch{Entries: []*observed.Entry{{SEFF: id, Count: 5}}}}})
	if err != nil {
		t.Fatal(err)
	}
	if n := steps(ran); n > 10_000+20*(services+1) {
		t.Errorf("%d steps with what ran", n)
	}
	for _, c := range ran.Model.Components {
		for _, s := range c.Services {
			calls := 0
			s.Body.Walk(func(step *structure.Step) {
				if step.Kind == structure.Call {
					calls++
				}
			})
			if s.ID == id && calls != links || c.Name == "Desk" && s.ID != id && calls > 15 {
				t.Errorf("%s has %d calls", s.Op.Name, calls)
			}
		}
	}
}

// Each of many decisions that may leave has several alternatives that go on with what follows: all ways
// through them would be some 10^12 steps.
func TestDecisionsThatMayLeaveStayBounded(t *testing.T) {
	need.Java(t)
	var decisions strings.Builder
	for i := range 25 {
		fmt.Fprintf(&decisions, "    switch (n %% %d) {\n      case 0: store.take(%d); break;\n      case 1: store.take(n); break;\n      case 2: return;\n      default: store.take(-n);\n    }\n", i+5, i)
	}
	r := extracted(t, written(t, map[string]string{
		"Desk":  "public class Desk {\n  Store store = new Store();\n  public void serve(int n) {\n" + decisions.String() + "  }\n}",
		"Store": "public class Store {\n  int sum;\n  public int take(int n) {\n    sum += n * n;\n    return sum;\n  }\n}",
		"Main":  "public class Main {\n  public static void main(String[] args) {\n    new Desk().serve(3);\n  }\n}",
	}), Options{Choices: rules.Choices{By: rules.ByChoice, Components: map[string][]string{"Desk": {"Desk"}, "Store": {"Store"}}}})
	steps, last := 0, false
	service(t, r, "Desk", "serve").Body.Walk(func(*structure.Step) { steps++ })
	for _, p := range r.Problems {
		last = last || p.Rule == "too-large"
	}
	if steps < 100 || steps > 10_000 || !last {
		t.Errorf("%d steps, said %t", steps, last)
	}
}
