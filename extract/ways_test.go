package extract

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/extract/rules"
	"beagle/extract/structure"
	"beagle/internal/need"
	"beagle/links"
	"beagle/measure"
	"beagle/measure/java"
	"beagle/model"
	"beagle/model/language"
)

// stores are a component whose classes implement one service in different ways: a class of its own, an
// overriding subclass that runs what it overrides, an abstract template that each completes, a default
// method and an anonymous class.
var stores = map[string]string{
	"Store":  "public interface Store {\n  int put(int n);\n  default int touch(int n) {\n    int k = n;\n    for (int i = 0; i < n; i++) k += i;\n    return k;\n  }\n}",
	"Disk":   "public class Disk implements Store {\n  Log log = new Log();\n  public int put(int n) {\n    int k = 0;\n    for (int i = 0; i < n; i++) k += i;\n    return log.line(k);\n  }\n}",
	"Mirror": "public class Mirror extends Disk {\n  public int put(int n) {\n    int k = super.put(n);\n    for (int i = 0; i < n; i++) k += i * i;\n    return k + super.put(k);\n  }\n}",
	"Nowhere": "public class Nowhere implements Store {\n  static Store never() {\n    return new Store() {\n      public int put(int n) {\n        int k = n;\n        for (int i = 0; i < n; i++) k--;\n        return k;\n      }\n    };\n  }\n  public int put(int n) {\n    int k = n * n;\n    for (int i = 0; i < n; i++) k ^= i;\n    return k;\n  }\n" +
		"  public int touch(int n) {\n    int k = n;\n    for (int i = 0; i < n; i++) k *= i;\n    return k;\n  }\n}",
	"Sheet": "public abstract class Sheet {\n  Log log = new Log();\n  abstract int body(int n);\n  public int print(int n) {\n    int k = n;\n    for (int i = 0; i < n; i++) k += i;\n    return k + body(k);\n  }\n}",
	"Bill":  "public class Bill extends Sheet {\n  int body(int n) {\n    int k = n;\n    for (int i = 0; i < n; i++) k += i;\n    return log.line(k);\n  }\n}",
	"Draft": "public class Draft extends Sheet {\n  int body(int n) {\n    int k = n;\n    for (int i = 0; i < n; i++) k -= i;\n    return k;\n  }\n}",
	"Log":   "public class Log {\n  int sum;\n  public int line(int n) {\n    for (int i = 0; i < n; i++) sum += i;\n    return sum;\n  }\n}",
	"Main": "public class Main {\n  public static void main(String[] args) {\n    Store[] all = {new Disk(), new Mirror(), new Nowhere(), new Store() {\n      public int put(int n) {\n        int k = n;\n        for (int i = 0; i < n; i++) k += 3;\n        return k;\n      }\n    }};\n" +
		"    for (Store s : all) {\n      s.put(3);\n      s.touch(2);\n    }\n    Sheet[] sheets = {new Bill(), new Draft()};\n    for (Sheet s : sheets) s.print(4);\n  }\n}",
}

var storesApart = rules.Choices{By: rules.ByChoice, Components: map[string][]string{
	"Stores": {"Disk", "Mirror", "Nowhere"}, "Sheets": {"Sheet", "Bill", "Draft"}, "Log": {"Log"},
}}

func service(t *testing.T, r *Result, component, name string) *structure.Service {
	t.Helper()
	for _, c := range r.Model.Components {
		for _, s := range c.Services {
			if c.Name == component && s.Op.Name == name {
				return s
			}
		}
	}
	t.Fatalf("there is no %s.%s", component, name)
	return nil
}

