package launches

import (
	"os"
	"path/filepath"
	"testing"
)

// A build compiles with the JDK of JAVA_HOME: an older java that is first on the PATH could not load what it makes.
func TestClassesAreStartedByTheJavaThatCompilesThem(t *testing.T) {
	dir := t.TempDir()
	program := func(name string) string {
		t.Helper()
		path := filepath.Join(dir, name, "bin", "java")
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		return path
	}
	usual, other := program("usual"), program("other")
	t.Setenv("PATH", filepath.Dir(usual))
	for _, c := range []struct{ home, want string }{
		{"", "java"}, {filepath.Join(dir, "usual"), "java"}, {filepath.Join(dir, "other"), other}, {filepath.Join(dir, "absent"), "java"},
	} {
		t.Setenv("JAVA_HOME", c.home)
		if got := javaProgram(); got != c.want {
			t.Errorf("with JAVA_HOME=%s classes are started by %s, not %s", c.home, got, c.want)
		}
	}
}
