package java

import (
	"archive/zip"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/measure/java/syntax"
)

// What only the project's build does to a class is said before a class without
// it takes its place.
func TestClassesThatABuildChangesAreSaid(t *testing.T) {
	for _, c := range []struct{ name, source, class, jar, want string }{
		{"Lombok", "package a; import lombok.Data; @Data class A {}", "", "", "Lombok"},
		{"Lombok, static", "package a;\n  import static lombok.AccessLevel.*; class A {}", "", "", "Lombok"},
		{"woven", "package a; class A {}", "\xca\xfe\xba\xbe ajc$tjp_0", "", "AspectJ"},
		{"fat jar", "package a; class A {}", "", "BOOT-INF/lib/b.jar", "BOOT-INF/lib/b.jar"},
		{"plain", "package a; class A { String s = \"import lombok.Data;\"; }", "\xca\xfe\xba\xbe", "a/A.class", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			file, err := syntax.Parse(c.source)
			if err != nil {
				t.Fatal(err)
			}
			classes, jar := t.TempDir(), filepath.Join(t.TempDir(), "x.jar")
			if err := os.Mkdir(filepath.Join(classes, "a"), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(classes, "a", "A.class"), []byte(c.class), 0o644); err != nil {
				t.Fatal(err)
			}
			out, err := os.Create(jar)
			if err != nil {
				t.Fatal(err)
			}
			archive := zip.NewWriter(out)
			if _, err := archive.Create(c.jar); err != nil {
				t.Fatal(err)
			}
			if err := archive.Close(); err != nil {
				t.Fatal(err)
			}
			if err := out.Close(); err != nil {
				t.Fatal(err)
			}
			p := &preparation{instrumented: instrumented{files: []rewritten{{source: &source{path: "A.java", file: file}}}}}
			p.changedByBuild([]string{classes, jar, "/nowhere"})
			said := fmt.Sprint(p.notes)
			if c.want == "" && len(p.notes) > 0 || c.want != "" && (len(p.notes) != 1 || !strings.Contains(said, c.want)) {
				t.Errorf("said %s", said)
			}
		})
	}
}
