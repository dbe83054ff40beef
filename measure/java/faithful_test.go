package java

import (
	"strings"
	"testing"

	"beagle/measure/java/classes"
	"beagle/measure/java/probed"
	"beagle/measure/java/syntax"
)

// What a source tells of its build is said before a class without that takes the
// place of the program's.
func TestWhatABuildDoesShowsInSources(t *testing.T) {
	for _, c := range []struct{ name, source, want string }{
		{"Lombok", "package a; import lombok.Data; @Data class A {}", "Lombok"},
		{"Lombok, static", "package a;\n  import static lombok.AccessLevel.*; class A {}", "Lombok"},
		{"plain", "package a; class A { String s = \"import lombok.Data;\"; }", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			file, err := syntax.Parse(c.source)
			if err != nil {
				t.Fatal(err)
			}
			said := ChangedByBuild(&probed.File{Source: &probed.Source{Path: "A.java", Tree: file}}, map[string]classes.Found{})
			if (said == "") != (c.want == "") || !strings.Contains(said, c.want) {
				t.Errorf("said %q, want %q", said, c.want)
			}
		})
	}
}

// A module that no launch uses needs not be built; a class that is missing beside others of
// its module was not.
func TestPartsThatNoLaunchRunsAreToldFromClassesThatWereNotBuilt(t *testing.T) {
	var sources probed.Sources
	for _, path := range []string{"/p/core/src/a/A.java", "/p/core/src/a/New.java", "/p/web/src/a/Web.java"} {
		file, err := syntax.Parse("package a; class X {}")
		if err != nil {
			t.Fatal(err)
		}
		sources.Files = append(sources.Files, probed.File{Source: &probed.Source{Path: path, Tree: file}})
	}
	away := Elsewhere(&sources, map[string]classes.Found{"a/A": {}})
	if len(away) != 1 || !away["/p/web/src/a/Web.java"] {
		t.Errorf("of other parts are %v", away)
	}
	if away := Elsewhere(&sources, nil); len(away) > 0 { // nothing is built
		t.Errorf("where nothing is built, of other parts are %v", away)
	}
	o := overlayDelivery{Project: "/p", Sources: &sources}
	if o.leave(map[string]classes.Found{"a/A": {}}); len(sources.Files) != 2 || len(sources.Notes) != 1 {
		t.Errorf("%d files are left, and said is %v", len(sources.Files), sources.Notes)
	}
}
