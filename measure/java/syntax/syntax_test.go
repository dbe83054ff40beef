package syntax

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func shape(t *testing.T, source string, kinds ...Kind) []string {
	t.Helper()
	file, err := Parse(source)
	if err != nil {
		t.Fatalf("%v in %s", err, source)
	}
	var found []string
	file.Root.Walk(func(n *Node) bool {
		for _, kind := range kinds {
			if n.Kind == kind {
				found = append(found, file.Text(n))
			}
		}
		return true
	})
	return found
}

func inMethod(body string) string { return "class A { void m() { " + body + " } }" }

// What looks alike in Java is told apart by looking ahead.
func TestAmbiguitiesAreDecided(t *testing.T) {
	for _, c := range []struct {
		source string
		kind   Kind
		want   []string
	}{
		{inMethod("a < b > c;"), LocalVariable, []string{"a < b > c;"}},
		{inMethod("x = a < b;"), LocalVariable, nil},
		{inMethod("List<Map<String, int[]>>[] x = null, y;"), LocalVariable, []string{"List<Map<String, int[]>>[] x = null, y;"}},
		{inMethod("x = (a) + b;"), Cast, nil},
		{inMethod("x = (int) + b;"), Cast, []string{"(int) + b"}},
		{inMethod("x = (A & B<C>) () -> 1;"), Cast, []string{"(A & B<C>) () -> 1"}},
		{inMethod("x = (a) -> b;"), Lambda, []string{"(a) -> b"}},
		{inMethod("f((a, b) -> { return a; }, c -> c + 1);"), Lambda, []string{"(a, b) -> { return a; }", "c -> c + 1"}},
		{inMethod("x = (final int[] a, List<T> b) -> a;"), Lambda, []string{"(final int[] a, List<T> b) -> a"}},
		{
			inMethod("x = int[]::new; y = Outer.Inner<String>::new; z = a.b::c; w = super::m;"), MethodRef,
			[]string{"int[]::new", "Outer.Inner<String>::new", "a.b::c", "super::m"},
		},
		{inMethod("x >>>= y >> 1; z = a >>> b; v = List.<List<String>>of();"), Assign, []string{"x >>>= y >> 1", "z = a >>> b", "v = List.<List<String>>of()"}},
		{inMethod("yield(1); yield = 2; this.yield(3);"), Yield, nil},
		{inMethod("int x = switch (y) { case 1 -> 2; default -> { yield -3; } };"), Yield, []string{"yield -3;"}},
		{inMethod("switch (x) { case A a when (b) -> c(); case R(var p, int _) -> d(); }"), Lambda, nil},
		{inMethod("switch (x) { case Foo f when g.any((y) -> y > 1) -> c(); default -> { } }"), Lambda, []string{"(y) -> y > 1"}},
		{inMethod("switch (x) { case R(var p, Q(int q)) -> d(); case 1 + 2, 3 -> { } }"), Pattern, []string{"R(var p, Q(int q))", "var p", "Q(int q)", "int q"}},
		{inMethod("if (o instanceof final String s && s.length() > 1 | x) ;"), Pattern, []string{"final String s"}},
		{
			inMethod("record R(int x) { R { } } enum E { A { }, B; } interface I { } sealed class S permits T { } non-sealed class T extends S { }"), LocalClass,
			[]string{"record R(int x) { R { } }", "enum E { A { }, B; }", "interface I { }", "sealed class S permits T { }", "non-sealed class T extends S { }"},
		},
		{inMethod("record = sealed; record(1); var permits = when; module.open();"), LocalClass, nil},
		{inMethod("a: b: for (;;) continue a;"), Labeled, []string{"a: b: for (;;) continue a;", "b: for (;;) continue a;"}},
		{inMethod("new int[] {1, {2}}[0]++; new A<>() { int x; }.y(); outer.new Inner(1);"), New, []string{"new A<>() { int x; }", "outer.new Inner(1)"}},
		{"class A { int[] f()[] { return null; } <T> A() { } @B(x = {1, 2}) int c = 1; ; }", Method, []string{"int[] f()[] { return null; }", "<T> A() { }"}},
		{"@interface A { int x() default 1; String[] y() default {\"a\", \"b\"}; }", Method, []string{"int x() default 1;", "String[] y() default {\"a\", \"b\"};"}},
		{"import module java.base; void main() { } int x;", Method, []string{"void main() { }"}},
		{"@A open module a.b { requires java.base; }", Class, nil},
		{"package a.b; import static c.D.*; class E { }", Class, []string{"class E { }"}},
		{"class A { void f(A this, @B int @C ... x) { } class I { I(A A.this) { } } }", Parameter, []string{"@B int @C ... x"}},
	} {
		if got := shape(t, c.source, c.kind); strings.Join(got, "\n") != strings.Join(c.want, "\n") {
			t.Errorf("%s\ngives %q\nwant  %q", c.source, got, c.want)
		}
	}
}

