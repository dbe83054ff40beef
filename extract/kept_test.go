package extract

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"beagle/extract/rules"
	"beagle/internal/need"
)

const (
	deskBegin = "import java.util.*;\npublic class Desk {\n  private final Store store = new Store();\n  private final Store till = new Store();\n  private int state;\n  private final List<Integer> list = new ArrayList<>();\n" +
		"  private int work(int n) {\n    int k = n;\n    for (int i = 0; i < n; i++) k ^= i * 31;\n    return k;\n  }\n"
	storeClass = "public class Store {\n  private int held;\n  public int put(int n) {\n    for (int i = 0; i < n; i++) held += i;\n    return held;\n  }\n  public int get(int n) {\n    int k = n;\n    for (int i = 0; i < n; i++) k += i;\n    return k;\n  }\n}"
	// ends is the end of a service that runs a loop k times.
	ends = "\n    for (int i = 0; i < k; i++) store.get(i);\n    return 0;\n  }\n"
	loop = "loop i < k"
)

// mustLose are edits of a component after which what its loop learnt before would be of other code. Desk is its class,
// with what deskBegin has, and Other another class of it; «a»b» is where the edit puts b in the place of a.
var mustLose = []struct{ name, desk, other string }{
	{"what is done with the result of an own method that calls others", "  int run(int n) {\n    int k = inner(n) * «2»3»;" + ends + "  private int inner(int n) { return store.put(n); }\n", ""},
	{"what an own method that calls others returns", "  int run(int n) {\n    int k = inner(n);" + ends + "  private int inner(int n) {\n    store.put(n);\n    return «5»6»;\n  }\n", ""},
	{"what costs nothing at the end of an alternative", "  int run(int n) {\n    int k = 1;\n    if (n > 2) { store.put(n); k = «5»50»; }" + ends, ""},
	{"an alternative that only assigns", "  int run(int n) {\n    int k = 1;\n    if (n > 2) { store.put(n); } else { k = «5»50»; }" + ends, ""},
	{"a case that only assigns", "  int run(int n) {\n    int k = 1;\n    switch (n) { case 1: k = «5»50»; break; case 2: store.put(n); break; }" + ends, ""},
	{"a case that only assigns, where another one leaves", "  int run(int n) {\n    int k = 1;\n    switch (n) { case 1: k = «5»50»; break; case 2: store.put(n); return 1; }" + ends, ""},
	{"the end of a long list of labels", "  int run(int n) {\n    int k = 1;\n    switch (n) { case 1000000001, 1000000002, 1000000003, 1000000004, 100000000«5»6»: store.put(n); k = 5; break; default: store.get(n); }" + ends, ""},
	{"what stands before a switch that has one case", "  int run(int n) {\n    int k = «5»50»;\n    switch (n) { default: for (int i = 0; i < k; i++) store.get(i); }\n    return 0;\n  }\n", ""},
	{"what is done with an exception", "  int run(int n) {\n    int k = 1;\n    try { store.put(n); } catch (IllegalStateException e) { k = «5»50»; }" + ends, ""},
	{"what is done with an exception before it leaves", "  int run(int n) {\n    int k = 1;\n    try { store.put(n); if (n > 7) { return 2; } } catch (IllegalStateException e) { k = «5»50»; }" + ends, ""},
	{"what is done at last", "  int run(int n) {\n    int k = 1;\n    try { store.put(n); } finally { k = «5»50»; }" + ends, ""},
	{"what opens a resource", "  static class Box implements AutoCloseable { int k; Box(int n) { k = n; } public void close() { } }\n  int run(int n) {\n    try (Box b = new Box(«5»6»)) {\n      int k = b.k;\n      for (int i = 0; i < k; i++) store.get(i);\n    }\n    return 0;\n  }\n", ""},
	{"a field that is set", "  int run(int n) {\n    state = n + «1»2»;\n    store.put(n);\n    int k = state;" + ends, ""},
	{"a field that a method sets", "  int run(int n) {\n    set(n);\n    store.put(n);\n    int k = get();" + ends + "  private void set(int n) { state = n * «3»4»; }\n  private int get() { return state; }\n", ""},
	{"a collection", "  int run(int n) {\n    list.add(n);\n    «»list.add(n);»\n    store.put(n);\n    int k = list.size();" + ends, ""},
	{"an array by another name", "  int run(int n) {\n    int[] a = new int[1];\n    int[] b = a;\n    b[0] = n«»+ 1»;\n    store.put(n);\n    int k = a[0];" + ends, ""},
	{"the turn before", "  int run(int n) {\n    int k = 0;\n    for (int j = 0; j < n; j++) {\n      for (int i = 0; i < k; i++) store.get(i);\n      k += «1»2»;\n    }\n    return 0;\n  }\n", ""},
	{"what leaves a loop", "  int run(int n) {\n    for (int k = 9, i = 0; i < k; i++) { store.get(i); if (i > «3»4») break; }\n    return 0;\n  }\n", ""},
	{"what leaves the service before", "  int run(int n) {\n    if (n > «3»4») return 1;\n    int k = n;" + ends, ""},
	{"what is thrown", "  int run(int n) {\n    if (n > 3) throw new IllegalStateException(\"no more than \" + work(n * «1»2»));\n    int k = n;" + ends, ""},
	{"what throws before", "  int run(int n) {\n    if (n > «3»4») throw new IllegalStateException();\n    int k = n;" + ends, ""},
	{"a lambda that a library gets", "  int run(int n) {\n    list.forEach(x -> state += x«»* 2»);\n    store.put(n);\n    int k = state;" + ends, ""},
	{"a lambda that an own method gets", "  int run(int n) {\n    each(n, x -> state += x«»* 2»);\n    int k = state;" + ends + "  private void each(int n, java.util.function.IntConsumer what) { store.put(n); what.accept(n); }\n", ""},
	{"what a lambda calls", "  int run(int n) {\n    list.forEach(x -> add(x));\n    store.put(n);\n    int k = state;" + ends + "  private void add(int x) { state += x«»* 2»; }\n", ""},
	{"a lambda that calls others", "  int run(int n) {\n    list.forEach(x -> { store.put(x); state += «1»2»; });\n    int k = state;" + ends, ""},
	{"an anonymous class", "  int run(int n) {\n    new Thread() { public void run() { state += «1»2»; } }.run();\n    store.put(n);\n    int k = state;" + ends, ""},
	{"one of several implementations inside the component", "  interface Way { int go(int n); }\n  class A implements Way { public int go(int n) { store.put(n); return «5»6»; } }\n  class B implements Way { public int go(int n) { store.get(n); return 7; } }\n  int run(int n) {\n    Way way = n > 3 ? new A() : new B();\n    int k = way.go(n);" + ends, ""},
	{"what several implementations inside the component get", "  interface Way { int go(int k); }\n  class A implements Way { public int go(int k) { for (int i = 0; i < k; i++) store.put(i); return 5; } }\n  class B implements Way { public int go(int k) { store.get(k); return 7; } }\n  int run(int n) {\n    Way way = n > 3 ? new A() : new B();\n    int k = «5»6»;\n    return way.go(k);\n  }\n", ""},
	{"an object that is made", "  static class Box { int held; Box(int n) { held = n; } }\n  int run(int n) {\n    Box b = new Box(n + «1»2»);\n    store.put(n);\n    int k = b.held;" + ends, ""},
	{"what a field begins with", "  private int limit = «5»6»;\n  int run(int n) {\n    int k = limit;" + ends, ""},
	{"what a field is set to as the object is made", "  private final int limit;\n  Desk() { int twice = «5»6»; limit = twice; }\n  int run(int n) {\n    int k = limit;" + ends, ""},
	{"what a block sets a field to", "  private static int limit;\n  static { limit = «5»6»; }\n  int run(int n) {\n    int k = limit;" + ends, ""},
	{"what a field of another class begins with", "  int run(int n) {\n    Other o = new Other();\n    int k = o.first;" + ends, "public class Other {\n  int first = «5»6»;\n}"},
	{"what a hidden field of another class begins with", "  int run(int n) {\n    Other o = new Other();\n    int k = o.size(n);" + ends, "public class Other {\n  private int size = «5»6»;\n  int size(int n) { return size + n; }\n}"},
	{"what an accessor of another class gives", "  int run(int n) {\n    Other o = new Other();\n    int k = o.getSize();" + ends, "public class Other {\n  private int size = «5»6»;\n  public int getSize() { return size; }\n}"},
	{"what is made of a field as an object is made", "  int run(int n) {\n    Other o = new Other();\n    int k = o.held;" + ends, "public class Other {\n  private final int begin = «5»6»;\n  int held;\n  { held = begin; }\n}"},
	{"what a field of a class above begins with", "  static class Low extends Other { }\n  int run(int n) {\n    int k = new Low().high;" + ends, "public class Other {\n  protected int high = «5»6»;\n}"},
	{"what making an object costs", "  int run(int n) {\n    Other o = new Other();\n    int k = n;" + ends, "public class Other {\n  private int[] held = new int[«5»50000»];\n}"},
	{"a constant of another class", "  int run(int n) {\n    int k = Other.MOST;" + ends, "public class Other {\n  static final int MOST = «5»6»;\n}"},
	{"a constant of an interface", "  int run(int n) {\n    int k = Other.LEAST;" + ends, "public interface Other {\n  int LEAST = «5»6»;\n}"},
	{"what a constant is made of", "  int run(int n) {\n    int k = Other.WHOLE;" + ends, "public interface Other {\n  int WHOLE = 2 * Low.HALF;\n  interface Low { int HALF = «5»6»; }\n}"},
	{"an enum", "  int run(int n) {\n    int k = Other.FULL.amount;" + ends, "public enum Other {\n  FULL(«5»6»);\n  final int amount;\n  Other(int amount) { this.amount = amount; }\n}"},
	{"a static variable of another class", "  int run(int n) {\n    int k = Other.shared;" + ends, "public class Other {\n  static int shared = «5»6»;\n}"},
	{"a field that a generated accessor gets", "  @interface Getter { }\n  @Getter private int limit = «5»6»;\n  int run(int n) {\n    int k = getLimit();" + ends, ""},
	{"what an own method gets", "  int run(int n) {\n    return inner(n * «2»3»);\n  }\n  private int inner(int k) {" + ends, ""},
	{"what an own method gets in a condition", "  int run(int n) {\n    if (inner(n * «2»3») > 0) return 1;\n    return 2;\n  }\n  private int inner(int k) {" + ends, ""},
	{"what one of several implementations gets", "  interface Way { int go(int k); }\n  class A implements Way { public int go(int k) { for (int i = 0; i < k; i++) store.put(i); return 5; } }\n  class B implements Way { public int go(int k) { store.get(k); return 7; } }\n  int run(int n) {\n    Way way = n > 3 ? new A() : new B();\n    return way.go(n * «2»3»);\n  }\n", ""},
	{"what a stream leaves out", "  int run(int n) {\n    list.stream().filter(x -> x > «3»4»).forEach(x -> { int k = x;" + strings.ReplaceAll(ends, "    return 0;\n  }\n", "    });\n    return 0;\n  }\n"), ""},
	{"what an own method gives a lambda", "  int run(int n) {\n    each(n, k -> {" + strings.ReplaceAll(ends, "    return 0;\n  }\n", "    });\n    return 0;\n  }\n") + "  private void each(int n, java.util.function.IntConsumer what) { what.accept(n * «2»3»); }\n", ""},
	{"what an own method gives an object of an own interface", "  interface Do { void run(int k); }\n  int run(int n) {\n    each(n, k -> {" + strings.ReplaceAll(ends, "    return 0;\n  }\n", "    });\n    return 0;\n  }\n") + "  private void each(int n, Do what) { what.run(n * «2»3»); }\n", ""},
	{"what a lambda of a variable gets", "  int run(int n) {\n    java.util.function.IntConsumer each = k -> {" + strings.ReplaceAll(ends, "    return 0;\n  }\n", "    };\n    each.accept(n * «2»3»);\n    return 0;\n  }\n"), ""},
	{"an argument", "  int run(int n) {\n    int k = store.put(n + «1»2»);" + ends, ""},
	{"a condition", "  int run(int n) {\n    int k = 1;\n    if (n > «3»4») { store.put(n); k = 5; }" + ends, ""},
	{"a decision inside an expression", "  int run(int n) {\n    int k = n > 3 && store.put(n) > 2 ? «5»6» : 7;" + ends, ""},
	{"what a switch yields", "  int run(int n) {\n    int k = switch (n) { case 1 -> «5»6»; default -> store.put(n); };" + ends, ""},
}

