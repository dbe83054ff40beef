package extract

import (
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"beagle/extract/rules"
	"beagle/internal/need"
)

// construct is a class with a method run(int n), and what its SEFF does: put and get
// are services of another component, which the class knows as store.
type construct struct {
	name, does, members string
}

// Constructs of Java up to 17, each with calls that leave the component.
var constructs = []construct{
	{"GenericBridge", "internal put", `
  interface Step<T extends Comparable<T>, R extends List<? super T>> { R go(T t); }
  class Twice implements Step<Integer, ArrayList<Number>> {
    public ArrayList<Number> go(Integer n) { store.put(n); return null; }
  }
  void run(int n) { Step<Integer, ? extends List<? super Integer>> s = new Twice(); s.go(n); }`},
	{"EnumWithBodies", "branch{put}{internal}", `
  enum Kind {
    ONE { int act(Store s, int n) { return s.put(n); } },
    TWO { int act(Store s, int n) { return n * 2; } };
    abstract int act(Store s, int n);
  }
  int run(int n) { return Kind.valueOf("ONE").act(store, n); }`},
	{"InterfaceMethods", "put get", `
  interface Greeter {
    Store store();
    default int greet(int n) { return help(n); }
    private int help(int n) { return store().put(n); }
    static int all(Store s, int n) { return s.get(n); }
  }
  class Polite implements Greeter {
    public Store store() { return store; }
    public int greet(int n) { return Greeter.super.greet(n) + 1; }
  }
  int run(int n) { int a = new Polite().greet(n); return Greeter.all(store, a); }`},
	{"AnonymousThatCaptures", "internal loop{put}", `
  interface Visitor { void visit(int n); }
  void each(int n, Visitor v) { for (int i = 0; i < n; i++) v.visit(i); }
  void run(int n) { int k = n * 2; each(n, new Visitor() { public void visit(int i) { store.put(i + k); } }); }`},
	{"AnonymousForALibrary", "loop{put}", `
  void run(int n) { List.of(1, 2, n).forEach(new Consumer<Integer>() { public void accept(Integer i) { store.put(i); } }); }`},
	{"SwitchWithYield", "branch{get}{internal put}{}", `
  int run(int n) {
    return switch (n % 3) { case 0 -> store.get(n); case 1 -> { int x = n * 31; yield store.put(x); } default -> 0; };
  }`},
	{"OldSwitchWithYield", "branch{get}{put}", `
  int run(int n) { int k = switch (n) { case 0: case 1: yield store.get(n); default: yield store.put(n); }; return k; }`},
	{"CasesThatShareStatements", "branch{put}{get}{}", `
  void run(int n) { switch (n) { case 1: case 2: case 3: store.put(n); break; case 4: store.get(n); break; default: } }`},
	{"CasesThatFallThrough", "branch{put get}{get}{} branch{put}{get put}{put}", `
  void run(int n) {
    switch (n) { case 1: store.put(n); case 2: store.get(n); break; default: }
    switch (n) { case 1: store.put(n); break; case 2: store.get(n); default: store.put(1); }
  }`},
	{"LabelsWithColons", "branch{put}{get}{}", `
  void run(int n) { switch ("a:" + n) { case "a:1" -> store.put(n); case "a->2", "b" -> store.get(n); default -> { } } }`},
	{"TextBlock", "put", `
  void run(int n) {
    String s = """
        store.get(1); "quoted" \""" // no comment
        /* neither """;
    store.put(s.length());
  }`},
	{"LocalRecord", "internal get internal put", `
  void run(int n) {
    record Span(Store s, int from, int to) {
      Span { if (from > to) { throw new IllegalArgumentException(); } s.get(from); }
      int sum() { int k = from * to; return s.put(k); }
    }
    Span span = new Span(store, n, n + 2);
    span.sum();
  }`},
	{"Varargs", "loop{put}", `
  int all(int... ns) { int s = 0; for (int n : ns) { s += store.put(n); } return s; }
  int run(int n) { return all(n, n + 1, n + 2); }`},
	{"IntersectionType", "put get", `
  interface Puts { int puts(int n); }
  interface Gets { int gets(int n); }
  class Both implements Puts, Gets {
    public int puts(int n) { return store.put(n); }
    public int gets(int n) { return store.get(n); }
  }
  <T extends Puts & Gets> int both(T t, int n) { t.puts(n); return t.gets(n); }
  int run(int n) { return both(new Both(), n); }`},
	{"InnerOfGeneric", "internal put", `
  class Box<T> {
    T value;
    class Lid { int open(int n) { return store.put(n); } }
    Lid lid() { return new Lid(); }
  }
  int run(int n) { Box<String> b = new Box<>(); Box<String>.Lid lid = b.lid(); return lid.open(n); }`},
	{"WhatFieldsBeginWith", "get loop{get} put", `
  class Session {
    final int first = store.get(3);
    int sum;
    { for (int i = 0; i < first; i++) { sum += store.get(i); } }
    Session(int n) { this(n, 2); }
    Session(int n, int k) { super(); store.put(n + k); }
  }
  void run(int n) { new Session(n); }`},
	{"WorkThatFieldsBeginWith", "internal put internal internal internal put", `
  class Alone {
    final List<Long> first = new ArrayList<>(squares());
    Alone(int n) { store.put(n); }
  }
  class Between {
    final List<Long> first = new ArrayList<>(squares());
    Between(int n) { int sum = Math.abs(n) + Math.abs(n + 1); store.put(sum); }
    final List<Long> last = squares();
  }
  static List<Long> squares() { return List.of(Math.round(Math.sqrt(7))); }
  void run(int n) { new Alone(n); new Between(n); }`},
	{"DefaultConstructorOfASubclass", "get put", `
  class Base { Base() { store.get(1); } }
  class Further extends Base { final int k = store.put(2); }
  void run(int n) { new Further(); }`},
	{"StaticNestedBlocks", "put", `
  static class Table {
    static final int[] ALL = new int[16];
    static { for (int i = 0; i < 16; i++) { ALL[i] = i * i; } }
    static int at(Store s, int n) { return s.put(ALL[n]); }
  }
  int run(int n) { return Table.at(store, n); }`},
	{"LambdasThatCall", "loop{put} loop{get} branch{put}{} branch{get}{}", `
  void run(int n) {
    IntStream.range(0, n).forEach(i -> store.put(i));
    List.of(1, 2).stream().map(i -> { return store.get(i); }).toList();
    Optional.of(n).ifPresent(i -> store.put(i));
    new HashMap<Integer, Integer>().computeIfAbsent(n, i -> store.get(i));
  }`},
	{"LambdasOfConcurrentCollections", "put loop{get} branch{put}{}", `
  void run(int n) {
    new java.util.concurrent.atomic.AtomicInteger(n).updateAndGet(i -> store.put(i));
    new java.util.concurrent.CopyOnWriteArrayList<>(List.of(n)).removeIf(i -> store.get(i) > 3);
    new java.util.concurrent.ConcurrentSkipListMap<Integer, Integer>().computeIfAbsent(n, i -> store.put(i));
  }`},
	{"LambdasOfThreads", "internal", `
  void run(int n) {
    new Thread(() -> store.put(n)).start();
    java.util.concurrent.CompletableFuture.runAsync(() -> store.get(n));
  }`},
	{"DefaultOfTheLowerInterface", "internal put", `
  interface Upper { Store store(); default int go(int n) { return store().get(n); } }
  interface Lower extends Upper { default int go(int n) { return store().put(n); } }
  class Both implements Upper, Lower { public Store store() { return store; } }
  int run(int n) { Upper u = new Both(); return u.go(n); }`},
	{"MethodReferences", "loop{get} loop{put} branch{put}{}", `
  int load(int n) { return store.get(n); }
  void run(int n) {
    IntStream.range(0, n).map(this::load).sum();
    IntStream.range(0, n).forEach(store::put);
    Optional.of(n).ifPresent(store::put);
  }`},
	{"Resources", "get branch{put}{} put get get", `
  class Scope implements AutoCloseable {
    Scope(int n) { store.get(n); }
    public void close() { store.get(0); }
  }
  int run(int n) {
    Scope first = null;
    try (first; Scope s = new Scope(n)) {
      if (n > 3) { store.put(1); }
      store.put(2);
    }
    return 1;
  }`},
	{"ResourceThatIsLeftEarly", "get branch{get}{put get put}", `
  class Scope implements AutoCloseable {
    Scope(int n) { store.get(n); }
    public void close() { store.get(0); }
  }
  void run(int n) {
    try (Scope s = new Scope(n)) {
      if (n > 3) { return; }
      store.put(2);
    }
    store.put(1);
  }`},
	{"LabelledJumps", "loop{loop{branch{}{branch{}{put}}} get}", `
  void run(int n) {
    outer:
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        if (j == i) { continue outer; }
        if (j > 10) { break outer; }
        store.put(j);
      }
      store.get(i);
    }
  }`},
	{"OwnIterable", "get loop{put}", `
  class Page implements Iterable<Integer> {
    public Iterator<Integer> iterator() { store.get(1); return null; }
  }
  void run(int n) { for (int i : new Page()) { store.put(i); } }`},
	{"FinallyOfAnEarlyJump", "loop{branch{get}{put get}} branch{get}{put get put}", `
  void run(int n) {
    for (int i = 0; i < n; i++) {
      try {
        if (i > 3) { continue; }
        store.put(i);
      } finally { store.get(i); }
    }
    try {
      if (n > 3) { return; }
      store.put(2);
    } finally { store.get(0); }
    store.put(1);
  }`},
	{"CallsThatASwitchDecidesOn", "get branch{put}{}", `
  int run(int n) { return switch (store.get(n)) { case 1 -> store.put(1); default -> 0; }; }`},
	{"NestedChoices", "branch{put}{branch{get}{}}", `
  int run(int n) { return n > 3 ? store.put(n) : n < 0 ? store.get(n) : 0; }`},
	{"ShortCircuits", "get branch{put}{} branch{get}{}", `
  void run(int n) { if (store.get(n) > 1 && store.put(n) > 2) { store.get(0); } }`},
	{"WhatIsCalledIfNot", "get branch{}{put}", `
  int run(int n) { return store.get(n) > 1 || store.put(n) > 2 ? 1 : 0; }`},
	{"LoopsThatAskFirst", "get loop{put get} loop{get}", `
  void run(int n) { int k = n; while (store.get(k) > 0) { store.put(k); } do { k++; } while (store.get(k) > 0); }`},
	{"PatternOfInstanceof", "branch{put}{}", `
  void run(int n) { Object o = n; if (o instanceof Integer i && i > 3) { store.put(i); } }`},
	{"SuperKeepsTheObject", "internal put get", `
  class Plain { int all(int n) { return each(n); } int each(int n) { return n; } }
  class Storing extends Plain {
    int all(int n) { int k = super.all(n); return store.get(k); }
    int each(int n) { return store.put(n); }
  }
  int run(int n) { Storing s = new Storing(); return s.all(n); }`},
	{"ThisOfAnOuterClass", "put get", `
  private int help(int n) { return store.put(n); }
  class Inner { int go(int n) { int k = ThisOfAnOuterClass.this.help(n); return store.get(k); } }
  int run(int n) { return new Inner().go(n); }`},
	{"StaticGenericMethod", "internal put", `
  static <K extends Comparable<? super K>, V> V first(Map<K, ? extends Collection<V>> all, Function<? super K, V> of, K key) { return of.apply(key); }
  int run(int n) { Integer k = StaticGenericMethod.<Integer, Integer>first(new HashMap<>(), i -> i, n); return store.put(k); }`},
}

