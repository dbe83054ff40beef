package java

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestJavacsFoldersAreMade(t *testing.T) {
	dir := t.TempDir()
	absolute := filepath.Join(t.TempDir(), "generated")
	if err := makeOutputs(dir, []string{"-d", "target/classes", "-s", absolute, "A.java"}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{filepath.Join(dir, "target", "classes"), absolute} {
		if info, err := os.Stat(want); err != nil || !info.IsDir() {
			t.Errorf("%s was not made: %v", want, err)
		}
	}
}

func TestStepsThatCompileAreToldFromChecks(t *testing.T) {
	for log, want := range map[string]string{
		"[ERROR] Failed to execute goal org.apache.maven.plugins:maven-compiler-plugin:3.13.0:compile (default-compile) on project a: Compilation failure": "",
		"[ERROR] Failed to execute goal com.example:house-style-plugin:1.0:check (default) on project a: style":                                            "com.example:house-style-plugin:1.0:check",
		"Execution failed for task ':app:compileJava'.": "",
		"Execution failed for task ':app:houseStyle'.":  ":app:houseStyle",
		"A.java:3: error: Execution of no task failed":  "",
	} {
		if got := failedCheck(log); got != want {
			t.Errorf("%s: %q, want %q", log, got, want)
		}
	}
	if hint := notChecked(":app:houseStyle"); !strings.Contains(hint, "-x, app:houseStyle]") {
		t.Error(hint)
	}
}

func TestAParentOutsideOfTheCopyIsToldFromWhatProbesDo(t *testing.T) {
	for log, want := range map[string]bool{
		"[FATAL] Non-resolvable parent POM for a:b:1: Could not find artifact a:p:pom:1 and 'parent.relativePath' points at wrong local POM @ line 5, column 11": true,
		"[FATAL] Non-resolvable parent POM for a:b:1: Could not transfer artifact a:p:pom:1 from/to central":                                                     false,
	} {
		if got := misplaced(log); got != want {
			t.Errorf("%s: %t, want %t", log, got, want)
		}
	}
}
