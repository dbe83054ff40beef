package e2e

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/internal/need"
	"beagle/model"
)

// texts is a program whose own launch uses its library with one size only.
var texts = map[string]string{
	"src/main/java/lib/Texts.java": `package lib;

public class Texts {
    /** Cost grows with the number of characters. */
    public int words(String text) {
        int n = 0;
        boolean inside = false;
        for (int i = 0; i < text.length(); i++) {
            boolean letter = Character.isLetter(text.charAt(i));
            n += letter && !inside ? 1 : 0;
            inside = letter;
        }
        return n;
    }
}
`,
	"src/main/java/app/Main.java": `package app;

public class Main {
    public static void main(String[] all) {
        lib.Texts texts = new lib.Texts();
        int n = 0;
        for (int i = 0; i < 20000; i++) {
            n += texts.words("to be or not to be, that is the question ".repeat(20));
        }
        System.out.println(n);
    }
}
`,
}

// The program's own launch passes texts of one size: only a driver shows what a word more costs.
func TestAModelOfADrivenLibraryKnowsHowItsCostGrows(t *testing.T) { growing(t, texts) }

// A library that nothing launches is called by drivers alone.
func TestALibraryWithoutTestsIsDriven(t *testing.T) {
	library := maps.Clone(texts)
	delete(library, "src/main/java/app/Main.java")
	growing(t, library)
}

func growing(t *testing.T, program map[string]string) {
	t.Helper()
	t.Parallel() // that a demand grows at all is seen beside others, too
	need.Java(t)
	long(t)
	dir := need.Folder(t, program)
	out := call(t, dir, "model", "--yes", "--set", "drive.mode=on", "--set", "measure.launches=1", "--set", "measure.budget=5s", "--set", "judge.write=all", "--set", "timeout.limit=2m")
	if out.code != 0 && out.code != 4 && out.code != 6 { // 4: the judge wants more; 6: the time was over, with results
		t.Fatalf("exit code %d\n%s\n%s", out.code, out.stdout, out.stderr)
	}
	if n := strings.Count(out.stdout, "\n"); n > 20 || !strings.HasPrefix(out.stdout, "Prediction check") {
		t.Errorf("the end has %d lines:\n%s", n, out.stdout)
	}
	settings, err := os.ReadFile(filepath.Join(dir, "beagle.yaml"))
	if err != nil || !strings.Contains(string(settings), "driver of lib.Texts.words(String)") {
		t.Fatalf("no driver is a launch: %v\n%s\n%s", err, settings, out.stderr)
	}
	repositories, _ := filepath.Glob(filepath.Join(dir, "model", "*.repository"))
	if len(repositories) != 1 {
		t.Fatalf("models: %v", repositories)
	}
	var demands []string
	for _, e := range elements(t, repositories[0]) {
		if e.Kind == model.InternalAction {
			demands = append(demands, e.Old)
		}
	}
	if len(demands) != 1 || !strings.Contains(demands[0], "text.BYTESIZE") && !strings.Contains(demands[0], "text.NUMBER_OF_ELEMENTS") {
		t.Errorf("demands are %q, which say nothing of the text's size\n%s\n%s", demands, out.stdout, out.stderr)
	}
	if check := call(t, dir, "check"); strings.Contains(check.stdout+check.stderr, "changed since") {
		t.Errorf("drivers count as sources that have changed:\n%s\n%s", check.stdout, check.stderr)
	}
	for name, text := range program {
		if now, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(now) != text {
			t.Errorf("%s is otherwise now: %v", name, err)
		}
	}
}

// What the end of beagle model says is to be added to beagle.yaml has the service driven the next time.
func TestTheLineThatTheEndAsksForHasAServiceDriven(t *testing.T) {
	t.Parallel()
	need.Java(t)
	long(t)
	program := maps.Clone(texts)
	program["src/main/java/lib/Store.java"] = `package lib;

import java.nio.file.Files;
import java.nio.file.Path;

public class Store {
    public long save(String text) throws java.io.IOException {
        Path file = Files.createTempFile("store", ".txt");
        Files.write(file, text.getBytes("UTF-8"));
        long size = Files.size(file);
        Files.delete(file);
        return size;
    }
}
`
	program["src/main/java/app/Main.java"] = `package app;

public class Main {
    public static void main(String[] all) throws Exception {
        lib.Store store = new lib.Store();
        long n = 0;
        for (int i = 0; i < 2000; i++) {
            n += store.save("to be or not to be, that is the question ".repeat(100));
        }
        System.out.println(n);
    }
}
`
	dir := need.Folder(t, program)
	settings := filepath.Join(dir, "beagle.yaml")
	model := func() (stdout, yaml string) {
		out := call(t, dir, "model", "--yes", "--set", "measure.launches=1", "--set", "measure.budget=5s", "--set", "timeout.limit=1m")
		if out.code != 0 && out.code != 4 && out.code != 6 {
			t.Fatalf("exit code %d\n%s\n%s", out.code, out.stdout, out.stderr)
		}
		data, err := os.ReadFile(settings)
		if err != nil {
			t.Fatal(err)
		}
		return out.stdout, string(data)
	}
	const line, launch = `drive: {allow: ["lib.Store.save"]}`, "driver of lib.Store.save(String)"
	if said, yaml := model(); !strings.Contains(said, "Not driven: lib.Store.save(String) writes files") || !strings.Contains(said, line) || strings.Contains(yaml, launch) {
		t.Fatalf("the end does not say what to add:\n%s\n%s", said, yaml)
	}
	data, err := os.ReadFile(settings)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(settings, append(data, line+"\n"...), 0o600); err != nil {
		t.Fatal(err)
	}
	if said, yaml := model(); strings.Contains(said, "Not driven") || !strings.Contains(yaml, launch) {
		t.Errorf("it is not driven:\n%s\n%s", said, yaml)
	}
}
