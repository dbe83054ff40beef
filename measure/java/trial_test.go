package java

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"beagle/internal/need"
	"beagle/measure/java/jdk"
)

// In the inner block no probe can be named, in whatever form.
const hiding = `package b;

public class User {
    static String use(Object o) { return "" + (o != null); }

    public static void main(String[] args) {
        String s = use(new Object());
        {
            Object beagle_rt = "x";
            s += use(beagle_rt.toString());
        }
        s += use(s + 1);
        System.out.println(s);
    }
}
`

// tree writes files, by name, below a new folder whose name has a space.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "a tree")
	for name, text := range files {
		if err := jdk.WriteFile(filepath.Join(folder, filepath.FromSlash(name)), []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func TestWhatDoesNotCompileCostsItsOwnProbesOnly(t *testing.T) {
	need.Java(t)
	from := tree(t, map[string]string{
		"src/main/java/Main.java":       narrowing,
		"src/main/java/b/User.java":     hiding,
		"src/main/java/b/Latin.java":    "package b;\n\nclass Latin {\n    String umlaut() { return \"\xe4\"; }\n}\n",
		"other/src/main/java/Main.java": strings.Replace(narrowing, "1 + 1", "1 + 3", 1), // the same class in another module
		"src/main/java/b/Long.java":     "package b;\n\nclass Long {\n    static int sum(int n) {\n        int s = n;\n" + strings.Repeat("        s += Math.max(s, n);\n", 200) + "        return s;\n    }\n}\n",
		"src/test/java/b/UserTest.java": "package b;\n\nimport org.junit.Test;\n\nclass UserTest {\n    void uses() { User.main(null); }\n}\n",
	})
	before := hashes(t, from, nil)
	out := filepath.Join(t.TempDir(), "with probes")
	result, err := InstrumentEverything(t.Context(), from, out, Compile{})
	if err != nil {
		t.Fatal(err)
	}
	if after := hashes(t, from, nil); !maps.Equal(before, after) {
		t.Errorf("the tree was\n%v\nand is\n%v", before, after)
	}
	if result.Lost < 3 || result.Lost > 6 || result.Tried.Files != 5 || result.Tried.Unknown != 1 {
		t.Errorf("%d lost, %+v", result.Lost, result.Tried)
	}
	lost, unknown, huge := 0, 0, 0
	for _, note := range result.Notes {
		switch {
		case strings.HasPrefix(note.Message, "with probes 1 method has code of more than 8000 bytes") && strings.HasSuffix(note.Message, "as b.Long.sum"):
			huge++
		case note.Line >= 8 && note.Line <= 11 && filepath.Base(note.File) == "User.java" && strings.Contains(note.Message, " has no probes: the compiler rejects them: "):
			lost++
		case filepath.Base(note.File) == "UserTest.java" && strings.Contains(note.Message, "package org.junit does not exist") && strings.Contains(note.Hint, "--class-path"):
			unknown++
		default:
			t.Errorf("note: %v", note)
		}
	}
	if lost == 0 || unknown != 1 || huge != 1 {
		t.Errorf("notes: %v", result.Notes)
	}
	for _, module := range []string{".", "other"} {
		classes := t.TempDir()
		cmd := exec.Command("javac", "-nowarn", "-encoding", "ISO-8859-1", "-sourcepath", "src/main/java", "-d", classes, "src/main/java/Main.java")
		if module == "." {
			cmd.Args = append(cmd.Args, "src/main/java/b/User.java", "src/main/java/b/Latin.java")
		}
		cmd.Dir = filepath.Join(out, module)
		if said, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", module, err, said)
		}
	}
	text, err := os.ReadFile(filepath.Join(out, "src/main/java/b/User.java"))
	if err != nil || strings.Count(string(text), "beagle_rt.P.a(") != 2 {
		t.Errorf("the other arguments are recorded no more:\n%s", text)
	}
}

func TestWhatTheTreeNeedsIsOnTheClassPath(t *testing.T) {
	need.Java(t)
	library := t.TempDir()
	source := filepath.Join(library, "lib", "Library.java")
	if err := jdk.WriteFile(source, []byte("package lib;\n\npublic class Library {\n    public static int two() { return 2; }\n}\n")); err != nil {
		t.Fatal(err)
	}
	if said, err := exec.Command("javac", "-d", library, source).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	from := tree(t, map[string]string{"Main.java": strings.Replace(narrowing, "n = 3", "n = lib.Library.two()", 1)})
	for _, c := range []struct {
		path           []string
		files, unknown int
	}{{nil, 0, 1}, {[]string{library}, 1, 0}} {
		result, err := InstrumentEverything(t.Context(), from, filepath.Join(t.TempDir(), "out"), Compile{Path: c.path})
		if err != nil || result.Tried.Files != c.files || result.Tried.Unknown != c.unknown || result.Lost != 0 {
			t.Errorf("class path %q: %+v %v", c.path, result.Tried, err)
		}
	}
}

// A heap of programs of which each has a class of the same name is not compiled
// one by one.
func TestOfManyClassesOfOneNameAFewAreCompiled(t *testing.T) {
	need.Java(t)
	files := map[string]string{}
	for i := range MaxGroups + 3 {
		files[fmt.Sprintf("%d/Main.java", i)] = "class Main {\n    int one() { return 1; }\n}\n"
	}
	result, err := InstrumentEverything(t.Context(), tree(t, files), filepath.Join(t.TempDir(), "out"), Compile{})
	if err != nil || result.Tried.Files != MaxGroups || result.Tried.Unknown != 3 || len(result.Notes) != 1 {
		t.Errorf("%+v %v %v", result.Tried, result.Notes, err)
	}
}

func TestACopyIsThereHoweverLongItsCompilationTakes(t *testing.T) {
	need.Java(t)
	from, out := tree(t, map[string]string{"Main.java": narrowing}), filepath.Join(t.TempDir(), "out")
	result, err := InstrumentEverything(t.Context(), from, out, Compile{Within: time.Millisecond})
	if err != nil || result.Tried.Files != 0 || result.Tried.Unknown != 1 || result.Lost != 0 || result.Sites == 0 {
		t.Errorf("%+v %v", result, err)
	}
	if n := len(result.Notes); n == 0 || !strings.Contains(result.Notes[n-1].Message, "javac took longer than 1ms") {
		t.Errorf("notes: %v", result.Notes)
	}
	if text, err := os.ReadFile(filepath.Join(out, "Main.java")); err != nil || !strings.Contains(string(text), "beagle_rt.P.") {
		t.Errorf("no probes: %v\n%s", err, text)
	}
}

// Where only the project's build knows how it is compiled, that is asked.
func TestTheBuildSaysWhatDoesNotCompile(t *testing.T) {
	need.Java(t)
	from := tree(t, map[string]string{
		"Main.java": narrowing,
		"build.sh":  "#!/bin/sh\nexec javac -d classes Main.java\n",
	})
	result, err := InstrumentEverything(t.Context(), from, filepath.Join(t.TempDir(), "out"), Compile{Build: []string{"sh", "build.sh"}})
	if err != nil || result.Tried.By != "sh build.sh" || result.Tried.Files != 1 || len(result.Notes) > 0 {
		t.Errorf("%+v %v %v", result.Tried, result.Notes, err)
	}
	result, err = InstrumentEverything(t.Context(), from, filepath.Join(t.TempDir(), "out"), Compile{Build: []string{"false"}})
	if err == nil || !strings.Contains(err.Error(), "the build of the instrumented copy failed (exit code 1)") {
		t.Errorf("%+v %v", result, err)
	}
}

// An order's copy loses what does not compile, and no more.
func TestAnInstrumentedCopyCompiles(t *testing.T) {
	need.Java(t)
	from := tree(t, map[string]string{"demo/Main.java": program})
	result, err := Instrument(t.Context(), from, order(t, filepath.Join(from, "demo", "Main.java")), "", filepath.Join(t.TempDir(), "out"), Compile{})
	if err != nil || result.Tried.Files != 1 || result.Lost != 0 || result.Sites == 0 {
		t.Errorf("%+v %v", result, err)
	}
}
