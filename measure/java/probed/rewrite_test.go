package probed

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/measure/java/syntax"
)

// rewriteMarked rewrites the body of a method in which /*[*/ stands before the
// first and /*]*/ before the last statement of a site.
func rewriteMarked(t *testing.T, source string, site Site) (string, []Note) {
	t.Helper()
	file, err := syntax.Parse(source)
	if err != nil {
		t.Fatalf("%v in %s", err, source)
	}
	site.First = strings.Index(source, "/*[*/") + len("/*[*/")
	site.Last = site.First
	if i := strings.Index(source, "/*]*/"); i >= 0 {
		site.Last = i + len("/*]*/")
	}
	site.ID = 7
	result := insertInto(file, []Site{site}, Options{Runtime: "P"})
	if _, err := syntax.Parse(result.Text); err != nil {
		t.Errorf("the result is no Java: %v\n%s", err, result.Text)
	}
	if strings.Count(result.Text, "\n") != strings.Count(source, "\n") {
		t.Errorf("the number of lines changed:\n%s", result.Text)
	}
	return result.Text, result.Notes
}

func TestASectionEndsWhereverItIsLeft(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"falls off its end", "/*[*/a(); /*]*/b();", "/*[*/final long $bt7 = P.t(); a(); /*]*/b(); P.x(7, $bt7);"},
		{"returns a value", "/*[*/a(); /*]*/return b();", "/*[*/final long $bt7 = P.t(); a(); /*]*/{ final int $br49 = b(); P.x(7, $bt7); return $br49; }"},
		{"returns a name", "/*[*/return x;", "/*[*/final long $bt7 = P.t(); { P.x(7, $bt7); return x; }"},
		{"stands alone", "if (c) /*[*/a(); else b();", "if (c) /*[*/{ final long $bt7 = P.t(); a(); P.x(7, $bt7); } else b();"},
		{"breaks to the outside", "for (;;) { /*[*/if (c) break; /*]*/a(); }", "for (;;) { /*[*/final long $bt7 = P.t(); if (c) { P.x(7, $bt7); break; } /*]*/a(); P.x(7, $bt7); }"},
		{"breaks inside", "/*[*/for (;;) { if (c) break; }", "/*[*/final long $bt7 = P.t(); for (;;) { if (c) break; } P.x(7, $bt7);"},
		{"throws", "/*[*/a(); /*]*/throw e();", "/*[*/final long $bt7 = P.t(); a(); /*]*/throw P.r(e(), P.x(7, $bt7));"},
		{"throws what is there", "/*[*/a(); /*]*/throw e;", "/*[*/final long $bt7 = P.t(); a(); /*]*/{ P.x(7, $bt7); throw e; }"},
		{"throws to itself", "/*[*/try { throw e(); } catch (E e) { }", "/*[*/final long $bt7 = P.t(); try { throw e(); } catch (E e) { } P.x(7, $bt7);"},
		{"may never complete", "/*[*/while (FOREVER) a();", "/*[*/final long $bt7 = P.t(); try { while (FOREVER) a(); } finally { P.x(7, $bt7); }"},
		{"never completes", "/*[*/while (true) { if (c) return x; }", "/*[*/final long $bt7 = P.t(); while (true) { if (c) { P.x(7, $bt7); return x; } }"},
		{"returns from a lambda", "f(() -> { /*[*/return g(); });", "f(() -> { /*[*/final long $bt7 = P.t(); return P.r( g(), P.x(7, $bt7)); });"},
		{"lambdas and classes inside do not leave it", "/*[*/f(() -> { return 1; });", "/*[*/final long $bt7 = P.t(); f(() -> { return 1; }); P.x(7, $bt7);"},
		{"yields", "x = switch (y) { default -> { /*[*/yield g(); } };", "x = switch (y) { default -> { /*[*/final long $bt7 = P.t(); yield P.r( g(), P.x(7, $bt7)); } };"},
		{"is the value of a rule", "x = switch (y) { default -> /*[*/g(); };", "x = switch (y) { default -> /*[*/{ final long $bt7 = P.t(); yield P.r( g(), P.x(7, $bt7)); } };"},
		{"is a lambda's value", "f(x -> /*[*/x + g());", "f(x -> /*[*/{ final long $bt7 = P.t(); return P.r(x + g(), P.x(7, $bt7)); });"},
		{"cleans up when it returns", "/*[*/try { return g(); } finally { c(); }", "/*[*/final long $bt7 = P.t(); boolean $bj7 = false; try { try { { final int $br40 = g(); $bj7 = true; return $br40; } } finally { c(); } } finally { if ($bj7) P.x(7, $bt7); }"},
		{"closes when it breaks", "for (;;) { /*[*/try (R r = o()) { if (r.x) break; } /*]*/a(); }", "for (;;) { /*[*/final long $bt7 = P.t(); boolean $bj7 = false; try { try (R r = o()) { if (r.x) { $bj7 = true; break; } } } finally { if ($bj7) P.x(7, $bt7); } /*]*/a(); P.x(7, $bt7); }"},
		{"cleans up in a lambda", "f(() -> { /*[*/try { return g(); } finally { c(); } });", "f(() -> { /*[*/final long $bt7 = P.t(); boolean $bj7 = false; try { try { return P.r( g(), ($bj7 = true) ? 0 : 0); } finally { c(); } } finally { if ($bj7) P.x(7, $bt7); } });"},
		{"jumps while it cleans up", "/*[*/try { return x; } finally { if (c) return y; }", "/*[*/final long $bt7 = P.t(); try { { P.x(7, $bt7); return x; } } finally { if (c) { P.x(7, $bt7); return y; } }"},
		{"has labels", "/*[*/a: for (;;) { break a; }", "/*[*/final long $bt7 = P.t(); a: for (;;) { break a; } P.x(7, $bt7);"},
	} {
		t.Run(c.name, func(t *testing.T) {
			before, after := "class A { int m() { ", " } }"
			got, notes := rewriteMarked(t, before+c.body+after, Site{Kind: Demand})
			got = strings.TrimSuffix(strings.TrimPrefix(got, before), after)
			// Positions in names of results are beside the point.
			if squash(got) != squash(c.want) || len(notes) > 0 {
				t.Errorf("got  %s\nwant %s\nnotes %v", got, c.want, notes)
			}
		})
	}
}

