package overlay

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
