package jdk

import (
	"os"
	"path/filepath"
	"testing"
)

// jdks makes folders with a java and, where its name says so, a compiler.
func jdks(t *testing.T, programs ...string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for _, name := range programs {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// A build compiles with the JDK of JAVA_HOME: an older java that is first on the PATH could not load what it makes.
func TestClassesAreStartedByTheJavaThatCompilesThem(t *testing.T) {
	dir := jdks(t, "usual/bin/java", "other/bin/java")
	t.Setenv("PATH", filepath.Join(dir, "usual", "bin"))
	for _, c := range []struct{ home, want string }{
		{"", "java"},
		{filepath.Join(dir, "usual"), "java"},
		{filepath.Join(dir, "other"), filepath.Join(dir, "other", "bin", "java")},
		{filepath.Join(dir, "absent"), "java"},
	} {
		t.Setenv("JAVA_HOME", c.home)
		if got := Java(); got != c.want {
			t.Errorf("with JAVA_HOME=%s classes are started by %s, not %s", c.home, got, c.want)
		}
	}
}

func TestALaunchRunsTheJavaThatItsCommandNamesElseThatOfItsEnvironment(t *testing.T) {
	dir := jdks(t, "usual/bin/java", "ours/bin/java", "its/bin/java")
	java := func(name string) string { return filepath.Join(dir, name, "bin", "java") }
	t.Setenv("PATH", filepath.Join(dir, "usual", "bin"))
	t.Setenv("JAVA_HOME", filepath.Join(dir, "ours"))
	for _, c := range []struct {
		name    string
		command string
		env     map[string]string
		want    string
	}{
		{"a java that is named", java("its"), nil, java("its")},
		{"the java on the PATH", "java", map[string]string{"JAVA_HOME": filepath.Join(dir, "its")}, "java"},
		{"a build with a JAVA_HOME of its own", "mvn", map[string]string{"JAVA_HOME": filepath.Join(dir, "its")}, java("its")},
		{"a build whose JAVA_HOME is taken away", "mvn", map[string]string{"JAVA_HOME": ""}, "java"},
		{"a build", "mvn", nil, java("ours")},
	} {
		if got := Launched([]string{c.command, "test"}, c.env); got != c.want {
			t.Errorf("%s: %s, not %s", c.name, got, c.want)
		}
	}
}

func TestACompilerIsThatOfTheJavaHome(t *testing.T) {
	dir := jdks(t, "jdk/bin/javac", "jdk/jre/bin/java", "jre/bin/java")
	t.Setenv("JAVA_HOME", "")
	for _, c := range []struct{ home, want string }{
		{"", "javac"},
		{filepath.Join(dir, "jdk"), filepath.Join(dir, "jdk", "bin", "javac")},
		{filepath.Join(dir, "jdk", "jre"), filepath.Join(dir, "jdk", "bin", "javac")}, // of Java 8
		{filepath.Join(dir, "jre"), "javac"},
	} {
		if got := Compiler(c.home); got != c.want {
			t.Errorf("of %s the compiler is %s, not %s", c.home, got, c.want)
		}
	}
	t.Setenv("JAVA_HOME", filepath.Join(dir, "jdk")) // whose java is run, so that its compiler has to compile
	if got := Compiler(""); got != filepath.Join(dir, "jdk", "bin", "javac") {
		t.Errorf("of JAVA_HOME the compiler is %s", got)
	}
}