// What is rejected as a lambda's value is a statement.
func TestALambdaMayHaveNoValue(t *testing.T) {
	got, notes := rewriteMarked(t, "class A { void m() { f(() -> /*[*/g()); } }", Site{Kind: Demand, Careful: true})
	if want := "class A { void m() { f(() -> /*[*/{ final long $bt7 = P.t(); g(); P.x(7, $bt7); }); } }"; squash(got) != squash(want) || len(notes) > 0 {
		t.Errorf("got  %s\nwant %s\nnotes %v", got, want, notes)
	}
}

func squash(text string) string {
	text = strings.Join(strings.Fields(text), "")
	for {
		i := strings.Index(text, "$br")
		if i < 0 {
			return text
		}
		end := i + 3
		for end < len(text) && text[end] >= '0' && text[end] <= '9' {
			end++
		}
		text = text[:i] + "$result" + text[end:]
	}
}

func TestOtherSites(t *testing.T) {
	for _, c := range []struct {
		name, body, want string
		site             Site
	}{
		{"a branch", "if (c) /*[*/a();", "if (c) /*[*/{ P.b(7); a(); }", Site{Kind: Transition}},
		{"a branch that is a block", "if (c) /*[*/{ a(); }", "if (c) /*[*/{ P.b(7); a(); }", Site{Kind: Transition}},
		{"a group of a switch", "switch (c) { case 1: /*[*/a(); break; }", "switch (c) { case 1: /*[*/P.b(7); a(); break; }", Site{Kind: Transition}},
		{"a loop", "for (;c();) { /*[*/a(); }", "long $bn7 = 0L; for (;c();) { $bn7++; /*[*/a(); } P.n(7, $bn7);", Site{Kind: LoopCount}},
		{"a loop that returns", "while (c()) /*[*/return x;", "long $bn7 = 0L; while (c()) /*[*/{ $bn7++; { P.n(7, $bn7); return x; } } P.n(7, $bn7);", Site{Kind: LoopCount}},
		{"a call with names", "/*[*/f(x, 1);", "/*[*/P.ce(7); P.p(7, 0, x); P.p(7, 1, 1); f(x, 1); P.cl(7); P.p(7, 0, x);", Site{Kind: Call, Name: "f", Args: []int{0, 1}}},
		{"a call with expressions", "/*[*/y = g() + f(a++, null, h());", "/*[*/y = g() + f(P.a(7, 1280, a++), null, P.a(7, 1538, h()));", Site{Kind: Call, Name: "f", Args: []int{0, 1, 2}}},
		{"a method", "/*[*/a();", "final long $bo7 = P.oe(7); try { /*[*/a(); } finally { P.ox(7, $bo7); }", Site{Kind: Service, Name: "m"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			before, after := "class A { int m() { ", " } }"
			got, notes := rewriteMarked(t, before+c.body+after, c.site)
			got = strings.TrimSuffix(strings.TrimPrefix(got, before), after)
			if squash(got) != squash(c.want) || len(notes) > 0 {
				t.Errorf("got  %s\nwant %s\nnotes %v", got, c.want, notes)
			}
		})
	}
}