func TestAServiceWithSeveralImplementationsIsABranchBetweenThem(t *testing.T) {
	need.Java(t)
	r := extracted(t, written(t, stores), Options{Choices: storesApart})
	for _, want := range []struct{ component, service, does, ways string }{
		{"Stores", "put", "branch{internal line}{internal line internal internal line}{internal}{internal}", "Disk|demo.Disk !demo.Mirror * Mirror|demo.Mirror * Nowhere|demo.Nowhere * Nowhere$1|demo.Nowhere$1 *"},
		{"Stores", "touch", "branch{internal}{internal}", "Store|demo.Disk demo.Mirror demo.Nowhere$1 !demo.Nowhere * Nowhere|demo.Nowhere *"},
		{"Sheets", "print", "branch{internal internal line}{internal}", "Bill|demo.Bill Draft|demo.Draft"},
	} {
		s := service(t, r, want.component, want.service)
		if got := outline(s.Body); got != want.does {
			t.Errorf("%s does %s, not %s", want.service, got, want.does)
		}
		var ways []string
		for i, inner := range s.Body.Steps[0].Inner {
			ways = append(ways, inner.Name+"|"+s.Ways[i].Link.Of)
		}
		if got := strings.Join(ways, " "); got != want.ways {
			t.Errorf("%s has the implementations %s, not %s", want.service, got, want.ways)
		}
	}
	told := ""
	for _, p := range r.Problems {
		if p.Rule == "implementations" {
			told += p.Message + "\n"
		}
	}
	if !strings.Contains(told, "Stores.put has 4 implementations, Disk, Mirror, Nowhere, Nowhere$1") {
		t.Errorf("told is %q", told)
	}
}

func TestOneImplementationThatAPersonBindsIsTheServicesBehaviour(t *testing.T) {
	need.Java(t)
	choices := storesApart
	choices.Bind = map[string]string{"Store": "Nowhere"}
	s := service(t, extracted(t, written(t, stores), Options{Choices: choices}), "Stores", "put")
	if got := outline(s.Body); got != "internal" || s.Class != "demo.Nowhere" {
		t.Errorf("put of %s does %s", s.Class, got)
	}
}

// Each implementation has an entry of its own in what is measured, and all that it does is of that entry.
func TestEachImplementationIsLinkedAndMeasuredByItself(t *testing.T) {
	need.Java(t)
	dir := written(t, stores)
	r := extracted(t, dir, Options{Choices: storesApart})
	out := filepath.Join(t.TempDir(), "model")
	w, repository := validly(t, r, out)
	read, err := links.Read(w.Links)
	if err != nil {
		t.Fatal(err)
	}
	elements, entries, problems := read.Attach(repository.Elements(), repository.Services(), language.NewSources([]string{dir}, java.Language{}))
	for _, p := range problems {
		if p.Severity != model.Info {
			t.Errorf("links: %v", p)
		}
	}
	order, problems := measure.NewOrder(elements, entries)
	if len(problems) > 0 {
		t.Errorf("order: %v", problems)
	}
	put := service(t, r, "Stores", "put")
	if len(entries[put.ID]) != 4 {
		t.Errorf("entries of put are %v", entries[put.ID])
	}
	sections := map[string]int{}
	for _, s := range order.Sections {
		if entry := order.Services[s.Service]; entry.SEFF == put.ID {
			if s.Code.Of != entry.Code.Of {
				t.Errorf("a section of %s belongs to %s", s.Code.Of, entry.Code.Of)
			}
			sections[entry.Code.Of]++
		}
	}
	if len(sections) != 4 {
		t.Errorf("sections are %v", sections)
	}
}

