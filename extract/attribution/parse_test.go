package attribution

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/internal/need"
)

const printed = `{"k":"step","m":"parsed","n":1}
{"k":"file","p":"/demo/Store.java","n":12}
{"k":"type","n":"demo.Store","f":0,"s":14,"l":2,"x":"class","a":"P","o":"demo.Store","pk":"demo","b":["demo.Base"],"fd":["size","int"]}
{"k":"method","t":"demo.Store","n":"put","d":"byte[]","a":"P","p":["content","[byte"],"s":40,"l":4,"body":1,"b":[{"k":"s","s":60,"l":5,"b":[{"k":"c","s":60,"m":"demo.Store#size()","g":[0]}]}]}
{"k":"end","resolved":3,"unresolved":1,"missing":{"?":1}}
`

func TestTheHelpersOutputIsAProgram(t *testing.T) {
	p, err := Parse(strings.NewReader(printed), nil)
	if err != nil {
		t.Fatal(err)
	}
	m := p.Methods["demo.Store#put(byte[])"]
	if m == nil || p.Unit(m.Type) != "demo.Store" || m.Params[0] != (Variable{"content", "[byte"}) || p.Unresolved != 1 {
		t.Fatalf("%+v", p)
	}
	if call := m.Body[0].Ops[0]; call.Kind != Call || call.Arguments[0] != 0 {
		t.Errorf("the call is %+v", call)
	}
}

func TestOutputThatEndsTooEarlyOrIsNoneIsRefused(t *testing.T) {
	for _, text := range []string{
		"", strings.TrimSuffix(printed, printed[strings.LastIndex(printed, `{"k":"end"`):]), "Exception in thread\n",
		`{"k":"type","n":"A","f":0}` + "\n", `{"k":"method","t":"A","n":"b"}` + "\n", `{"k":"other"}` + "\n",
	} {
		if p, err := Parse(strings.NewReader(text), nil); err == nil {
			t.Errorf("%q is %+v", text, p)
		}
	}
}

func FuzzOutputOfTheHelper(f *testing.F) {
	f.Add([]byte(printed))
	f.Add([]byte(`{"k":"file"}` + "\n" + `{"k":"type","n":"A"}` + "\n" + `{"k":"end"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := Parse(bytes.NewReader(data), nil)
		if err != nil {
			return
		}
		for _, typ := range p.Types {
			_ = p.Unit(typ)
			for _, m := range typ.Methods {
				Walk(m.Body, func(n *Node) { _ = n.Labels() })
			}
		}
	})
}

// Java sources that javac must understand, each with a call that is looked for.
func TestCallsAreResolvedAsJavacDoes(t *testing.T) {
	need.Java(t)
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	files := []string{
		write("Store.java", "package demo; interface Store<T> { void put(T value); default int size() { return 0; } }"),
		write("Disk.java", "package demo; class Disk implements Store<String> { public void put(String value) { put(value.length()); } private void put(int n) { System.out.println(n); } }"),
		write("Use.java", `package demo;
import java.util.*;
import gone.Library;
class Use {
    private final Store<String> store = new Disk();
    void all(List<String> names, int kind) {
        names.forEach(n -> store.put(n));
        names.stream().filter(n -> !n.isEmpty()).forEach(store::put);
        if (kind > 1 && store.size() > 0) { store.put("one"); return; }
        switch (kind) { case 1: store.put("two"); break; default: }
        Library.call(store);
        new Thread(() -> store.put("three")).start();
    }
}`),
		write("Broken.java", "package demo; class Broken { void f( { } }"),
	}
	p, err := Attribute(t.Context(), Sources{Files: files}, nil)
	if err != nil {
		t.Fatal(err)
	}
	put := p.Methods["demo.Disk#put(java.lang.String)"]
	if put == nil || len(put.Overrides) != 1 || put.Overrides[0] != "demo.Store#put(java.lang.Object)" {
		t.Errorf("Disk.put is %+v", put)
	}
	calls := map[string]int{}
	lambdas := map[string]bool{}
	all := p.Methods["demo.Use#all(java.util.List,int)"]
	if all == nil {
		t.Fatalf("Use.all is not among %v", p.Methods)
	}
	Walk(all.Body, func(n *Node) {
		switch n.Kind {
		case Call, Notable:
			calls[n.Method]++
		case Lambda:
			lambdas[n.In] = true
		}
	})
	if calls["demo.Store#put(java.lang.Object)"] != 5 || calls["demo.Store#size()"] != 1 || calls["java.lang.Thread#start"] != 1 {
		t.Errorf("calls are %v", calls)
	}
	for _, in := range []string{"java.lang.Iterable#forEach", "java.util.stream.Stream#forEach", "java.lang.Thread#<init>"} {
		if !lambdas[in] {
			t.Errorf("no lambda is handed to %s: %v", in, lambdas)
		}
	}
	if p.Unresolved == 0 || len(p.Errors) == 0 {
		t.Errorf("the missing library and the broken source are not told: %d, %v", p.Unresolved, p.Errors)
	}
}

// Libraries of today's builds hold plug-ins of javac, which it looks for among all classes and which need a
// newer Java than ours.
func TestPlugInsOfJavacAmongTheLibrariesAreNotLoaded(t *testing.T) {
	need.Java(t)
	dir := t.TempDir()
	services := filepath.Join(dir, "library", "META-INF", "services")
	source := filepath.Join(dir, "Use.java")
	if err := errors.Join(
		os.MkdirAll(services, 0o700),
		os.WriteFile(filepath.Join(services, "com.sun.source.util.Plugin"), []byte("gone.Checker\n"), 0o600),
		os.WriteFile(source, []byte("class Use { void all() { toString(); } }"), 0o600),
	); err != nil {
		t.Fatal(err)
	}
	p, err := Attribute(t.Context(), Sources{Files: []string{source}, ClassPath: []string{filepath.Join(dir, "library")}}, nil)
	if err != nil || p.Methods["Use#all()"] == nil {
		t.Fatalf("%v, %v", p, err)
	}
}

// What a field begins with is read with every constructor, and stands in the source once.
func TestWhatFieldsBeginWithIsCountedOnce(t *testing.T) {
	need.Java(t)
	file := filepath.Join(t.TempDir(), "Use.java")
	source := "interface Step { void go(int n); }\nclass Use {\n  Step step = n -> System.out.println(n);\n  Object lost = Nowhere.find(1);\n  Use() { }\n  Use(int n) { }\n}\n"
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := Attribute(t.Context(), Sources{Files: []string{file}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Lambdas["Step"]) != 1 || p.Unresolved != 1 {
		t.Errorf("lambdas are %v, and %d calls are not resolved", p.Lambdas, p.Unresolved)
	}
}

func TestAClassWithoutANameIsToldWithTheOneAroundIt(t *testing.T) {
	for name, want := range map[string]string{
		"demo.Desk": "Desk", "demo.Desk$Drawer": "Drawer", "demo.Desk$1": "Desk$1", "demo.Desk$Drawer$2": "Drawer$2",
		"demo.Desk$1Local": "Desk$1Local", "demo.Desk$1$2": "Desk$1$2", "Desk": "Desk", "": "",
	} {
		if got := Simple(name); got != want {
			t.Errorf("%s is told as %s, not %s", name, got, want)
		}
	}
}