// Constructs that came after 17, for a JDK of 25.
var constructs25 = []construct{
	{"RecordPatterns", "internal branch{get}{} branch{put}{get}{}", `
  sealed interface Shape permits Circle, Pair, Square { }
  record Circle(int r) implements Shape { }
  record Square(int a) implements Shape { }
  record Pair(Shape a, Shape b) implements Shape { }
  int run(int n) {
    Shape s = n > 3 ? new Circle(n) : new Pair(new Square(n), new Circle(n));
    return switch (s) {
      case Pair(Circle(var r), Pair(var a, _)) when store.get(r) > 3 -> store.put(r);
      case Pair(var a, var b) -> store.get(1);
      case Circle _, Square _ -> 0;
    };
  }`},
	{"ExhaustivePatterns", "internal branch{put}{get}", `
  sealed interface Shape permits Circle, Square { }
  record Circle(int r) implements Shape { }
  record Square(int a) implements Shape { }
  void run(int n) {
    Shape s = new Square(n);
    switch (s) {
      case Circle(int r) -> store.put(r);
      case Square q -> store.get(q.a());
    }
  }`},
	{"NullAndDefault", "internal branch{put}{get}", `
  void run(int n) { String s = "a" + n; switch (s) { case "a1": store.put(1); break; case null, default: store.get(2); } }`},
	{"BuildersOfThreads", "internal", `
  void run(int n) { Thread.ofPlatform().start(() -> store.put(n)); }`},
	{"UnnamedVariables", "loop{put} branch{get}{}", `
  void run(int n) {
    for (var _ : List.of(1, 2)) { store.put(n); }
    if ((Object) n instanceof Integer _) { store.get(n); }
  }`},
	{"StatementsBeforeSuper", "get internal put", `
  static class Base { Base(int n) { } }
  class Late extends Base {
    final int k = store.put(1);
    Late(int n) { int m = StatementsBeforeSuper.this.store.get(n); super(m); }
  }
  void run(int n) { new Late(n); }`},
}