func TestWhatIsMeasuredOtherThanAskedIsSaid(t *testing.T) {
	for _, c := range []struct {
		source, want string
		refused      bool
		site         Site
	}{
		{"class A { void m() { if (x) { /*[*/a(); } /*]*/b(); } }", "widened", false, Site{Kind: Demand}},
		{"class A { A() { /*[*/super(); /*]*/b(); } }", "narrowed", false, Site{Kind: Demand}},
		{"class A { A() { /*[*/this(1); } }", "explicit constructor call", true, Site{Kind: Demand}},
		{"class A { void m() { /*[*/a(); } void n() { /*]*/b(); } }", "not in one method", true, Site{Kind: Demand}},
		{"class A { void m() { /*]*/a(); /*[*/b(); } }", "before the first", true, Site{Kind: Demand}},
		{"class A { void m() { switch (x) { case 1: /*[*/a(); case 2: /*]*/b(); } } }", "groups of a switch", true, Site{Kind: Demand}},
		{"class A { /*[*/int x = 1; }", "no statement", true, Site{Kind: Demand}},
		{"class A { void m() { a(/*[*/b()); } }", "around it", false, Site{Kind: Demand}},
		{"class A { void m() { /*[*/a(); } }", "no loop", true, Site{Kind: LoopCount}},
		{"class A { void m() { /*[*/for (;;) a(); } }", "loop itself", false, Site{Kind: LoopCount}},
		{"class A { void m() { /*[*/a(); } }", "no call of f", true, Site{Kind: Call, Name: "f", Args: []int{0}}},
		{"class A { void m() { /*[*/f(() -> 1); } }", "lambdas", true, Site{Kind: Call, Name: "f", Args: []int{0}}},
		{"class A { void m() { /*[*/a(); } }", "no method f", false, Site{Kind: Service, Name: "f"}},
		{"class A { void m(int x) { /*[*/a(); } }", "1 parameters", false, Site{Kind: Service, Name: "m"}},
		{"class A { void m(int x) { /*[*/a(); } }", "none is named y, which is not measured", false, Site{Kind: Service, Name: "m", Inputs: []string{"x", "y"}}},
		{"class A { void m(int y, int x) { /*[*/a(); } }", "in another order", false, Site{Kind: Service, Name: "m", Inputs: []string{"x", "y"}}},
		{"class A { void m() { /*[*/f(a, 1); } }", "which is which is not known", true, Site{Kind: Call, Name: "f", Args: []int{0}, Inputs: []string{"x"}}},
		{"class A { void m() { /*[*/f(a, x, 1); } }", "no argument is a variable named y", false, Site{Kind: Call, Name: "f", Args: []int{0, 1}, Inputs: []string{"x", "y"}}},
		{"interface A { /*[*/void m(); }", "no body", true, Site{Kind: Service, Name: "m"}},
	} {
		_, notes := rewriteMarked(t, c.source, c.site)
		if len(notes) != 1 || !strings.Contains(notes[0].Message, c.want) || notes[0].Refused != c.refused {
			t.Errorf("%s\nnotes %+v, want ...%s...", c.source, notes, c.want)
		}
	}
}

