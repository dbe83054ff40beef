package java

import (
	"os"
	"path/filepath"
	"testing"

	"beagle/internal/need"
	"beagle/measure/java/jdk"
)

// Source folders that are compiled together get the runtime once: those of one
// source set of Maven or Gradle, and others where the compiler says so.
func TestTheRuntimeGoesOnceIntoACompilation(t *testing.T) {
	need.Java(t)
	for _, c := range []struct {
		name, first, second string
	}{
		{"a source set", "src/main/java-templates", "src/main/java"},
		{"another layout", "gen", "src"},
	} {
		t.Run(c.name, func(t *testing.T) {
			project := t.TempDir()
			for name, text := range map[string]string{
				c.first + "/a/A.java":  "package a;\n\npublic class A {\n    public static int one() {\n        return 1;\n    }\n}\n",
				c.second + "/b/B.java": "package b;\n\npublic class B {\n    public static int two() {\n        return a.A.one() + 1;\n    }\n}\n",
			} {
				if err := jdk.WriteFile(filepath.Join(project, filepath.FromSlash(name)), []byte(text)); err != nil {
					t.Fatal(err)
				}
			}
			out := filepath.Join(t.TempDir(), "out")
			build := []string{"sh", "-c", "javac -d classes $(find . -name '*.java')"}
			result, err := InstrumentEverything(t.Context(), project, out, Compile{Build: build})
			if err != nil || result.Lost > 0 || result.Tried.Files != 2 {
				t.Fatalf("%+v %v", result, err)
			}
			homes, err := filepath.Glob(filepath.Join(out, "*", "beagle_rt"))
			if inner, _ := filepath.Glob(filepath.Join(out, "src", "main", "*", "beagle_rt")); err == nil {
				homes = append(homes, inner...)
			}
			runtimes := 0
			for _, home := range homes {
				if _, err := os.Stat(filepath.Join(home, "P.java")); err == nil {
					runtimes++
				}
			}
			if runtimes != 1 {
				t.Errorf("the runtime's sources lie in %v", homes)
			}
		})
	}
}
