package extract

import (
	"fmt"
	"strings"
	"testing"

	"beagle/extract/rules"
	"beagle/internal/need"
)

// Odd.odd decides and loops around a call that leads back to Even.even, where the program
// begins: without that call all of it is one action, whose time can be measured.
func TestWhatStandsAroundCallsThatAreLeftOutIsOneAction(t *testing.T) {
	need.Java(t)
	dir := written(t, map[string]string{
		"Even": "public class Even {\n  Odd odd;\n  public int even(int n) {\n    if (n > 0) {\n      return odd.odd(n - 1);\n    }\n    int k = n * n;\n    return k + Math.abs(n);\n  }\n}",
		"Odd": "public class Odd {\n  Even even;\n  public int odd(int n) {\n    int k = Math.abs(n);\n    if (k > 3) {\n      return k * k;\n    }\n    for (int i = 0; i < 2; i++) {\n      k += back(n - 1);\n    }\n" +
			"    while (k > 7) {\n      k = back(k) / 2;\n    }\n    return k;\n  }\n  private int back(int n) {\n    if (n > 1) {\n      return even.even(n);\n    }\n    return Math.abs(n);\n  }\n}",
	})
	r := extracted(t, dir, Options{Choices: rules.Choices{By: rules.ByChoice, Services: []string{"Even.even"}, Components: map[string][]string{"Even": {"Even"}, "Odd": {"Odd"}}}})
	got := outlineOf(r, "Odd.odd")
	if got != "internal" {
		t.Errorf("Odd.odd is %s", got)
	}
	for _, p := range r.Problems {
		if p.Rule == "recursion" && strings.Contains(p.Message, "Even.even runs again inside itself") {
			return
		}
	}
	t.Errorf("nothing is said of the call that is left out: %v", r.Problems)
}

// Forty methods deep, the call is deeper than a SEFF can be: that is said once, and the decisions
// on the way to it are no structure.
func TestWhatLeadsTooDeepIsOneAction(t *testing.T) {
	need.Java(t)
	const depth = 40
	var desk strings.Builder
	for i := range depth {
		fmt.Fprintf(&desk, "  int step%d(int n) {\n    if (n > %d) {\n      return step%d(n * 2) + Math.abs(n);\n    }\n    return step%d(n);\n  }\n", i, i, i+1, i+1)
	}
	dir := written(t, map[string]string{
		"Desk":  "public class Desk {\n  Store store = new Store();\n  public int serve(int n) {\n    int k = Math.abs(n);\n    store.take(k);\n    return step0(k);\n  }\n" + desk.String() + fmt.Sprintf("  int step%d(int n) {\n    return store.take(n);\n  }\n}", depth),
		"Store": "public class Store {\n  int sum;\n  public int take(int n) {\n    sum += n * n;\n    return sum;\n  }\n}",
		"Main":  "public class Main {\n  public static void main(String[] args) {\n    new Desk().serve(3);\n  }\n}",
	})
	r := extracted(t, dir, Options{Choices: rules.Choices{By: rules.ByChoice, Components: map[string][]string{"Desk": {"Desk"}, "Store": {"Store"}}}})
	if got := outlineOf(r, "Desk.serve"); got != "internal take internal" {
		t.Errorf("Desk.serve is %s", got)
	}
	said := 0
	for _, p := range r.Problems {
		if p.Rule == "too-large" {
			said++
		}
	}
	if said != 1 {
		t.Errorf("said %d times: %v", said, r.Problems)
	}
}

// Methods that call the next one twice, and the last one the first, are many ways that all lead back: as
// where classes visit each other. They make no steps, and end.
func TestWaysThatAllLeadBackAreReadForAWhileOnly(t *testing.T) {
	need.Java(t)
	const depth = 28
	var desk strings.Builder
	for i := range depth {
		fmt.Fprintf(&desk, "  int step%d(int n) {\n    return step%d(n) + step%d(n + 1);\n  }\n", i, i+1, i+1)
	}
	dir := written(t, map[string]string{
		"Desk":  "public class Desk {\n  Store store = new Store();\n  public int serve(int n) {\n    store.take(n);\n    return n > 0 ? step0(n - 1) : 0;\n  }\n" + desk.String() + fmt.Sprintf("  int step%d(int n) {\n    return serve(n);\n  }\n}", depth),
		"Store": "public class Store {\n  int sum;\n  public int take(int n) {\n    sum += n * n;\n    return sum;\n  }\n}",
		"Main":  "public class Main {\n  public static void main(String[] args) {\n    new Desk().serve(3);\n  }\n}",
	})
	r := extracted(t, dir, Options{Choices: rules.Choices{By: rules.ByChoice, Components: map[string][]string{"Desk": {"Desk"}, "Store": {"Store"}}}})
	if got := outlineOf(r, "Desk.serve"); got != "take internal" {
		t.Errorf("Desk.serve is %s", got)
	}
}

func outlineOf(r *Result, name string) string {
	for _, c := range r.Model.Components {
		for _, s := range c.Services {
			if c.Name+"."+s.Op.Name == name {
				return outline(s.Body)
			}
		}
	}
	return "not there"
}
