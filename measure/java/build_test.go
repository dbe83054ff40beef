package java

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"beagle/internal/need"
	"beagle/measure/java/jdk"
)

// Builds that name the files they compile find the probes' class too, and write
// to folders that only the project has.
func TestBuildsThatNameTheirFiles(t *testing.T) {
	need.Java(t)
	for _, c := range []struct {
		name  string
		long  bool // only with BEAGLE_LONG=1
		build []string
	}{
		{"no source path", false, []string{"javac", jdk.Quick, "-d", "target/classes", "src/demo/Main.java"}},
		{"a source path without the sources", true, []string{"javac", jdk.Quick, "-sourcepath", "lib", "-d", "target/classes", "src/demo/Main.java"}},
		{"nothing implicit", true, []string{"javac", jdk.Quick, "-implicit:none", "-sourcepath", "src", "-d", "target/classes", "src/demo/Main.java"}},
		{"behind env", true, []string{"env", "A=b", "javac", jdk.Quick, "-d", "target/classes", "src/demo/Main.java"}},
		{"a script", false, []string{"sh", "build.sh"}},
		{"a script that finds its files", true, []string{"sh", "find.sh"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.long && !need.Long() {
				t.Skip("a variant; BEAGLE_LONG=1 runs it")
			}
			project := t.TempDir()
			file := filepath.Join(project, "src", "demo", "Main.java")
			for path, text := range map[string]string{
				file:                                program,
				filepath.Join(project, "build.sh"):  "javac -d target/classes src/demo/Main.java\n",
				filepath.Join(project, "find.sh"):   "javac -d target/classes $(find src -name '*.java')\n",
				filepath.Join(project, "lib", "no"): "",
			} {
				need.File(t, path, text)
			}
			p, err := NewTool(Options{Project: project, WorkDir: t.TempDir(), Build: c.build}).Prepare(context.Background(), order(t, file))
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			if len(p.Notes()) != 3 { // widened demand, missing file, how it is delivered; nothing was taken out
				t.Errorf("notes: %v", p.Notes())
			}
			classes := filepath.Join(p.(*preparation).delivery.Dir("target"), "classes")
			for _, class := range []string{"demo/Main.class", "beagle_rt/P.class"} {
				if _, err := os.Stat(filepath.Join(classes, class)); err != nil {
					t.Errorf("%s was not built", class)
				}
			}
		})
	}
}
