package extract

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/extract/attribution"
	"beagle/extract/rules"
	"beagle/internal/need"
	"beagle/model"
)

// put writes a source below a folder, which lies in it by its package.
func put(t *testing.T, dir, path, text string) {
	t.Helper()
	need.File(t, filepath.Join(dir, filepath.FromSlash(path)), text)
}

// What is wrong with a program costs what it concerns, is said once each, and the
// rest of the program is extracted.
func TestWhatIsWrongWithSourcesIsSaidOnceAndTheRestIsExtracted(t *testing.T) {
	need.Java(t)
	dir := sources(t)
	put(t, dir, "main/java/fileshare/Broken.java", "package fileshare;\n\nclass Broken {\n    void f( { }\n    void g) { }\n}\n")
	put(t, dir, "main/java/fileshare/Uses.java", "package fileshare;\n\nimport made.by.builds.Stub;\nimport made.by.builds.Other;\n\nclass Uses {\n    void f() {\n        new Stub().call();\n    }\n}\n")
	put(t, dir, "main/kotlin/fileshare/Beside.kt", "package fileshare\n")
	put(t, dir, "more/build.gradle", "")
	put(t, dir, "more/src/main/java/fileshare/Storage.java", "package fileshare;\n\npublic interface Storage {\n}\n")
	out := filepath.Join(t.TempDir(), "model")
	r := extracted(t, dir, Options{Choices: rules.Choices{By: rules.ByInterfaces}})
	if _, err := r.Write(out); err != nil {
		t.Fatal(err)
	}
	if n := len(r.Model.Components); n != 3 {
		t.Errorf("%d components are left", n)
	}
	for rule, want := range map[string]string{
		"does-not-compile": "the source does not compile: illegal start of type", "missing": "made.by.builds",
		"other-language": "1 source is in Kotlin", "two-classes": "1 source is of a name that another one has", "unresolved": "calls could not be resolved",
	} {
		count := 0
		for _, p := range r.Problems {
			if p.Rule == rule {
				count++
				if !strings.Contains(p.Message, want) || rule == "does-not-compile" && (p.Line != 4 || filepath.Base(p.File) != "Broken.java") {
					t.Errorf("said is %v, not %q", p, want)
				}
			}
		}
		if count != 1 {
			t.Errorf("%s is said %d times: %v", rule, count, r.Problems)
		}
	}
}

// Modules that need each other, and no classes of the libraries that they name.
func TestModulesThatNeedEachOtherAreExtracted(t *testing.T) {
	need.Java(t)
	dir := t.TempDir()
	for module, other := range map[string]string{"sale": "stock", "stock": "sale"} {
		put(t, dir, module+"/build.gradle", "dependencies {\n  implementation project(':"+other+"')\n}\n")
	}
	put(t, dir, "sale/src/main/java/shop/Sale.java", "package shop;\npublic class Sale {\n  public Stock stock;\n  public int sell(int n) {\n    int k = Math.abs(n);\n    return k + stock.take(n);\n  }\n  public void back(int n) {\n    System.out.println(Math.abs(n));\n  }\n}\n")
	put(t, dir, "stock/src/main/java/shop/Stock.java", "package shop;\npublic class Stock {\n  public Sale sale;\n  public int take(int n) {\n    sale.back(n);\n    return Math.abs(n);\n  }\n}\n")
	put(t, dir, "stock/src/main/java/shop/Start.java", "package shop;\npublic class Start {\n  public static void main(String[] args) {\n    new Sale().sell(1);\n  }\n}\n")
	r := extracted(t, dir, Options{})
	if r.Rule != rules.ByModules || len(r.Model.Components) != 2 || r.Circles != 0 {
		t.Errorf("by %s there are %d components, and %d calls are left out", r.Rule, len(r.Model.Components), r.Circles)
	}
}

// A person who stops an extraction finds nothing half written, wherever it was.
func TestAnExtractionThatIsStoppedLeavesNothing(t *testing.T) {
	need.Java(t)
	dir := sources(t)
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	for _, at := range []string{"Looking for sources", "Attributing", "javac has parsed", "javac has attributed", "Applying the rules"} {
		ctx, stop := context.WithCancel(t.Context())
		out, reached := filepath.Join(t.TempDir(), "model"), false
		r, err := Extract(ctx, Options{Dir: dir, Cache: kept, Name: "fileshare", Folder: out, Say: func(line string) {
			if strings.HasPrefix(line, at) {
				reached = true
				stop()
			}
		}})
		if !reached || !errors.Is(err, context.Canceled) {
			t.Errorf("stopped at %q (%v): %v %v", at, reached, r, err)
		}
		stop()
		if _, err := os.Lstat(out); err == nil {
			t.Errorf("stopped at %q: the model's folder is there", at)
		}
	}
	if left, err := os.ReadDir(temporary); err != nil || len(left) > 0 {
		t.Errorf("left are %v %v", left, err)
	}
}