// mustKeep are edits after which a step is what it was.
var mustKeep = []struct{ keeps, name, desk, other string }{
	{loop, "what stands behind it", "  int run(int n) {\n    int k = n;\n    for (int i = 0; i < k; i++) store.get(i);\n    till.put(n + «1»2»);\n    return work(n);\n  }\n", ""},
	{loop, "comments and blanks", "  int run(int n) {\n    int k =«»  // as many as there are» \n n;" + ends, ""},
	{loop, "another service", "  int run(int n) {\n    int k = n;" + ends + "  int more(int n) { return till.put(n + «1»2»); }\n", ""},
	{loop, "another parameter of a class that it makes", "  int run(int n) {\n    Other o = new Other();\n    int k = n;" + ends, "public class Other {\n  void unused(int n) { n += «1»2»; }\n}"},
	{loop, "a field that only others name", "  private int mark = «5»6»;\n  int run(int n) {\n    int k = n;" + ends + "  int more(int n) { return till.put(mark); }\n", ""},
	{loop, "a field more of an object that it has", "  private final Other held = new Other();\n  int run(int n) {\n    int k = held.size(n);" + ends, "public class Other {\n  private int size = 5;\n«»  private final int[] more = new int[7];\n»  int size(int n) { return size + n; }\n}"},
	{loop, "what a constructor gets more", "  private Store third, fourth;\n  Desk() { }\n  Desk(«»Store fourth, »Store third) { «»this.fourth = fourth; »this.third = third; }\n  int run(int n) {\n    third.put(n);\n    int k = n;" + ends, ""},
	{loop, "what is said where something is thrown", "  int run(int n) {\n    if (n > 3) throw new IllegalStateException(\"no «more»further\\\" ones» than \" + n);\n    int k = work(n);" + ends, ""},
	{loop, "the name of a local variable", "  int run(int n) {\n    int «a»b» = n * 2;\n    int k = work(«a»b»);" + ends, ""},
}