// An implementation more, and what the others do keeps its ids; where there was one before, its code is known again.
func TestAnotherImplementationLeavesTheOthersTheirIds(t *testing.T) {
	need.Java(t)
	dir := written(t, stores)
	was := service(t, extracted(t, dir, Options{Choices: storesApart}), "Stores", "put")
	ids := map[string]string{}
	was.Body.Walk(func(s *structure.Step) { ids[s.ID] = s.Code })
	more := strings.ReplaceAll(stores["Nowhere"], "Nowhere", "Almost")
	main := strings.Replace(stores["Main"], "new Nowhere()", "new Nowhere(), new Almost()", 1)
	for name, text := range map[string]string{"Almost": more, "Main": main} {
		if err := os.WriteFile(filepath.Join(dir, "demo", name+".java"), []byte("package demo;\n\n"+text+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	choices := storesApart
	choices.Components = map[string][]string{"Stores": {"Disk", "Mirror", "Nowhere", "Almost"}, "Sheets": {"Sheet", "Bill", "Draft"}, "Log": {"Log"}}
	now := service(t, extracted(t, dir, Options{Choices: choices}), "Stores", "put")
	changed := 0
	now.Body.Walk(func(s *structure.Step) {
		if code, there := ids[s.ID]; there && code != s.Code {
			changed++
		}
		delete(ids, s.ID)
	})
	if len(ids) > 0 || changed != 1 { // the decision
		t.Errorf("%d actions are gone, %d changed", len(ids), changed)
	}
	choices.Ignore = []string{"Mirror", "Nowhere", "Almost"}
	alone := service(t, extracted(t, dir, Options{Choices: choices}), "Stores", "put")
	if a, b := alone.Body.Steps[0].Code, was.Body.Steps[0].Inner[0].Steps[0].Code; a != b {
		t.Errorf("the code of the first action is %s alone, and %s beside others", a, b)
	}
}

// Where every caller says which class it means, each class's method is a service of its own.
func TestImplementationsThatAreNeverMixedAreServicesOfTheirOwn(t *testing.T) {
	need.Java(t)
	classes := map[string]string{
		"Repository": "public abstract class Repository<T> {\n  Log log = new Log();\n  public abstract int create(T t);\n  public abstract int drop(T t);\n}",
		"Names":      "public class Names extends Repository<String> {\n  public static final Names ALL = new Names();\n  public int create(String s) {\n    int k = s.length();\n    for (int i = 0; i < k; i++) k--;\n    return log.line(k);\n  }\n  public int drop(String s) {\n    int k = s.length();\n    for (int i = 0; i < k; i++) k--;\n    return k;\n  }\n}",
		"Numbers":    "public class Numbers extends Repository<Integer> {\n  public static final Numbers ALL = new Numbers();\n  public int create(Integer n) {\n    int k = n;\n    for (int i = 0; i < n; i++) k += i;\n    return k;\n  }\n  public int drop(Integer n) {\n    int k = n;\n    for (int i = 0; i < n; i++) k += i;\n    return k;\n  }\n}",
		"Log":        stores["Log"],
		"Desk":       "public class Desk {\n  public int fill(int n) {\n    int k = Names.ALL.create(\"name\");\n    for (int i = 0; i < n; i++) k += Numbers.ALL.create(i);\n    return k;\n  }\n  public <T> int clear(Repository<T> r, T t) {\n    return r.drop(t);\n  }\n}",
		"Main":       "public class Main {\n  public static void main(String[] args) {\n    Desk d = new Desk();\n    d.fill(3);\n    d.clear(Names.ALL, \"a\");\n  }\n}",
	}
	r := extracted(t, written(t, classes), Options{Choices: rules.Choices{By: rules.ByChoice, Components: map[string][]string{"Store": {"Repository", "Names", "Numbers"}, "Log": {"Log"}, "Desk": {"Desk"}}}})
	does := map[string]string{}
	for _, c := range r.Model.Components {
		for _, s := range c.Services {
			does[s.Op.Interface.Name+"."+s.Op.Name] = outline(s.Body)
		}
	}
	for name, want := range map[string]string{
		"INames.create": "internal line", "INumbers.create": "internal", "IRepository.drop": "branch{internal}{internal}", "IDesk.fill": "create loop{create}",
	} {
		if does[name] != want {
			t.Errorf("%s does %q, not %q", name, does[name], want)
		}
	}
	if _, there := does["IRepository.create"]; there || does["IDesk.clear"] != "drop" {
		t.Errorf("services are %v", does)
	}
}

// A lambda in the place of a class is told where it is lost: beside classes of another component.
func TestLambdasBesideImplementationsAreTold(t *testing.T) {
	need.Java(t)
	classes := map[string]string{
		"Store": stores["Store"], "Disk": stores["Disk"], "Log": stores["Log"],
		"Quiet": "public interface Quiet {\n  int hush(int n);\n}",
		"Desk":  "public class Desk {\n  int take(Store s, Quiet q) {\n    int k = Math.abs(3);\n    k += q.hush(k);\n    return k + s.put(k);\n  }\n  public int all(int n) {\n    int k = take(new Disk(), i -> i + 1);\n    k += take(i -> i * 2, Math::abs);\n    return k + take(Math::abs, i -> i);\n  }\n}",
	}
	r := extracted(t, written(t, classes), Options{Choices: rules.Choices{
		By: rules.ByChoice, Services: []string{"Desk.all"}, Components: map[string][]string{"Desk": {"Desk"}, "Store": {"Disk"}, "Log": {"Log"}},
	}})
	var told []string
	for _, p := range r.Problems {
		if p.Rule == "lambda-ways" {
			told = append(told, filepath.Base(p.File)+": "+p.Message)
		}
	}
	if len(told) != 1 || !strings.HasPrefix(told[0], "Store.java: 2 lambdas stand for Store beside its classes (first: ") || !strings.Contains(told[0], "Desk.java:11)") {
		t.Errorf("told is %q", told)
	}
}
