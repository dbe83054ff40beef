package extract

import (
	"fmt"
	"strings"
	"testing"

	"beagle/extract/rules"
	"beagle/extract/structure"
	"beagle/internal/need"
)

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