// Where one of the files cannot be written, the others are as they were before.
func TestAModelIsWrittenWholeOrNotAtAll(t *testing.T) {
	need.Java(t)
	r := extracted(t, sources(t), Options{})
	out := filepath.Join(t.TempDir(), "new", "model")
	if err := os.MkdirAll(filepath.Join(out, "fileshare.usagemodel", "in the way"), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Write(out); err == nil {
		t.Fatal("a folder was replaced by a file")
	}
	left, err := os.ReadDir(out)
	if err != nil || len(left) != 1 {
		t.Errorf("left are %v %v", left, err)
	}
	if err := os.RemoveAll(filepath.Dir(out)); err != nil {
		t.Fatal(err)
	}
	w, err := r.Write(out)
	if err != nil {
		t.Fatal(err)
	}
	before := map[string]string{}
	names, err := filepath.Glob(filepath.Join(out, "*"))
	if err != nil || len(names) != 7 {
		t.Fatal(names, err)
	}
	calibrate(t, w.Repository)
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		before[name] = string(data)
	}
	again, err := r.Decide(t.Context(), r.Division().By(rules.ByClasses))
	if err != nil {
		t.Fatal(err)
	}
	usage := filepath.Join(out, "fileshare.usagemodel")
	if err := errors.Join(os.Remove(usage), os.MkdirAll(filepath.Join(usage, "in the way"), 0o755)); err != nil {
		t.Fatal(err)
	}
	if _, err := again.Write(out); err == nil {
		t.Fatal("a folder was replaced by a file")
	}
	after, err := filepath.Glob(filepath.Join(out, "*"))
	if err != nil || len(after) != len(names) {
		t.Errorf("there are %v", after)
	}
	for _, name := range after {
		if data, err := os.ReadFile(name); name != usage && (err != nil || string(data) != before[name]) {
			t.Errorf("%s is not as it was: %v", name, err)
		}
	}
}

// Where nothing compiles, that is why there is nothing to make components of.
func TestThatNothingCompilesIsSaidWhereThereIsNoComponent(t *testing.T) {
	program := &attribution.Program{
		Files:  make([]attribution.File, 3),
		Errors: []attribution.Diagnostic{{Path: "a/A.java", Line: 2, Syntax: true, Message: "class expected\n  here"}, {Path: "a/A.java", Syntax: true}, {Path: "B.java", Syntax: true}, {Path: "C.java"}},
	}
	r := &Result{Program: program}
	err := r.why(model.Problem{Message: "no class does anything"})
	if err == nil || !strings.Contains(err.Error(), "no class does anything; 2 of 3 sources cannot be compiled, e.g. A.java:2: class expected") {
		t.Errorf("said is %v", err)
	}
	program.Errors = program.Errors[3:]
	if err := r.why(model.Problem{Message: "no class"}); err == nil || strings.Contains(err.Error(), "compiled") {
		t.Errorf("of sources that compile it is said: %v", err)
	}
}

func TestTwoClassesOfOneNameAreSaid(t *testing.T) {
	const code = "compiler.err.duplicate.class"
	all := said(&attribution.Program{Counts: map[string]int{code: 2}, Errors: []attribution.Diagnostic{
		{Code: code, Path: "A.java", Line: 3, Message: "duplicate class: shop.Desk"}, {Code: code, Path: "B.java", Line: 5, Message: "duplicate class: shop.Sale"},
	}})
	if len(all) != 1 || all[0].Rule != "two-classes" || all[0].File != "A.java" || !strings.Contains(all[0].Message, "2 classes are of a name that another one has, and the first counts: duplicate class: shop.Desk") {
		t.Errorf("said is %v", all)
	}
}

func TestAModelIsNotPutWhereAFileIs(t *testing.T) {
	file := filepath.Join(t.TempDir(), "model")
	need.File(t, file, "mine")
	if _, err := Extract(t.Context(), Options{Dir: t.TempDir(), Folder: file}); err == nil || !strings.Contains(err.Error(), "it is a file, no folder") {
		t.Errorf("said is %v", err)
	}
}