// sides gives the texts before and after an edit, in which «a»b» is where a becomes b.
func sides(text string) (before, after string) {
	for {
		start := strings.Index(text, "«")
		if start < 0 {
			return before + text, after + text
		}
		from, rest, _ := strings.Cut(text[start+len("«"):], "»")
		to, rest, _ := strings.Cut(rest, "»")
		before, after, text = before+text[:start]+from, after+text[:start]+to, rest
	}
}

// afterEdits makes one program of many desks, edits each, and gives the steps of each that were not there before.
func afterEdits(t *testing.T, desks, others []string) (lost []map[string]bool) {
	t.Helper()
	classes, edited := map[string]string{"Store": storeClass}, map[string]string{}
	choices := rules.Choices{By: rules.ByChoice, Components: map[string][]string{"Store": {"Store"}}}
	main := "public class Main {\n  public static void main(String[] args) {\n    int n = 0;\n    for (String a : args) n += Integer.parseInt(a);\n"
	for i := range desks {
		desk, other := fmt.Sprint("Desk", i), fmt.Sprint("Other", i)
		put := func(name, text string) {
			if text == "" {
				return
			}
			text = strings.ReplaceAll(strings.ReplaceAll(text, "Desk", desk), "Other", other)
			classes[name], edited[name] = sides(text)
			choices.Components[desk] = append(choices.Components[desk], name)
		}
		put(desk, deskBegin+desks[i]+"}")
		put(other, others[i])
		main += fmt.Sprintf("    new %s().run(n);\n", desk)
	}
	classes["Main"] = main + "  }\n}"
	dir, out := written(t, classes), filepath.Join(t.TempDir(), "model")
	extract := func() *Written {
		t.Helper()
		w, err := extracted(t, dir, Options{Folder: out, Choices: choices}).Write(out)
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	calibrate(t, extract().Repository)
	for name, text := range edited {
		if err := os.WriteFile(filepath.Join(dir, "demo", name+".java"), []byte("package demo;\n\n"+text+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	lost = make([]map[string]bool, len(desks))
	for i := range lost {
		lost[i] = map[string]bool{}
	}
	c := extract().Changes
	for _, s := range slices.Concat(c.Changed, c.Added) {
		i := -1
		if _, err := fmt.Sscanf(s.Component, "Desk%d", &i); err != nil {
			t.Fatalf("%s has changed: %v", s.Component, s)
		}
		lost[i][s.Kind+" "+s.Name] = true
	}
	return lost
}

// A value that is kept where the program does something else is worse than one that is lost: whatever way leads
// from what was edited to an action, its value goes. What does not depend on what was edited keeps its value.
func TestAnActionKeepsItsValueWhereAllThatItDependsOnIsTheSameAndNowhereElse(t *testing.T) {
	need.Java(t)
	t.Parallel()
	var desks, others []string
	for _, edit := range mustLose {
		desks, others = append(desks, edit.desk), append(others, edit.other)
	}
	for _, edit := range mustKeep {
		desks, others = append(desks, edit.desk), append(others, edit.other)
	}
	lost := afterEdits(t, desks, others)
	for i, edit := range mustLose {
		if !lost[i][loop] {
			t.Errorf("%s: %q has its value; lost are %v", edit.name, loop, lost[i])
		}
	}
	for i, edit := range mustKeep {
		if lost := lost[len(mustLose)+i]; lost[edit.keeps] {
			t.Errorf("%s: lost are %v", edit.name, lost)
		}
	}
}