// Not taken is what takes none of the linked branches, wherever they stand.
func TestParametersOtherThanTheModelsAreMatchedByName(t *testing.T) {
	for _, c := range []struct {
		name, params string
		model        []string
		want         string // number and name of each value that is taken
	}{
		{"as many, named by hand otherwise", "int a, int b", []string{"x", "y"}, "P.p(7, 0, a); P.p(7, 1, b); "},
		{"one in front that the model leaves out", "int c, int x", []string{"x"}, "P.p(7, 0, x); "},
		{"one that the source does not have", "int y", []string{"x", "y"}, "P.p(7, 1, y); "},
		{"another order", "int y, int x", []string{"x", "y"}, "P.p(7, 0, x); P.p(7, 1, y); "},
		{"nothing in common", "int a, int b", []string{"x"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, _ := rewriteMarked(t, "class A { void m("+c.params+") { /*[*/a(); } }", Site{Kind: Service, Name: "m", Inputs: c.model})
			begins := ""
			if c.want != "" {
				begins = "P.os($bo7); "
			}
			want := "final long $bo7 = P.oe(7); " + c.want + begins + "try {"
			if !strings.Contains(squash(got), squash(want)) {
				t.Errorf("got %s\nwant %s", got, want)
			}
		})
	}
	got, _ := rewriteMarked(t, "class A { void m() { /*[*/f(c, x); } }", Site{Kind: Call, Name: "f", Args: []int{0}, Inputs: []string{"x"}})
	if want := "P.p(7, 0, x); f(c, x);"; !strings.Contains(squash(got), squash(want)) {
		t.Errorf("a call: got %s\nwant %s", got, want)
	}
}

func TestTheElseThatIsNotWritten(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"if (a) X(); b();", "boolean $bf2 = false; if (a) { $bf2 = true; P.b(1); X(); } if (!$bf2) P.b(2); b();"},
		{"if (a) b(); else if (c) { X(); }", "if (a) b(); else { boolean $bf2 = false; if (c) { $bf2 = true; P.b(1); X(); } if (!$bf2) P.b(2); }"},
		{"switch (a) { case 1: X(); }", "boolean $bf2 = false; switch (a) { case 1: $bf2 = true; P.b(1); X(); } if (!$bf2) P.b(2);"},
		{"if (a) { X(); return 1; } b();", "boolean $bf2 = false; if (a) { $bf2 = true; P.b(1); X(); return 1; } if (!$bf2) P.b(2); b();"},
	} {
		source := "class A { int m() { " + c.body + " } }"
		file, err := syntax.Parse(source)
		if err != nil {
			t.Fatal(err)
		}
		at := strings.Index(source, "X()")
		result := insertInto(file, []Site{
			{ID: 1, Kind: Transition, First: at, Last: at},
			{ID: 2, Kind: NotTaken, First: at, Last: at, Siblings: []int{0}},
		}, Options{Runtime: "P"})
		want := "class A { int m() { " + c.want + " } }"
		if squash(result.Text) != squash(want) || len(result.Notes) > 0 {
			t.Errorf("got  %s\nwant %s\nnotes %v", result.Text, want, result.Notes)
		}
	}
}

