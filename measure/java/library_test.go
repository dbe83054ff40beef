package java

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/internal/need"
	"beagle/measure/java/jdk"
)

// fakeJava is a java that says another version than it is.
func fakeJava(t *testing.T, version string) string {
	t.Helper()
	java := filepath.Join(t.TempDir(), "bin", "java")
	if err := os.MkdirAll(filepath.Dir(java), 0o755); err != nil {
		t.Fatal(err)
	}
	script := "#!/bin/sh\necho 'openjdk version \"" + version + "\" 2024-01-16' >&2\n"
	if err := os.WriteFile(java, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	return java
}

// The version of Kieker follows the java of each launch, unless one is asked for.
func TestKiekerFitsTheJavaOfTheLaunch(t *testing.T) {
	need.Maven(t)
	old, young := fakeJava(t, "1.8.0_402"), fakeJava(t, "21.0.2")
	jar := filepath.Join(t.TempDir(), "own.jar")
	home, err := (artifact{"net.kieker-monitoring", "kieker", kiekerJava8}).find(context.Background(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(home, jar); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, asked string
		command     []string
		env         map[string]string
		want        string
	}{
		{"Java 8", "", []string{old, "-jar", "x.jar"}, nil, "kieker-1.15.4.jar"},
		{"Java 21", "", []string{young, "-jar", "x.jar"}, nil, "kieker-2.0.2.jar"},
		{"Maven below Java 8", "", []string{"mvn", "test"}, map[string]string{"JAVA_HOME": filepath.Dir(filepath.Dir(old))}, "kieker-1.15.4.jar"},
		{"a version asked for", "1.15.4", []string{young}, nil, "kieker-1.15.4.jar"},
		{"a jar asked for", jar, []string{young}, nil, "own.jar"},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := &kiekerProbes{Wanted: c.asked, Work: t.TempDir(), Say: func(string) {}}
			path, err := k.classPath(context.Background(), jdk.Launched(c.command, c.env), []string{"beagle_rt"})
			if err != nil {
				t.Fatal(err)
			}
			parts := filepath.SplitList(path)
			if filepath.Base(parts[0]) != c.want {
				t.Errorf("Kieker is %s, not %s", parts[0], c.want)
			}
			class, err := os.ReadFile(filepath.Join(parts[len(parts)-1], "beagle_rt", "KiekerStore.class"))
			if err != nil || len(class) < 8 || class[7] != 52 {
				t.Errorf("Java 8 cannot load our classes: %v %v", class, err)
			}
		})
	}
	k := &kiekerProbes{Wanted: "/nowhere/kieker.jar", Work: t.TempDir()}
	if _, err := k.classPath(context.Background(), young, []string{"beagle_rt"}); err == nil || !strings.Contains(err.Error(), "/nowhere/kieker.jar") {
		t.Errorf("a jar that is not there: %v", err)
	}
}