func TestRangesPointIntoTheSourceWithUnicodeEscapes(t *testing.T) {
	source := inMethod(`String \u0061b = "\u0022 + \u0022"; retur\u006e; char c = '\u005c''; x = "\\u0041";`)
	want := []string{`String \u0061b = "\u0022 + \u0022";`, `char c = '\u005c'';`, `retur\u006e;`}
	if got := append(shape(t, source, LocalVariable), shape(t, source, Return)...); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%q", got)
	}
	file, err := Parse("class \\u0041\\uD83D\\uDE00x { }")
	if err == nil {
		t.Errorf("an emoji is no identifier: %q", file.Root.First.Name)
	}
	if file, err := Parse(`class \uuu0041 { }`); err != nil || file.Root.First.Name != "A" {
		t.Errorf("%v", err)
	}
}

// What is no Java is an error with a place, never a guess.
func TestErrorsHaveAPlace(t *testing.T) {
	for _, c := range []struct {
		source       string
		line, column int
		message      string
	}{
		{"class A {\n  void m() {\n", 2, 12, "never closed"},
		{"class A { void m() { x + 1; } }", 1, 22, "no statement"},
		{"class A { void m() { switch (x) { case 0 -> 0; } } }", 1, 45, "no statement"},
		{"class A { void m() { -x; } }", 1, 22, "no statement"},
		{"class A {\n  int x = \"abc\n; }", 2, 11, "no end"},
		{"class A { /* }", 1, 11, "comment has no end"},
		{"class A { int x = 1 ) }", 1, 21, "closes nothing"},
		{"class A { String s = \"\"\" x }", 1, 22, "text block has no end"},
		{"class A { void m() { if x; } }", 1, 25, `expected "("`},
		{"class A { void m() { try { } } }", 1, 30, "catch"},
		{"class A { int # }", 1, 15, "unexpected character"},
		{`class A { char c = '\u12'; }`, 1, 21, "hexadecimal"},
		{"class A { void m() { " + strings.Repeat("{", 5000) + strings.Repeat("}", 5000) + "} }", 1, 2020, "nested more than"},
	} {
		_, err := Parse(c.source)
		var wrong *Error
		if !errors.As(err, &wrong) {
			t.Errorf("%.40s: %v", c.source, err)
			continue
		}
		if wrong.Line != c.line || wrong.Column != c.column || !strings.Contains(wrong.Message, c.message) {
			t.Errorf("%.40q: %v, want %d:%d: ...%s...", c.source, err, c.line, c.column, c.message)
		}
	}
}

func TestTheTreeIsNested(t *testing.T) {
	for _, path := range samples(t) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		nested(t, string(data))
	}
}

// nested checks that each node lies in its parent, behind its elder siblings.
func nested(t *testing.T, source string) {
	file, err := Parse(source)
	if err != nil {
		return
	}
	file.Root.Walk(func(n *Node) bool {
		if n.Start < 0 || n.Start > n.End || int(n.End) > len(source) {
			t.Fatalf("node of kind %d at %d to %d of %d", n.Kind, n.Start, n.End, len(source))
		}
		end := n.Start
		for c := n.First; c != nil; c = c.Next {
			if c.Parent != n || c.Start < end || c.End > n.End {
				t.Fatalf("kind %d at %d to %d in kind %d at %d to %d behind %d", c.Kind, c.Start, c.End, n.Kind, n.Start, n.End, end)
			}
			end = c.End
		}
		return true
	})
}

func samples(t testing.TB) []string {
	t.Helper()
	paths, err := filepath.Glob("../testdata/*/*/*.java")
	if err != nil || len(paths) == 0 {
		t.Fatal("no samples", err)
	}
	return paths
}

func FuzzParse(f *testing.F) {
	for _, path := range samples(f) {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for line := range strings.SplitSeq(string(data), "\n") {
			f.Add(inMethod(line))
			f.Add("class A { " + line + " }")
		}
		f.Add(string(data))
	}
	f.Fuzz(func(t *testing.T, source string) { nested(t, source) })
}

func BenchmarkParse(b *testing.B) {
	data, err := os.ReadFile(samples(b)[0])
	if err != nil {
		b.Fatal(err)
	}
	source := string(data)
	b.SetBytes(int64(len(source)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Parse(source); err != nil {
			b.Fatal(err)
		}
	}
}