// services extracts a model of constructs and gives what each of them does.
func services(t *testing.T, all []construct, main string) map[string]string {
	t.Helper()
	classes := map[string]string{"Store": "public class Store {\n  int sum;\n  public int put(int n) {\n    sum += Math.abs(n);\n    return sum;\n  }\n  public int get(int n) {\n    return sum % Math.max(n, 1);\n  }\n}"}
	choices := rules.Choices{By: rules.ByChoice, Components: map[string][]string{"Store": {"Store"}}}
	var calls strings.Builder
	for _, c := range all {
		classes[c.name] = "import java.util.*;\nimport java.util.function.*;\nimport java.util.stream.*;\n\npublic class " + c.name + " {\n  Store store = new Store();" + c.members + "\n}"
		calls.WriteString("    new demo." + c.name + "().run(3);\n")
		choices.Components["Work"] = append(choices.Components["Work"], c.name)
	}
	for name, text := range classes {
		classes[name] = strings.Replace(strings.Replace(text, "  void run(", "  public void run(", 1), "  int run(", "  public int run(", 1)
	}
	dir := written(t, classes)
	need.File(t, filepath.Join(dir, "Start.java"), strings.Replace(main, "CALLS", calls.String(), 1))
	need.File(t, filepath.Join(dir, "module-info.java"), "module demo { }\n")
	r := extracted(t, dir, Options{Choices: choices})
	if len(r.Program.Errors) > 0 || r.Program.Unresolved > 0 || r.Program.Crash != "" {
		t.Fatalf("javac says %v, %s; %d calls are not resolved: %v", r.Program.Errors, r.Program.Crash, r.Program.Unresolved, r.Program.Missing)
	}
	did := map[string]string{}
	for _, c := range r.Model.Components {
		for _, s := range c.Services {
			if s.Op.Name == "run" {
				if !s.Entry {
					t.Errorf("%s is not entered", s.Class)
				}
				did[strings.TrimPrefix(s.Class, "demo.")] = outline(s.Body)
			}
		}
	}
	validly(t, r, filepath.Join(t.TempDir(), "model"))
	return did
}

