package extract

import (
	"slices"
	"testing"

	"beagle/extract/rules"
	"beagle/internal/need"
	"beagle/measure/observed"
)

// What nobody calls is entered where nothing says what is. A trial that has shown more takes nothing of it
// away, nor does a person who names more.
func TestWhatATrialEntersIsBesideWhatNobodyCalls(t *testing.T) {
	need.Java(t)
	dir := written(t, map[string]string{
		"Desk":  "public class Desk {\n  Store store = new Store();\n  public int sell(int n) {\n    int k = Math.abs(n);\n    return k + store.take(k);\n  }\n}",
		"Store": "public class Store {\n  public int take(int n) {\n    return Math.abs(n);\n  }\n}",
	})
	choices := rules.Choices{By: rules.ByChoice, Components: map[string][]string{"Desk": {"Desk"}, "Store": {"Store"}}}
	r := extracted(t, dir, Options{Choices: choices})
	ids := seffs(r)
	did := []Launched{{Did: &observed.Launch{
		Entries: []*observed.Entry{{SEFF: ids["Desk.sell"], Count: 5}, {SEFF: ids["Store.take"], Count: 5}},
		Nested:  []observed.Nesting{{Outer: ids["Desk.sell"], Inner: ids["Store.take"], Count: 5}},
	}}}
	j := r.Judge(did)
	r, err := r.With(t.Context(), j.Choices, did, rules.Parts{})
	if err != nil {
		t.Fatal(err)
	}
	entered := func(r *Result) (all []string) {
		for _, c := range r.Model.Components {
			for _, s := range c.Services {
				if s.Entry {
					all = append(all, s.Class+"."+s.Op.Name)
				}
			}
		}
		return all
	}
	both := []string{"demo.Desk.sell", "demo.Store.take"}
	if got := entered(r); !slices.Equal(got, both) || !slices.Equal(r.Choices().Services, []string{rules.Uncalled, "demo.Store.take"}) {
		t.Errorf("entered are %v, chosen %v", got, r.Choices().Services)
	}
	if j := r.Judge(did); j.Corrects || j.Modelled != 1 {
		t.Errorf("the corrected model is judged as %+v", j)
	}
	// A person names it, in the tree and in the file.
	r = extracted(t, dir, Options{Choices: choices})
	named, err := r.Division().Enter(Offer{Name: "demo.Store.take"})
	if err != nil {
		t.Fatal(err)
	}
	choices.Services = []string{"demo.Store.take"}
	for _, c := range []struct {
		choices rules.Choices
		want    []string
	}{{named, both}, {choices, both[1:]}} {
		if got := entered(extracted(t, dir, Options{Choices: c.choices})); !slices.Equal(got, c.want) {
			t.Errorf("with %v entered are %v, not %v", c.choices.Services, got, c.want)
		}
	}
}

// A module of a library that needs no other one, and that no other one needs, is a component like the
// others: what nobody calls of it is entered, too.
func TestComponentsThatNobodyNeedsAreEntered(t *testing.T) {
	need.Java(t)
	dir := written(t, map[string]string{
		"Desk":  "public class Desk {\n  Store store = new Store();\n  public int sell(int n) {\n    int k = Math.abs(n);\n    return k + store.take(k);\n  }\n}",
		"Store": "public class Store {\n  public int take(int n) {\n    return Math.abs(n);\n  }\n  public int count() {\n    return 1;\n  }\n}",
		"Clock": "public class Clock {\n  public long later(long by) {\n    return now() + by;\n  }\n  public long now() {\n    return System.nanoTime();\n  }\n}",
	})
	choices := rules.Choices{By: rules.ByChoice, Components: map[string][]string{"Desk": {"Desk"}, "Store": {"Store"}, "Clock": {"Clock"}}}
	var entered []string
	for _, c := range extracted(t, dir, Options{Choices: choices}).Model.Components {
		for _, s := range c.Services {
			if s.Entry {
				entered = append(entered, s.Class+"."+s.Op.Name)
			}
		}
	}
	if slices.Sort(entered); !slices.Equal(entered, []string{"demo.Clock.later", "demo.Desk.sell"}) {
		t.Errorf("entered are %v", entered)
	}
}

// A module that only drives the other, as one of benchmarks, is in no model where a main says what is entered: modules
// divide that program no further, so that packages do.
func TestAModuleThatOnlyDrivesAnotherIsNoComponentByWhichARuleIsTaken(t *testing.T) {
	need.Java(t)
	dir := t.TempDir()
	for name, text := range map[string]string{
		"core/build.xml": "<project/>", "bench/build.xml": "<project/>",
		"core/demo/desk/Desk.java":      "package demo.desk;\n\npublic class Desk {\n  demo.store.Store store = new demo.store.Store();\n  public int sell(int n) {\n    int k = Math.abs(n);\n    return k + store.take(k);\n  }\n}\n",
		"core/demo/store/Store.java":    "package demo.store;\n\npublic class Store {\n  public int take(int n) {\n    return Math.abs(n);\n  }\n}\n",
		"core/demo/Shop.java":           "package demo;\n\npublic class Shop {\n  public static void main(String[] args) {\n    System.out.println(new demo.desk.Desk().sell(args.length));\n  }\n}\n",
		"bench/demo/bench/Selling.java": "package demo.bench;\n\npublic class Selling {\n  public int selling() {\n    return new demo.desk.Desk().sell(1);\n  }\n}\n",
	} {
		put(t, dir, name, text)
	}
	r := extracted(t, dir, Options{})
	var names []string
	for _, c := range r.Model.Components {
		names = append(names, c.Name)
	}
	if r.Rule != rules.ByPackages || !slices.Equal(names, []string{"desk", "store"}) {
		t.Errorf("%s gives components %v", r.Rule, names)
	}
}

// What a component has that only starts the program is its main, not "0 services".
func TestAComponentThatOnlyStartsTheProgramHasItsMain(t *testing.T) {
	need.Java(t)
	choices := rules.Choices{By: rules.ByChoice, Components: map[string][]string{"App": {"Main"}, "Desk": {"Desk"}, "Store": {"Store"}}}
	has := map[string]string{}
	for _, part := range extracted(t, written(t, map[string]string{
		"Store": storeClass, "Desk": deskBegin + "  int run(int n) {\n    return store.put(n);\n  }\n}",
		"Main": "public class Main {\n  public static void main(String[] args) {\n    new Desk().run(number(args));\n  }\n  static int number(String[] args) {\n    int n = 0;\n    for (String a : args) n += Integer.parseInt(a);\n    return n;\n  }\n}",
	}), Options{Choices: choices}).Division().Components {
		has[part.Name] = part.Has()
	}
	if has["App"] != "main of Main, which enters others" || has["Store"] == "0 services" {
		t.Errorf("components have %q", has)
	}
}
