package extract

import (
	"maps"
	"os"
	"path/filepath"
	"testing"

	"beagle/extract/rules"
	"beagle/internal/need"
)

// reports are two components that inherit their service from a class of none.
var reports = map[string]string{
	"Report": "public abstract class Report {\n  Store store = new Store();\n  abstract int pages(int n);\n" +
		"  public int write(int n) {\n    int sum = 0;\n    for (int i = 0; i < pages(n); i++) {\n      sum += store.put(i);\n    }\n    return sum;\n  }\n}",
	"Brief":  "public class Brief extends Report {\n  int pages(int n) {\n    return n + 1;\n  }\n}",
	"Full":   "public class Full extends Report {\n  int pages(int n) {\n    int k = 0;\n    for (int i = 0; i < 3; i++) k += n;\n    return k;\n  }\n}",
	"Longer": "public class Longer extends Brief {\n  public int write(int n) {\n    int k = super.write(n);\n    return k + store.put(k);\n  }\n}",
	"Store":  "public class Store {\n  int sum;\n  public int put(int v) {\n    for (int i = 0; i < v; i++) sum += i * v;\n    return sum;\n  }\n}",
}

func written(t *testing.T, classes map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "demo"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range classes {
		if err := os.WriteFile(filepath.Join(dir, "demo", name+".java"), []byte("package demo;\n\n"+text+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestAnInheritedMethodIsAServiceOfTheObjectsComponent(t *testing.T) {
	need.Java(t)
	choices := rules.Choices{By: rules.ByChoice, Services: []string{"Full.write", "demo.Longer.write"}, Components: map[string][]string{
		"Brief": {"Brief"}, "Full": {"Full"}, "Longer": {"Longer"}, "Store": {"Store"},
	}}
	r := extracted(t, written(t, reports), Options{Choices: choices})
	of, entered := map[string]string{}, map[string]bool{}
	for _, c := range r.Model.Components {
		for _, s := range c.Services {
			if s.Op.Name == "write" {
				of[c.Name], entered[c.Name] = s.Link.Of, s.Entry
				// Its own pages is asked before each turn, and once more at the end.
				if got := outline(s.Body); c.Name == "Full" && got != "internal loop{put internal}" {
					t.Errorf("%s does %s", c.Name, got)
				}
			}
		}
	}
	if len(of) != 2 || of["Full"] != "demo.Full" || of["Longer"] != "" {
		t.Errorf("methods are of %v", of)
	}
	if !entered["Full"] || !entered["Longer"] {
		t.Errorf("entered are %v", entered)
	}
}

func TestASubclassOfAnotherComponentIsNotTakenForItsSuperclass(t *testing.T) {
	need.Java(t)
	classes := map[string]string{"Copy": "public class Copy extends Brief {\n  int pages(int n) {\n    int k = n;\n    for (int i = 0; i < n; i++) k += i;\n    return k;\n  }\n}"}
	maps.Copy(classes, reports)
	choices := rules.Choices{By: rules.ByChoice, Services: []string{"Brief.write", "Copy.write"}, Components: map[string][]string{
		"Briefs": {"Brief"}, "Copies": {"Copy"}, "Store": {"Store"},
	}}
	r := extracted(t, written(t, classes), Options{Choices: choices})
	of := map[string]string{}
	for _, c := range r.Model.Components {
		for _, s := range c.Services {
			if s.Op.Name == "write" {
				of[c.Name] = s.Link.Of
			}
		}
	}
	if of["Briefs"] != "demo.Brief !demo.Copy" || of["Copies"] != "demo.Copy" {
		t.Errorf("methods are of %v", of)
	}
}

// Objects that only reflection makes call what they inherit all the same.
func TestWhatAnObjectCallsOnItselfIsFoundWhoeverMakesIt(t *testing.T) {
	need.Java(t)
	classes := map[string]string{
		"Trainer": "public abstract class Trainer {\n  public int train(int n) {\n    int k = n * n;\n    prepare(k);\n    return k;\n  }\n  protected void prepare(int n) {\n  }\n}",
		"Plain":   "public class Plain extends Trainer {\n  int sum;\n  protected void prepare(int n) {\n    for (int i = 0; i < n; i++) sum += i;\n  }\n}",
		"Fast":    "public class Fast extends Plain {\n  int twice;\n  protected void prepare(int n) {\n    super.prepare(n);\n    twice = 2 * n;\n  }\n}",
		"Main":    "public class Main {\n  public static void main(String[] args) throws Exception {\n    new Plain().train(3);\n    Trainer t = (Trainer) Class.forName(\"demo.Fast\").getConstructor().newInstance();\n    t.train(4);\n  }\n}",
	}
	choices := rules.Choices{By: rules.ByChoice, Services: []string{"Fast.train"}, Components: map[string][]string{"Plain": {"Plain"}, "Fast": {"Fast"}}}
	r := extracted(t, written(t, classes), Options{Choices: choices})
	for _, c := range r.Model.Components {
		for _, s := range c.Services {
			if got := outline(s.Body); c.Name == "Fast" && s.Op.Name == "train" && got != "internal prepare internal" {
				t.Errorf("Fast.train does %s", got)
			}
		}
	}
}
