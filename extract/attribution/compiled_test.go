package attribution

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"beagle/internal/need"
)

// Where the helper cannot be kept, java compiles it.
func TestTheHelperIsCompiledOnceWhereItCanBeKept(t *testing.T) {
	need.Java(t)
	file := filepath.Join(t.TempDir(), "A.java")
	need.File(t, file, "class A { int a(int n) { return Math.abs(n); } }\n")
	cache, none := t.TempDir(), filepath.Join(t.TempDir(), "file")
	need.File(t, none, "no folder")
	var made time.Time
	for _, folder := range []string{cache, cache, none, ""} {
		p, err := Attribute(t.Context(), Sources{Files: []string{file}, Cache: folder}, nil)
		if err != nil || p.Methods["A#a(int)"] == nil {
			t.Fatalf("kept in %q: %+v, %v", folder, p, err)
		}
		kept, err := filepath.Glob(filepath.Join(cache, "attribution", "*"))
		if err != nil || len(kept) != 1 {
			t.Fatalf("kept are %v, %v", kept, err)
		}
		info, err := os.Stat(kept[0])
		if err != nil || !made.IsZero() && !info.ModTime().Equal(made) {
			t.Errorf("made again at %v, first at %v, %v", info.ModTime(), made, err)
		}
		made = info.ModTime()
	}
}

func TestAHelperThatIsBrokenIsNoneThatIsKept(t *testing.T) {
	need.Java(t)
	work, jar := t.TempDir(), filepath.Join(t.TempDir(), "a", "helper.jar")
	before := helper
	helper = []byte("class Helper {")
	err := compile(t.Context(), jar, work)
	helper = before
	if _, missing := os.Stat(jar); err == nil || !os.IsNotExist(missing) {
		t.Errorf("%v, %v", err, missing)
	}
}

// A project may need Java 8, and JAVA_HOME name it: the helper runs with the newer one on the PATH.
func TestAJavaHomeThatIsTooOldIsNotAskedForCalls(t *testing.T) {
	home := need.Folder(t, map[string]string{"bin/java": "#!/bin/sh\nexit 1\n"})
	if err := os.Chmod(filepath.Join(home, "bin", "java"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("JAVA_HOME", home)
	if got := java(); got != "java" {
		t.Errorf("of Java 8 it is %s", got)
	}
	need.File(t, filepath.Join(home, "lib", "modules"), "")
	if got := java(); got != filepath.Join(home, "bin", "java") {
		t.Errorf("of a newer one it is %s", got)
	}
}
