package traces

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"beagle/traces"
	"beagle/traces/classes"
	"beagle/traces/kieker/logs"
	"beagle/traces/show"
)

// callsLog writes a text log of traces with calls, of operations and of
// constructors, of which some have no entry, or that of another one; every trace
// is complete.
func callsLog(t *testing.T, traces int) string {
	t.Helper()
	const flow = "kieker.common.record.flow.trace."
	dir := t.TempDir()
	names := "$0=" + flow + "TraceMetadata\n"
	for i, class := range []string{"operation.BeforeOperationEvent", "operation.AfterOperationEvent", "operation.CallOperationEvent", "operation.constructor.BeforeConstructorEvent", "operation.constructor.AfterConstructorEvent", "operation.constructor.CallConstructorEvent"} {
		names += fmt.Sprintf("$%d=%s%s\n", i+1, flow, class)
	}
	rng := rand.New(rand.NewPCG(7, 1))
	var out strings.Builder
	now := 1_700_000_000_000_000_000
	for trace := range traces {
		fmt.Fprintf(&out, "$0;-1;%d;1;<no-session-id>;host;-1;-1\n", trace)
		order := 0
		event := func(class int, rest string) {
			now += 10
			fmt.Fprintf(&out, "$%d;-1;%d;%d;%d;%s\n", class, now, trace, order, rest)
			order++
		}
		// Operations 4 and 5 are constructors.
		signature := func(op int) string {
			if op >= 4 {
				return fmt.Sprintf("public p.C%d.<init>();p.C%d", op/2, op/2)
			}
			return fmt.Sprintf("void p.C%d.m%d();p.C%d", op/2, op, op/2)
		}
		kind := func(op int) int { return op / 4 * 3 }
		call := func(from, to int) { event(3+kind(to), signature(from)+";"+signature(to)) }
		var body func(op, depth int)
		enter := func(op, depth int) {
			event(1+kind(op), signature(op))
			body(op, depth)
			event(2+kind(op), signature(op))
		}
		body = func(op, depth int) {
			for range rng.IntN(4) {
				inner := rng.IntN(6)
				switch rng.IntN(5) {
				case 0: // called without an entry: code without probes
					call(op, inner)
				case 1: // the entry of another one follows
					call(op, inner)
					if depth < 3 {
						enter((inner+1+rng.IntN(5))%6, depth+1)
					}
				case 2: // entered without a call
					if depth < 3 {
						enter(inner, depth+1)
					}
				default:
					call(op, inner)
					if depth < 3 {
						enter(inner, depth+1)
					}
				}
			}
		}
		switch trace % 10 {
		case 0: // nothing but a call
			call(rng.IntN(4), rng.IntN(6))
		case 1: // it begins with a call
			call(rng.IntN(4), rng.IntN(4))
			enter(rng.IntN(4), 1)
		default:
			enter(rng.IntN(6), 0)
		}
	}
	for name, content := range map[string]string{"kieker.map": names, "kieker-20260101-000000000-UTC-001.dat": out.String()} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// component is how Kieker and Beagle number components: by different orders.
var component = regexp.MustCompile(`::@\d+:`)

// byTrace are the lines of each trace, sorted traces by their ids.
func byTrace(text string) map[string]string {
	all := map[string]string{}
	for block := range strings.SplitSeq(component.ReplaceAllString(text, "::"), "TraceId ") {
		if id, rest, ok := strings.Cut(strings.TrimSpace(block), " "); ok {
			all[id] = rest
		}
	}
	return all
}

// Calls whose callee has no probes are executions that are assumed, nested as
// Kieker nests them.
func TestCallsBecomeTheExecutionsThatKiekerMakesOfThem(t *testing.T) {
	path := classpath(t)
	dir := callsLog(t, 400)
	cmd := exec.Command("java", "-cp", path, "Reconstruct", "executions", dir)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var all []classes.Trace
	engine := traces.NewEngine(traces.Options{Trace: func(one classes.Trace) { all = append(all, one) }})
	if _, err := logs.Read(t.Context(), []string{dir}, logs.Options{Open: engine.Open}); err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := show.Executions(&text, engine.Names(), all...); err != nil {
		t.Fatal(err)
	}
	kiekers, ours := byTrace(string(out)), byTrace(text.String())
	wrong := 0
	for id, want := range kiekers {
		if got := ours[id]; got != want {
			if wrong++; wrong < 4 {
				t.Errorf("trace %s:\n%s\n\nKieker:\n%s", id, got, want)
			}
		}
	}
	if wrong > 0 || len(kiekers) != len(ours) || len(ours) < 300 {
		t.Errorf("%d of %d traces differ, Beagle has %d", wrong, len(kiekers), len(ours))
	}
}