// A transition may be a whole method, one of several implementations of a service, also where it does
// nothing: its probe stands inside the service's.
func TestATransitionThatIsAMethod(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{"class A { void m() { f(); } }", "class A { void m() { final long $bo2 = P.oe(2); try { P.b(1); f(); } finally { P.ox(2, $bo2); } } }"},
		{"class A { @B void m() { } }", "class A { @B void m() { final long $bo2 = P.oe(2); try { P.b(1); } finally { P.ox(2, $bo2); } } }"},
	} {
		file, err := syntax.Parse(c.source)
		if err != nil {
			t.Fatal(err)
		}
		at := strings.Index(c.source, "{") + 2
		result := insertInto(file, []Site{{ID: 1, Kind: Transition, First: at, Last: at}, {ID: 2, Kind: Service, First: at, Last: at, Name: "m"}}, Options{Runtime: "P"})
		if squash(result.Text) != squash(c.want) || len(result.Notes) > 0 {
			t.Errorf("got  %s\nwant %s\nnotes %v", result.Text, c.want, result.Notes)
		}
	}
}

// The class of a call's result may not be what its generic type says, so that it is left alone.
func TestResultsOfCallsAreNotHandedThrough(t *testing.T) {
	file, err := syntax.Parse("class A<K> { K[] keys() { return null; } void m(int n) { f(keys()); f(n); f(n + 1); f((keys())); f(n > 1 ? keys() : null); } }")
	if err != nil {
		t.Fatal(err)
	}
	text := insertInto(file, Everything(file, 0), Options{Runtime: "P", Scoped: true}).Text
	for argument, handed := range map[string]bool{"keys()": false, "n": true, "n + 1": true, "(keys())": false, "n > 1 ? keys() : null": false} {
		if strings.Contains(text, ", "+argument+")") != handed {
			t.Errorf("%s: handed through %v, want %v in %s", argument, !handed, handed, text)
		}
	}
}

// Probes everywhere leave Java, with its lines.
func TestProbesEverywhereKeepTheLines(t *testing.T) {
	var paths []string
	for _, pattern := range []string{"../testdata/*/*/*.java", "../probe/src/*/*.java", "../syntax/testdata/*.java"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatal(pattern, err)
		}
		paths = append(paths, found...)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		file, err := syntax.Parse(string(data))
		if err != nil {
			t.Fatal(path, err)
		}
		if sites := everywhere(t, file); sites < 20 {
			t.Errorf("%s: only %d sites", path, sites)
		}
	}
}

func everywhere(t *testing.T, file *syntax.File) int {
	result := insertInto(file, Everything(file, 0), Options{Runtime: "P", Scoped: true})
	if _, err := syntax.Parse(result.Text); err != nil {
		t.Errorf("the result is no Java: %v\n%s\nfrom\n%s", err, result.Text, file.Source)
	}
	for _, end := range []string{"\n", "\r"} {
		if strings.Count(result.Text, end) != strings.Count(file.Source, end) {
			t.Errorf("the number of lines changed:\n%s\nfrom\n%s", result.Text, file.Source)
		}
	}
	return result.Sites
}

func FuzzRewrite(f *testing.F) {
	f.Add("class A { int m(int x) { for (;;) { if (x > 1) break; } return f(x) + 1; } }")
	f.Add("class A { A() { super(); switch (1) { case 1 -> f(); default -> { } } } }")
	f.Add("record A(int x) { A { if (x < 0) throw e(); } Supplier s() { return () -> { return 1; }; } }")
	f.Add("class A { A() { A(); switch (0) { case 0 -> 0; } } }")
	f.Fuzz(func(t *testing.T, source string) {
		file, err := syntax.Parse(source)
		if err != nil {
			return
		}
		everywhere(t, file)
	})
}
