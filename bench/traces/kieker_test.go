package traces

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"beagle/internal/need"
	"beagle/traces"
	"beagle/traces/classes"
	"beagle/traces/kieker/logs"
)

// kiekerClasspath fetches Kieker through Maven and compiles the comparison
// program, once.
var kiekerClasspath = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "beagle-kieker-")
	if err != nil {
		return "", err
	}
	kiekerFolder = dir
	for _, args := range [][]string{
		{"mvn", "-q", "-B", "-f", "java/pom.xml", "dependency:copy-dependencies", "-DoutputDirectory=" + dir},
		{"javac", "-cp", filepath.Join(dir, "*"), "-d", dir, "java/Reconstruct.java", "java/Program.java"},
	} {
		if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
			return "", fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, out)
		}
	}
	return filepath.Join(dir, "*") + string(os.PathListSeparator) + dir, nil
})

var kiekerFolder string // of it, for TestMain to remove

func classpath(t testing.TB) string {
	t.Helper()
	need.Maven(t)
	path, err := kiekerClasspath()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func TestMain(m *testing.M) {
	code := m.Run()
	if kiekerFolder != "" { // it was asked for
		os.RemoveAll(kiekerFolder)
	}
	os.Exit(code)
}

// damagedLog writes a text log of traces of which some have lost, doubled or
// swapped events, and returns its folder.
func damagedLog(t *testing.T, seed uint64) string {
	t.Helper()
	const flow = "kieker.common.record.flow.trace."
	dir := t.TempDir()
	names := "$0=" + flow + "TraceMetadata\n$1=" + flow + "operation.BeforeOperationEvent\n$2=" + flow + "operation.AfterOperationEvent\n"
	rng := rand.New(rand.NewPCG(seed, 1))
	var lines []string
	now := 1_700_000_000_000_000_000
	for trace := range 300 {
		var own []string
		own = append(own, fmt.Sprintf("$0;-1;%d;1;<no-session-id>;host;-1;-1", trace))
		order := 0
		var call func(depth int)
		call = func(depth int) {
			op := rng.IntN(4)
			event := func(class int) {
				now += 10
				own = append(own, fmt.Sprintf("$%d;-1;%d;%d;%d;void p.C%d.m%d();p.C%d", class, now, trace, order, op/2, op, op/2))
				order++
			}
			event(1)
			for range rng.IntN(3) {
				if depth < 3 {
					call(depth + 1)
				}
			}
			event(2)
		}
		call(0)
		at := rng.IntN(len(own))
		switch rng.IntN(8) {
		case 0: // lost
			own = slices.Delete(own, at, at+1)
		case 1: // twice
			own = slices.Insert(own, at, own[at])
		case 2: // in another order
			rng.Shuffle(len(own), func(i, j int) { own[i], own[j] = own[j], own[i] })
		case 3: // never ended
			own = own[:at+1]
		}
		lines = append(lines, own...)
	}
	files := map[string]string{"kieker.map": names, "kieker-20260101-000000000-UTC-001.dat": strings.Join(lines, "\n") + "\n"}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// verdicts are "valid id" and "invalid id" of a log's traces by Beagle.
func verdicts(t *testing.T, dir string) []string {
	t.Helper()
	var all []string
	engine := traces.NewEngine(traces.Options{MaxInvalid: 1 << 20, Trace: func(trace classes.Trace) {
		all = append(all, fmt.Sprintf("valid %d", trace.ID))
	}})
	if _, err := logs.Read(t.Context(), []string{dir}, logs.Options{Open: engine.Open}); err != nil {
		t.Fatal(err)
	}
	for _, i := range engine.Result().Examples {
		all = append(all, fmt.Sprintf("invalid %d", i.Trace.ID))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Kieker judges by counts and order indexes; what it calls valid or invalid we
// must call the same.
func TestTheSameTracesAreValidAsForKieker(t *testing.T) {
	path := classpath(t)
	var logs []string
	for seed := range uint64(4) {
		logs = append(logs, damagedLog(t, seed))
	}
	for _, log := range logs {
		out, err := exec.Command("java", "-cp", path, "Reconstruct", "dir", log).Output()
		if err != nil {
			t.Fatal(err)
		}
		want := strings.Split(strings.TrimSpace(string(out)), "\n")
		slices.Sort(want)
		want = slices.Compact(want)
		got := verdicts(t, log)
		if len(want) < 250 {
			t.Fatalf("Kieker found %d traces only", len(want))
		}
		for _, line := range got {
			if !slices.Contains(want, line) {
				t.Errorf("only Beagle says: %s", line)
			}
		}
		for _, line := range want {
			if !slices.Contains(got, line) {
				t.Errorf("only Kieker says: %s", line)
			}
		}
	}
}