// Whatever a call stands in, it is in the model where the program makes it.
func TestCallsInEveryConstructOfJavaAreInTheModel(t *testing.T) {
	need.Java(t)
	did := services(t, constructs, "public class Start {\n  public static void main(String[] args) {\nCALLS  }\n}\n")
	for _, c := range constructs {
		if did[c.name] != c.does {
			t.Errorf("%s does %s, not %s", c.name, did[c.name], c.does)
		}
	}
}

// So it is in what came after Java 17, and in programs that a compact source file starts.
func TestCallsInConstructsOfJava25AreInTheModel(t *testing.T) {
	t.Setenv("JAVA_HOME", newJDK(t, 25))
	did := services(t, constructs25, "void main() {\nCALLS}\n")
	for _, c := range constructs25 {
		if did[c.name] != c.does {
			t.Errorf("%s does %s, not %s", c.name, did[c.name], c.does)
		}
	}
}

func newJDK(t *testing.T, least int) string {
	t.Helper()
	need.Java(t)
	homes, _ := filepath.Glob("/usr/lib/jvm/*")
	for _, home := range homes {
		out, err := exec.CommandContext(t.Context(), filepath.Join(home, "bin", "javac"), "-version").CombinedOutput()
		if err != nil {
			continue
		}
		version, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(string(out)), "javac "), ".")
		if n, err := strconv.Atoi(version); err == nil && n >= least {
			return home
		}
	}
	t.Skipf("no JDK of version %d or newer is in /usr/lib/jvm", least)
	return ""
}
