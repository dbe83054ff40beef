package e2e

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"beagle/internal/need"
	"beagle/model"
)

// undrivable is a program whose methods do what no driver can measure, and one that it can.
var undrivable = map[string]string{
	"src/bad/Good.java": `package bad;

public class Good {
    public static int letters(String text) {
        int n = 0;
        for (int i = 0; i < text.length(); i++) {
            n += Character.isLetter(text.charAt(i)) ? 1 : 0;
        }
        return n;
    }
}
`,
	"src/bad/Unloaded.java": `package bad;

public class Unloaded {
    static final int LIMIT = Integer.parseInt("none");

    public static int use(int n) { return n + LIMIT; }
}
`,
	"src/bad/Unmade.java": `package bad;

public class Unmade {
    public Unmade(String name) { throw new IllegalStateException("no licence"); }

    public int use(int n) { return n; }
}
`,
	"src/bad/Bad.java": `package bad;

public class Bad {
    static java.util.List<byte[]> kept = new java.util.ArrayList<>();
    static volatile long turns;

    public static int forever(int n) {
        while (n != Integer.MIN_VALUE) {
            n |= 1;
        }
        return n;
    }

    public static int eats(int n) {
        while (kept.size() >= 0) {
            kept.add(new byte[1 << 20]);
        }
        return n;
    }

    public static int exits(int n) {
        System.exit(3);
        return n;
    }

    public static int halts(int n) {
        Runtime.getRuntime().halt(3);
        return n;
    }

    public static int spins(int n) {
        new Thread(() -> { while (true) { turns++; } }).start();
        return n + 1;
    }

    public static int prints(String text) {
        for (int i = 0; i < 200; i++) {
            System.out.println("all work and no play makes Jack a dull boy " + text.length());
        }
        return text.length();
    }

    public static int leaves(int n) {
        new Thread(() -> { try { Thread.sleep(1000000); } catch (InterruptedException e) { return; } }).start();
        return n + 1;
    }
}
`,
}

// A method that cannot be driven costs its own answer only: the message says what happened, where, and what to do, the
// others are learnt, nothing of the project changes, and no process is left.
func TestWhatCannotBeDrivenIsSaidAndTheOthersAreLearnt(t *testing.T) {
	t.Parallel() // nothing that depends on times is asserted
	need.Java(t)
	long(t)
	dir := need.Folder(t, undrivable)
	says := map[string][]string{
		"bad.Unloaded.use(int)":  {`its class cannot be used: java.lang.NumberFormatException: For input string: "none" at bad.Unloaded.<clinit>(Unloaded.java:4)`, "mend what runs when the class is first used"},
		"bad.Unmade.use(int)":    {"its inputs cannot be made", "java.lang.IllegalStateException: no licence at bad.Unmade.<init>(Unmade.java:4)", `drive: {inputs: {"bad.Unmade.use": X}}`},
		"bad.Bad.forever(int)":   {"a call did not return within 2 s, with {n.VALUE=", "at bad.Bad.forever (Bad.java:", "give inputs for which it returns"},
		"bad.Bad.eats(int)":      {"calls need more memory than the 1g that drivers have at bad.Bad.eats(Bad.java:", "give smaller inputs"},
		"bad.Bad.exits(int)":     {"a call ended the JVM (System.exit)", "at bad.Bad.exits (Bad.java:", "name the method below it that computes"},
		"bad.Bad.halts(int)":     {"a call ended the JVM at once (Runtime.halt), with exit code 3", "name the method below it that computes"},
		"bad.Bad.spins(int)":     {"threads behind that go on computing", "at bad.Bad.lambda$spins", "end these threads in the call"},
		"bad.Bad.prints(String)": {"calls print", "went nowhere", "the cost has the making of these texts"},
		"bad.Bad.leaves(int)":    {"calls leave threads behind", "they were ended with the JVM"},
	}
	arguments := []string{"cost", ".", "bad.Good.letters(String)", "--for", "6s", "--unsafe", "--output", "json"}
	arguments = append(arguments, slices.Sorted(maps.Keys(says))...)
	out := call(t, dir, arguments...)
	var result struct {
		Methods []struct {
			Method   string
			Driver   string
			Final    *struct{ StoEx string }
			Problems []model.Problem
		}
	}
	if err := json.Unmarshal([]byte(out.stdout), &result); err != nil || out.code != 4 || len(result.Methods) != len(says)+1 {
		t.Fatalf("exit code %d, %d methods: %v\n%s\n%s", out.code, len(result.Methods), err, out.stdout, out.stderr)
	}
	for _, m := range result.Methods {
		wanted := says[m.Method]
		if learns := m.Method == "bad.Good.letters(String)" || len(wanted) > 0 && strings.HasPrefix(wanted[0], "calls print") || m.Method == "bad.Bad.leaves(int)"; learns != (m.Final != nil) {
			t.Errorf("%s: learnt %v, %v", m.Method, m.Final != nil, m.Problems)
		}
		all := ""
		for _, p := range m.Problems {
			all += p.Message + "\n" + p.Hint + "\n"
		}
		for _, text := range wanted {
			if !strings.Contains(all, text) {
				t.Errorf("%s does not say %q:\n%s", m.Method, text, all)
			}
		}
	}
	for _, text := range []string{"goroutine", "panic", ".go:"} {
		if strings.Contains(out.stdout+out.stderr, text) {
			t.Errorf("shows %q", text)
		}
	}
	unchanged(t, dir, undrivable)
	classes := filepath.Dir(filepath.Dir(result.Methods[0].Driver)) // those that a driver's JVM has on its class path
	if said, err := exec.Command("ps", "-eo", "args").Output(); err != nil || bytes.Contains(said, []byte(classes)) {
		t.Errorf("processes are left: %v\n%s", err, said)
	}
}

func unchanged(t *testing.T, dir string, program map[string]string) {
	t.Helper()
	for name, text := range program {
		if now, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(now) != text {
			t.Errorf("%s is otherwise now: %v", name, err)
		}
	}
}

// What javac does not take is said with its place, by cost and by model, and nothing is written beside it.
func TestAProjectThatDoesNotCompileIsSaid(t *testing.T) {
	t.Parallel()
	need.Java(t)
	program := map[string]string{
		"src/bad/Good.java":   undrivable["src/bad/Good.java"],
		"src/bad/Broken.java": "package bad;\n\npublic class Broken {\n    public static int use(int n) { return twelve; }\n}\n",
	}
	for name, command := range map[string][]string{"cost": {"cost", ".", "Broken.use"}, "model": {"model", "--yes"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := need.Folder(t, program)
			out := call(t, dir, command...)
			if out.code == 0 || !strings.Contains(out.stderr+out.stdout, "Broken.java:4") || !strings.Contains(out.stderr+out.stdout, "twelve") || !strings.Contains(out.stderr+out.stdout, "make it build") && !strings.Contains(out.stderr+out.stdout, "build it first") {
				t.Errorf("exit code %d\n%s\n%s", out.code, out.stdout, out.stderr)
			}
			unchanged(t, dir, program)
		})
	}
}
